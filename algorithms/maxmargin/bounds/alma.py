"""What Theorem 3 of the ALMA paper (Gentile 2001) says about ALMA_p, for patterns with ‖x̂‖_p <= 1.

gamma is a p-norm margin of the x̂, without units: in part 1 the maximum γ*, in part 2 any positive
number. 0 < alpha <= 1 and p >= 2.
"""

from math import inf, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf


@finite
def updates_where_separable(gamma, alpha, p):
    """Part 1, (1): the most updates with B = √8/α and C = √2. gamma may be a lower bound on γ*."""
    return 2 * (p - 1) / gamma**2 * (2 / alpha - 1) ** 2 + 8 / alpha - 4


@finite_or_inf
def margin_bound(updates, alpha, p):
    """Part 1: an upper bound on γ*, given that so many updates were made with B = √8/α and C = √2:
    γ_k of the last of them; inf without any.
    """
    return estimate(updates, sqrt(8) / alpha, p)


@finite
def updates_by_remark_4(gamma, alpha, p):
    """Remark 4: the most updates where separable with B = 1/(2√α) and C = √α, by part 2 without
    deviations. gamma may be a lower bound on γ*.
    """
    return (1 + sqrt(5)) / 2 * (p - 1) / (gamma**2 * alpha)


@finite_or_inf
def estimate(updates, B, p):
    """γ_k of the last of so many updates; inf without any."""
    return B * sqrt((p - 1) / updates) if updates else inf


@finite
def updates_whatever_the_patterns(gamma, deviations, C, p):
    """Part 2: the most updates with C² + 2(1 − α)BC = 1.

    deviations: the sum of max(0, γ − y u·x̂) over the updates, for any u with ‖u‖_q <= 1.
    """
    squared_rho = (p - 1) / (C * gamma) ** 2
    d = deviations / gamma
    return d + squared_rho / 2 + sqrt(squared_rho**2 / 4 + squared_rho * d + squared_rho)
