"""river's passive-aggressive learner (PA-I): when p < 1, adds τ y with the least τ that makes p 1.

Patterns are divided by R, and presented repeatedly in the order of the file.
"""

from math import inf
from numbers import Real

from maxmargin.estimators.constraints import Interval
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares
from peers.online.adapter import ONLINE_ATTRIBUTES, ONLINE_PARAMETERS, ThirdPartyClassifier
from peers.online.river_adapter import RiverAdapter
from peers.optional import optional

C = Parameter(
    inf,
    [Interval(Real, 0, None, closed="right")],
    "The largest τ, for patterns divided by R; inf for the hard margin.",
)


@declares(
    {"C": C}, ONLINE_PARAMETERS, ONLINE_ATTRIBUTES | attributes(n_updates_="Visits with p < 1.")
)
class RiverPA(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    The run has converged when an epoch makes no update. Near the end updates are as small as
    rounding errors, so that this may never happen.
    """

    def _adapter(self, patterns, labels):
        linear_model = optional("river.linear_model", "river")
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
