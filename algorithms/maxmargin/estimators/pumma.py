"""PUMMA (Ishibashi, Hatano & Takeda 2008, for p = 2): ROMMA with a threshold of its own.

A pattern violates when label (w·x + b) < 1 − δ. The new weight is the shortest one that satisfies
both the last weight's constraint, w·w_t >= ‖w_t‖², and that of a pair: w·(x_pos − x_neg)/2 >= 1,
for this pattern and the last one of the other class that made an update. The threshold is half-way
between the two: b = −w·(x_pos + x_neg)/2. So patterns need no augmenting coordinate, and the margin
is that of a support vector machine.

The best weight, of length 1/γ, satisfies all these constraints, so that ‖w‖ <= 1/γ: 1/‖w‖ is an
upper bound on γ throughout. It is ‖w‖/Σα too, for the α of w = Σ α_k label_k x_k, as each step
keeps ‖w‖² = Σα. At an update half of (w·x + b) + 1 is below 1 − δ/2, so that ‖w‖² grows by at least
(δ/(2R))², R being the length of the longest (x_pos − x_neg)/2: there are at most (2R/(δγ))²
updates, for R the length of the longest pattern too, which is no less. The margin reached is at
least 1 − δ of the maximum.
"""

import warnings
from numbers import Real

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval
from sklearn.utils.extmath import row_norms

from maxmargin.drivers import pumma
from maxmargin.drivers.progress import Budget
from maxmargin.estimators.linear_classifier import LinearClassifier
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.preparation import once
from maxmargin.space import check_radius, make_space
from maxmargin.statuses import CONVERGED, ENDED_WELL

DELTA = Parameter(
    0.1,
    [Interval(Real, 0, 1, closed="neither")],
    "δ, the part of the maximum margin that may be missing. No unit.",
)


@declares(
    {"delta": DELTA},
    shared("extend", "max_updates", "max_epochs", "max_seconds", "certify", "enough_margin")
    | shared("shuffle", "random_state"),
    attributes(
        *("coef_", "intercept_", "slack_coef_", "dual_coef_", "weight_norm_", "status_"),
        *("failure_", "converged_", "n_updates_", "n_epochs_", "n_iter_", "n_visits_"),
        "geometric_margin_",
        history_="The `Point`s of the run; they have no directional margin.",
        squared_radius_="R² of the patterns with extension, without ρ.",
        margin_upper_bound_="‖w‖/Σα, which is 1/‖w‖, and what rounding may add to it. No "
        "geometric margin is larger.",
        guaranteed_fraction_="1 − δ of a converged run; nan otherwise.",
    ),
)
class PUMMA(LinearClassifier):
    __doc__ = __doc__

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Like the learners'."""
        return [{"delta": delta} for delta in (0.5, 0.1, 0.05, 0.01, 1e-3, 1e-4)]

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input on which no margin can be reached. Warns (ConvergenceWarning) if
        the run ended before it converged.
        """
        X, labels = self._checked(X, y, **fit_params)
        space = once(make_space, X, labels, 1.0, self.extend)  # whose ρ is not used
        limits = self.max_updates, self.max_epochs, self.max_seconds
        budget = Budget(*limits, self.certify, self.enough_margin)
        permute = check_random_state(self.random_state) if self.shuffle else None
        squares = row_norms(X, squared=True) + self.extend**2
        check_radius(squares)
        self.squared_radius_ = float(squares.max())
        found, self.intercept_ = pumma.run(
            space, self.delta, self.squared_radius_**0.5, permute=permute, budget=budget
        )
        self.coef_ = found.weights[None, :]
        self.dual_coef_ = found.duals
        self.slack_coef_ = space.delta * space.labels * found.duals
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
            warnings.warn(
                f"PUMMA ended with {self.status_!r} before it converged: geometric margin "
                f"{self.geometric_margin_:.6g} reached after {self.n_updates_} updates, maximum at "
                f"most {self.margin_upper_bound_:.6g}."
                f"{' The cause: ' + self.failure_ if self.failure_ else ''}",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self
