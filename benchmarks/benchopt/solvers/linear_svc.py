"""Runs scikit-learn's LinearSVC, which wraps LIBLINEAR."""

from math import isinf

import numpy as np
from benchmark_utils import fit
from benchopt import BaseSolver
from benchopt.stopping_criterion import SufficientProgressCriterion
from sklearn.svm import LinearSVC
from sklearn.utils.extmath import row_norms


class Solver(BaseSolver):
    """LIBLINEAR's Newton method for squared slacks.

    C, in units of 1/R², is the price of slacks. At any finite C, slacks cost a little margin.
    """

    name = "LinearSVC"
    parameters = {"C": [1e6, 1e8]}
    requirements = ["scikit-learn"]
    sampling_strategy = "tolerance"
    stopping_criterion = SufficientProgressCriterion(eps=1e-8, patience=10)

    def skip(self, X, y, augment):
        """Skip problems with a free threshold, since LinearSVC's threshold is inside the norm."""
        return isinf(augment), "it has no free threshold" if isinf(augment) else None

    def set_objective(self, X, y, augment):
        """Prepare the model. X: (m, n). y: (m,), +1 and −1. augment: ρ."""
        squared_radius = row_norms(X, squared=True).max() + augment**2
        space = {"fit_intercept": augment > 0, "intercept_scaling": augment or 1.0}
        self.model = LinearSVC(C=self.C / squared_radius, dual=False, **space)
        self.X, self.y = X, y

    def run(self, tolerance):
        """Solve the problem to LIBLINEAR's tolerance."""
        fit(self.model.set_params(tol=min(tolerance, 1.0)), self.X, self.y)

    def get_result(self):
        """Return the weight."""
        return {"coef": self.model.coef_.ravel(), "intercept": float(np.sum(self.model.intercept_))}
