"""PUMMA (Ishibashi, Hatano & Takeda 2008, for p = 2): ROMMA with its own threshold.

A pattern violates when label (w·x + b) < 1 − δ. The new weight is the shortest weight with two
constraints. The first is the last weight's, w·w_t >= ‖w_t‖². The second is a pair's,
w·(x_pos − x_neg)/2 >= 1. The pair is this pattern and the last pattern of the other class that made
an update. The threshold b = −w·(x_pos + x_neg)/2 is half-way between the two patterns. So patterns
need no augmenting coordinate, and the margin is a support vector machine's.

The best weight, of length 1/γ, satisfies all these constraints. So ‖w‖ <= 1/γ, and 1/‖w‖ is an
upper bound on γ throughout. The bound is also ‖w‖/Σα, for the α of w = Σ α_k label_k x_k, because
each step maintains ‖w‖² = Σα. At an update half of (w·x + b) + 1 is below 1 − δ/2. So ‖w‖² grows by
at least (δ/(2R))², where R is the length of the longest (x_pos − x_neg)/2. There are at most
(2R/(δγ))² updates. The bound also holds if R is the length of the longest pattern, which is at
least as large. The margin reached is at least 1 − δ of the maximum.
"""

from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.extmath import row_norms

from maxmargin.drivers.pairs import driver as pumma
from maxmargin.drivers.shared.progress import budget_of
from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.constraints import Interval
from maxmargin.estimators.convergence import warn_not_converged
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.input.numbers import upper_digits
from maxmargin.preparation import memoised
from maxmargin.space import check_radius, make_space
from maxmargin.statuses import CONVERGED, ENDED_WELL

DELTA = Parameter(
    0.1,
    [Interval(Real, 0, 1, closed="neither")],
    "δ, the fraction of the maximum margin that may be missing. No unit.",
)


@declares(
    {"delta": DELTA},
    shared(
        "extend",
        "max_updates",
        "max_epochs",
        "max_seconds",
        "certify",
        "enough_margin",
        "shuffle",
        "random_state",
    ),
    attributes(
        "classes_",
        "coef_",
        "intercept_",
        "slack_coef_",
        "dual_coef_",
        "weight_norm_",
        "status_",
        "failure_",
        "converged_",
        "n_updates_",
        "n_epochs_",
        "n_iter_",
        "n_visits_",
        "geometric_margin_",
        history_="The `Point`s of the run; they have no directional margin.",
        squared_radius_="R² of the patterns with extension, without ρ.",
        margin_upper_bound_="‖w‖/Σα, which is 1/‖w‖, plus the largest rounding error of measuring "
        "it. But for the rounding of updates, no geometric margin is larger.",
        guaranteed_fraction_="1 − δ of a converged run; nan otherwise.",
    ),
)
class PUMMA(BinaryClassifier):
    __doc__ = __doc__
    delta: float
    extend: float
    max_updates: int | None
    max_epochs: int | None
    max_seconds: float | None
    certify: float | None
    enough_margin: float | None
    shuffle: bool
    random_state: int | np.random.RandomState | None

    _needs_margin = True

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used: δ has no unit.

        Returns
        -------
        list of dict
            δ, one dictionary for each setting.
        """
        return [{"delta": delta} for delta in (0.5, 0.1, 0.05, 0.01, 1e-3, 1e-4)]

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
            If a pattern is too long or all patterns are too short for float64, if y does not have
            two classes, or if a parameter is invalid.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        X, labels = self._checked(X, y, **fit_params)
        squares = row_norms(X, squared=True) + self.extend**2
        check_radius(squares)
        space = memoised(make_space, X, labels, 1.0, self.extend)  # PUMMA does not use its ρ
        permute = check_random_state(self.random_state) if self.shuffle else None
        self.squared_radius_ = float(squares.max())
        found, self.intercept_ = pumma.run(
            space, self.delta, self.squared_radius_**0.5, permute=permute, budget=budget_of(self)
        )
        self.coef_ = found.weights[None, :]
        self.dual_coef_ = found.duals
        self.slack_coef_ = space.delta * space.labels * found.duals
        self._fitted_in = None, self.extend
        self.history_, self.status_, end = found.curve, found.status, found.end
        self.failure_ = found.failure
        self.converged_ = self.status_ in ENDED_WELL
        self.n_updates_, self.n_epochs_, self.n_visits_ = end.updates, end.epochs, end.visits
        self.n_iter_ = end.epochs
        self.geometric_margin_, self.margin_upper_bound_ = end.geometric_margin, end.upper_bound
        weight = np.concatenate([found.weights, self.slack_coef_])
        self.weight_norm_ = float(np.linalg.norm(weight))
        self.guaranteed_fraction_ = 1.0 - self.delta if self.status_ == CONVERGED else np.nan
        if not self.converged_:
            warn_not_converged(
                f"PUMMA ended with {self.status_!r} before it converged: geometric margin "
                f"{self.geometric_margin_:.6g} reached after {self.n_updates_} updates, maximum at "
                f"most {upper_digits(self.margin_upper_bound_, 6)}."
                f"{' The cause: ' + self.failure_ if self.failure_ else ''}"
            )
        return self
