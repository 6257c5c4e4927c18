"""The Perceptron with dynamic margin: violates when p <= (1 − ε) ‖a‖²/t; the update adds y.

The rule is from Panagiotakopoulos & Tsampouka (2011). As ‖a‖ >= γ_d t, a run that ends has a margin
above (1 − ε) γ_d. ‖a‖/t is the certificate ‖a‖/Σα after t steps of y. The threshold is 0 at the
start.
"""

from typing import NamedTuple

from maxmargin.rules.perceptron import scaled, step, violates

__all__ = ["scaled", "step", "violates"]

NAME = "PDM"
RANGES = {"epsilon": "(0, 1]"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """epsilon: accuracy ε, the fraction of the maximum margin that may be missing. No unit."""

    epsilon: float = 0.1


def threshold(state, params):
    return (1.0 - params.epsilon) * state.squared_norm / state.t if state.t else 0.0


def parameter_grid(maximum_margin, radius):
    return [Parameters(epsilon) for epsilon in (0.5, 0.1, 0.05, 0.01, 1e-3, 1e-4)]
