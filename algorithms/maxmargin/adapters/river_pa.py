"""river's passive-aggressive learner: when p < 1, a + τ y, by the least τ that makes p 1 (PA-I).

Patterns are divided by R, and come again and again in the order of the file.
"""

from math import inf
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


class RiverPA(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    It has converged when an epoch makes no update. Near the end updates are of the size of
    rounding, and that may take for ever.

    Parameters

    C : the most that τ may be, on patterns divided by R; inf for the hard margin.{THIRD_PARTY_DOC}
    n_updates_ is the number of visits with p < 1.
    """

    _parameter_constraints = {
        "C": [Interval(Real, 0, None, closed="right")],
        **THIRD_PARTY_CONSTRAINTS,
    }

    __init__ = initializer({"C": inf}, THIRD_PARTY_PARAMETERS)

    def _adapter(self, patterns, labels):
        from river.linear_model import (
            PAClassifier,
        )  # takes half a second, which others need not wait

        return _PAAdapter(PAClassifier(C=self.C, mode=1, learn_intercept=False), patterns, labels)


class _PAAdapter(RiverAdapter):
    def __init__(self, model, patterns, labels):
        super().__init__(patterns, labels)
        self.model, self.updates = model, 0
        step = model.calc_tau

        def counted(x, loss):
            self.updates += loss > 0
            return step(x, loss)

        model.calc_tau = counted

    def weight(self):
        return self.array(self.model.weights)
