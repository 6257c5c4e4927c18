"""An AMIRA that grows stricter as it learns, made up: violates when p <= 1 − max(ε, mean), with the
running mean of the losses max(0, 1 − p). It shows a rule that remembers.
"""

from typing import NamedTuple

from maxmargin.rules.amira import step
from maxmargin.rules.perceptron import scaled, violates

__all__ = ["scaled", "step", "violates"]

NAME = "MeanLossAMIRA"
RANGES = {"epsilon": "(0, 1]", "rate": "(0, 1]"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """epsilon: ε, the least loss that is tolerated. rate: weight of the last loss in the mean. No
    units.
    """

    epsilon: float = 0.1
    rate: float = 0.1


def initial_memory(params):
    return (1.0,)


def observe(p, q, violated, state, params):
    (mean,) = state.memory
    return (mean + params.rate * (max(0.0, 1.0 - p) - mean),)


def threshold(state, params):
    (mean,) = state.memory
    return 1.0 - max(params.epsilon, min(mean, 1.0))


def parameter_grid(maximum_margin, radius):
    return [Parameters(epsilon) for epsilon in (0.5, 0.1, 0.01)]
