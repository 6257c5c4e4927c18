"""What is proved of AMIRA (Zhao & Huang 2013, Section 3), with MIRA as ε = 1.

R is the largest norm of a pattern, γ the maximum directional margin. For the learners of all
classes together both speak of the differences ΔΦ, and R is √2 times the largest norm.
"""

from math import inf, sqrt


def updates_where_separable(gamma, radius, epsilon):
    """At most so many updates are made (Theorems 1 and 2)."""
    return _factor(epsilon) * (radius / gamma) ** 2


def norm_where_separable(gamma, epsilon):
    """‖w‖ never exceeds this (Corollaries 1 and 2)."""
    return (2.0 - epsilon) / gamma


def margin_part(epsilon):
    """At convergence at least this part of the maximum margin is reached (Theorem 3)."""
    return (1.0 - epsilon) / (2.0 - epsilon)


def mistakes_whatever_the_patterns(gamma, radius, losses, epsilon):
    """At most so many mistakes in the first epoch (Theorems 4 and 5), for any γ > 0 and unit u.

    losses: D², as printed Σ max{0, γ − y u·x} of all patterns. That cannot be meant: the losses are
    as long as R and γ, and the bound falls to 0 as γ grows. With Σ max{0, γ − y u·x}², as Freund &
    Schapire (1999) have it, it is the Perceptron's; but their proof does not carry over to steps of
    (1 − p)/‖x‖², and workflows/theory_first_epochs.py has patterns that break this form too. Equal
    norms do not save it at ε = 1: its unit patterns have a rare one, opposite to w, whose step of
    1 + ‖w‖ undoes many others and which is charged a loss of little more than 1 for it.
    """
    return _factor(epsilon) * ((radius + sqrt(losses)) / gamma) ** 2


def _factor(epsilon):
    return (2.0 - epsilon) / epsilon if epsilon else inf
