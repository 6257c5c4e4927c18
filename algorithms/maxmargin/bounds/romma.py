"""What is proved about ROMMA, aggressive or not (Li & Long 2002, Theorems 5 and 7).

A new weight w′ is the shortest that satisfies constraints which the best weight, of norm 1/γ_d,
satisfies too, so that no weight is longer; and ‖w′‖² is at least ‖w‖² + ‖w′ − w‖² with
‖w′ − w‖ >= (1 − p)/‖y‖, in both branches of the update. As updates need p < 1 − δ, or p <= 0 for
plain ROMMA with δ = 1, ‖w‖² grows by at least δ²/R² each time.
"""

from maxmargin.bounds.finite import finite


@finite
def updates_bound(gamma, radius, delta=1.0):
    """The most updates."""
    return (radius / (delta * gamma)) ** 2


@finite
def norm_bound(gamma):
    """An upper bound on ‖w‖."""
    return 1 / gamma


@finite
def margin_part(delta):
    """The least fraction of the maximum directional margin γ_d reached at the end."""
    return 1 - delta
