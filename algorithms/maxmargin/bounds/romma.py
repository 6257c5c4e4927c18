"""What is proved of ROMMA, aggressive or not (Li & Long 2002, Theorems 5 and 7).

A new weight w′ comes of w and y by constraints that the best weight, of length 1/γ_d, meets too, so
that no weight is longer; and ‖w′‖² is at least ‖w‖² + ‖w′ − w‖² with ‖w′ − w‖ >= (1 − p)/‖y‖, in
either branch of the update. Where updates need p < 1 − δ, or p <= 0 with δ = 1 for plain ROMMA,
‖w‖² grows by δ²/R² or more each time.
"""


def updates_bound(gamma, radius, delta=1.0):
    """The most updates."""
    return (radius / (delta * gamma)) ** 2


def norm_bound(gamma):
    """What ‖w‖ is at most."""
    return 1 / gamma


def margin_part(delta):
    """What part of the maximum directional margin γ_d is reached at the end at least."""
    return 1 - delta
