"""The smoothed Perceptron (Soheili & Peña 2012): Nesterov's excessive gap technique.

The margin, a minimum over the patterns, is smoothed by μ times the entropy, and μ falls like 1/t².
x and α are two distributions over the patterns, a = Σ α_k y_k, and q(α) is proportional to
exp(−p_k/(μ R²)). Update t = 0, 1, … has θ = 2/(t + 3) and μ = 4/((t + 1)(t + 2)). It sets
α ← (1 − θ)(α + θ x) + θ² q(α), and then x ← (1 − θ) x + θ q(α) with the new α and μ. For patterns
of length 1, ½γ² − μ log m <= min p_k − ½‖a‖² throughout. So the margin is at least
√(γ² − 2μ log m).
"""

from typing import NamedTuple

import numpy as np

from maxmargin.batch_methods.softmax import softmax

NAME = "SmoothedPerceptron"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False


class Parameters(NamedTuple):
    """No parameters."""


def initial_memory(patterns, params):
    """Return x, which is 0 until its first update."""
    return (np.zeros(patterns),)


def step(products, duals, memory, state, params, direction):
    other, t = memory[0], state.t - 1  # the paper's t, after the first update
    if state.t == 0:  # the first update sets the weight to the mean of the patterns
        direction[:] = 1.0 / direction.size
        return 1.0, 1.0
    softmax(products, 4.0 / ((t + 1.0) * (t + 2.0)) * state.squared_radius, direction)
    before, part = 2.0 / (t + 2.0), 2.0 / (t + 3.0)  # the first x is q(α) for the first α
    for k in range(direction.size):
        other[k] = (1.0 - before) * other[k] + before * direction[k]
        direction[k] = part * ((1.0 - part) * other[k] + part * direction[k])
    return part, 1.0
