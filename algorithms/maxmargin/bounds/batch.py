"""What is proved of batch methods after t updates; m is the number of patterns.

Gilbert's algorithm makes Frank & Wolfe's steps for ‖a‖² over the convex hull, whose diameter is at
most 2R: Jaggi 2013, Theorem 1. The smoothed Perceptron's and the game's are in their files, and the
bound for momentum is Theorem 3.1 of Ji, Srebro & Telgarsky 2021.

With away steps, derived here: let h = (‖a‖² − γ_d²)/2, at most R²/2 at the start and never more
than the gap g of the direction chosen, as h is convex. A step takes at least g²/(8R²) from it, or
g/2 if it ends at a pattern, so that 1/h grows by at least 1/(8R²). Or it drops a pattern from the
weight: at most half of the steps do, as the weight begins with one pattern, has always one, and is
given at most one by each other step.

Normalised gradient descent with rate η <= 1 is derived here, for R = 1. Let g = Σ q_k y_k be the
gradient before an update, h the next one, ψ the logarithm of Σ exp(−p_k) and χ the next one, and D
the divergence of the next q from q. As products change by η y_k·g, D = ψ − χ − η g·h; and
½η ‖h − g‖² <= D, as lengths are at most 1. Both together: χ <= ψ − ½η (‖g‖² + ‖h‖²). From ψ = log m
on, min p_k >= −ψ >= η Σ‖g‖² − ½η − log m, the sum being over all updates. As ‖a‖ <= η Σ‖g‖,
‖g‖ >= γ_d and ‖a‖ >= η γ_d t, the margin is at least γ_d − (½ + log m/η)/(γ_d t).
"""

from math import log, sqrt

from maxmargin.bounds.finite import finite


@finite
def excess_of_gilbert(updates, squared_radius):
    """The most that ‖a‖² exceeds γ_d² by, for Σα = 1."""
    return 16 * squared_radius / (updates + 2)


@finite
def excess_of_away_steps(updates, squared_radius):
    """The most that ‖a‖² exceeds γ_d² by, for Σα = 1."""
    return 32 * squared_radius / (updates + 32)


@finite
def fraction_of_squares(updates, patterns, gamma, squared_radius, factor):
    """The least fraction of γ_d reached, if γ_d² is missed by at most factor R² log m/(t (t + 1)):
    8 for the smoothed Perceptron, 16 for Nesterov's game. 0 where nothing is shown.
    """
    missed = factor * log(patterns) * squared_radius / gamma**2 / (updates * (updates + 1))
    return sqrt(max(0.0, 1 - missed))


@finite
def fraction_of_momentum(updates, patterns, gamma, squared_radius):
    """The least fraction of γ_d reached; negative where nothing is shown."""
    grown = 4 * (1 + log(patterns)) * (1 + 2 * log(updates + 1))
    return 1 - grown * squared_radius / gamma**2 / (updates + 1) ** 2


@finite
def fraction_of_normalised_gradient(updates, patterns, gamma, squared_radius, rate):
    """The least fraction of γ_d reached; negative where nothing is shown."""
    return 1 - (0.5 + log(patterns) / rate) * squared_radius / gamma**2 / updates
