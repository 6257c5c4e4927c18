"""Nesterov's acceleration of margin maximisation, as a game (Wang, Hanashiro, Guha & Abernethy
2023): one player weights the patterns by a distribution q, the other answers with a weight.

In round t = 1, 2, …, which counts t times, the weight is the best answer to all distributions of
the past, where the last one is taken for the present: w = (Σ s q_s + t q_{t−1})/(1 + … + t), the
sum being over s < t. a is Σ t w, and q_t is proportional to exp(−p_k/(4 R²)); q_0 is uniform.

What is proved for patterns of length 1: the weights' player loses at most
Σ 2t/(t + 1) |q_t − q_{t−1}|² by not knowing q_t (| | being the sum of magnitudes), and the other,
who knows w, at most 4 log m − 2 Σ |q_t − q_{t−1}|². So for the mean weight w̄ after t rounds
½γ² − 8 log m/(t (t + 1)) <= min y_k·w̄ − ½‖w̄‖², and its margin is at least
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
    """None."""


def initial_memory(patterns, params):
    """Σ s q_s."""
    return (np.zeros(patterns),)


def step(products, duals, memory, state, params, direction):
    past, t = memory[0], state.t + 1.0
    softmax(products, 4.0 * state.squared_radius, direction)
    for k in range(direction.size):
        past[k] += state.t * direction[k]
        direction[k] = 2.0 / (t + 1.0) * (past[k] + t * direction[k])
    return 0.0, 1.0
