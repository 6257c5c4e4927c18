"""The maximum margin itself, with a certificate that encloses it throughout the run.

The weight of maximum margin is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1. For any such
α, no margin exceeds ‖Σ α_k y_k‖ (weak duality of the hard margin). So the margin of a weight and
this length enclose the maximum. The run ends when they are close enough. The steps are Newton's, on
the patterns with positive α (`maxmargin.exact.newton`), or Wolfe's if there are few coordinates and
no extension (`maxmargin.exact.few_coordinates`). Rounding may stop these steps early. Then Wolfe's
steps with precise least squares continue: always without an extension, and with Δ > 0 for at most
3000 patterns.

A free threshold is outside the norm, as in a support vector machine. The same then holds for the
geometric margin and for α with equal sums over the two classes.
"""

from math import inf, log2, nan, sqrt
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms

from maxmargin.compilation.binding import clock
from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.convergence import warn_not_converged
from maxmargin.estimators.shared_parameters import (
    PART,
    Attribute,
    Parameter,
    attributes,
    declares,
    shared,
)
from maxmargin.exact.enclosure import MarginProblem, best_of, by_minimum_norm_point, measured
from maxmargin.exact.few_coordinates import few_coordinates, is_suitable
from maxmargin.exact.gaps import GAP
from maxmargin.exact.newton import SMALLEST, newton
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.one_thread import one_thread
from maxmargin.preparation import memoised
from maxmargin.rounding import most_entries, rounding_of
from maxmargin.separable.cause import cause
from maxmargin.space import check_radius, make_space, nonzeros
from maxmargin.statuses import CONVERGED, MAX_SECONDS, STOPPED
from maxmargin.storages.rows import sparse_rows

DECIDING_SECONDS = 10.0  # at most, to find out why no weight separates the patterns
SPARSE_BELOW = 0.25  # arrays with a smaller fraction of non-zero numbers are stored as sparse rows
PRECISE = 1e-12  # with this gap at least half as many digits of the duals are known
AT_ONCE = 1 << 16  # entries whose columns are noted, until half of all columns are found
WOLFE_UP_TO = 3000  # patterns with Δ > 0, because each of them has its own coordinate


FREE_THRESHOLD = Parameter(
    False,
    ["boolean"],
    "Whether to maximise the geometric margin, with a threshold outside the norm. There is then no "
    "ρ.",
)
LARGEST_GAP = Parameter(
    None,
    [PART, None],
    "The relative gap between the margin and its upper bound at which the run ends. None: as small "
    "as rounding allows.",
)


