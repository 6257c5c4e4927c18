"""The estimator of the primal L1-SVM by stochastic gradient descent, with its stopping rule."""

from dataclasses import replace

import numpy as np

from maxmargin.drivers import sequential
from maxmargin.estimators.learner import ATTRIBUTES, PARAMETERS, learner, own_parameters
from maxmargin.estimators.shared_parameters import PART, Parameter, declares
from maxmargin.rules import primal_svm
from maxmargin.statuses import OPTIMAL, STOPPED

CHECK_RATIO = 1.1  # both objectives are computed whenever the visits have grown by this much
OWN = {
    "accuracy": Parameter(
        None,
        [PART, None],
        "The relative gap between primal and dual objective at which the run has converged; None "
        "for no such rule. In the space of X, in file order or shuffled. If patterns are "
        'misclassified at the minimum, status_ is "optimal" and converged_ is False.',
    )
}
OBJECTIVES = {
    "primal_objective_": "λ‖w‖²/2 plus the mean hinge loss, when it was last computed; "
    "nan without accuracy.",
    "dual_objective_": "The largest lower bound on it; nan without accuracy.",
    "relative_gap_": "Their difference over the latter; nan without accuracy.",
}


@declares(own_parameters(primal_svm) | OWN, PARAMETERS, ATTRIBUTES | OBJECTIVES)
class PrimalSVM(learner(primal_svm)):
    __doc__ = f"""{primal_svm.__doc__}
    primal_objective_ and dual_objective_ enclose the minimum. coef_ is that of a: the w of the
    objective is a over λ R² n_visits_.
    """

    in_blocks = learner(primal_svm).in_blocks | {"accuracy": None}

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input on which no margin can be reached, and for an accuracy asked for
        where there is no epoch in which all patterns are presented equally often. Warns
        (ConvergenceWarning) if the run ended before it converged.
        """
        other = self.kernel is not None or self.mini_epochs or self.worst_first
        if self.accuracy is not None and other:
            raise ValueError(
                "accuracy needs plain epochs: leave kernel at None, mini_epochs at 0 and "
                "worst_first at False."
            )
        return super().fit(X, y, **fit_params)

    def _keep(self, result, space):
        """Sets the fitted attributes; the objective's minimum need not separate the patterns."""
        reached = self.accuracy is not None and 0.0 <= self.relative_gap_ <= self.accuracy
        if reached and result.status == STOPPED:
            result = replace(result, status=OPTIMAL)
        super()._keep(result, space)

    def _run(self, rule, parameters, space, permute, budget):
        self.primal_objective_ = self.dual_objective_ = self.relative_gap_ = np.nan
        if self.accuracy is None:
            return super()._run(rule, parameters, space, permute, budget)
        how = {"permute": permute, "budget": budget, "enough": self._enough(space)}
        watch = self._say if self.verbose else None
        return sequential.run(rule, parameters, space, **how, watch=watch)

    def _enough(self, space):
        """Whether the objectives are close enough, for the driver."""
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
            return 0.0 <= self.relative_gap_ <= self.accuracy

        return enough
