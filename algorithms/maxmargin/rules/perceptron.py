"""The Perceptron (Rosenblatt 1958): violates when p <= 0; the update adds y.

Novikoff's theorem: at most (R/γ_d)² updates on separable patterns.
"""

from typing import NamedTuple

NAME = "Perceptron"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """No parameters."""


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    return 0.0


def violates(p, threshold):
    return p <= threshold


def step(p, q, state, params):
    return 1.0, 1.0
