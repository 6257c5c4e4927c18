"""ALMA with p = 2 (Gentile 2001, Figure 1), on patterns divided by R: ŷ = y/R.

Violates when a·ŷ <= (1 − α) B/√k, k = t + 1; then a + (C/√k) ŷ, projected onto the unit ball if
outside. With B = √8/α and C = √2 (Theorem 3, part 1) the margin reached is at least (1 − α)γ_d.
"""

from math import sqrt
from typing import NamedTuple

from maxmargin.rules.perceptron import violates

__all__ = ["violates"]

NAME = "ALMA"
RANGES = {"alpha": "(0, 1]", "B": "(0, inf)", "C": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """alpha: accuracy α. B: threshold, None for √8/α. C: learning rate. No units."""

    alpha: float = 0.1
    B: float | None = None
    C: float = sqrt(2.0)


def scaled(parameters, squared_radius):
    alpha, B, C = parameters
    radius = sqrt(squared_radius)
    return Parameters(float(alpha), (sqrt(8.0) / alpha if B is None else B) * radius, C / radius)


def threshold(state, params):
    return (1.0 - params.alpha) * params.B / sqrt(state.t + 1.0)


def step(p, q, state, params):
    rate = params.C / sqrt(state.t + 1.0)
    norm = sqrt(max(1.0, state.squared_norm + rate * (2.0 * p + rate * q)))
    return 1.0 / norm, rate / norm


def parameter_grid(maximum_margin, radius):
    return [Parameters(alpha) for alpha in (0.9, 0.5, 0.2, 0.1, 0.05, 0.01)]
