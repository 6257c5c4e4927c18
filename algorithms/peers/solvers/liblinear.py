"""LIBLINEAR (Fan et al. 2008): the extended problem as a linear problem with squared slacks.

The hard margin in the space extended by Δ is the soft margin with C = 1/(2Δ²) and squared slacks
(solver 2, trust-region Newton). The threshold is outside the norm (-R -B 1).
"""

from typing import Any

import numpy as np
from scipy import sparse

from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, declares
from maxmargin.preparation import memoised
from peers.optional import optional
from peers.solvers.classifier import (
    SOLVER_ATTRIBUTES,
    SOLVER_PARAMETERS,
    Baseline,
    Hyperplane,
    timed,
)
from peers.time_limit import in_time

NO_EXTENSION = Parameter(
    1e-3,
    [POSITIVE],
    "Δ/R if extend is 0. If it is too large, slacks are left. If it is too small, slacks cost so "
    "much that the solver does not finish.",
)


@declares({**SOLVER_PARAMETERS, "no_extension": NO_EXTENSION}, attributes=SOLVER_ATTRIBUTES)
class LIBLINEAR(Baseline):
    __doc__ = __doc__

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used.

        Returns
        -------
        list of dict
            Parameters, one dictionary for each setting.
        """
        others = [{"tol": 1e-7, "no_extension": part} for part in (1e-2, 1e-4)]
        return [*super().parameter_grid(maximum_margin, radius), *others]

    def _solve(self, X, labels):
        package = liblinear()
        rows = memoised(sparse.csr_matrix, X)
        delta = self.extend
        if not delta:
            delta = self.no_extension * np.sqrt(rows.multiply(rows).sum(axis=1).max())
        options = package.parameter(f"-s 2 -R -B 1 -c {0.5 / delta**2:.17g} -e {self.tol} -q")
        problem = memoised(package.problem, labels, rows, 1)
        coef, intercept, seconds = in_time(self.max_seconds, _train, problem, options)
        slacks = np.zeros(len(labels))
        if self.extend:
            slacks = np.maximum(0.0, 1.0 - labels * (X @ coef + intercept)) / self.extend
        return Hyperplane(coef, intercept, slacks, None, seconds)


def liblinear():
    """Return LIBLINEAR's own module for Python."""
    return optional("liblinear.liblinearutil", "liblinear-official")


def _train(patterns, options):
    """Return the weights, the threshold and the seconds."""
    model, seconds = timed(liblinear().train, patterns, options)
    sign = model.get_labels()[0]
    coef, intercept = model.get_decfun()
    return sign * np.array(coef), sign * intercept, seconds
