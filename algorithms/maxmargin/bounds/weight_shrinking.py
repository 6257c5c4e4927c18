"""The Perceptron with margin whose weight shrinks at each update (Panagiotakopoulos & Tsampouka
2012), a ← s a + y where p <= b. The paper's text could not be had; what follows is derived here.

Let M = R² + 2b, and a = Σ c_i y_i after t updates. Each pattern adds at least γ_d along
the best direction, so that ‖a‖ >= γ_d Σ c_i; and ‖s a + y‖² <= s² ‖a‖² + 2 s b + R².

Constant shrinking, s = 1 − λ = r. With M = R² + 2 r b here, ‖a‖ >= γ_d (1 − rᵗ)/λ and
‖a‖² <= M (1 − r²ᵗ)/(1 − r²). With K = γ_d² (2 − λ)/(λ M) both hold only while K (1 − rᵗ) <= 1 + rᵗ:
for K > 1 until rᵗ = (K − 1)/(K + 1), when the run must have ended. As p > b in the end, the margin
is at least b over the bound on ‖a‖, the fraction b (2 − λ)(K + 1)/(2 K M) of γ_d: it tends to 1
for K → 1, then b → ∞.

Variable shrinking, s = (t/(t + 1))^n, n >= ½. Update i weighs (i/t)^n after t. So
‖a‖ >= γ_d Σ (i/t)^n >= γ_d t/(n + 1), and ‖a‖² <= Σ (i/t)²ⁿ R² + 2 (i (i − 1)/t²)ⁿ b. As x²ⁿ is
convex and i (i − 1) <= (i − ½)², the sums are at most 1 + t/(2n + 1) and t/(2n + 1): ‖a‖² is at
most R² + t M/(2n + 1), and the margin at least b over its root: for b → ∞ (n + ½)/(n + 1) of γ_d.
"""

from math import exp, expm1, inf, log, log1p, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root


def _grown(squared_radius, b, shrinking):
    """M: ‖a‖² grows by at most so much."""
    return squared_radius + 2 * (1 - shrinking) * b


@finite
def largest_shrinking(gamma_squared, squared_radius, b):
    """The λ for which K is 1, or 1: below it runs are sure to end."""

    def excess(shrinking):
        return shrinking * _grown(squared_radius, b, shrinking) - gamma_squared * (2 - shrinking)

    return min(1.0, root(excess))


@finite
def excess_of_constant(gamma, squared_radius, b, shrinking):
    """K."""
    return gamma**2 * (2 - shrinking) / (shrinking * _grown(squared_radius, b, shrinking))


@finite_or_inf
def updates_of_constant(gamma, squared_radius, b, shrinking):
    """The most updates of a run with constant shrinking; inf unless K > 1."""
    K = excess_of_constant(gamma, squared_radius, b, shrinking)
    return log((K + 1) / (K - 1)) / -log1p(-shrinking) if K > 1 else inf


@finite
def margin_bound_of_constant(updates, squared_radius, b, shrinking):
    """The largest γ_d with which so many updates can be made."""
    if updates == 0:
        return sqrt(squared_radius)
    left = exp(updates * log1p(-shrinking))
    lost = -expm1(updates * log1p(-shrinking))
    M = _grown(squared_radius, b, shrinking)
    return sqrt((1 + left) / lost * shrinking * M / (2 - shrinking))


@finite
def fraction_of_constant(gamma, squared_radius, b, shrinking):
    """The least fraction of γ_d reached at the end; 0 unless K > 1."""
    K = excess_of_constant(gamma, squared_radius, b, shrinking)
    M = _grown(squared_radius, b, shrinking)
    return b * (2 - shrinking) * (K + 1) / (2 * K * M) if K > 1 else 0.0


def _squared_length(updates, squared_radius, b, n):
    """An upper bound on ‖a‖²."""
    return squared_radius + updates * (squared_radius + 2 * b) / (2 * n + 1)


@finite
def updates_of_variable(gamma, squared_radius, b, n):
    """The most updates of a run with variable shrinking: the t with which both bounds are equal."""
    half = (squared_radius + 2 * b) / (4 * n + 2)
    part = ((n + 1) / gamma) ** 2
    return part * half + sqrt((part * half) ** 2 + part * squared_radius)


@finite
def margin_bound_of_variable(updates, squared_radius, b, n):
    """The largest γ_d with which so many updates can be made."""
    if updates == 0:
        return sqrt(squared_radius)
    return (n + 1) / updates * sqrt(_squared_length(updates, squared_radius, b, n))


@finite
def fraction_of_variable(gamma, squared_radius, b, n):
    """The least fraction of γ_d reached at the end."""
    most = updates_of_variable(gamma, squared_radius, b, n)
    return b / sqrt(_squared_length(most, squared_radius, b, n)) / gamma
