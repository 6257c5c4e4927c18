"""AMIRA, aggressive MIRA (Zhao & Huang 2013, Algorithm 1): violates when p <= 1 − ε.

The new weight is the nearest weight with y·w >= 1. On separable patterns there are at most
(2 − ε)/ε (R/γ_d)² updates (Theorem 1), and ‖w‖ <= (2 − ε)/γ_d (Corollary 1). The margin reached is
at least (1 − ε)/(2 − ε) γ_d (Theorem 3).
"""

from typing import NamedTuple

from maxmargin.rules.perceptron import violates

__all__ = ["violates"]

NAME = "AMIRA"
RANGES = {"epsilon": "(0, 1]"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """epsilon: ε. With 1 the rule is MIRA; 0 would be the Passive-Aggressive algorithm. No unit."""

    epsilon: float = 0.1


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    return 1.0 - params.epsilon


def step(p, q, state, params):
    return 1.0, (1.0 - p) / q


def parameter_grid(maximum_margin, radius):
    return [Parameters(epsilon) for epsilon in (0.5, 0.1, 0.05, 0.01, 0.001)]
