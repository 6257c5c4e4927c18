"""The Passive-Aggressive algorithm (Crammer et al. 2006) without slack: violates when p < 1.

It is AMIRA with ε = 0. It need not converge (AMIRA paper, Section 3.2).
"""

from typing import NamedTuple

from maxmargin.rules.amira import step
from maxmargin.rules.perceptron import scaled

__all__ = ["scaled", "step"]

NAME = "PassiveAggressive"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
MAY_NEVER_END = True


class Parameters(NamedTuple):
    """No parameters."""


def threshold(state, params):
    return 1.0


def violates(p, threshold):
    return p < threshold
