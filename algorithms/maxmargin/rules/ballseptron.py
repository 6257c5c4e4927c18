"""The Ballseptron (Shalev-Shwartz & Singer 2005): violates when p <= r ‖a‖.

Some point of the ball with radius r around a violating pattern is then on the wrong side. If the
pattern is misclassified, p <= 0, the update adds it as the Perceptron does. Otherwise the update
adds the point of the ball that is farthest on the wrong side, y − r a/‖a‖. A run that ends has a
margin above r. For r < γ_d there are at most (R² + r²)/(γ_d − r)² updates. Each update adds at
least γ_d − r along the best direction, and at most R² + r² to ‖a‖².
"""

from math import sqrt
from typing import NamedTuple

NAME = "Ballseptron"
RANGES = {"radius": "[0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False
MAY_NEVER_END = True  # for r >= γ_d


class Parameters(NamedTuple):
    """radius: r, the margin to reach, in units of R. A run never ends if no margin is as large."""

    radius: float = 0.01


def scaled(parameters, squared_radius):
    return Parameters(parameters.radius * sqrt(squared_radius))


def threshold(state, params):
    return params.radius * state.norm


def violates(p, threshold):
    return p <= threshold


def step(p, q, state, params):
    if p <= 0.0:
        return 1.0, 1.0
    return max(0.0, 1.0 - params.radius / state.norm), 1.0


def margin_bound(updates, params, squared_radius):
    """Return r + √((R² + r²)/t), from the bound on the updates."""
    if updates == 0:
        return sqrt(squared_radius)
    return params.radius + sqrt((squared_radius + params.radius**2) / updates)


def parameter_grid(maximum_margin, radius):
    return [Parameters(part * maximum_margin / radius) for part in (0.5, 0.9, 0.95, 0.99)]
