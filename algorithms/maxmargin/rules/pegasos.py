"""Pegasos (Shalev-Shwartz, Singer & Srebro 2007), with one pattern a visit and their projection.

Visit i, from 1, shrinks the weight, w ← (1 − 1/i) w, and adds y/(λ i) when y·w < 1. If w is then
longer than 1/√λ, it is scaled to this length. With w_i before visit i, a = λ (i − 1) w_i is a sum
of patterns, and is the weight stored here. y is added to a when a·y < λ (i − 1), and always at the
first visit. a is scaled down to the length √λ i. Pegasos never ends a run by itself: a limit or a
target does.
"""

from math import sqrt
from typing import NamedTuple

NAME = "Pegasos"
RANGES = {"lam": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False
THRESHOLD_GROWS_BY_VISIT = True
MAY_NEVER_END = True


class Parameters(NamedTuple):
    """lam: λ, the weight of ‖w‖²/2 relative to the mean hinge loss, in the units of X squared, as
    papers print it; NORMA's and PrimalSVM's is in units of R².
    """

    lam: float = 1e-4


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    # At the first visit p is 0, and y is always added.
    return params.lam * state.visits if state.visits else 1.0


def violates(p, threshold):
    return p < threshold


def step(p, q, state, params):
    squared_norm = state.squared_norm + 2.0 * p + q
    largest = params.lam * (state.visits + 1.0) ** 2
    factor = 1.0 if squared_norm <= largest else sqrt(largest / squared_norm)
    return factor, factor


def parameter_grid(maximum_margin, radius):
    """Return λ well below γ_d², where the hinge loss is 0 at the minimum."""
    return [Parameters(part * maximum_margin**2) for part in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5)]
