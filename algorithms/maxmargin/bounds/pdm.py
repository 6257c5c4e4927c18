"""Theorems on the Perceptron with dynamic margin, derived here.

The rule adds y if p <= (1 − ε)‖a‖²/t, from a = 0 with the threshold 0. None of the five papers
describes it. With s = 2(1 − ε), an update makes ‖a‖² at most ‖a‖²(1 + s/t) + R². The first update
makes ‖a‖² at most R². So after t updates ‖a‖² <= R² N(t), with N(1) = 1 and
N(t + 1) = N(t)(1 + s/t) + 1. Every update adds at least γ_d along the best direction:
‖a‖ >= γ_d t. N(t) grows like t^max(1, s), or like t log t for s = 1. As s < 2, t is bounded. At the
end all patterns have p/‖a‖ > (1 − ε)‖a‖/t >= (1 − ε)γ_d.
"""

from math import expm1, log

from scipy.special import betaln, digamma

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root


@finite_or_inf
def length_factor(updates, epsilon):
    """Return N(t), an upper bound on ‖a‖²/R² after t > 0 updates; inf if it overflows. 0 < ε <= 1.

    N(t) is P(t) Σ_{k<=t} 1/P(k), with P(k) = Γ(k + s)/(Γ(k) Γ(1 + s)). The sum telescopes:
    N(t) = (t − 1/B(t, s))/(1 − s), with the beta function B. The limit at s = 1 is t Σ 1/k.
    """
    s, t = 2 * (1 - epsilon), updates
    if s == 0:
        return float(t)
    if s == 1:
        return t * float(digamma(t + 1) - digamma(1))
    return t * expm1(-float(betaln(t, s)) - log(t)) / (s - 1)


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
