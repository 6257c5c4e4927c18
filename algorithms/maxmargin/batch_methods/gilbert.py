"""Gilbert's algorithm (Gilbert 1966): a line search towards the pattern with the smallest product.

As a learner it is Schlesinger and Kozinec's algorithm (Franc & Hlaváč 2003). The new weight is the
shortest on the line from a to the pattern. a stays in the convex hull of the patterns, and the
hull's shortest vector is the weight of maximum margin. The steps are Frank & Wolfe's with exact
line search, so that ‖a‖² − γ_d² <= 16 R²/(t + 2).
"""

from typing import NamedTuple

from maxmargin.batch_methods.extremes import lowest

NAME = "Gilbert"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = True
SEARCHES = True


class Parameters(NamedTuple):
    """No parameters."""


def step(products, duals, memory, state, params, direction):
    direction[:] = 0.0
    direction[lowest(products)] = 1.0
    return 1.0, 1.0
