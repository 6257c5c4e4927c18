"""river's ALMA₂ on patterns divided by R, presented again and again in the order of the file.

`maxmargin.adapters.river_alma` says how it differs from Gentile's. Zeros of a csr matrix or of the
extended space are not passed to it, and then it does not project onto the unit ball.
"""

from math import sqrt
from numbers import Real

from sklearn.utils._param_validation import Interval

from maxmargin.adapters.adapter import FITTED, PARAMETERS, ThirdPartyClassifier
from maxmargin.adapters.river_adapter import RiverAdapter
from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, attributes, declares
from maxmargin.optional import optional

OWN = {
    "alpha": Parameter(
        0.1,
        [Interval(Real, 0, 1, closed="right")],
        "Of Gentile 2001, Figure 1. A pattern calls for an update when w·ŷ < (1 − α) B/√k.",
    ),
    "B": Parameter(None, [POSITIVE, None], "None for √8/α, as in its Theorem 3."),
    "C": Parameter(2.0**0.5, [POSITIVE], "As there."),
}


@declares(OWN, PARAMETERS, FITTED | attributes("n_updates_"))
class RiverALMAClassifier(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    It has converged when an epoch makes no update and all patterns are classified correctly. With
    α = 1 it never leaves a = 0.
    """

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        return [{"alpha": alpha} for alpha in (0.9, 0.5, 0.2, 0.1)]

    def _adapter(self, patterns, labels):
        linear_model = optional("river.linear_model", "river", "adapters")
        B = sqrt(8.0) / self.alpha if self.B is None else self.B
        return _ALMAAdapter(
            linear_model.ALMAClassifier(p=2, alpha=self.alpha, B=B, C=self.C), patterns, labels
        )


class _ALMAAdapter(RiverAdapter):
    def __init__(self, model, patterns, labels):
        super().__init__(patterns, labels)
        self.model = model

    @property
    def updates(self):
        return self.model.k - 1

    def weight(self):
        return self.array(self.model.w)
