"""LIBLINEAR (Fan et al. 2008): the extended problem as a linear one with squared slacks.

The hard margin in the space extended by Δ is the soft margin with C = 1/(2Δ²) and squared slacks
(solver 2, trust region Newton), with a threshold that is left out of the norm (-R -B 1).
"""

import numpy as np
from liblinear.liblinearutil import parameter, problem, train
from scipy import sparse

from algorithms.baselines.classifier import Baseline, Hyperplane, timed
from algorithms.baselines.time_limit import in_time

# Without extension the slacks must cost so much that none is left: Δ is then this much of R.
NO_EXTENSION = 1e-3


class LIBLINEAR(Baseline):
    __doc__ = f"{__doc__}\n\n{Baseline.__doc__}"

    def _solve(self, X, labels):
        rows = sparse.csr_matrix(X)
        delta = self.extend
        if not delta:
            delta = NO_EXTENSION * np.sqrt(rows.multiply(rows).sum(axis=1).max())
        options = parameter(f"-s 2 -R -B 1 -c {0.5 / delta**2:.17g} -e {self.tol} -q")
        coef, intercept, seconds = in_time(
            self.max_seconds, _train, problem(labels, rows, bias=1), options
        )
        slacks = np.zeros(len(labels))
        if self.extend:
            slacks = np.maximum(0.0, 1.0 - labels * (X @ coef + intercept)) / self.extend
        return Hyperplane(coef, intercept, slacks, None, seconds)


def _train(patterns, options):
    """The weights, the threshold and the seconds."""
    model, seconds = timed(train, patterns, options)
    sign = model.get_labels()[0]
    coef, intercept = model.get_decfun()
    return sign * np.array(coef), sign * intercept, seconds
