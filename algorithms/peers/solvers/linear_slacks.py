"""The base of solvers with linear slacks, whose norm includes the threshold.

The solvers get the explicit patterns (x_k, ρ, Δ e_k), and slacks so expensive that none are left.
With C >= 1/γ_d² no dual reaches C, so that the margin is hard. `pip install skglm snapml daqp`
installs the packages. OCAS is Debian's libocas-tools. ThunderSVM is left out, because it needs a
GPU.
"""

import warnings
from abc import abstractmethod
from math import sqrt
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from maxmargin.drivers.shared.progress import margin_of
from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, attributes, shared
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.preparation import memoised
from maxmargin.rounding import squared_norm
from maxmargin.space import make_space
from peers.online.adapter import explicit
from peers.solvers.classifier import timed
from peers.solvers.margins import upper_bound

SLACKS_PARAMETERS = shared("tol", "augment", "extend", "max_seconds") | {
    "C": Parameter(
        1e4,
        [POSITIVE],
        "The price of a slack, in units of 1/R². Below (R/γ_d)² slacks are left, and the run has "
        "not converged.",
    )
}
SLACKS_ATTRIBUTES = attributes(
    "coef_",
    "intercept_",
    "slack_coef_",
    "converged_",
    "directional_margin_",
    "geometric_margin_",
    "squared_radius_",
    "train_seconds_",
    margin_upper_bound_="nan, because the solver's duals are unknown.",
)


class Solution(NamedTuple):
    """The result of a solver.

    weight: (n + 1 + m,), or (n + 1,) without extension. seconds: of training alone. converged:
    False if the solver stopped at its own limit or left slacks. duals: (m,), α >= 0 of the weight
    Σ α_k y_k, or None if they are unknown.
    """

    weight: np.ndarray
    seconds: float
    converged: bool
    duals: np.ndarray | None = None


class WithLinearSlacks(BinaryClassifier):
    """A solver with scikit-learn's interface. Subclasses solve."""

    # The smallest product of a pattern with the weight without slacks. It is 1 up to the tolerance.
    _least_product = 0.5

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, with the smallest C that leaves no slack.

        Parameters
        ----------
        maximum_margin, radius : float
            γ_d and R, in the units of X.

        Returns
        -------
        list of dict
            C and tol, one dictionary for each setting.
        """
        C = 1.01 * (radius / maximum_margin) ** 2
        return [{"C": C, "tol": tol} for tol in (0.1, 1e-2, 1e-3, 1e-4, 1e-5)]

    @abstractmethod
    def _solve(self, patterns, labels, C):
        """Return the `Solution` for patterns, a csr matrix, and labels, (m,), +1 and -1.

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
        NotInstalled
            If the solver is not installed. The message says how to install it.
        ValueError
            If X has a row of length 0 in the space, if y does not have two classes, or if a
            parameter is invalid.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the solver stops before it converges.
        """
        X, labels = self._checked(X, y, **fit_params)
        self.squared_radius_ = memoised(
            make_space, X, labels, self.augment, self.extend
        ).squared_radius
        patterns = memoised(explicit_rows, X, self.augment, self.extend)
        C = self.C / self.squared_radius_
        try:
            found = self._solve(patterns, labels, C)
        except TimeoutError:
            raise TimeoutError(
                f"{type(self).__name__} with tol={self.tol:g} was stopped after "
                f"{self.max_seconds:g} s on {len(labels)} patterns."
            ) from None
        weight, n = found.weight, X.shape[1]
        self.train_seconds_ = found.seconds
        self.coef_ = weight[None, :n]
        self.intercept_ = self.augment * weight[n : n + 1]
        self.slack_coef_ = weight[n + 1 :] if self.extend else np.zeros(len(labels))
        smallest = (labels * (patterns @ weight)).min()
        self.directional_margin_ = margin_of(smallest, sqrt(squared_norm(weight)))
        self.geometric_margin_ = margin_of(smallest, sqrt(squared_norm(np.delete(weight, n))))
        self.margin_upper_bound_ = np.nan
        if found.duals is not None:
            self.dual_coef_ = found.duals
            radius = np.sqrt(self.squared_radius_)
            self.margin_upper_bound_ = upper_bound(patterns, labels, found.duals, radius)
        self.converged_ = found.converged and bool(smallest > self._least_product)
        if not self.converged_:
            warnings.warn(
                f"{type(self).__name__} stopped before it converged: directional margin "
                f"{self.directional_margin_:.6g} reached.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self


def trained(model, patterns, labels):
    """Return the weight of a fitted model in scikit-learn's form, and the seconds of the fit."""
    _, seconds = timed(model.fit, patterns, labels)
    return model.coef_.ravel(), seconds


def explicit_rows(X, augment, extend):
    """Return the patterns (x_k, ρ, Δ e_k), a csr matrix."""
    return sparse.csr_matrix(explicit(X, augment, extend))
