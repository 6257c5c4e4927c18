"""LIBLINEAR (Fan et al. 2008): the extended problem as a linear one with squared slacks.

The hard margin in the space extended by Δ is the soft margin with C = 1/(2Δ²) and squared slacks
(solver 2, trust region Newton), with a threshold that is left out of the norm (-R -B 1).
"""

from numbers import Real

import numpy as np
from liblinear.liblinearutil import parameter, problem, train
from scipy import sparse
from sklearn.utils._param_validation import Interval

from maxmargin.baselines.classifier import Baseline, Hyperplane, timed
from maxmargin.baselines.time_limit import in_time


class LIBLINEAR(Baseline):
    __doc__ = f"""{__doc__}
    {Baseline.__doc__}
    Another parameter is no_extension, Δ/R where extend is 0: the slacks must cost so much that none
    is left, but the solver comes to no end where they cost too much.
    """

    _parameter_constraints = {
        **Baseline._parameter_constraints,
        "no_extension": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, tol=1e-3, extend=0.0, max_seconds=None, no_extension=1e-3):
        super().__init__(tol, extend, max_seconds)
        self.no_extension = no_extension

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        others = [{"tol": 1e-7, "no_extension": part} for part in (1e-2, 1e-4)]
        return [*super().parameter_grid(maximum_margin, radius), *others]

    def _solve(self, X, labels):
        rows = sparse.csr_matrix(X)
        delta = self.extend
        if not delta:
            delta = self.no_extension * np.sqrt(rows.multiply(rows).sum(axis=1).max())
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
