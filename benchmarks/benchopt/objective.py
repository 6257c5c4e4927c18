"""The objective of the benchmark: the missing fraction of the maximum margin."""

from math import inf, nan

import numpy as np
from benchopt import BaseObjective

from maxmargin import MaximumMargin


class Objective(BaseObjective):
    """The fraction of the maximum margin that is missing.

    The directional margin of a weight w with threshold b is min_k y_k (x_k·w + b) / ‖(w, b/ρ)‖, in
    the units of the data. With a free threshold, ρ = ∞, it is the geometric margin. The maximum is
    computed before the solvers run, to a relative gap of 1e-9 or less.
    """

    name = "Maximum margin"
    min_benchopt_version = "1.10"
    parameters = {"free_threshold": [False]}

    def skip(self, X, y, augment):
        """Skip data that no weight separates, since they have no maximum margin."""
        self.exact = MaximumMargin(augment=augment, free_threshold=self.free_threshold).fit(X, y)
        if self.exact.converged_:
            return False, None
        return True, "no weight separates the classes by a margin that can be computed"

    def set_data(self, X, y, augment):
        """Store the data.

        X: (m, n), an array or csr matrix. y: (m,), +1 and −1. augment: ρ in the units of X, 0
        without a threshold.
        """
        self.X, self.y = X, y
        self.augment = inf if self.free_threshold else augment

    def get_objective(self):
        """Return the input of a solver: X, y and augment, which is inf for a free threshold."""
        return {"X": self.X, "y": self.y, "augment": self.augment}

    def evaluate_result(self, coef, intercept=0.0, upper_bound=nan):
        """Measure a weight; a weight of 0 has the margin 0.

        coef: w, (n,). intercept: b. upper_bound: a proved upper bound on all margins, or nan.
        """
        norm = np.hypot(np.linalg.norm(coef), intercept / self.augment if intercept else 0.0)
        smallest = (self.y * (self.X @ coef + intercept)).min()
        margin = smallest / norm if norm else 0.0
        missing = 1.0 - margin / self.exact.margin_upper_bound_
        return {"value": missing, "margin": margin, "upper_bound": upper_bound}

    def get_one_result(self):
        """Return a result for `benchopt test`."""
        return {"coef": np.zeros(self.X.shape[1])}
