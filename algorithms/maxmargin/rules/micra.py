"""MICRA^{ε,ζ} (Tsampouka & Shawe-Taylor 2007, Algorithm 1).

Violates when u·y <= β t^−ε, with u = a/‖a‖ (7). The update is a + ‖a‖ (η/R) t^−ζ y (5, 6). The rule
starts from a = y_1 and t = 1. For ζ <= 1 it ends after finitely many updates (Theorem 1).
"""

from math import sqrt
from typing import NamedTuple

from maxmargin.rules.perceptron import violates

__all__ = ["violates"]

NAME = "MICRA"
RANGES = {"epsilon": "(0, inf)", "zeta": "[0, 1]", "eta": "(0, inf)", "beta": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = True
ADDITIVE = True
SCALE_FREE = True


class Parameters(NamedTuple):
    """epsilon: ε, with which the threshold β t^−ε falls. No unit. zeta: ζ, with which the learning
    rate η t^−ζ falls. No unit. eta: the learning rate η. No unit. beta: β/R, as printed in the
    paper. No unit.
    """

    epsilon: float = 0.05
    zeta: float = 0.9
    eta: float = 50.0
    beta: float = 4.43e-3


def scaled(parameters, squared_radius):
    epsilon, zeta, eta, beta = parameters
    return Parameters(epsilon, zeta, eta / sqrt(squared_radius), beta * sqrt(squared_radius))


def exponents(params):
    return -params.epsilon, -params.zeta


def threshold(state, params):
    return state.norm * params.beta * state.powers[0]


def step(p, q, state, params):
    return 1.0, state.norm * params.eta * state.powers[1]


def parameter_grid(maximum_margin, radius):
    """Return β slightly above t^ε γ_d, with a learning rate in the range of the paper's Table 5."""
    unit = maximum_margin / radius
    factors = (1.5, 1.7, 1.8, 1.9, 2.0, 2.2)
    return [Parameters(0.05, 0.9, 0.15 / unit, factor * unit) for factor in factors]
