"""river's passive-aggressive learner: when p < 1, a + τ y, by the least τ that makes p 1 (PA-I).

Patterns are divided by R, and come again and again in the order of the file.
"""

from math import inf
from numbers import Real

from sklearn.utils._param_validation import Interval

from algorithms.baselines.peer import PEER_CONSTRAINTS, PEER_DOC, PEER_SHARED, Peer
from algorithms.baselines.river_pupil import RiverPupil
from algorithms.learner import initializer


class RiverPA(Peer):
    __doc__ = f"""{__doc__}
    It has converged when an epoch makes no update. Near the end updates are of the size of
    rounding, and that may take for ever.

    Parameters

    C : the most that τ may be, on patterns divided by R; inf for the hard margin.{PEER_DOC}
    n_updates_ is the number of visits with p < 1.
    """

    _parameter_constraints = {
        "C": [Interval(Real, 0, None, closed="right")],
        **PEER_CONSTRAINTS,
    }

    __init__ = initializer({"C": inf}, PEER_SHARED)

    def _pupil(self, patterns, labels):
        from river.linear_model import (
            PAClassifier,
        )  # takes half a second, which others need not wait

        return _PAPupil(PAClassifier(C=self.C, mode=1, learn_intercept=False), patterns, labels)


class _PAPupil(RiverPupil):
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
