"""The base of the baselines' estimators, whose result is a hyperplane with a free threshold."""

import warnings
from abc import abstractmethod
from time import perf_counter
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.extmath import row_norms

from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.shared_parameters import attributes, shared
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.rounding import most_entries, rounding_of
from maxmargin.space import check_radius
from peers.solvers.margins import margin, upper_bound


class Hyperplane(NamedTuple):
    """The result of a solver.

    coef: (n,). intercept: a number. slacks: (m,), label-reflected weights of the extending
    coordinates. duals: (m,), α >= 0, or None if the solver has none. seconds: of training alone.
    converged: False if the solver stopped at its own limit.
    """

    coef: np.ndarray
    intercept: float
    slacks: np.ndarray
    duals: np.ndarray | None
    seconds: float
    converged: bool = True


SOLVER_PARAMETERS = shared("tol", "extend", "max_seconds")
SOLVER_ATTRIBUTES = attributes(
    "coef_",
    "intercept_",
    "slack_coef_",
    "converged_",
    "geometric_margin_",
    "train_seconds_",
    dual_coef_="(m,), α >= 0 of the weight Σ α_k y_k, for solvers that have them.",
    margin_upper_bound_="‖Σ α_k y_k‖/Σα plus the largest rounding error; nan without duals. No "
    "geometric margin is larger.",
)


class Baseline(BinaryClassifier):
    """A solver with scikit-learn's interface. Subclasses solve."""

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used by most solvers.

        Returns
        -------
        list of dict
            The solver's parameters, one dictionary for each setting.
        """
        return [{"tol": tol} for tol in (0.1, 1e-2, 1e-3, 1e-5, 1e-7)]

    @abstractmethod
    def _solve(self, X, labels):
        """Return the `Hyperplane` for X, (m, n), and labels, (m,), of +1 and -1.

        Raises TimeoutError after max_seconds.
        """

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
        TimeoutError
            If max_seconds stopped the solver, which then leaves no weights.
        ValueError
            If patterns are too long or too short to compute with.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the solver stops before it converges.
        """
        X, labels = self._checked(X, y, **fit_params)
        squares = row_norms(X, squared=True) + self.extend**2
        check_radius(squares)
        radius = np.sqrt(squares.max())
        try:
            found = self._solve(X, labels)
        except TimeoutError:
            raise TimeoutError(
                f"{type(self).__name__} with tol={self.tol:g} was stopped after "
                f"{self.max_seconds:g} s on {len(labels)} patterns."
            ) from None
        self._check_finite(found, radius)
        self.coef_ = found.coef[None, :]
        self.intercept_ = np.array([found.intercept])
        self.slack_coef_ = labels * found.slacks
        self.train_seconds_ = found.seconds
        self.geometric_margin_ = margin(
            X, labels, found.coef, found.intercept, found.slacks, self.extend
        )
        norm = np.sqrt(found.coef @ found.coef + found.slacks @ found.slacks)
        # Rounding of the products x·w + b may cause an apparent margin of about this size.
        rounding = rounding_of(most_entries(X))
        error = rounding * (norm * radius + abs(found.intercept))
        self.converged_ = found.converged and bool(self.geometric_margin_ * norm > error)
        self.margin_upper_bound_ = np.nan
        if found.duals is not None:
            self.dual_coef_ = found.duals
            self.margin_upper_bound_ = upper_bound(
                X, labels, found.duals, radius, extend=self.extend, free=True
            )
        if not self.converged_:
            warnings.warn(
                f"{type(self).__name__} stopped before it converged: geometric margin "
                f"{self.geometric_margin_:.6g} reached.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _check_finite(self, found, radius):
        """Raise ValueError if a solver found numbers that are not finite."""
        for name, value in (("weight", found.coef), ("threshold", found.intercept)):
            if not np.isfinite(value).all():
                raise ValueError(
                    f"{type(self).__name__} found a {name} that is not finite on patterns of "
                    f"lengths up to R = {radius:.3g}: scale X, so that R is nearer to 1."
                )


def timed(function, *args):
    """Return the result of function(*args) and its seconds."""
    started = perf_counter()
    result = function(*args)
    return result, perf_counter() - started
