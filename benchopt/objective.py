"""The maximum margin as a benchmark of benchopt: what is missing from it."""

from math import inf, nan

import numpy as np
from benchopt import BaseObjective

from maxmargin import MaximumMargin


class Objective(BaseObjective):
    """The share of the maximum margin that is missing.

    Of a weight w with threshold b the directional margin is min_k y_k (x_k·w + b) / ‖(w, b/ρ)‖, in
    the units of the data; with a free threshold, ρ = ∞, it is the geometric margin. Its maximum is
    computed before the solvers run, to a relative gap of 1e-9 or less.
    """

    name = "Maximum margin"
    min_benchopt_version = "1.10"
    parameters = {"free_threshold": [False]}

    def skip(self, X, y, augment):
        """Whether no weight separates the patterns, so that there is no maximum."""
        self.exact = MaximumMargin(augment=augment, free_threshold=self.free_threshold).fit(X, y)
        if self.exact.converged_:
            return False, None
        return True, "no weight separates the classes by a margin that can be computed"

    def set_data(self, X, y, augment):
        """X: (m, n), an array or csr matrix; y: (m,), +1 and -1; augment: ρ, in the units of X, 0
        for no threshold.
        """
        self.X, self.y = X, y
        self.augment = inf if self.free_threshold else augment

    def get_objective(self):
        """What a solver is given: X, y and augment, which is inf for a free threshold."""
        return {"X": self.X, "y": self.y, "augment": self.augment}

    def evaluate_result(self, coef, intercept=0.0, upper_bound=nan):
        """coef: w, (n,). intercept: b. upper_bound: on the margin of any weight, if the solver has
        proved one. A weight of 0 has the margin 0.
        """
        norm = np.hypot(np.linalg.norm(coef), intercept / self.augment if intercept else 0.0)
        smallest = (self.y * (self.X @ coef + intercept)).min()
        margin = smallest / norm if norm else 0.0
        missing = 1.0 - margin / self.exact.margin_upper_bound_
        return {"value": missing, "margin": margin, "upper_bound": upper_bound}

    def get_one_result(self):
        """A result for `benchopt test`."""
        return {"coef": np.zeros(self.X.shape[1])}
