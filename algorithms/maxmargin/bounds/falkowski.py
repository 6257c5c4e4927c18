"""What Falkowski's note (2006) proves about the generalised Krauth–Mézard algorithm, Section 3.

Its weight is w = a/x with x = R²: w grows by y/x while the worst pattern has w·y < c. c > 0 has no
unit. gamma is Δ_opt, the maximum directional margin γ_d; it and squared_radius = R² are in the
units of the data. start is ‖w_0‖, 0 without a start. w*, the shortest weight with w*·y >= c for all
patterns, has the norm c/γ_d.

As printed, (2) holds for w_0 = Σ λ_j y_j / x with Λ = Σ λ_j, not for the w_0 = Σ λ_j y_j of
Section 3.1, which adds x times as much to w*·w_M. From w_0 = 0 there is no difference.
"""

from math import sqrt

from maxmargin.bounds.finite import finite


@finite
def updates_bound(gamma, squared_radius, c, start=0.0):
    """M, the most updates, (4).

    >>> updates_bound(gamma=0.5, squared_radius=1.0, c=1.0)
    12.0
    """
    return (squared_radius / gamma) ** 2 * ((2 * c + 1) / squared_radius + start**2)


@finite
def performance_factor(length, updates, squared_radius, c, start_sum=0.0):
    """A of (5), for a run that made so many updates: its margin is at least γ_d/A.

    length: ‖w_M‖. start_sum: Λ of w_0 = Σ λ_j y_j / x.
    """
    return length**2 * squared_radius / (c * (updates + start_sum))


@finite
def factor_bound(updates, squared_radius, c, start=0.0):
    """An upper bound on A, (6): 2 + 1/c from w_0 = 0."""
    return squared_radius / c * ((2 * c + 1) / squared_radius + start**2 / updates)


@finite
def length_bound(updates, gamma, squared_radius, c, orthogonal=0.0):
    """An upper bound on ‖w_M‖ after M updates, (13). orthogonal: ‖k_0‖, of the component of w_0
    that is orthogonal to w*.

    With w_t = a(t) w* + k_t, the worst pattern has k_t·y <= 0, or w* + k_t/a(t) would be better
    than w*, which no weight is; so ‖k_t‖² grows by at most 1/x, (10). As the worst pattern has
    w·y < c before the last update and w*·y >= c, a(M − 1) is at most 1 + ‖k‖√x/c, (11), and the
    last update adds at most 1/(‖w*‖√x) to it, (12).
    """
    best = c / gamma
    a = (
        1
        + sqrt(updates - 1 + squared_radius * orthogonal**2) / c
        + 1 / (best * sqrt(squared_radius))
    )
    return a * best + sqrt(updates / squared_radius + orthogonal**2)


@finite
def fraction_before_running(gamma, squared_radius, c):
    """The least fraction of γ_d reached from w_0 = 0, (14): c/‖w_M‖ with (13) for the norm and (4)
    for M. It tends to 1 as c grows.

    M >= 1, as (4) is never below 1.
    """
    length = length_bound(updates_bound(gamma, squared_radius, c), gamma, squared_radius, c)
    return c / (length * gamma)
