"""Progressive rescaling gradient descent (PRGD; Wang, Min & Wu 2024).

This is normalised gradient descent in balls that grow. The warm-up has no ball. The method then
makes the weight `growth` times as long every `period` updates. Each step in between is brought back
to that length. Steps have a fixed length, so that they turn the weight less and less, by a
geometric sequence. Under conditions on the support vectors the margin tends to the maximum
exponentially fast. The run stops when steps consist of rounding alone. Its certificate does not
tend to the maximum, because early steps grow with the weight.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.batch_methods.softmax import softmax

NAME = "ProgressiveRescaling"
RANGES = {"growth": "(1, inf)", "period": "[1, inf)", "warm_up": "[1, inf)"}
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False
LONGEST = 1e16  # in units of R, the length of a step; steps no longer change a longer weight


class Parameters(NamedTuple):
    """growth: the factor from one length to the next. period: the updates between two lengths.
    warm_up: the updates before the first length.
    """

    growth: float = 1.2
    period: float = 5.0
    warm_up: float = 50.0


def initial_memory(patterns, params):
    """Return the weight's length, in units of R; 0 before the first length."""
    return (np.zeros(1),)


def step(products, duals, memory, state, params, direction):
    length, since = memory[0], state.t - params.warm_up
    norm, shrinking = sqrt(state.squared_norm / state.squared_radius), 1.0
    if since >= 0.0 and norm > 0.0:
        if length[0] == 0.0:
            length[0] = norm
        if since // params.period != (since - 1.0) // params.period:
            length[0] *= params.growth
        shrinking = length[0] / norm
    softmax(products, state.squared_radius / shrinking, direction)
    return 1.0 - shrinking, 1.0 if length[0] < LONGEST else 0.0


def parameter_grid(maximum_margin, radius):
    return [
        Parameters(*values)
        for values in ((1.2, 5, 50), (1.1, 50, 500), (1.02, 100, 1000), (1.005, 200, 5000))
    ]
