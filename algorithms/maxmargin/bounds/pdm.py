"""Theorems on the Perceptron with dynamic margin, derived here.

The rule adds y if p <= (1 − ε)‖a‖²/t, from a = 0 with the threshold 0. None of the five papers
describes it. With s = 2(1 − ε), an update makes ‖a‖² at most ‖a‖²(1 + s/t) + R². The first update
makes ‖a‖² at most R². So after t updates ‖a‖² <= R² N(t), with N(1) = 1 and
N(t + 1) = N(t)(1 + s/t) + 1. Every update adds at least γ_d along the best direction:
‖a‖ >= γ_d t. N(t) grows like t^max(1, s), or like t log t for s = 1. As s < 2, t is bounded. At the
end all patterns have p/‖a‖ > (1 − ε)‖a‖/t >= (1 − ε)γ_d.
"""

from math import expm1, lgamma, log, log1p

import numpy as np
from scipy.special import digamma, zeta

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root

NEAR, TERMS = 0.1, 17  # |s − 1| below which the series is used, and its terms
LARGE = 20  # updates, from which Stirling's series is as precise as float64


@finite_or_inf
def length_factor(updates, epsilon):
    """Return N(t), an upper bound on ‖a‖²/R² after t > 0 updates; inf if it overflows. 0 < ε <= 1.

    N(t) is P(t) Σ_{k<=t} 1/P(k), with P(k) = Γ(k + s)/(Γ(k) Γ(1 + s)). The sum telescopes:
    N(t) = (t − 1/B(t, s))/(1 − s), with the beta function B. Near s = 1 the terms cancel: there a
    power series in s − 1 = 1 − 2ε replaces the logarithm of t B(t, s).
    """
    s, excess, t = 2 * (1 - epsilon), 1 - 2 * epsilon, updates
    if s == 0:
        return float(t)
    if excess == 0:
        return t * _slope(t, 0.0)
    near = abs(excess) < NEAR
    logarithm = excess * _slope(t, excess) if near else _log_ratio(t, s) - lgamma(s) - log(t)
    return t * expm1(logarithm) / excess


def _log_ratio(t, s):
    """Return log(Γ(t + s)/Γ(t)), by Stirling's series if the logarithms are large and cancel."""
    if t < LARGE:
        return lgamma(t + s) - lgamma(t)
    rest = _of_stirling(t + s) - _of_stirling(t)
    return (t - 0.5) * log1p(s / t) + s * (log(t + s) - 1) + rest


def _of_stirling(x):
    inverse = 1 / x  # its square may be 0, but no square overflows
    square = inverse**2
    return inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)))


def _slope(t, excess):
    """Return −log(t B(t, s))/(s − 1), where s − 1 is `excess`. It is Σ_{k<=t} 1/k at 0."""
    k = np.arange(1, TERMS)
    terms = (-excess) ** k / (k + 1) * (zeta(k + 1, 1) - zeta(k + 1, t + 1))
    return float(digamma(t + 1) - digamma(1) + terms.sum())


@finite_or_inf
def updates_bound(gamma, squared_radius, epsilon):
    """Return the most updates of a run: the t with R² N(t) = (γ_d t)²; inf if t exceeds 1e300."""

    def excess(t):
        # A difference of logarithms, because squares overflow.
        return log(t) + log(gamma**2 / squared_radius) - log(length_factor(t, epsilon) / t)

    return root(excess)


@finite
def margin_part(epsilon):
    """Return the least fraction of γ_d at the end of a run."""
    return 1 - epsilon
