"""river's passive-aggressive learner (PA-I): when p < 1, a + τ y with the least τ that makes p 1.

Patterns are divided by R, and presented again and again in the order of the file.
"""

from math import inf
from numbers import Real

from sklearn.utils._param_validation import Interval

from maxmargin.adapters.adapter import FITTED, PARAMETERS, ThirdPartyClassifier
from maxmargin.adapters.river_adapter import RiverAdapter
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares
from maxmargin.optional import optional

C = Parameter(
    inf,
    [Interval(Real, 0, None, closed="right")],
    "The largest τ, for patterns divided by R; inf for the hard margin.",
)


@declares({"C": C}, PARAMETERS, FITTED | attributes(n_updates_="Visits with p < 1."))
class RiverPA(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    It has converged when an epoch makes no update. Near the end updates are of the size of rounding
    errors, so that may never happen.
    """

    def _adapter(self, patterns, labels):
        linear_model = optional("river.linear_model", "river", "adapters")
        return _PAAdapter(
            linear_model.PAClassifier(C=self.C, mode=1, learn_intercept=False), patterns, labels
        )


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
