"""CRAMMA^ε (Tsampouka & Shawe-Taylor 2006): MICRA with a constant effective learning rate, ζ = 0.

Violates when u·y <= β t^−ε, with u = a/‖a‖. The update is a + ‖a‖ (η/R) y. The rule starts from a =
y_1 and t = 1.
"""

from math import sqrt
from typing import NamedTuple

from maxmargin.rules.micra import threshold, violates

__all__ = ["threshold", "violates"]

NAME = "CRAMMA"
RANGES = {"epsilon": "(0, inf)", "eta": "(0, inf)", "beta": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = True
ADDITIVE = True
SCALE_FREE = True


class Parameters(NamedTuple):
    """epsilon: the exponent ε. No unit. eta: learning rate η. No unit. beta: β/R. No unit."""

    epsilon: float = 0.5
    eta: float = 0.01
    beta: float = 0.1


def scaled(parameters, squared_radius):
    epsilon, eta, beta = parameters
    return Parameters(epsilon, eta / sqrt(squared_radius), beta * sqrt(squared_radius))


def exponents(params):
    return -params.epsilon, 0.0


def step(p, q, state, params):
    return 1.0, state.norm * params.eta


def parameter_grid(maximum_margin, radius):
    """Return β for thousands to millions of updates, with learning rates well below γ_d/R."""
    unit = maximum_margin / radius
    settings = []
    for rate in (0.3, 0.1):
        settings += [Parameters(0.5, rate * unit, beta * unit) for beta in (1e2, 3e2, 1e3, 3e3)]
    return settings
