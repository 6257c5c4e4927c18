"""The Margitron in successive runs (Panagiotakopoulos & Tsampouka 2008, Section 4 and Table 4)."""

from math import log

from sklearn.utils._param_validation import StrOptions

from maxmargin.bounds.margitron import b_for_accuracy
from maxmargin.estimators.shared_parameters import PART, Parameter, declares
from maxmargin.procedures.procedure import (
    ATTRIBUTES,
    PARAMETERS,
    TOGETHER,
    Procedure,
    smallest_bound,
)
from maxmargin.rules import margitron

FIRST = margitron.Parameters(epsilon=1.0, b=5.0, threshold="w")
# A bound on γ_d that is too large by a factor c makes a run up to c^((1−ε)/ε) times as long; with ε
# at least this fraction of the logarithm of bound over margin, that is never more than e⁵.
CAUTION = 1 / 5


OWN = {
    "accuracy": Parameter(
        0.1, [PART], "The fraction of the maximum directional margin that may be missing."
    ),
    "bound": Parameter(
        "weight",
        [StrOptions({"weight", "updates"})],
        'Which bound stands for γ_d when b is chosen: "weight" for ‖a‖/Σα, or "updates" for the '
        "one that the number of updates implies, as in the paper; with it b is larger and runs are "
        "longer.",
    ),
}


@declares(OWN, PARAMETERS, ATTRIBUTES)
class TwoStageMargitron(Procedure):
    __doc__ = f"""{__doc__}
    It finds ε and b itself, and certifies that the margin is at least 1 − accuracy of the maximum.

    There are two stages or more. The first is the Perceptron with margin, b = 5R², which needs no
    knowledge of the maximum margin γ_d. The second is the w-margitron with ε = accuracy, or a
    larger ε if γ_d is not known well enough for that, and with b from (35) for the smallest bound
    on γ_d so far. There δ is 1/(1+ε)², which gives the five parameters that Table 4 prints. While
    too little is certified, stages follow with ε at most half as large and, once ε = accuracy was
    not enough, with half the δ as well. Each b is rounded to three digits, so that a stage can be
    repeated from the printed values.
{TOGETHER}
    >>> from maxmargin import TwoStageMargitron
    >>> model = TwoStageMargitron(accuracy=0.01).fit([[1, 2], [2, 1], [-1, -1]], [1, 1, 0])
    >>> round(model.certified_fraction_, 3), len(model.stages_)
    (0.995, 2)
    """

    rule = margitron
    fewest_stages = 2

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        return [{"accuracy": accuracy} for accuracy in (0.1, 0.05, 0.01, 1e-3, 1e-4)]

    def _target_fraction(self):
        return 1.0 - self.accuracy

    def _next(self, stages, squared_radius):
        if not stages:
            return FIRST
        margin = max(stage.directional_margin for stage in stages)
        upper_bound = min(stage.upper_bound for stage in stages)
        gamma = upper_bound
        if self.bound == "updates":
            gamma = smallest_bound(stages, upper_bound)
        epsilon = max(self.accuracy, CAUTION * log(upper_bound / margin))
        epsilon = min(epsilon, 0.5 * stages[-1].parameters.epsilon)
        fell_short = sum(stage.parameters.epsilon <= self.accuracy for stage in stages)
        delta = 0.5**fell_short / (1.0 + epsilon) ** 2
        b = b_for_accuracy(gamma, squared_radius, epsilon, delta, "w") / squared_radius ** (
            0.5 * (1.0 + epsilon)
        )
        return margitron.Parameters(epsilon, float(f"{b:.3g}"), "w")
