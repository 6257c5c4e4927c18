"""Normalised gradient descent with momentum in the dual (Ji, Srebro & Telgarsky 2021, Algorithm 1):
with g_0 = 0 and q_k proportional to exp(−p_k/R²), g ← t/(t + 1) (g + q), and g + q is added to α.

For patterns of length 1 the margin falls short of γ by no more than
4 (1 + log m)(1 + 2 log(t + 1))/(γ (t + 1)²) after t updates.
"""

from typing import NamedTuple

import numpy as np

from maxmargin.batch_methods.softmax import softmax

NAME = "NormalisedMomentum"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False


class Parameters(NamedTuple):
    """None."""


def initial_memory(patterns, params):
    """g."""
    return (np.zeros(patterns),)


def step(products, duals, memory, state, params, direction):
    momentum, part = memory[0], state.t / (state.t + 1.0)
    softmax(products, state.squared_radius, direction)
    for k in range(direction.size):
        momentum[k] = part * (momentum[k] + direction[k])
        direction[k] += momentum[k]
    return 0.0, 1.0
