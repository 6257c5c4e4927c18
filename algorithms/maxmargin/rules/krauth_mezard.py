"""Krauth & Mézard's algorithm, generalised (Falkowski 2006, Section 3.1): violates when w·y < c.

The driver presents the worst of all patterns, and the update is w + y/R². The weight here is
a = R² w, so that a step is y itself and the threshold is c R². With patterns of whole numbers
nothing is rounded. From w = 0 there are at most (R/γ_d)² (2c + 1) updates (4). The margin is at
least γ_d c/(2c + 1) (6), and tends to γ_d as c grows (14).
"""

from typing import NamedTuple

from maxmargin.rules.perceptron import step

__all__ = ["step"]

NAME = "KrauthMezard"
RANGES = {"c": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """c: the functional margin to reach, as in the paper, where a step is y/R². No unit."""

    c: float = 50.0


def scaled(parameters, squared_radius):
    return Parameters(parameters.c * squared_radius)


def threshold(state, params):
    return params.c


def violates(p, threshold):
    return p < threshold


def parameter_grid(maximum_margin, radius):
    return [Parameters(c) for c in (1.0, 10.0, 100.0, 1e3, 1e4)]
