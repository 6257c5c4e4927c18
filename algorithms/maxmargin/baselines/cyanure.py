"""Cyanure's LinearSVC (Mairal 2019): quasi-Newton steps and variance reduction, with squared slacks
and a threshold outside the norm.

The hard margin in the space extended by Δ is its problem with λ = Δ²/m.
"""

import numpy as np

from maxmargin.baselines.classifier import FITTED, PARAMETERS, Baseline, Hyperplane, timed
from maxmargin.baselines.liblinear import NO_EXTENSION
from maxmargin.baselines.time_limit import in_time
from maxmargin.estimators.shared_parameters import declares
from maxmargin.optional import optional

# So many iterations that the tolerance or the time limit ends a run.
OPTIONS = {"loss": "sqhinge", "penalty": "l2", "duality_gap_interval": 5, "max_iter": 10**6}
OPTIONS |= {"n_threads": 1, "verbose": False}


@declares({**PARAMETERS, "no_extension": NO_EXTENSION}, attributes=FITTED)
class Cyanure(Baseline):
    __doc__ = __doc__

    NEEDS = "cyanure"

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Like the learners'; Δ matters more than the tolerance where there is none."""
        others = [{"tol": 1e-5, "no_extension": part} for part in (1e-2, 1e-4)]
        return [*super().parameter_grid(maximum_margin, radius), *others]

    def _solve(self, X, labels):
        solver = optional("cyanure.estimators", "cyanure", "solvers").LinearSVC
        squares = X.multiply(X) if hasattr(X, "multiply") else X * X
        delta = self.extend or self.no_extension * np.sqrt(np.asarray(squares.sum(axis=1)).max())
        model = solver(fit_intercept=True, lambda_1=delta**2 / labels.size, tol=self.tol, **OPTIONS)
        coef, intercept, seconds = in_time(self.max_seconds, _trained, model, X, labels)
        slacks = np.zeros(labels.size)
        if self.extend:
            slacks = np.maximum(0.0, 1.0 - labels * (X @ coef + intercept)) / self.extend
        return Hyperplane(coef, intercept, slacks, None, seconds)


def _trained(model, X, labels):
    _, seconds = timed(model.fit, X, labels)
    return model.coef_.ravel(), float(np.ravel(model.intercept_)[0]), seconds
