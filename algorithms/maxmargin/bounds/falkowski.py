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
def orthogonal_bound(updates, squared_radius, orthogonal=0.0):
    """Return an upper bound on ‖k_t‖ after these updates, (10).

    w_t = a(t) w* + k_t, where k_t is orthogonal to w*. `orthogonal` is ‖k_0‖. w* is a combination,
    with factors above 0, of patterns with w*·y = c. Since k_t·w* = 0, one of them has k_t·y <= 0,
    and so w_t·y <= a(t) c. If a(t) >= 0, the worst pattern has a(t) w*·y >= a(t) c, and therefore
    k_t·y <= 0 too. So ‖k_t‖² grows by at most 1/x.
    """
    return sqrt(updates / squared_radius + orthogonal**2)


@finite
def last_but_one_bound(updates, squared_radius, c, orthogonal=0.0):
    """Return an upper bound on a(M − 1), (11).

    Before the last update the worst pattern has w·y < c, and w*·y >= c.
    """
    return 1 + sqrt(updates - 1 + squared_radius * orthogonal**2) / c


@finite
def last_bound(updates, gamma, squared_radius, c, orthogonal=0.0):
    """Return an upper bound on a(M), (12). The last update adds at most 1/(‖w*‖√x) to a(M − 1)."""
    before = last_but_one_bound(updates, squared_radius, c, orthogonal)
    return before + gamma / (c * sqrt(squared_radius))


@finite
def length_bound(updates, gamma, squared_radius, c, orthogonal=0.0):
    """Return an upper bound on ‖w_M‖ after M updates, (13): a(M) ‖w*‖ + ‖k_M‖."""
    a = last_bound(updates, gamma, squared_radius, c, orthogonal)
    return a * c / gamma + orthogonal_bound(updates, squared_radius, orthogonal)


@finite
def fraction_before_running(gamma, squared_radius, c, start=0.0, orthogonal=0.0):
    """Return the least fraction of γ_d, (14).

    The fraction is c/(γ_d ‖w_M‖), with (13) for the norm and (4) for M. It tends to 1 as c grows. M
    is at least 1, because (4) is never below 1.
    """
    updates = updates_bound(gamma, squared_radius, c, start)
    return c / (length_bound(updates, gamma, squared_radius, c, orthogonal) * gamma)


@finite
def updates_bound_from_any_start(gamma, squared_radius, c, start):
    """Return M, the most updates from any w_0, derived here.

    Without λ >= 0, (2) has −‖w_0‖ ‖w*‖ on its left. With (3), M is at most
    (x/γ_d)² (2c + 1)/x + 2 (x/γ_d) ‖w_0‖.
    """
    ratio = squared_radius / gamma
    return ratio**2 * (2 * c + 1) / squared_radius + 2 * ratio * start


@finite
def orthogonal_from_any_start(gamma, squared_radius, start):
    """Return the ‖k_0‖ with which (10) to (13) hold from any w_0, derived here.

    This closes the gap of Section 4. Each update raises the component of w_t along w* by at least
    γ_d/x. So at most ‖w_0‖ x/γ_d + 1 updates start from a(t) < 0. Each such update adds at most
    1/√x to ‖k_t‖. From then on a(t) >= 0, and (10) holds.
    """
    return start + (start * squared_radius / gamma + 1) / sqrt(squared_radius)


@finite
def fraction_from_any_start(gamma, squared_radius, c, start):
    """Return the least fraction of γ_d from any w_0, derived here.

    It tends to 1 as c grows, because neither `orthogonal_from_any_start` nor ‖w_0‖ depends on c.
    """
    updates = updates_bound_from_any_start(gamma, squared_radius, c, start)
    orthogonal = orthogonal_from_any_start(gamma, squared_radius, start)
    return c / (length_bound(updates, gamma, squared_radius, c, orthogonal) * gamma)
