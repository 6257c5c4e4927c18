"""Every learner of maxmargin that takes an accuracy."""

from math import isinf

import numpy as np
from benchmark_utils import fit
from benchopt import BaseSolver
from benchopt.stopping_criterion import SufficientProgressCriterion

import maxmargin

# The parameters with which a share of the maximum margin is missing in the end, about or at most.
PARAMETERS = {
    "MaximumMargin": lambda missing: {"accuracy": missing},
    "AdaTron": lambda missing: {"delta": missing / 2},
    "AggressiveROMMA": lambda missing: {"delta": missing},
    "ALMA": lambda missing: {"alpha": missing},
    "ContinuedMICRA": lambda missing: {"fraction": 1 - missing},
    "PDM": lambda missing: {"epsilon": missing},
    "PerceptronWithMargin": lambda missing: {"b": 1 / missing},
    "TwoStageMargitron": lambda missing: {"accuracy": missing},
    # With a free threshold:
    "LIBLINEAR": lambda missing: {"tol": missing},
    "LIBSVM": lambda missing: {"tol": missing},
    "PUMMA": lambda missing: {"delta": missing},
}
LEAST, MOST = 1e-10, 0.9  # shares


class Solver(BaseSolver):
    """A learner of maxmargin, by name; each point of its curve is a run with a smaller share of the
    maximum margin asked for.
    """

    name = "maxmargin"
    parameters = {"learner": list(PARAMETERS), "max_seconds": [10.0]}  # the latter of a run
    parameter_template = "{learner}"
    sampling_strategy = "tolerance"
    stopping_criterion = SufficientProgressCriterion(eps=1e-8, patience=10)

    def skip(self, X, y, augment):
        """Whether the learner maximises another margin than the one that is measured."""
        names = getattr(maxmargin, self.learner).parameters
        if isinf(augment) and "augment" in names and "free_threshold" not in names:
            return True, "it has no free threshold"
        if not isinf(augment) and "augment" not in names:
            return True, "its threshold is free"
        return False, None

    def set_objective(self, X, y, augment):
        """X, (m, n); y, (m,), +1 and -1; augment: ρ, inf for a free threshold."""
        learner = getattr(maxmargin, self.learner)
        fixed = {"free_threshold": True} if isinf(augment) else {"augment": augment}
        if "max_updates" in learner.parameters:
            fixed |= {"max_updates": None, "max_seconds": self.max_seconds}
        self.model = learner(**{k: v for k, v in fixed.items() if k in learner.parameters})
        self.X, self.y = X, y
        self.run(MOST)  # compiles the learner for such patterns; a warm-up sees the first ones only

    def run(self, tolerance):
        """Learns until no more than this share of the maximum margin should be missing."""
        missing = float(np.clip(tolerance, LEAST, MOST))
        self.model.set_params(**PARAMETERS[self.learner](missing))
        fit(self.model, self.X, self.y)

    def get_result(self):
        """The weight, and the bound that the learner proves."""
        return {
            "coef": self.model.coef_.ravel(),
            "intercept": self.model.intercept_[0],
            "upper_bound": self.model.margin_upper_bound_,
        }
