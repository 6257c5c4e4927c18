"""Normalised gradient descent on the exponential loss Σ exp(−p_k/R²).

The gradient over the loss is a mean of the patterns, with q_k proportional to exp(−p_k/R²). Each
update adds η times this mean to the weight. For patterns of length 1 and η = 1 the margin falls
short of γ by at most about (1 + log m)/(γ t) (Ji & Telgarsky 2021). `maxmargin.bounds.batch`
derives (½ + log m/η)/(γ t) for η <= 1.
"""

from typing import NamedTuple

from maxmargin.batch_methods.softmax import softmax

NAME = "NormalisedGradient"
RANGES = {"rate": "[1e-70, 1e70]"}  # ‖a‖² then neither overflows nor underflows
STARTS_FROM_FIRST_PATTERN = False
SEARCHES = False


class Parameters(NamedTuple):
    """rate: η, the factor of the mean of the patterns. No unit."""

    rate: float = 1.0


def step(products, duals, memory, state, params, direction):
    softmax(products, state.squared_radius, direction)
    for k in range(direction.size):
        direction[k] *= params.rate
    return 0.0, 1.0
