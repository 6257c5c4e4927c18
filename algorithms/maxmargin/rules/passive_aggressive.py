"""The Passive-Aggressive algorithm (Crammer et al. 2006, Section 3): violates when p < 1.

The smallest step d that gives a pattern the product 1 is (1 − p)/q. With C = ∞ the step is d, and
the rule is AMIRA with ε = 0. PA-I limits the step to C. PA-II shortens it to (1 − p)/(q + 1/(2C)).
The rule need not converge (AMIRA paper, Section 3.2).

scikit-learn's `PassiveAggressiveClassifier`, without its intercept, makes the same steps.
"""

from math import inf
from sys import float_info
from typing import NamedTuple

NAME = "PassiveAggressive"
RANGES = {"C": "(0, inf]", "variant": "{I, II}"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
MAY_NEVER_END = True
ANY_STEP = float_info.max  # as C, limits no step whose square is finite


class Parameters(NamedTuple):
    """C: the aggressiveness, in units of 1/q: the larger, the longer the steps. Infinite by
    default, for steps that are never shortened. variant: PA-I, "I", or PA-II, "II".
    """

    C: float = inf
    variant: str | float = "I"  # after `scaled` what PA-II adds to q


def scaled(parameters, squared_radius):
    """Return PA-I's C and PA-II's 1/(2C); the other of the two changes no step."""
    if parameters.variant == "I":
        return Parameters(min(parameters.C, ANY_STEP), 0.0)
    return Parameters(ANY_STEP, 0.5 / parameters.C)


def threshold(state, params):
    return 1.0


def violates(p, threshold):
    return p < threshold


def step(p, q, state, params):
    return 1.0, min(params.C, (1.0 - p) / (q + params.variant))
