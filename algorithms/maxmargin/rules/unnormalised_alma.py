"""ALMA with p = 2 for margins a·y of patterns that are not normalised (Gentile 2001, Remark 7).

X is the length of the longest pattern that has caused an update. A pattern violates when a·y is at
most (1 − α) B X/√k, with k = t + 1. X then becomes at least ‖y‖, and a becomes a + C/(√k X) y,
projected onto the unit ball if it lies outside.

The paper describes this version in words. Two details are our reading: the current pattern counts
for X before the division, and the threshold contains X. The paper says that this version is
sensitive to the places of outliers in the file. It proves nothing about it.
"""

from math import sqrt
from typing import NamedTuple

from maxmargin.rules.alma import ACCURACIES
from maxmargin.rules.perceptron import violates

__all__ = ["violates"]

NAME = "UnnormalisedALMA"
RANGES = {"alpha": "(0, 1]", "B": "(0, inf)", "C": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """alpha: accuracy α. No unit. B: threshold B, None for √8/α. No unit. C: learning rate C. No
    unit.
    """

    alpha: float = 0.1
    B: float | None = None
    C: float = sqrt(2.0)


def scaled(parameters, squared_radius):
    alpha, B, C = parameters
    return Parameters(float(alpha), sqrt(8.0) / alpha if B is None else float(B), float(C))


def initial_memory(params):
    """Return X, which starts from 0."""
    return (0.0,)


def observe(p, q, violated, state, params):
    (longest,) = state.memory
    return (max(longest, sqrt(q)) if violated else longest,)


def threshold(state, params):
    (longest,) = state.memory
    return (1.0 - params.alpha) * params.B * longest / sqrt(state.t + 1.0)


def step(p, q, state, params):
    (longest,) = state.memory
    rate = params.C / (sqrt(state.t + 1.0) * max(longest, sqrt(q)))
    norm = sqrt(max(1.0, state.squared_norm + rate * (2.0 * p + rate * q)))
    return 1.0 / norm, rate / norm


def parameter_grid(maximum_margin, radius):
    return [Parameters(alpha) for alpha in ACCURACIES]
