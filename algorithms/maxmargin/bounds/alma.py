"""Theorem 3 of the ALMA paper (Gentile 2001) on ALMA_p, for patterns with ‖x̂‖_p <= 1.

gamma is a p-norm margin of the x̂, without a unit. In part 1 it is the maximum γ*, in part 2 any
positive number. 0 < alpha <= 1 and p >= 2.
"""

from math import inf, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf


@finite
def updates_where_separable(gamma, alpha, p):
    """Return the most updates with B = √8/α and C = √2 (part 1, (1)).

    gamma may be a lower bound on γ*.
    """
    return 2 * (p - 1) / gamma**2 * (2 / alpha - 1) ** 2 + 8 / alpha - 4


@finite_or_inf
def margin_bound(updates, alpha, p):
    """Return an upper bound on γ*, given the updates made with B = √8/α and C = √2 (part 1).

    The bound is γ_k of the last update, or inf without updates.
    """
    return estimate(updates, sqrt(8) / alpha, p)


@finite
def updates_by_remark_4(gamma, alpha, p):
    """Return the most updates on separable patterns with B = 1/(2√α) and C = √α (Remark 4).

    The bound follows from part 2 without deviations. gamma may be a lower bound on γ*.
    """
    return (1 + sqrt(5)) / 2 * (p - 1) / (gamma**2 * alpha)


@finite_or_inf
def estimate(updates, B, p):
    """Return γ_k of the last of these updates; inf without updates."""
    return B * sqrt((p - 1) / updates) if updates else inf


@finite
def updates_whatever_the_patterns(gamma, deviations, C, p):
    """Return the most updates with C² + 2(1 − α)BC = 1 (part 2).

    `deviations` is the sum of max(0, γ − y u·x̂) over the updates, for any u with ‖u‖_q <= 1.
    """
    squared_rho = (p - 1) / (C * gamma) ** 2
    d = deviations / gamma
    return d + squared_rho / 2 + sqrt(squared_rho**2 / 4 + squared_rho * d + squared_rho)