@declares(
    {
        **shared("augment", "extend"),
        "free_threshold": FREE_THRESHOLD,
        "gap": LARGEST_GAP,
        **shared("max_seconds"),
    },
    attributes=attributes(
        "classes_",
        "coef_",
        "intercept_",
        "slack_coef_",
        "geometric_margin_",
        "squared_radius_",
        "history_",
        "train_seconds_",
        dual_coef_="(m,), α >= 0 with Σα = 1. The upper bound is ‖Σ α_k y_k‖. If the gap is "
        "negligible, Σ α_k y_k has the direction of the weight.",
        directional_margin_="In the units of X; not set with a free threshold.",
        margin_upper_bound_="‖Σ α_k y_k‖ plus the largest possible rounding error. No weight has a "
        "larger directional margin or, with a free threshold, a larger geometric margin.",
        status_='How the run ended: "converged", "max_seconds", or "stopped", mostly by rounding. '
        "A run also stops if no weight separates the patterns. coef_ may then be 0.",
        converged_=f"Whether the relative gap is below `gap`, or below {GAP:g} for None. It is "
        "not if the time is over, if rounding is larger than the gap (as for γ or Δ below about "
        "10⁻⁶ R), or if no weight separates the patterns.",
    )
    | {
        "relative_gap_": Attribute(
            "float",
            "margin_upper_bound_ / margin − 1 for the margin reached; infinite if no weight "
            "separates the patterns.",
        )
    },
)
class MaximumMargin(BinaryClassifier):
    __doc__ = f"""{__doc__}

    >>> from maxmargin import MaximumMargin
    >>> model = MaximumMargin(augment=0.0).fit([[0, 2], [1, 2], [0, -2]], ["b", "b", "a"])
    >>> round(model.directional_margin_, 12), model.converged_
    (2.0, True)
    """

    augment: float
    extend: float
    free_threshold: bool
    gap: float | None
    max_seconds: float | None

    _needs_margin = True

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return the one setting for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used.

        Returns
        -------
        list of dict
            One empty dictionary.
        """
        return [{}]

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
            If a pattern is too long, if all patterns are too short, or if, without a free
            threshold, a pattern is all zero.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        patterns, labels = self._checked(X, y, **fit_params)
        if not sparse.issparse(patterns) and nonzeros(patterns) < SPARSE_BELOW * patterns.size:
            patterns = memoised(sparse_rows, patterns)
        patterns, columns = memoised(_without_empty_columns, patterns)
        if self.free_threshold:
            self.squared_radius_ = self._squared_radius(patterns)
            rho = _unit_near(self.squared_radius_)
            space = memoised(make_space, patterns, labels, rho, self.extend)
        else:
            rho = self.augment
            space = memoised(make_space, patterns, labels, rho, self.extend)
            self.squared_radius_ = space.squared_radius
        unit = _unit_near(self.squared_radius_)
        problem = MarginProblem(patterns, labels, rho, self.extend, self.free_threshold, unit)
        with one_thread():  # the learners also use one thread
            found, self.history_, self.status_ = self._solved(space, problem)
        self.train_seconds_ = self.history_[-1].seconds
        self.dual_coef_ = found.duals
        self.coef_ = np.zeros((1, self.n_features_in_))
        self.coef_[0, columns] = unit * found.weight[:-1]
        threshold = found.threshold if self.free_threshold else rho / unit * found.weight[-1]
        self.intercept_ = unit**2 * np.array([threshold])
        self.slack_coef_ = unit * labels * found.slacks
        self._fitted_in = None if self.free_threshold else self.augment, self.extend
        self.margin_upper_bound_ = unit * found.upper_bound
        self.relative_gap_ = found.gap
        self.converged_ = self.status_ == CONVERGED
        self.geometric_margin_ = unit * found.geometric_margin
        if not self.free_threshold:
            self.directional_margin_ = unit * found.margin
        if not self.converged_:
            self._warn(found, patterns, labels)
        return self

    def _warn(self, found, patterns, labels):
        """Warn that the run ended before the margin was known precisely enough."""
        what, remedy = "max_seconds ended it", "Raise max_seconds."
        if self.status_ == STOPPED:
            what, remedy = "it came no further", "Scale the columns of X to similar sizes"
            remedy += f", or set gap={2.0 * found.gap:.1g}." if found.gap < 0.1 else "."
        known = f"{what} at a relative gap of {found.gap:.3g}, above {self.gap or GAP:g}. {remedy}"
        if not found.margin > 0.0:
            known = "no weight was found that separates the patterns."
            if not self.extend:
                seconds = min(DECIDING_SECONDS, self.max_seconds or DECIDING_SECONDS)
                threshold = self.free_threshold or bool(self.augment)
                known = cause(patterns, labels, threshold, seconds) or known
        warn_not_converged(f"MaximumMargin ended ({self.status_}) before it converged: {known}")

    def _squared_radius(self, X):
        """Return R² without a coordinate for the threshold. Raise ValueError for a bad R²."""
        squared_norms = row_norms(X, squared=True)
        squared_norms = squared_norms + self.extend**2
        check_radius(squared_norms)
        return float(squared_norms.max())

    def _solved(self, space, problem):
        """Return the `Solution` of a problem, the history of the run, and its status."""
        started, enough = clock(), self.gap or GAP
        until = inf if self.max_seconds is None else started + self.max_seconds
        settings = self.free_threshold, self.gap, self.max_seconds
        run = few_coordinates(space, *settings) if is_suitable(space) else None
        if run is None:
            run = newton(space, *settings, started)
        weight, slacks = run.weight / problem.unit, run.slacks / problem.unit
        found, history = measured(problem, weight, slacks, run.duals), run.history
        little = self.extend**2 < SMALLEST * self.squared_radius_
        in_time = True
        unfinished = self.gap is None and little or not found.gap < enough
        manageable = not self.extend or len(problem.labels) <= WOLFE_UP_TO
        if unfinished and manageable and clock() < until:
            other, in_time = by_minimum_norm_point(problem, found.duals, until)
            if other.gap < max(found.gap, PRECISE):
                found = other
            elif not found.gap < GAP:  # below GAP the combination of its duals is its weight
                found = best_of(found, other)
            last = history[-1]._replace(seconds=clock() - started)
            history.append(_enclosed(last, problem, found))
        error = self._rounding(problem)
        separates = found.margin > error
        # Rounding may have raised the margin and lowered the bound, each by the error.
        found = found._replace(upper_bound=found.upper_bound + 2.0 * error)
        if separates and found.gap < enough:
            return found, history, CONVERGED
        return found, history, STOPPED if in_time and clock() < until else MAX_SECONDS

    def _rounding(self, problem):
        """Return how much rounding may change the margin, or the bound, in the problem's unit.

        A free threshold b, with |b| up to about ‖w‖ R, adds to the products. Sums of patterns have
        no larger error (`rounding.combination`).
        """
        of_one = rounding_of(most_entries(problem.X)) * sqrt(self.squared_radius_) / problem.unit
        return 2 * of_one if problem.free else of_one


def _without_empty_columns(X):
    """Return X and an index of the columns that remain.

    Steps take time in proportion to the columns. If more than half of a sparse X's columns are
    empty, these are left out.
    """
    if sparse.issparse(X):
        used = np.zeros(X.shape[1], dtype=bool)
        for start in range(0, X.nnz, AT_ONCE):
            used[X.indices[start : start + AT_ONCE]] = True
            if 2 * np.count_nonzero(used) >= used.size:
                return X, slice(None)
        columns = np.flatnonzero(used)
        if columns.size:
            return X[:, columns], columns
    return X, slice(None)


def _unit_near(squared_radius):
    """Return a power of two near R. Dividing by it rounds nothing."""
    return 2.0 ** round(log2(squared_radius) / 2)


def _enclosed(point, problem, found):
    """Return the next `Point`, with the better ends of the last point and of a `Solution`."""
    ends = [problem.unit * margin for margin in (found.margin, found.geometric_margin)]
    directional = nan if problem.free else max(point.directional_margin, ends[0])
    return point._replace(
        epochs=point.epochs + 1,
        directional_margin=directional,
        geometric_margin=max(point.geometric_margin, ends[1]),
        upper_bound=min(point.upper_bound, problem.unit * found.upper_bound),
    )
