"""MICRA (Tsampouka & Shawe-Taylor 2007) without parameters: a loose run, then tight runs."""

from math import sqrt
from typing import Any

from maxmargin.estimators.shared_parameters import PART, Parameter, declares
from maxmargin.procedures.procedure import (
    PROCEDURE_ATTRIBUTES,
    PROCEDURE_PARAMETERS,
    TOGETHER,
    Procedure,
)
from maxmargin.rules import micra

# With ε = ζ = 1/2 nothing depends on the maximum margin: the threshold falls to γ_d at
# t = (β/γ_d)². By then ‖a‖ has grown by a factor of e^(2ηβ/R), so that the start is irrelevant.
FIRST = micra.Parameters(epsilon=0.5, zeta=0.5, eta=1.0, beta=2.0)
EPSILON, ZETA = 0.05, 0.9  # from all tables of the MICRA paper
# η in units of R/γ_d. The paper has 0.1 to 0.2. With 0.3 the margin is nearly as good, and the
# bound ‖a‖/Σα, which the paper does not consider, is much tighter. In a short run η is larger
# still, so that ‖a‖ grows by a factor of e^GROWTH. RATE, GROWTH and PATIENCE were found by trial.
RATE = 0.3
GROWTH = 9.0
# The missing fraction of the margin falls a little more slowly than the updates rise.
PATIENCE = 0.5
AT_LEAST = 1.5


FRACTION = Parameter(
    0.99, [PART], "The fraction of the maximum directional margin to be certified."
)


@declares({"fraction": FRACTION}, PROCEDURE_PARAMETERS, PROCEDURE_ATTRIBUTES)
class ContinuedMICRA(Procedure):
    __doc__ = f"""{__doc__}
    The procedure finds β and η, and certifies that the margin is at least `fraction` of the
    maximum.

    A loose run needs no knowledge of the maximum margin γ_d. It brackets γ_d, usually within 3 %
    from above. A tight run follows. The run is expected to need T updates, in proportion to the
    missing fraction of the margin. β makes the threshold β t^−ε fall to the target fraction of the
    bound after T updates. If the run ends by then, the fraction is certified. Otherwise runs with
    larger T follow. η is rounded to two digits and β to four, so that a stage can be repeated from
    the printed values.
{TOGETHER}"""

    fraction: float
    rule = micra

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used: a fraction has no unit.

        Returns
        -------
        list of dict
            The fraction, one dictionary for each setting.
        """
        return [{"fraction": fraction} for fraction in (0.9, 0.95, 0.99, 0.999, 0.9999)]

    def _fraction_to_certify(self):
        return self.fraction

    def _next(self, stages, squared_radius):
        if not stages:
            return FIRST
        margin = max(stage.directional_margin for stage in stages)
        upper_bound = min(stage.upper_bound for stage in stages)
        missing = (1.0 - margin / upper_bound) / (1.0 - self.fraction)
        updates = stages[-1].updates * max(AT_LEAST, PATIENCE * missing)
        # The logarithm of ‖a‖ grows by (η γ_d/R) t^−ζ with each update.
        rate = max(RATE, GROWTH * (1.0 - ZETA) / (updates ** (1.0 - ZETA) - 1.0))
        eta = rate * sqrt(squared_radius) / upper_bound
        beta = self.fraction * upper_bound / sqrt(squared_radius) * updates**EPSILON
        return micra.Parameters(EPSILON, ZETA, float(f"{eta:.2g}"), float(f"{beta:.4g}"))
