"""The Perceptron with margin (Duda & Hart 1973): violates when p <= b; the update adds y.

The papers' learning rate η is 1 here, because only b/η matters. There are at most (R² + 2b)/γ_d²
updates. The margin reached is at least γ_d b/(R² + 2b) (the Margitron paper, (12) and (8) with
ε = 1).
"""

from typing import NamedTuple

from maxmargin.bounds import margitron as bounds
from maxmargin.rules.perceptron import step, violates

__all__ = ["scaled", "step", "threshold", "violates"]

NAME = "PerceptronWithMargin"
RANGES = {"b": "[0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """b: threshold in units of R², the column b/(ηR²) of the MICRA paper's Tables 1, 3 and 4."""

    b: float = 1.0


def scaled(parameters, squared_radius):
    return Parameters(parameters.b * squared_radius)


def threshold(state, params):
    return params.b


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return bounds.fraction_after_running(
        updates, directional_margin, squared_radius, 1.0, params.b, "t"
    )


def margin_bound(updates, params, squared_radius):
    return bounds.margin_bound(updates, squared_radius, 1.0, params.b, "t")


def parameter_grid(maximum_margin, radius):
    return [Parameters(b) for b in (1.0, 10.0, 100.0, 1e3, 1e4)]
