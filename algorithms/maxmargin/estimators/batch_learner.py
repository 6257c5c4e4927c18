"""The estimator that turns a batch method into a scikit-learn classifier."""

from functools import cache

from maxmargin.drivers import batch, progress
from maxmargin.estimators.learner import grid_of, own_parameters
from maxmargin.estimators.sequential_classifier import SequentialClassifier
from maxmargin.estimators.shared_parameters import ATTRIBUTES, declares, shared

PARAMETERS = shared("augment", "extend", certify=0.99)
PARAMETERS |= shared("max_updates", "max_seconds", "enough_margin", "verbose")
NOT_THEIRS = {
    *("support_", "margin_bound_by_updates_", "guaranteed_fraction_"),
    *("asymptotic_fraction_", "failure_", "train_seconds_"),
}


class BatchLearner(SequentialClassifier):
    """A batch method under its driver. Its subclasses are made by `batch_learner`."""

    kernel, mini_epochs, shuffle = None, 0, False  # not parameters here

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Like the learners'."""
        return grid_of(cls.method, maximum_margin, radius)

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input on which no margin can be reached. Warns (ConvergenceWarning) if
        the run ended before it converged.
        """
        X, labels = self._checked(X, y, **fit_params)
        space = self._space(X, labels)
        names = self.method.Parameters._fields
        parameters = self.method.Parameters(*(getattr(self, name) for name in names))
        budget = progress.Budget(
            self.max_updates, None, self.max_seconds, self.certify, self.enough_margin
        )
        watch = self._say if self.verbose else None
        self._keep(batch.run(self.method, parameters, space, budget=budget, watch=watch), space)
        if not self.converged_:
            self._warn("converged")
        return self


@cache
def batch_learner(method):
    """The estimator class of a batch method; made only once."""
    attributes = {name: text for name, text in ATTRIBUTES.items() if name not in NOT_THEIRS}
    body = {"__doc__": method.__doc__, "__module__": "maxmargin", "method": method}
    declared = declares(own_parameters(method), PARAMETERS, attributes)
    return declared(type(method.NAME, (BatchLearner,), body))
