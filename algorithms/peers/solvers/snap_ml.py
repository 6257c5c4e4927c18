"""Snap ML's SupportVectorMachine (Dünner et al. 2018): dual coordinate descent, linear slacks."""

from maxmargin.estimators.shared_parameters import declares
from peers.optional import optional
from peers.solvers.linear_slacks import (
    SLACKS_ATTRIBUTES,
    SLACKS_PARAMETERS,
    Solution,
    WithLinearSlacks,
    trained,
)
from peers.time_limit import in_time

MOST = 10**6  # epochs, so that the tolerance or the time limit ends a run


@declares(SLACKS_PARAMETERS, attributes=SLACKS_ATTRIBUTES)
class SnapML(WithLinearSlacks):
    __doc__ = __doc__

    NEEDS = "snapml"

    def _solve(self, patterns, labels, C):
        solver = optional("snapml", "snapml").SupportVectorMachine
        model = solver(
            regularizer=1.0 / C, fit_intercept=False, n_jobs=1, max_iter=MOST, tol=self.tol
        )
        weight, seconds = in_time(self.max_seconds, trained, model, patterns, labels)
        return Solution(weight, seconds, True)
