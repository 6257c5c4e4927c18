"""The perceptron with uneven margins, PAUM: violates when p <= b of the pattern's own class.

Li, Zaragoza, Herbrich, Shawe-Taylor and Kandola (ICML 2002). It shows a rule that sees the label.
With augment = R it has their threshold.
"""

from typing import NamedTuple

from maxmargin.rules.perceptron import step, violates

__all__ = ["step", "violates"]

NAME = "PAUM"
RANGES = {"positive": "[0, inf)", "negative": "[0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
USES_LABEL = True


class Parameters(NamedTuple):
    """positive, negative: τ_{+1} and τ_{−1}, the b of each class, in units of R²."""

    positive: float = 1.0
    negative: float = 0.1


def scaled(parameters, squared_radius):
    return Parameters(*(b * squared_radius for b in parameters))


def threshold(state, params):
    return params.positive if state.label > 0.0 else params.negative


def parameter_grid(maximum_margin, radius):
    return [Parameters(10.0 * b, b) for b in (0.1, 1.0, 10.0)]
