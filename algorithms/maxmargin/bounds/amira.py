"""Theorems on AMIRA (Zhao & Huang 2013, Section 3), with MIRA as ε = 1.

R is the largest norm of a pattern, and γ is the maximum directional margin. For learners of all
classes together both refer to the differences ΔΦ, and R is √2 times the largest norm.
"""

from math import inf, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf


@finite_or_inf
def updates_where_separable(gamma, radius, epsilon):
    """Return the most updates (Theorems 1 and 2); inf for ε = 0."""
    return _factor(epsilon) * (radius / gamma) ** 2


@finite
def norm_where_separable(gamma, epsilon):
    """Return an upper bound on ‖w‖ throughout a run (Corollaries 1 and 2)."""
    return (2.0 - epsilon) / gamma


@finite
def least_step(radius, epsilon):
    """Return the least Σ_i η_i of an update (Lemma 1)."""
    return epsilon / radius**2


@finite
def margin_part(epsilon):
    """Return the least fraction of the maximum margin at convergence (Theorem 3)."""
    return (1.0 - epsilon) / (2.0 - epsilon)


@finite_or_inf
def mistakes_whatever_the_patterns(gamma, radius, losses, epsilon):
    """Return the most mistakes in the first epoch, for any γ > 0 and unit u (Theorems 4 and 5).

    The bound is inf for ε = 0. `losses` is D², printed as Σ max{0, γ − y u·x} over all patterns.
    The printed form must be a misprint: the losses have the unit of R and γ, not its square, and
    the bound falls to 0 as γ grows. With Σ max{0, γ − y u·x}², as in Freund & Schapire (1999), the
    bound is the Perceptron's. But their proof does not carry over to steps of (1 − p)/‖x‖², and
    there are patterns that violate this form too. At ε = 1 even unit patterns do. A rare pattern
    opposite to w then makes a step of 1 + ‖w‖. The step undoes many others, while the pattern's
    loss is little more than 1.
    """
    return _factor(epsilon) * ((radius + sqrt(losses)) / gamma) ** 2


def _factor(epsilon):
    return (2.0 - epsilon) / epsilon if epsilon else inf
