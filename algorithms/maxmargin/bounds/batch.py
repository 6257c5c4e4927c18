"""Theorems on batch methods after t updates; m is the number of patterns.

Gilbert's algorithm makes Frank & Wolfe's steps for ‖a‖² over the convex hull, and the hull's
diameter is at most 2R: Jaggi 2013, Theorem 1. The files of the smoothed Perceptron and of the game
have their bounds. The bound for momentum is Theorem 3.1 of Ji, Srebro & Telgarsky 2021.

The bound for away steps is derived here. Let h = (‖a‖² − γ_d²)/2. h is at most R²/2 at the start.
As h is convex, it never exceeds the gap g of the chosen direction. A step reduces h by at least
g²/(8R²), or by g/2 if it ends at a pattern. So 1/h grows by at least 1/(8R²). Other steps drop a
pattern from the weight. They are at most half of the steps: the weight starts with one pattern,
always has one, and gains at most one by each other step.

The bound for normalised gradient descent with rate η <= 1 is derived here, for R = 1. Let g = Σ q_k
y_k be the gradient before an update, and h the next gradient. Let ψ be the logarithm of Σ
exp(−p_k), and χ its next value. Let D be the divergence of the next q from q. Products change by η
y_k·g, so that D = ψ − χ − η g·h. Lengths are at most 1, so that ½η ‖h − g‖² <= D. Together, χ <= ψ
− ½η (‖g‖² + ‖h‖²). The first ψ is log m, so that min p_k >= −ψ >= η Σ‖g‖² − ½η − log m, where the
sum is over all updates. As ‖a‖ <= η Σ‖g‖, ‖g‖ >= γ_d and ‖a‖ >= η γ_d t, the margin is at least γ_d
− (½ + log m/η)/(γ_d t).
"""

from math import log, sqrt

from maxmargin.bounds.finite import finite


@finite
def excess_of_gilbert(updates, squared_radius):
    """Return the largest ‖a‖² − γ_d², for Σα = 1."""
    return 16 * squared_radius / (updates + 2)


@finite
def excess_of_away_steps(updates, squared_radius):
    """Return the largest ‖a‖² − γ_d², for Σα = 1."""
    return 32 * squared_radius / (updates + 32)


@finite
def fraction_of_squares(updates, patterns, gamma, squared_radius, factor):
    """Return the least fraction of γ_d, if at most factor R² log m/(t (t + 1)) of γ_d² is missing.

    The factor is 8 for the smoothed Perceptron and 16 for Nesterov's game. The fraction is 0 if the
    theorem proves nothing.
    """
    missed = factor * log(patterns) * squared_radius / gamma**2 / (updates * (updates + 1))
    return sqrt(max(0.0, 1 - missed))


@finite
def fraction_of_momentum(updates, patterns, gamma, squared_radius):
    """Return the least fraction of γ_d; a negative number proves nothing."""
    grown = 4 * (1 + log(patterns)) * (1 + 2 * log(updates + 1))
    return 1 - grown * squared_radius / gamma**2 / (updates + 1) ** 2


@finite
def fraction_of_normalised_gradient(updates, patterns, gamma, squared_radius, rate):
    """Return the least fraction of γ_d; a negative number proves nothing."""
    return 1 - (0.5 + log(patterns) / rate) * squared_radius / gamma**2 / updates
