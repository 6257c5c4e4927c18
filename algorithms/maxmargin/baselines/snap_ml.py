"""Snap ML's SupportVectorMachine (Dünner et al. 2018): dual coordinate descent, linear slacks."""

from maxmargin.baselines.linear_slacks import FITTED, PARAMETERS, WithLinearSlacks, trained
from maxmargin.baselines.time_limit import in_time
from maxmargin.estimators.shared_parameters import declares
from maxmargin.optional import optional

MOST = 10**6  # epochs, so that the tolerance or the time limit ends a run


@declares(PARAMETERS, attributes=FITTED)
class SnapML(WithLinearSlacks):
    __doc__ = __doc__

    NEEDS = "snapml"

    def _solve(self, patterns, labels, C):
        solver = optional("snapml", "snapml", "solvers").SupportVectorMachine
        options = {"fit_intercept": False, "n_jobs": 1, "max_iter": MOST, "tol": self.tol}
        model = solver(regularizer=1.0 / C, **options)
        weight, seconds = in_time(self.max_seconds, trained, model, patterns, labels)
        return weight, seconds, True
