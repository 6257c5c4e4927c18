"""Runs every learner of maxmargin that has an accuracy."""

from math import isinf

import numpy as np
from benchmark_utils import fit
from benchopt import BaseSolver
from benchopt.stopping_criterion import SufficientProgressCriterion

import maxmargin
import peers

# The parameters with which a learner misses about, or at most, this fraction of the maximum margin.
PARAMETERS = {
    "MaximumMargin": lambda missing: {"gap": missing},
    "AdaTron": lambda missing: {"delta": missing / 2},
    "AggressiveROMMA": lambda missing: {"delta": missing},
    "ALMA": lambda missing: {"alpha": missing},
    "ContinuedMICRA": lambda missing: {"fraction": 1 - missing},
    "PDM": lambda missing: {"epsilon": missing},
    "PerceptronWithMargin": lambda missing: {"b": 1 / missing},
    "TwoStageMargitron": lambda missing: {"epsilon": missing},
    # With a free threshold:
    "LIBLINEAR": lambda missing: {"tol": missing},
    "LIBSVM": lambda missing: {"tol": missing},
    "PUMMA": lambda missing: {"delta": missing},
}
LEAST, MOST = 1e-10, 0.9  # missing fractions


def learner_of(name):
    """Return the class of a learner, ours or a peer's."""
    return getattr(maxmargin, name, None) or getattr(peers, name)


class Solver(BaseSolver):
    """A learner of maxmargin, by name.

    Each point of its curve is a separate run, which may miss a smaller fraction of the maximum
    margin than the run before.
    """

    name = "maxmargin"
    parameters = {"learner": list(PARAMETERS), "max_seconds": [10.0]}
    parameter_template = "{learner}"
    sampling_strategy = "tolerance"
    stopping_criterion = SufficientProgressCriterion(eps=1e-8, patience=10)

    def skip(self, X, y, augment):
        """Skip learners that maximise another margin than the objective measures."""
        names = learner_of(self.learner).parameters
        if isinf(augment) and "augment" in names and "free_threshold" not in names:
            return True, "it has no free threshold"
        if not isinf(augment) and "augment" not in names:
            return True, "its threshold is free"
        return False, None

    def set_objective(self, X, y, augment):
        """Prepare the model. X: (m, n). y: (m,), +1 and −1. augment: ρ, inf if free."""
        learner = learner_of(self.learner)
        fixed = {"free_threshold": True} if isinf(augment) else {"augment": augment}
        if "max_updates" in learner.parameters:
            fixed |= {"max_updates": None, "max_seconds": self.max_seconds}
        self.model = learner(**{k: v for k, v in fixed.items() if k in learner.parameters})
        self.X, self.y = X, y
        # Compiles the learner for this storage. benchopt's warm-up sees only the first data set.
        self.run(MOST)

    def run(self, tolerance):
        """Learn with the parameters that miss at most this fraction of the maximum margin."""
        missing = float(np.clip(tolerance, LEAST, MOST))
        self.model.set_params(**PARAMETERS[self.learner](missing))
        fit(self.model, self.X, self.y)

    def get_result(self):
        """Return the weight, and the upper bound that the learner proves."""
        return {
            "coef": self.model.coef_.ravel(),
            "intercept": self.model.intercept_[0],
            "upper_bound": self.model.margin_upper_bound_,
        }
