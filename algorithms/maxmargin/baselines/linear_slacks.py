"""Solvers with linear slacks and no threshold outside the norm: they get the explicit patterns
(x_k, ρ, Δ e_k), and slacks so dear that none are left.

With C >= 1/γ_d² none of the duals reaches C, so that the margin is hard. `pip install '.[solvers]'`
installs those that are packages; OCAS is Debian's libocas-tools. ThunderSVM is not among them, as
it needs a GPU.
"""

import warnings
from abc import abstractmethod

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from maxmargin.adapters.adapter import explicit
from maxmargin.baselines.classifier import timed
from maxmargin.drivers.progress import margin_of
from maxmargin.estimators.linear_classifier import LinearClassifier
from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, attributes, shared
from maxmargin.preparation import once
from maxmargin.space import make_space

LEAST_PRODUCT = 0.5  # with the weight; without slacks it is 1, but for the tolerance
PARAMETERS = shared("tol", "augment", "extend", "max_seconds") | {
    "C": Parameter(
        1e4,
        [POSITIVE],
        "The price of a slack, in units of 1/R². Slacks are left, and the "
        "run has not converged, if it is below (R/γ_d)².",
    )
}
FITTED = attributes(
    *("coef_", "intercept_", "slack_coef_", "converged_", "directional_margin_"),
    *("geometric_margin_", "squared_radius_", "train_seconds_"),
    margin_upper_bound_="nan: of its duals nothing is known.",
)


class WithLinearSlacks(LinearClassifier):
    """A solver with scikit-learn's interface. Subclasses solve."""

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Like the learners', with the smallest C that leaves no slack."""
        C = 1.01 * (radius / maximum_margin) ** 2
        return [{"C": C, "tol": tol} for tol in (0.1, 1e-2, 1e-3, 1e-4, 1e-5)]

    @abstractmethod
    def _solve(self, patterns, labels, C):
        """(the weight, (n + 1 + m,) or (n + 1,) without extension; seconds of training; whether the
        solver converged) for patterns, a csr matrix, and labels, (m,), of +1 and -1.

        Raises TimeoutError after max_seconds.
        """

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises TimeoutError if max_seconds stopped the solver, as it then leaves no weights, and
        ImportError or FileNotFoundError, with how to install it, where it is not installed.
        """
        X, labels = self._checked(X, y, **fit_params)
        self.squared_radius_ = once(make_space, X, labels, self.augment, self.extend).squared_radius
        patterns = once(explicit_rows, X, self.augment, self.extend)
        C = self.C / self.squared_radius_
        try:
            weight, self.train_seconds_, self.converged_ = self._solve(patterns, labels, C)
        except TimeoutError:
            raise TimeoutError(
                f"{type(self).__name__} with tol={self.tol:g} was stopped after "
                f"{self.max_seconds:g} s on {len(labels)} patterns."
            ) from None
        n = X.shape[1]
        self.coef_ = weight[None, :n]
        self.intercept_ = self.augment * weight[n : n + 1]
        self.slack_coef_ = weight[n + 1 :] if self.extend else np.zeros(len(labels))
        smallest = (labels * (patterns @ weight)).min()
        self.directional_margin_ = margin_of(smallest, np.linalg.norm(weight))
        self.geometric_margin_ = margin_of(smallest, np.linalg.norm(np.delete(weight, n)))
        self.margin_upper_bound_ = np.nan
        self.converged_ &= bool(smallest > LEAST_PRODUCT)
        if not self.converged_:
            warnings.warn(
                f"{type(self).__name__} stopped before it converged: directional margin "
                f"{self.directional_margin_:.6g} reached.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self


def trained(model, patterns, labels):
    """The weight of scikit-learn's kind of model, fitted, and the seconds that took."""
    _, seconds = timed(model.fit, patterns, labels)
    return model.coef_.ravel(), seconds


def explicit_rows(X, augment, extend):
    """The patterns (x_k, ρ, Δ e_k), a csr matrix."""
    return sparse.csr_matrix(explicit(X, augment, extend))
