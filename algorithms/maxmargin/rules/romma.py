"""ROMMA (Li & Long 2002): wrong when p <= 0; the new weight is the shortest one that keeps both
the last weight's constraint a·w >= ‖a‖² and the pattern's own y·w >= 1.

Where p >= q‖a‖² the pattern's constraint alone decides, and the new weight is y/q; this also makes
the first update from a = 0. Only otherwise do both constraints hold with equality.
"""

from typing import NamedTuple

from maxmargin.rules.perceptron import bound, scaled, wrong

__all__ = ["bound", "scaled", "step", "wrong"]

NAME = "ROMMA"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """None."""


def step(p, q, now, par):
    n2 = now.n2
    if p >= q * n2:
        return 0.0, 1.0 / q
    determinant = q * n2 - p * p
    return (q * n2 - p) / determinant, n2 * (1.0 - p) / determinant
