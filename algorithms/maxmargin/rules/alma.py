"""ALMA with p = 2 (Gentile 2001, Figure 1), on patterns divided by R: ŷ = y/R.

Violates when a·ŷ <= (1 − α) B/√k, with k = t + 1. The update is a + (C/√k) ŷ, projected onto the
unit ball if it lies outside. A variant (footnote 4) always scales the weight to unit length. With
B = √8/α and C = √2 (Theorem 3, part 1) the margin reached is at least (1 − α)γ_d either way. For
p > 2, and for patterns divided by their own lengths, `drivers/p_norm/kernel.py` has the update.
"""

from math import sqrt
from typing import NamedTuple

from maxmargin.rules.perceptron import violates

__all__ = ["violates"]

NAME = "ALMA"
RANGES = {
    "alpha": "(0, 1]",
    "B": "(0, inf)",
    "C": "(0, inf)",
    "projection": "{outside, always}",
}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False
ACCURACIES = 0.9, 0.5, 0.2, 0.1, 0.05, 0.01  # values of α to search


class Parameters(NamedTuple):
    """alpha: accuracy α. No unit. B: threshold B, None for √8/α. No unit. C: learning rate C. No
    unit. projection: whether a weight is scaled to unit length only "outside" the ball or "always".
    """

    alpha: float = 0.1
    B: float | None = None
    C: float = sqrt(2.0)
    projection: str | float = "outside"  # a number after `scaled`


def scaled(parameters, squared_radius):
    alpha, B, C, projection = parameters
    radius, B = sqrt(squared_radius), sqrt(8.0) / alpha if B is None else B
    return Parameters(float(alpha), B * radius, C / radius, float(projection == "always"))


def threshold(state, params):
    return (1.0 - params.alpha) * params.B / sqrt(state.t + 1.0)


def step(p, q, state, params):
    rate = params.C / sqrt(state.t + 1.0)
    squared_norm = state.squared_norm + rate * (2.0 * p + rate * q)
    if squared_norm > 1.0 or (params.projection == 1.0 and squared_norm > 0.0):
        norm = sqrt(squared_norm)
        return 1.0 / norm, rate / norm
    return 1.0, rate


def parameter_grid(maximum_margin, radius):
    return [Parameters(alpha) for alpha in ACCURACIES]
