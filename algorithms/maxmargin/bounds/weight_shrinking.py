"""Theorems on the Perceptron with margin and weight shrinking, derived here.

The rule, a ← s a + y when p <= b, is from Panagiotakopoulos & Tsampouka (2012). The paper's text
was not available. Let a = Σ c_i y_i after t updates. Each pattern adds at least γ_d along the best
direction, so that ‖a‖ >= γ_d Σ c_i. Also ‖s a + y‖² <= s² ‖a‖² + 2 s b + R².

Constant shrinking has s = 1 − λ = r. Let M = R² + 2 r b. Then ‖a‖ >= γ_d (1 − rᵗ)/λ and ‖a‖² <= M
(1 − r²ᵗ)/(1 − r²). With K = γ_d² (2 − λ)/(λ M), both hold only while K (1 − rᵗ) <= 1 + rᵗ. For K >
1 the run must have ended when rᵗ = (K − 1)/(K + 1). At the end p > b. So the margin is at least b
divided by the bound on ‖a‖. This quotient is b (2 − λ)(K + 1)/(2 K M) times γ_d. The factor tends
to 1 for K → 1, then b → ∞.

Variable shrinking has s = (t/(t + 1))^n, n >= ½. Let M = R² + 2b. After t updates, update i has the
weight (i/t)^n. So ‖a‖ >= γ_d Σ (i/t)^n >= γ_d t/(n + 1), and
‖a‖² <= Σ (i/t)²ⁿ R² + 2 (i (i − 1)/t²)ⁿ b. As x²ⁿ is convex and i (i − 1) <= (i − ½)², the sums are
at most 1 + t/(2n + 1) and t/(2n + 1). So ‖a‖² is at most R² + t M/(2n + 1). The margin is at least
b divided by its root, which is (n + ½)/(n + 1) of γ_d for b → ∞.
"""

from math import exp, expm1, inf, log, log1p, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root


def _grown(squared_radius, b, shrinking):
    """Return M, the largest growth of ‖a‖² in an update."""
    return squared_radius + 2 * (1 - shrinking) * b


@finite
def largest_shrinking(gamma_squared, squared_radius, b):
    """Return the λ for which K is 1, but at most 1. Below it runs are sure to end."""

    def excess(shrinking):
        return shrinking * _grown(squared_radius, b, shrinking) - gamma_squared * (2 - shrinking)

    return min(1.0, root(excess))


@finite
def excess_of_constant(gamma, squared_radius, b, shrinking):
    """Return K."""
    return gamma**2 * (2 - shrinking) / (shrinking * _grown(squared_radius, b, shrinking))


@finite_or_inf
def updates_of_constant(gamma, squared_radius, b, shrinking):
    """Return the most updates of a run with constant shrinking; inf unless K > 1."""
    K = excess_of_constant(gamma, squared_radius, b, shrinking)
    return log((K + 1) / (K - 1)) / -log1p(-shrinking) if K > 1 else inf


@finite
def margin_bound_of_constant(updates, squared_radius, b, shrinking):
    """Return an upper bound on γ_d, given the updates of a run."""
    if updates == 0:
        return sqrt(squared_radius)
    left = exp(updates * log1p(-shrinking))
    lost = -expm1(updates * log1p(-shrinking))
    M = _grown(squared_radius, b, shrinking)
    return sqrt((1 + left) / lost * shrinking * M / (2 - shrinking))


@finite
def fraction_of_constant(gamma, squared_radius, b, shrinking):
    """Return the least fraction of γ_d at the end of a run; 0 unless K > 1."""
    K = excess_of_constant(gamma, squared_radius, b, shrinking)
    M = _grown(squared_radius, b, shrinking)
    return b * (2 - shrinking) * (K + 1) / (2 * K * M) if K > 1 else 0.0


def _squared_length(updates, squared_radius, b, n):
    """Return an upper bound on ‖a‖²."""
    return squared_radius + updates * (squared_radius + 2 * b) / (2 * n + 1)


@finite
def updates_of_variable(gamma, squared_radius, b, n):
    """Return the most updates with variable shrinking: the t with which both bounds are equal."""
    half = (squared_radius + 2 * b) / (4 * n + 2)
    part = ((n + 1) / gamma) ** 2
    return part * half + sqrt((part * half) ** 2 + part * squared_radius)


@finite
def margin_bound_of_variable(updates, squared_radius, b, n):
    """Return an upper bound on γ_d, given the updates of a run."""
    if updates == 0:
        return sqrt(squared_radius)
    return (n + 1) / updates * sqrt(_squared_length(updates, squared_radius, b, n))


@finite
def fraction_of_variable(gamma, squared_radius, b, n):
    """Return the least fraction of γ_d at the end of a run."""
    most = updates_of_variable(gamma, squared_radius, b, n)
    return b / sqrt(_squared_length(most, squared_radius, b, n)) / gamma
