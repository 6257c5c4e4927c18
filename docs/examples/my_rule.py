"""A PDM that grows stricter, made up: violates when p <= (1 − 1/(1 + c ln t)) ‖a‖²/t."""

from math import log
from typing import NamedTuple

from maxmargin.rules.perceptron import scaled, step, violates

__all__ = ["scaled", "step", "violates"]

NAME = "PatientPDM"
RANGES = {"c": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """c: how fast the required fraction grows. No units."""

    c: float = 1.0


def threshold(state, params):
    fraction = 1.0 - 1.0 / (1.0 + params.c * log(max(state.t, 1)))
    return fraction * state.squared_norm / max(state.t, 1)


def parameter_grid(maximum_margin, radius):
    return [Parameters(c) for c in (0.3, 1.0, 3.0, 10.0)]
