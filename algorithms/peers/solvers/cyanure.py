"""Cyanure's LinearSVC (Mairal 2019), with squared slacks and a threshold outside the norm.

It uses quasi-Newton steps and variance reduction. The hard margin in the space extended by Δ is its
problem with λ = Δ²/m.
"""

from typing import Any

import numpy as np

from maxmargin.estimators.shared_parameters import declares
from peers.optional import optional
from peers.solvers.classifier import (
    SOLVER_ATTRIBUTES,
    SOLVER_PARAMETERS,
    Baseline,
    Hyperplane,
    timed,
)
from peers.solvers.liblinear import NO_EXTENSION
from peers.time_limit import in_time

# With so many iterations, the tolerance or the time limit ends a run.
OPTIONS = {"loss": "sqhinge", "penalty": "l2", "duality_gap_interval": 5, "max_iter": 10**6}
OPTIONS |= {"n_threads": 1, "verbose": False}


@declares({**SOLVER_PARAMETERS, "no_extension": NO_EXTENSION}, attributes=SOLVER_ATTRIBUTES)
class Cyanure(Baseline):
    __doc__ = __doc__

    NEEDS = "cyanure"

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Without extension Δ matters more than the tolerance.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used.

        Returns
        -------
        list of dict
            Parameters, one dictionary for each setting.
        """
        others = [{"tol": 1e-5, "no_extension": part} for part in (1e-2, 1e-4)]
        return [*super().parameter_grid(maximum_margin, radius), *others]

    def _solve(self, X, labels):
        solver = optional("cyanure.estimators", "cyanure").LinearSVC
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
