"""Nesterov's acceleration of margin maximisation, as a game of two players.

One player weights the patterns by a distribution q, the other answers with a weight (Wang,
Hanashiro, Guha & Abernethy 2023). Round t = 1, 2, … counts t times. Its weight is the best answer
to all past distributions, with the last distribution in place of the present one:
w = (Σ s q_s + t q_{t−1})/(1 + … + t), where the sum is over s < t. a is Σ t w. q_t is proportional
to exp(−p_k/(4 R²)), and q_0 is uniform.

The following is proved for patterns of length 1, where | | is the sum of magnitudes. Because the
weights' player does not know q_t, it loses at most Σ 2t/(t + 1) |q_t − q_{t−1}|². The other player
knows w, and loses at most 4 log m − 2 Σ |q_t − q_{t−1}|². So the mean weight w̄ after t rounds has
½γ² − 8 log m/(t (t + 1)) <= min y_k·w̄ − ½‖w̄‖². Its margin is at least
√(γ² − 16 log m/(t (t + 1))).
"""

from typing import NamedTuple

import numpy as np

from maxmargin.batch_methods.softmax import softmax

NAME = "NesterovGame"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False


class Parameters(NamedTuple):
    """No parameters."""


def initial_memory(patterns, params):
    """Return Σ s q_s at the start."""
    return (np.zeros(patterns),)


def step(products, duals, memory, state, params, direction):
    past, t = memory[0], state.t + 1.0
    softmax(products, 4.0 * state.squared_radius, direction)
    for k in range(direction.size):
        past[k] += state.t * direction[k]
        direction[k] = 2.0 / (t + 1.0) * (past[k] + t * direction[k])
    return 0.0, 1.0
