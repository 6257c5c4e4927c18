"""Progressive rescaling gradient descent (PRGD; Wang, Min & Wu 2024): normalised gradient descent
in balls that grow by a factor at a time.

After a warm-up without a ball, the weight is made `growth` times as long every `period` updates;
in between each step is brought back to that length. So a step, which has a fixed length, turns the
weight less and less, by a geometric sequence. The margin grows to the maximum exponentially fast
under conditions on the support vectors. The run is stopped when steps are nothing but rounding; its
certificate does not tend to the maximum, as early steps grow with the weight.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.batch_methods.softmax import softmax

NAME = "ProgressiveRescaling"
RANGES = {"growth": "(1, inf)", "period": "[1, inf)", "warm_up": "[1, inf)"}
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False
LONGEST = 1e16  # in units of R, which are steps: they no longer change the weight


class Parameters(NamedTuple):
    """growth: factor between one length and the next. period: updates in between. warm_up: updates
    before the first.
    """

    growth: float = 1.2
    period: float = 5.0
    warm_up: float = 50.0


def initial_memory(patterns, params):
    """The weight's length, in units of R."""
    return (np.zeros(1),)


def step(products, duals, memory, state, params, direction):
    length, since = memory[0], state.t - params.warm_up
    norm, kept = sqrt(state.squared_norm / state.squared_radius), 1.0
    if since >= 0.0 and norm > 0.0:
        if length[0] == 0.0:
            length[0] = norm
        if since // params.period != (since - 1.0) // params.period:
            length[0] *= params.growth
        kept = length[0] / norm
    softmax(products, state.squared_radius / kept, direction)
    return 1.0 - kept, 1.0 if length[0] < LONGEST else 0.0


def parameter_grid(maximum_margin, radius):
    return [
        Parameters(*values)
        for values in ((1.2, 5, 50), (1.1, 50, 500), (1.02, 100, 1000), (1.005, 200, 5000))
    ]
