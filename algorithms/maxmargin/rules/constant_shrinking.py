"""The Perceptron with margin and constant weight shrinking (Panagiotakopoulos & Tsampouka 2012):
violates when p <= b; then the weight shrinks to 1 − λ of itself, and y is added.

Shrinking forgets early updates, so that the margin may come as near to the maximum as one likes,
where that of the Perceptron with margin is only sure to be half of it. It must not be too strong:
runs end for λ (2b + R²) < 2γ_d², nearly. What is proved is in `maxmargin.bounds.weight_shrinking`.
"""

from typing import NamedTuple

from maxmargin.bounds import weight_shrinking as bounds
from maxmargin.rules.perceptron import violates
from maxmargin.rules.perceptron_with_margin import threshold

__all__ = ["threshold", "violates"]

NAME = "ConstantShrinking"
RANGES = {"b": "[0, inf)", "shrinking": "(0, 1)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False
MAY_NEVER_END = True  # for too large λ


class Parameters(NamedTuple):
    """b: threshold in units of R². shrinking: λ, the part of the weight that updates take off."""

    b: float = 1.0
    shrinking: float = 1e-5


def scaled(parameters, squared_radius):
    return parameters._replace(b=parameters.b * squared_radius)


def step(p, q, state, params):
    return 1.0 - params.shrinking, 1.0


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return min(1.0, directional_margin / margin_bound(updates, params, squared_radius))


def margin_bound(updates, params, squared_radius):
    return bounds.margin_bound_of_constant(updates, squared_radius, *params)


def parameter_grid(maximum_margin, radius):
    """λ is 0.9 of the largest with which runs are sure to end."""
    squared = (maximum_margin / radius) ** 2
    return [
        Parameters(b, 0.9 * bounds.largest_shrinking(squared, 1.0, b))
        for b in (1.0, 10.0, 100.0, 1e3)
    ]
