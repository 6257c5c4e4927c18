"""Frank & Wolfe's method with away steps (Guélat & Marcotte 1986).

A step goes towards the pattern with the smallest product, as in Gilbert's algorithm, or away from
the pattern of the weight with the largest product. The method takes the more promising direction.
Its rate is linear (Lacoste-Julien & Jaggi 2015).
"""

from math import inf
from typing import NamedTuple

from maxmargin.batch_methods.extremes import highest, lowest

NAME = "AwaySteps"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = True
SEARCHES = True


class Parameters(NamedTuple):
    """No parameters."""


def step(products, duals, memory, state, params, direction):
    low, high = lowest(products), highest(products, duals)
    level = state.squared_norm / state.total
    direction[:] = 0.0
    if level - products[low] >= products[high] - level:
        direction[low] = 1.0
        return 1.0, 1.0
    direction[high] = -1.0
    rest = state.total - duals[high]
    return -1.0, duals[high] / rest if rest > 0.0 else inf
