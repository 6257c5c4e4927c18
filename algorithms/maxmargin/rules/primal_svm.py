"""Stochastic gradient descent for the primal L1-SVM (Panagiotakopoulos & Tsampouka 2013).

It is the Perceptron with margin and a threshold proportional to the number of visits. The objective
is λ‖w‖²/2 plus the mean hinge loss, and the learning rate at visit i is 1/(λ i). The weight after i
visits is w = a/(λ i). y is added when a·y <= λ (i − 1). Pegasos is the same with a projection,
and with λ in the units of X squared.

After T epochs each pattern has been presented T times, and has been added between 0 and T times. So
α_k/T is feasible for the dual problem. After each epoch the dual objective is a lower bound on the
primal objective. The run ends when the relative gap between the two reaches `gap`.
"""

from typing import NamedTuple

NAME = "PrimalSVM"
RANGES = {"lam": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
THRESHOLD_GROWS_BY_VISIT = True
MAY_NEVER_END = True


class Parameters(NamedTuple):
    """lam: λ, the weight of ‖w‖²/2 relative to the mean hinge loss, in units of R²."""

    lam: float = 1e-4


def scaled(parameters, squared_radius):
    return Parameters(parameters.lam * squared_radius)


def threshold(state, params):
    return params.lam * state.visits


def violates(p, threshold):
    return p <= threshold


def step(p, q, state, params):
    return 1.0, 1.0


def parameter_grid(maximum_margin, radius):
    """Return λ well below γ_d², where the hinge loss is 0 at the minimum."""
    least = (maximum_margin / radius) ** 2
    return [Parameters(least * part) for part in (0.1, 1e-2, 1e-3, 1e-4)]
