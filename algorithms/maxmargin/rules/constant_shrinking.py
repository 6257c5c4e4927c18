"""The Perceptron with margin and constant weight shrinking: violates when p <= b.

An update multiplies the weight by 1 − λ and adds y (Panagiotakopoulos & Tsampouka 2012). Shrinking
forgets early updates, so that the margin can come arbitrarily close to the maximum. The Perceptron
with margin is only sure to reach half of it. Shrinking must not be too strong: runs end if
λ (2b + R²) is below about 2γ_d². `maxmargin.bounds.weight_shrinking` has the proofs.
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
    """b: threshold in units of R². shrinking: λ, the fraction of the weight that an update removes.
    No unit.
    """

    b: float = 1.0
    shrinking: float = 1e-5


def scaled(parameters, squared_radius):
    return parameters._replace(b=parameters.b * squared_radius)


def step(p, q, state, params):
    return 1.0 - params.shrinking, 1.0


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return min(1.0, directional_margin / margin_bound(updates, params, squared_radius))


def margin_bound(updates, params, squared_radius):
    return bounds.margin_bound_of_constant(updates, squared_radius, params.b, params.shrinking)


def parameter_grid(maximum_margin, radius):
    """Return settings with λ at 0.9 of the largest value with which runs are sure to end."""
    squared = (maximum_margin / radius) ** 2
    return [
        Parameters(b, 0.9 * bounds.largest_shrinking(squared, 1.0, b))
        for b in (1.0, 10.0, 100.0, 1e3)
    ]
