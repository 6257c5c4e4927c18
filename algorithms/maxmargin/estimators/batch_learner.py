"""The estimator that turns a batch method into a scikit-learn classifier."""

from functools import cache
from types import ModuleType
from typing import Any, Self

from maxmargin.drivers.batch import driver as batch
from maxmargin.drivers.shared import progress
from maxmargin.estimators.learner import grid_of, own_parameters
from maxmargin.estimators.run_classifier import RUN_ATTRIBUTES, RunClassifier, printer_of
from maxmargin.estimators.shared_parameters import declares, shared
from maxmargin.input.checked_input import ArrayLike, MatrixLike

BATCH_PARAMETERS = shared("augment", "extend", certify=0.99)
BATCH_PARAMETERS |= shared("max_updates", "max_seconds", "enough_margin", "verbose")


class BatchLearner(RunClassifier):
    """Base class of the classifiers that run a batch method. `batch_learner` makes subclasses."""

    method: ModuleType
    certify: float | None

    kernel, mini_epochs, shuffle = None, 0, False  # fixed, so not parameters
    _needs_margin = True

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin : float
            γ_d, the maximum directional margin, in the units of X.
        radius : float
            R, the length of the longest pattern, in the units of X.

        Returns
        -------
        list of dict
            The method's parameters, one dictionary for each setting.
        """
        return grid_of(cls.method, maximum_margin, radius)

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
            parameter is invalid.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        X, labels = self._checked(X, y, **fit_params)
        space = self._space(X, labels)
        names = self.method.Parameters._fields
        parameters = self.method.Parameters(*(getattr(self, name) for name in names))
        budget = progress.budget_of(self)
        watch = printer_of(self)
        self._store(batch.run(self.method, parameters, space, budget=budget, watch=watch), space)
        if not self.converged_:
            self._warn("converged", space)
        return self


@cache
def batch_learner(method):
    """Return the estimator class of a batch method. Each method has one class."""
    body = {"__doc__": method.__doc__, "__module__": "maxmargin", "method": method}
    declared = declares(own_parameters(method), BATCH_PARAMETERS, RUN_ATTRIBUTES)
    return declared(type(method.NAME, (BatchLearner,), body))
