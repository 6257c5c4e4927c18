"""Normalised gradient descent with momentum in the dual (Ji, Srebro & Telgarsky 2021, Algorithm 1).

With g_0 = 0 and q_k proportional to exp(−p_k/R²), an update sets g ← t/(t + 1) (g + q) and adds
g + q to α. For patterns of length 1 the margin after t updates falls short of γ by at most
4 (1 + log m)(1 + 2 log(t + 1))/(γ (t + 1)²).
"""

from typing import NamedTuple

import numpy as np

from maxmargin.batch_methods.softmax import softmax

NAME = "NormalisedMomentum"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False


class Parameters(NamedTuple):
    """No parameters."""


def initial_memory(patterns, params):
    """Return g_0."""
    return (np.zeros(patterns),)


def step(products, duals, memory, state, params, direction):
    momentum, part = memory[0], state.t / (state.t + 1.0)
    softmax(products, state.squared_radius, direction)
    for k in range(direction.size):
        momentum[k] = part * (momentum[k] + direction[k])
        direction[k] += momentum[k]
    return 0.0, 1.0
