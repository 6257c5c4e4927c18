"""The Perceptron (Rosenblatt 1958): a pattern is wrong when p <= 0, and y is added.

Novikoff's theorem: at most (R/γ_d)² updates on separable patterns.
"""

from typing import NamedTuple

NAME = "Perceptron"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """None."""


def scaled(parameters, r2):
    return parameters


def bound(now, par):
    return 0.0


def wrong(p, bound):
    return p <= bound


def step(p, q, now, par):
    return 1.0, 1.0
