"""river's ALMA₂ on patterns divided by R, again and again in the order of the file.

`maxmargin.adapters.river_alma` tells where it departs from Gentile's. Of a csr matrix, and in the
extended space, it is not told of zeros, and then does not come back onto the unit ball.
"""

from math import sqrt
from numbers import Real

from sklearn.utils._param_validation import Interval

from maxmargin.adapters.adapter import (
    THIRD_PARTY_CONSTRAINTS,
    THIRD_PARTY_DOC,
    THIRD_PARTY_PARAMETERS,
    ThirdPartyClassifier,
)
from maxmargin.adapters.river_adapter import RiverAdapter
from maxmargin.estimators.learner import initializer


class RiverALMAClassifier(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    It has converged when an epoch makes no correction and all patterns are right. With α = 1 it
    never leaves a = 0.

    Parameters

    alpha, B, C : of Gentile 2001, Figure 1. A pattern calls for a correction when
        w·ŷ < (1 − α) B/√k. None is √8/α for B, as in its Theorem 3.{THIRD_PARTY_DOC}
    n_updates_ is the number of updates.
    """

    _parameter_constraints = {
        "alpha": [Interval(Real, 0, 1, closed="right")],
        "B": [Interval(Real, 0, None, closed="neither"), None],
        "C": [Interval(Real, 0, None, closed="neither")],
        **THIRD_PARTY_CONSTRAINTS,
    }

    __init__ = initializer({"alpha": 0.1, "B": None, "C": 2.0**0.5}, THIRD_PARTY_PARAMETERS)

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        return [{"alpha": alpha} for alpha in (0.9, 0.5, 0.2, 0.1)]

    def _adapter(self, patterns, labels):
        from river.linear_model import (
            ALMAClassifier,
        )  # takes half a second, which others need not wait

        B = sqrt(8.0) / self.alpha if self.B is None else self.B
        return _ALMAAdapter(ALMAClassifier(p=2, alpha=self.alpha, B=B, C=self.C), patterns, labels)


class _ALMAAdapter(RiverAdapter):
    def __init__(self, model, patterns, labels):
        super().__init__(patterns, labels)
        self.model = model

    @property
    def updates(self):
        return self.model.k - 1

    def weight(self):
        return self.array(self.model.w)
