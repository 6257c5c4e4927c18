"""The Margitron in successive runs (Panagiotakopoulos & Tsampouka 2008, Section 4 and Table 4)."""

from math import log
from typing import Any

from maxmargin.bounds.margitron import b_for_accuracy
from maxmargin.estimators.constraints import StrOptions
from maxmargin.estimators.shared_parameters import PART, Parameter, declares
from maxmargin.procedures.procedure import (
    PROCEDURE_ATTRIBUTES,
    PROCEDURE_PARAMETERS,
    TOGETHER,
    Procedure,
    smallest_bound,
)
from maxmargin.rules import margitron

FIRST = margitron.Parameters(epsilon=1.0, b=5.0, threshold="w")
# If the bound on γ_d is too large by a factor c, a run takes up to c^((1−ε)/ε) times as long. This
# factor never exceeds e⁵ if ε is at least CAUTION times the logarithm of bound over margin.
CAUTION = 1 / 5
LEAST = 1e-18  # a stage's ε below which rounding decides what is certified


OWN = {
    "epsilon": Parameter(
        0.1, [PART], "ε, the fraction of the maximum directional margin that may be missing."
    ),
    "bound": Parameter(
        "weight",
        [StrOptions({"weight", "updates"})],
        'The bound that replaces γ_d in the choice of b. "weight" is ‖a‖/Σα. "updates" is the '
        "bound that the number of updates implies, as in the paper; it makes b larger and runs "
        "longer.",
    ),
}


@declares(OWN, PROCEDURE_PARAMETERS, PROCEDURE_ATTRIBUTES)
class TwoStageMargitron(Procedure):
    __doc__ = f"""{__doc__}
    The procedure finds b, and certifies that the margin is at least 1 − ε of the maximum.

    There are two or more stages. The first is the Perceptron with margin, with b = 5R², which
    needs no knowledge of the maximum margin γ_d. The second is the w-margitron with this ε, or with
    a larger one if the bounds on γ_d are too far apart. Its b comes from (35), with the smallest
    known bound for γ_d and δ = 1/(1+ε)². These choices give the five parameters that Table 4
    prints. If too little is certified, further stages follow, each with an ε at most half as large.
    Each stage with the final ε that was not enough also halves δ. b is rounded to three digits, so
    that a stage can be repeated from the printed values.
{TOGETHER}
    >>> from maxmargin import TwoStageMargitron
    >>> model = TwoStageMargitron(epsilon=0.01).fit([[1, 2], [2, 1], [-1, -1]], [1, 1, 0])
    >>> round(model.certified_fraction_, 3), len(model.stages_)
    (0.995, 2)
    """

    epsilon: float
    bound: str
    rule = margitron
    fewest_stages = 2

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used: ε has no unit.

        Returns
        -------
        list of dict
            ε, one dictionary for each setting.
        """
        return [{"epsilon": epsilon} for epsilon in (0.1, 0.05, 0.01, 1e-3, 1e-4)]

    def _fraction_to_certify(self):
        return 1.0 - self.epsilon

    def _next(self, stages, squared_radius):
        if not stages:
            return FIRST
        margin = max(stage.directional_margin for stage in stages)
        upper_bound = min(stage.upper_bound for stage in stages)
        gamma = upper_bound
        if self.bound == "updates":
            gamma = smallest_bound(stages, upper_bound)
        epsilon = max(self.epsilon, CAUTION * log(upper_bound / margin))
        epsilon = min(epsilon, 0.5 * stages[-1].parameters.epsilon)
        if epsilon < LEAST:
            return None
        fell_short = sum(stage.parameters.epsilon <= self.epsilon for stage in stages)
        delta = 0.5**fell_short / (1.0 + epsilon) ** 2
        b = b_for_accuracy(gamma, squared_radius, epsilon, delta, "w") / squared_radius ** (
            0.5 * (1.0 + epsilon)
        )
        return margitron.Parameters(epsilon, float(f"{b:.3g}"), "w")
