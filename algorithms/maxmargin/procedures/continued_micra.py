"""MICRA (Tsampouka & Shawe-Taylor 2007) without parameters: from a loose run to tight ones."""

from math import sqrt

from maxmargin.estimators.shared_parameters import PART, Parameter, declares
from maxmargin.procedures.procedure import ATTRIBUTES, PARAMETERS, TOGETHER, Procedure
from maxmargin.rules import micra

# With ε = ζ = 1/2 nothing depends on the maximum margin: the threshold falls to γ_d at
# t = (β/γ_d)², when ‖a‖ has grown by a factor of e^(2ηβ/R), which makes the start irrelevant.
FIRST = micra.Parameters(epsilon=0.5, zeta=0.5, eta=1.0, beta=2.0)
EPSILON, ZETA = 0.05, 0.9  # the MICRA paper's, in all its tables
# η in units of R/γ_d, where the paper has 0.1 to 0.2: the margin is nearly as good, and the bound
# ‖a‖/Σα, which the paper does not consider, is much tighter. In a short run η is larger still, so
# that ‖a‖ grows by a factor of e^GROWTH. These and PATIENCE were found by trial.
RATE = 0.3
GROWTH = 9.0
# What is missing from the maximum falls a little more slowly than the updates rise.
PATIENCE = 0.5
AT_LEAST = 1.5


FRACTION = Parameter(0.99, [PART], "Of the maximum directional margin, to be certified.")


@declares({"fraction": FRACTION}, PARAMETERS, ATTRIBUTES)
class ContinuedMICRA(Procedure):
    __doc__ = f"""{__doc__}
    It finds β and η itself, and certifies that the margin is at least `fraction` of the maximum.

    A loose run that needs no knowledge of the maximum margin γ_d brackets it, usually within 3 %
    from above. A tight run follows, with β such that the threshold β t^−ε has fallen to the target
    fraction of that bound after T updates, the number it is expected to need, in proportion to what
    was missing before. If it ends by then, enough is certified. Runs with larger T follow while too
    little is certified. η and β are rounded to two and four digits, so that a stage can be repeated
    from the printed values.
{TOGETHER}"""

    rule = micra

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        return [{"fraction": fraction} for fraction in (0.9, 0.95, 0.99, 0.999, 0.9999)]

    def _target_fraction(self):
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
