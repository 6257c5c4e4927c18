"""Theorems of Falkowski's note (2006, Section 3) on the generalised Krauth–Mézard algorithm.

The algorithm's weight is w = a/x with x = R². w grows by y/x while the worst pattern has w·y < c.
c > 0 has no unit. gamma is Δ_opt, the maximum directional margin γ_d. gamma and squared_radius = R²
are in the units of the data. start is ‖w_0‖, 0 without a start. w* is the shortest weight with
w*·y >= c for all patterns, and has the norm c/γ_d.

As printed, (2) holds for w_0 = Σ λ_j y_j / x with Λ = Σ λ_j. It does not hold for the
w_0 = Σ λ_j y_j of Section 3.1, which adds x times as much to w*·w_M. For w_0 = 0 both agree.
"""

from math import sqrt

from maxmargin.bounds.finite import finite


@finite
def updates_bound(gamma, squared_radius, c, start=0.0):
    """Return M, the most updates, (4).

    >>> updates_bound(gamma=0.5, squared_radius=1.0, c=1.0)
    12.0
    """
    return (squared_radius / gamma) ** 2 * ((2 * c + 1) / squared_radius + start**2)


@finite
def performance_factor(length, updates, squared_radius, c, start_sum=0.0):
    """Return A of (5) after these updates. The run's margin is at least γ_d/A.

    `length` is ‖w_M‖. `start_sum` is Λ of w_0 = Σ λ_j y_j / x.
    """
    return length**2 * squared_radius / (c * (updates + start_sum))


@finite
def factor_bound(updates, squared_radius, c, start=0.0):
    """Return an upper bound on A, (6); for w_0 = 0 it is 2 + 1/c."""
    return squared_radius / c * ((2 * c + 1) / squared_radius + start**2 / updates)


@finite
def length_bound(updates, gamma, squared_radius, c, orthogonal=0.0):
    """Return an upper bound on ‖w_M‖ after M updates, (13).

    `orthogonal` is ‖k_0‖, the norm of the component of w_0 that is orthogonal to w*. Let
    w_t = a(t) w* + k_t. The worst pattern has k_t·y <= 0, because otherwise w* + k_t/a(t) would be
    better than w*. So ‖k_t‖² grows by at most 1/x, (10). Before the last update the worst pattern
    has w·y < c, and w*·y >= c. So a(M − 1) is at most 1 + ‖k‖√x/c, (11). The last update adds at
    most 1/(‖w*‖√x) to a(M), (12).
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
    """Return the least fraction of γ_d from w_0 = 0, (14).

    The fraction is c/(γ_d ‖w_M‖), with (13) for the norm and (4) for M. It tends to 1 as c grows. M
    is at least 1, because (4) is never below 1.
    """
    length = length_bound(updates_bound(gamma, squared_radius, c), gamma, squared_radius, c)
    return c / (length * gamma)
