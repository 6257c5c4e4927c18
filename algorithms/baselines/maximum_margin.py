"""The maximum directional margin itself, by an exact solver, for up to a few thousand patterns.

The weight of maximum margin is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1. Up to its
length it is the non-negative least squares solution of [Y; 1] α = [0; 1], which the active set
method of Lawson & Hanson finds in finitely many steps (scipy.optimize.nnls).
"""

from numbers import Real

import numpy as np
from scipy import sparse
from scipy.optimize import nnls
from sklearn.utils._param_validation import Interval

from algorithms.baselines.classifier import timed
from algorithms.learner import LinearClassifier
from algorithms.space import make_space


class MaximumMargin(LinearClassifier):
    __doc__ = f"""{__doc__}
    Parameters: augment, ρ, and extend, Δ, in the units of X, 0 for none. Attributes after `fit` as
    the learners', as far as they apply; directional_margin_ and margin_upper_bound_ are equal up
    to rounding, and converged_ is False where no weight separates the patterns.
    """

    _parameter_constraints = {
        "augment": [Interval(Real, 0, None, closed="left")],
        "extend": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, augment=1.0, extend=0.0):
        self.augment = augment
        self.extend = extend

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values."""
        X, labels = self._checked(X, y)
        self.squared_radius_ = make_space(X, labels, self.augment, self.extend).r2
        X = X.toarray() if sparse.issparse(X) else X
        m, n = X.shape
        columns = [X, np.full((m, 1), self.augment)]
        reflected = labels[:, None] * np.hstack(columns)
        if self.extend:
            reflected = np.hstack([reflected, self.extend * np.eye(m)])
        # In units of R the two parts of the system are of one size.
        unit = np.sqrt((reflected**2).sum(axis=1).max())
        system = np.vstack([reflected.T / unit, np.ones(m)])
        target = np.zeros(len(system))
        target[-1] = 1.0
        (duals, _), self.train_seconds_ = timed(nnls, system, target)
        weight = reflected.T @ duals
        norm = np.sqrt(weight @ weight)
        smallest = (reflected @ weight).min()
        self.dual_coef_ = duals
        self.coef_ = weight[None, :n]
        self.intercept_ = self.augment * weight[n : n + 1]
        self.slack_coef_ = labels * weight[n + 1 :] if self.extend else np.zeros(m)
        self.directional_margin_ = smallest / norm if norm else 0.0
        plain_norm = np.sqrt(max(norm**2 - weight[n] ** 2, 0.0))
        self.geometric_margin_ = smallest / plain_norm if plain_norm else 0.0
        self.margin_upper_bound_ = norm / duals.sum()
        self.converged_ = bool(smallest > 0)
        return self
