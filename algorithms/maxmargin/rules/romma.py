"""ROMMA (Li & Long 2002): violates when p <= 0; the new weight meets two constraints.

The new weight is the shortest that meets the last weight's constraint, a·w >= ‖a‖², and the
pattern's own, y·w >= 1. If p >= q‖a‖², only the pattern's constraint is active, and the new weight
is y/q. This is also the first update, from a = 0. Otherwise both constraints hold with equality. If
a and y are parallel up to rounding, the new weight is again y/q. If they are opposite, nothing
separates the patterns, and the step is infinite.
"""

from math import inf
from typing import NamedTuple

from maxmargin.rules.perceptron import scaled, threshold, violates

__all__ = ["scaled", "step", "threshold", "violates"]

NAME = "ROMMA"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """No parameters."""


def step(p, q, state, params):
    squared_norm = state.squared_norm
    if p >= q * squared_norm:
        return 0.0, 1.0 / q
    determinant = q * squared_norm - p * p
    if determinant <= 0.0:
        return (0.0, 1.0 / q) if p > 0.0 else (inf, inf)
    return (q * squared_norm - p) / determinant, squared_norm * (1.0 - p) / determinant
