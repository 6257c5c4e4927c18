"""Pegasos with mini-batches of one pattern and no projection (Shalev-Shwartz et al. 2007).

At visit i the weight shrinks, w ← (1 − 1/i) w, and y/(λi) is added when y·w < 1. So with w_i before
visit i, a = λ (i − 1) w_i is a sum of patterns: a pattern violates when a·y < λ (i − 1), the first
one always; then y is added. The weight here is this a. It never converges: a limit on epochs,
updates or seconds ends it.
"""

from math import inf
from typing import NamedTuple

from maxmargin.rules.perceptron import step

__all__ = ["step"]

NAME = "Pegasos"
RANGES = {"lam": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
THRESHOLD_GROWS_BY_VISIT = True
MAY_NEVER_END = True


class Parameters(NamedTuple):
    """lam: λ, the weight of ‖w‖²/2 against the mean hinge loss, in the units of X squared."""

    lam: float = 1e-4


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    return params.lam * state.visits if state.visits else inf


def violates(p, threshold):
    return p < threshold


def parameter_grid(maximum_margin, radius):
    """The hinge loss is 0 at its minimum for λ well below γ_d²."""
    return [Parameters(part * maximum_margin**2) for part in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5)]
