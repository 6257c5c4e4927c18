"""The estimator of the primal L1-SVM by stochastic gradient descent, with a stopping rule."""

from dataclasses import replace
from typing import Self

import numpy as np

from maxmargin.drivers.sequential import driver as sequential
from maxmargin.estimators.learner import (
    LEARNER_ATTRIBUTES,
    LEARNER_PARAMETERS,
    learner,
    own_parameters,
)
from maxmargin.estimators.run_classifier import printer_of
from maxmargin.estimators.shared_parameters import PART, Attribute, Parameter, declares
from maxmargin.input.checked_input import ArrayLike, MatrixLike, forget
from maxmargin.rules import primal_svm
from maxmargin.statuses import OPTIMAL, STOPPED

CHECK_RATIO = 1.1  # growth of the visits between two computations of the objectives
OWN = {
    "gap": Parameter(
        None,
        [PART, None],
        "The relative gap between the primal and the dual objective at which the run converges; "
        "None to disable. Needs the space of X and plain epochs, shuffled or not. If the "
        'weight then misclassifies patterns, status_ is "optimal" and converged_ is False; a '
        "smaller gap may lead to a weight that does not.",
    )
}
OBJECTIVES = {
    "primal_objective_": Attribute(
        "float",
        "λ‖w‖²/2 plus the mean hinge loss, at the last computation; nan without gap.",
    ),
    "dual_objective_": Attribute(
        "float", "The largest lower bound on the minimum of the objective; nan without gap."
    ),
    "relative_gap_": Attribute(
        "float", "primal_objective_ / dual_objective_ − 1; nan without gap."
    ),
    "status_": Attribute(
        "str",
        'How the run ended: as for the other learners, or "optimal" if the relative gap is at most '
        "`gap`, but the weight misclassifies patterns.",
    ),
}


@declares(own_parameters(primal_svm) | OWN, LEARNER_PARAMETERS, LEARNER_ATTRIBUTES | OBJECTIVES)
class PrimalSVM(learner(primal_svm)):
    __doc__ = f"""{primal_svm.__doc__}
    primal_objective_ and dual_objective_ enclose the minimum. coef_ belongs to a. The w of the
    objective is a/(λ R² n_visits_).
    """

    _in_blocks = learner(primal_svm)._in_blocks | {"gap": None}

    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self:
        """Learn from patterns of two classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two values.
        **fit_params : None
            Other arguments must be None. They let scikit-learn's tools call `fit`.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        ValueError
            If X has a row of length 0 in the space, if y does not have two classes, or if a
            parameter is invalid; also if gap is set together with kernel,
            mini_epochs or worst_first. gap needs epochs that present all patterns equally
            often.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        forget(self)
        other = self.kernel is not None or self.mini_epochs or self.worst_first
        if self.gap is not None and other:
            raise ValueError(
                "gap needs plain epochs: leave kernel at None, mini_epochs at 0 and "
                "worst_first at False."
            )
        return super().fit(X, y, **fit_params)

    def _store(self, result, space):
        """Set the fitted attributes. Near the minimum, patterns may be misclassified."""
        if self.gap is None:
            self.primal_objective_ = self.dual_objective_ = self.relative_gap_ = np.nan
        reached = self.gap is not None and 0.0 <= self.relative_gap_ <= self.gap
        if reached and result.status == STOPPED:
            result = replace(result, status=OPTIMAL)
        super()._store(result, space)

    def _run(self, rule, parameters, space, permute, budget):
        if self.gap is None:
            return super()._run(rule, parameters, space, permute, budget)
        self.primal_objective_ = self.dual_objective_ = self.relative_gap_ = np.nan
        return sequential.run(
            rule,
            parameters,
            space,
            permute=permute,
            budget=budget,
            enough=self._enough(space),
            averages=self.average,
            watch=printer_of(self),
        )

    def _enough(self, space):
        """Return the driver's check of whether the objectives are close enough."""
        X = space.storage.matrix(space.patterns, space.n)
        lam, m = self.lam * space.squared_radius, space.labels.size
        next_check = 0

        def enough(weights, duals, visits):
            nonlocal next_check
            if visits < next_check:
                return False
            next_check = CHECK_RATIO * visits
            weights, duals = weights / (lam * visits), duals * (m / visits)
            products = space.labels * (X @ weights[:-1] + space.rho * weights[-1])
            products += space.delta**2 * duals / (lam * m)
            regular = lam / 2 * (weights @ weights + (space.delta / (lam * m)) ** 2 * duals @ duals)
            primal = regular + np.maximum(0.0, 1.0 - products).mean()
            self.primal_objective_ = primal
            self.dual_objective_ = np.fmax(self.dual_objective_, duals.mean() - regular)
            self.relative_gap_ = self.primal_objective_ / self.dual_objective_ - 1.0
            return 0.0 <= self.relative_gap_ <= self.gap

        return enough
