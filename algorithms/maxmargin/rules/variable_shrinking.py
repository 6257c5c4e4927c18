"""The Perceptron with margin and variable weight shrinking: violates when p <= b.

An update multiplies the weight by (t/(t + 1))^n and adds y (Panagiotakopoulos & Tsampouka 2012). So
update i finally has the weight (i/t)^n. Runs always end. For large b their margin is sure to be
(n + ½)/(n + 1) of the maximum. n = 0 is the Perceptron with margin, which is sure of one half.

The paper's text was not available. The form of the factor and the theorems in
`maxmargin.bounds.weight_shrinking` are derived from the paper's abstract.
"""

from typing import NamedTuple

from maxmargin.bounds import weight_shrinking as bounds
from maxmargin.rules.perceptron import violates
from maxmargin.rules.perceptron_with_margin import threshold

__all__ = ["threshold", "violates"]

NAME = "VariableShrinking"
RANGES = {"b": "[0, inf)", "n": "[0.5, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """b: threshold in units of R². n: exponent of the shrinking factor. No unit."""

    b: float = 10.0
    n: float = 4.0


def scaled(parameters, squared_radius):
    return parameters._replace(b=parameters.b * squared_radius)


def step(p, q, state, params):
    return (1.0 - 1.0 / (state.t + 1.0)) ** params.n if state.t else 1.0, 1.0


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return min(1.0, directional_margin / margin_bound(updates, params, squared_radius))


def margin_bound(updates, params, squared_radius):
    return bounds.margin_bound_of_variable(updates, squared_radius, params.b, params.n)


def asymptotic_fraction(params):
    return (params.n + 0.5) / (params.n + 1.0)


def parameter_grid(maximum_margin, radius):
    return [Parameters(*pair) for pair in ((1, 1), (10, 4), (100, 16), (1e3, 64), (1e4, 256))]
