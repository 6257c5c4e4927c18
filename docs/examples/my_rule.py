"""A variant of PDM that asks for more and more of its certificate: a pattern is wrong when
p <= (1 − 1/(1 + c ln t)) ‖a‖²/t, and y is added. Made up, to show how a rule is written.
"""

from math import log
from typing import NamedTuple

from maxmargin.rules.perceptron import scaled, step, wrong

__all__ = ["scaled", "step", "wrong"]

NAME = "PatientPDM"
RANGES = {"c": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """c: how fast the part grows that is asked for. No units."""

    c: float = 1.0


def bound(now, par):
    return (1.0 - 1.0 / (1.0 + par.c * log(now.t))) * now.n2 / now.t if now.t else 0.0


def ladder(gamma, radius):
    return [Parameters(c) for c in (0.3, 1.0, 3.0, 10.0)]
