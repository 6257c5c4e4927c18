"""Gilbert's algorithm (Gilbert 1966), which as a learner is Schlesinger and Kozinec's (Franc &
Hlaváč 2003): the shortest weight on the line from a to the pattern with the smallest product.

a stays in the convex hull of the patterns, whose shortest vector is the weight of maximum margin.
These are Frank & Wolfe's steps with exact line search, so that ‖a‖² − γ_d² <= 16 R²/(t + 2).
"""

from typing import NamedTuple

from maxmargin.batch_methods.extremes import lowest

NAME = "Gilbert"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = True
SEARCHES = True


class Parameters(NamedTuple):
    """None."""


def step(products, duals, memory, state, params, direction):
    direction[:] = 0.0
    direction[lowest(products)] = 1.0
    return 1.0, 1.0
