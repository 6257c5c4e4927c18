"""CRAMMA^ε (Tsampouka & Shawe-Taylor 2006): MICRA with a constant effective learning rate, ζ = 0.

Wrong when u·y <= β t^−ε; then a + ‖a‖ (η/R) y. It starts from a = y_1 and t = 1.
"""

from math import sqrt
from typing import NamedTuple

from maxmargin.rules.micra import bound, wrong

__all__ = ["bound", "wrong"]

NAME = "CRAMMA"
RANGES = {"epsilon": "(0, inf)", "eta": "(0, inf)", "beta": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = True
ADDITIVE = True
SCALE_FREE = True


class Parameters(NamedTuple):
    """epsilon: the exponent ε. eta: learning rate η. beta: β/R. No units."""

    epsilon: float = 0.5
    eta: float = 0.01
    beta: float = 0.1


def scaled(parameters, r2):
    epsilon, eta, beta = parameters
    return Parameters(epsilon, eta / sqrt(r2), beta * sqrt(r2))


def exponents(par):
    return -par.epsilon, 0.0


def step(p, q, now, par):
    return 1.0, now.norm * par.eta


def ladder(gamma, radius):
    """β for some thousand to some million updates, and learning rates well below γ_d/R."""
    unit = gamma / radius
    settings = []
    for rate in (0.3, 0.1):
        settings += [Parameters(0.5, rate * unit, beta * unit) for beta in (1e2, 3e2, 1e3, 3e3)]
    return settings
