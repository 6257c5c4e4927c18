"""The algorithm of Mitchell, Demyanov and Malozemov (1974).

A step moves α from the pattern of the weight with the largest product to the pattern with the
smallest product, by the amount that makes the weight shortest. These are the pairwise steps of
Frank & Wolfe's method. They reach the shortest vector of the convex hull at a linear rate
(Lacoste-Julien & Jaggi 2015).
"""

from typing import NamedTuple

from maxmargin.batch_methods.extremes import highest, lowest

NAME = "MDM"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = True
SEARCHES = True


class Parameters(NamedTuple):
    """No parameters."""


def step(products, duals, memory, state, params, direction):
    low, high = lowest(products), highest(products, duals)
    direction[:] = 0.0
    direction[high] = -1.0
    direction[low] += 1.0
    return 0.0, duals[high]
