"""What the baselines' estimators share: their result is a hyperplane with a free threshold."""

import warnings
from abc import abstractmethod
from numbers import Real
from time import perf_counter
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval
from threadpoolctl import threadpool_limits

from maxmargin.baselines import margin
from maxmargin.estimators.learner import LinearClassifier


class Hyperplane(NamedTuple):
    """What a solver found. coef: (n,). intercept: a number. slacks: (m,), label-reflected weights
    of the extending coordinates. duals: (m,), α >= 0, or None where the solver has none. seconds:
    of training alone. converged: False when the solver stopped at a limit of its own.
    """

    coef: np.ndarray
    intercept: float
    slacks: np.ndarray
    duals: np.ndarray | None
    seconds: float
    converged: bool = True


class Baseline(LinearClassifier):
    """A solver behind the learners' face. Subclasses solve.

    Parameters: tol, the solver's stopping tolerance; extend, Δ, in the units of X, 0 for none;
    max_seconds, after which the solver is stopped, None for no limit. `fit` raises TimeoutError
    where the solver was stopped, as it leaves no weights then. Attributes after `fit` as the
    learners', as far as they apply; train_seconds_, of training alone; margin_upper_bound_, ‖w‖/Σα,
    which no geometric margin exceeds, or nan without duals.
    """

    _parameter_constraints = {
        "tol": [Interval(Real, 0, None, closed="neither")],
        "extend": [Interval(Real, 0, None, closed="left")],
        "max_seconds": [Interval(Real, 0, None, closed="neither"), None],
    }

    def __init__(self, tol=1e-3, extend=0.0, max_seconds=None):
        self.tol = tol
        self.extend = extend
        self.max_seconds = max_seconds

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """As the learners', in parameters of the solver."""
        return [{"tol": tol} for tol in (0.1, 1e-2, 1e-3, 1e-5, 1e-7)]

    @abstractmethod
    def _solve(self, X, labels):
        """The `Hyperplane` for X, (m, n), and labels, (m,), of +1 and -1.

        Raises TimeoutError after max_seconds.
        """

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values."""
        X, labels = self._checked(X, y)
        try:
            found = self._solve(X, labels)
        except TimeoutError:
            raise TimeoutError(
                f"{type(self).__name__} with tol={self.tol:g} was stopped after "
                f"{self.max_seconds:g} s on {len(labels)} patterns."
            ) from None
        self.coef_ = found.coef[None, :]
        self.intercept_ = np.array([found.intercept])
        self.slack_coef_ = labels * found.slacks
        self.converged_ = found.converged
        self.train_seconds_ = found.seconds
        self.geometric_margin_ = margin(
            X, labels, found.coef, found.intercept, found.slacks, self.extend
        )
        self.margin_upper_bound_ = np.nan
        if found.duals is not None:
            self.dual_coef_ = found.duals
            norm = np.sqrt(found.coef @ found.coef + found.slacks @ found.slacks)
            self.margin_upper_bound_ = norm / found.duals.sum()
        if not found.converged:
            warnings.warn(
                f"{type(self).__name__} stopped before it converged: geometric margin "
                f"{self.geometric_margin_:.6g} reached.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self


def timed(function, *args):
    """The result of function(*args) and the seconds that it took, on one thread.

    One thread because the learners take one, and because a thread pool would not outlive the fork
    of `in_time`.
    """
    with threadpool_limits(1):
        started = perf_counter()
        result = function(*args)
        return result, perf_counter() - started
