"""The Margitron (Panagiotakopoulos & Tsampouka 2008, Section 2): a growing threshold.

The threshold grows with the number of updates (the t-margitron) or with the norm of the weight (the
w-margitron). A pattern violates when p <= b t^(1−ε) (3), or p <= b ‖a‖^(1−ε) (4). The update adds y
(2). The threshold is 0 at the start. ε = 1 is the Perceptron with margin, and smaller ε reach
larger margins. For ε < 2 all runs end after finitely many updates (Theorems 3.1, 3.2 and 3.5).
"""

from typing import NamedTuple

from maxmargin.bounds import margitron as bounds
from maxmargin.rules.perceptron import step, violates

__all__ = ["step", "violates"]

NAME = "Margitron"
RANGES = {"epsilon": "(0, 2)", "b": "(0, inf)", "threshold": "{t, w}"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """epsilon: the exponent ε. No unit. b: the threshold's factor, in units of R² for the
    t-margitron and of R^(1+ε) for the w-margitron. threshold: "t" grows with the number of
    updates, "w" with the norm of the weight.
    """

    epsilon: float = 0.1
    b: float = 0.01
    threshold: str | float = "w"  # a number after `scaled`


def scaled(parameters, squared_radius):
    epsilon, b, threshold = parameters
    by_length = threshold == "w"
    unit = squared_radius ** (0.5 * (1.0 + epsilon)) if by_length else squared_radius
    return Parameters(epsilon, b * unit, float(by_length))


def exponents(params):
    return (0.0 if params.threshold == 1.0 else 1.0 - params.epsilon), 0.0


def norm_exponent(params):
    return 1.0 - params.epsilon if params.threshold == 1.0 else 0.0


def threshold(state, params):
    if state.t == 0:
        return 0.0
    if params.threshold == 1.0:
        return params.b * state.norm_power
    return params.b * state.powers[0]


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return bounds.fraction_after_running(
        updates, directional_margin, squared_radius, params.epsilon, params.b, _threshold(params)
    )


def margin_bound(updates, params, squared_radius):
    return bounds.margin_bound(
        updates, squared_radius, params.epsilon, params.b, _threshold(params)
    )


def asymptotic_fraction(params):
    return bounds.limit_of_fraction(params.epsilon, _threshold(params))


def _threshold(params):
    return "w" if params.threshold else "t"


def parameter_grid(maximum_margin, radius):
    """Return settings with b by (16) and (35) for γ_d itself."""
    settings = []
    for epsilon in (0.5, 0.2, 0.1, 0.05, 0.01, 0.001):
        for threshold in ("w", "t"):
            b = bounds.b_for_accuracy(
                maximum_margin, radius**2, epsilon, 1 / (1 + epsilon) ** 2, threshold
            )
            unit = radius ** (1 + epsilon) if threshold == "w" else radius**2
            settings.append(Parameters(epsilon, b / unit, threshold))
    return settings
