"""Theorems on ROMMA, aggressive or not (Li & Long 2002, Theorems 5 and 7).

A new weight w′ is the shortest that satisfies some constraints. The best weight, of norm 1/γ_d,
also satisfies them, so that no weight is longer. In both branches of the update ‖w′‖² is at least
‖w‖² + ‖w′ − w‖², with ‖w′ − w‖ >= (1 − p)/‖y‖. Updates need p < 1 − δ, or p <= 0 for plain ROMMA
with δ = 1. So each update increases ‖w‖² by at least δ²/R².
"""

from maxmargin.bounds.finite import finite


@finite
def updates_bound(gamma, radius, delta=1.0):
    """Return the most updates."""
    return (radius / (delta * gamma)) ** 2


@finite
def norm_bound(gamma):
    """Return an upper bound on ‖w‖."""
    return 1 / gamma


@finite
def margin_part(delta):
    """Return the least fraction of the maximum directional margin γ_d at the end of a run."""
    return 1 - delta
