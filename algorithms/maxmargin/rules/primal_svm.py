"""Stochastic gradient descent for the primal L1-SVM (Panagiotakopoulos & Tsampouka 2013): it is the
Perceptron with margin whose threshold grows in proportion to the patterns presented.

Of λ‖w‖²/2 plus the mean hinge loss, with the learning rate 1/(λ i) at visit i, the weight after i
visits is w = a/(λ i): y is added when a·y <= λ (i − 1). Pegasos is the same with a projection.
Patterns presented equally often, T times each, have been added between 0 and T times, so that
α_k/T are feasible for the dual problem: after each epoch its value is a lower bound on the primal
one. The run ends when the two are as close as `accuracy` asks for.
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
    """lam: λ, the weight of ‖w‖²/2 against the mean hinge loss, in units of R²."""

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
    """The hinge loss is 0 at its minimum for λ well below γ_d²."""
    least = (maximum_margin / radius) ** 2
    return [Parameters(least * part) for part in (0.1, 1e-2, 1e-3, 1e-4)]
