"""skglm's LinearSVC (Bertrand et al. 2022): working sets in the dual, with linear slacks."""

from scipy import sparse

from maxmargin.estimators.shared_parameters import declares
from maxmargin.preparation import memoised
from peers.optional import optional
from peers.solvers.linear_slacks import (
    SLACKS_ATTRIBUTES,
    SLACKS_PARAMETERS,
    Solution,
    WithLinearSlacks,
    trained,
)
from peers.time_limit import in_time

MOST = 10**6  # iterations, so that the tolerance or the time limit ends a run


@declares(SLACKS_PARAMETERS, attributes=SLACKS_ATTRIBUTES)
class Skglm(WithLinearSlacks):
    __doc__ = __doc__

    NEEDS = "skglm"

    def _solve(self, patterns, labels, C):
        solver = optional("skglm", "skglm").LinearSVC
        columns = memoised(sparse.csc_matrix, patterns)
        few = slice(None, None, max(1, labels.size // 100))
        solver(max_iter=1, fit_intercept=False).fit(columns[few], labels[few])  # compiles skglm
        model = solver(C=C, tol=self.tol, max_iter=MOST, fit_intercept=False)
        weight, seconds = in_time(self.max_seconds, trained, model, columns, labels)
        return Solution(weight, seconds, True)
