"""The maximum margin itself, with a certificate that encloses it at any moment of the run.

The weight of maximum margin is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1. For any such
α no margin exceeds ‖Σ α_k y_k‖ (weak duality of the hard margin), so the margin of a weight and
that length enclose the maximum. The run ends when they are as close as is asked for. Steps are
Newton's on the patterns whose α are positive (`maxmargin.baselines.newton`); where rounding stops
these early, as without extension it can, or with Δ > 0 and no more than 3000 patterns, Wolfe's
minimum norm point takes over.

With a free threshold, which is outside the norm as in a support vector machine, the same holds for
the geometric margin and for α with equal sums over the two classes.
"""

import warnings
from math import inf, isqrt, log2, nan, sqrt

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.extmath import row_norms
from threadpoolctl import threadpool_limits

from maxmargin.baselines.enclosure import Problem, best_of, by_minimum_norm_point, measured
from maxmargin.baselines.newton import SMALLEST, newton
from maxmargin.compilation import clock
from maxmargin.estimators.linear_classifier import LinearClassifier
from maxmargin.estimators.shared_parameters import PART, Parameter, attributes, declares, shared
from maxmargin.preparation import once
from maxmargin.rounding import most_entries, rounding_of
from maxmargin.space import check_radius, make_space
from maxmargin.statuses import CONVERGED, MAX_SECONDS, STOPPED

GAP = 1e-9
SPARSE_BELOW = 0.25  # the part of an array that is not 0, below which it is stored as sparse rows
PRECISE = 1e-12  # a gap with which the duals are known to half as many digits, or more
WOLFE_UP_TO = 3000  # patterns if Δ > 0, as each then has a coordinate of its own


FREE_THRESHOLD = Parameter(
    False,
    ["boolean"],
    "Whether the geometric margin is maximised, with a threshold outside the norm; there is then "
    "no ρ.",
)
ACCURACY = Parameter(
    None,
    [PART, None],
    "The relative gap between the margin and its upper bound at which the run ends; None for as "
    "small as rounding allows.",
)


@declares(
    {
        **shared("augment", "extend"),
        "free_threshold": FREE_THRESHOLD,
        "accuracy": ACCURACY,
        **shared("max_seconds"),
    },
    attributes=attributes(
        *("coef_", "intercept_", "slack_coef_", "geometric_margin_", "squared_radius_"),
        *("history_", "train_seconds_"),
        dual_coef_="(m,), α >= 0 with Σα = 1, for which the upper bound is ‖Σ α_k y_k‖. Once the "
        "gap is negligible, Σ α_k y_k is the weight.",
        directional_margin_="In the units of X; not with a free threshold.",
        margin_upper_bound_="‖Σ α_k y_k‖ and what rounding may add to it. No weight has a larger "
        "directional margin; with a free threshold, no larger geometric margin.",
        relative_gap_="margin_upper_bound_ / margin − 1, for the margin reached; infinite if no "
        "weight separates the patterns.",
        status_='How the run ended: "converged", "max_seconds", or "stopped" by rounding.',
        converged_=f"Whether the gap is below accuracy, or {GAP:g} for None. It is not if the time "
        "is over, if rounding is larger than the gap, as for γ or Δ below about 10⁻⁶ R, or if no "
        "weight separates the patterns, and then no margin is positive.",
    ),
)
class MaximumMargin(LinearClassifier):
    __doc__ = f"""{__doc__}

    >>> from maxmargin import MaximumMargin
    >>> model = MaximumMargin(augment=0.0).fit([[0, 2], [1, 2], [0, -2]], ["b", "b", "a"])
    >>> round(model.directional_margin_, 12), model.converged_
    (2.0, True)
    """

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Like the learners', with nothing to choose."""
        return [{}]

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError if a pattern is too long, all are too short or, without a free threshold,
        one is all zero. Warns (ConvergenceWarning) if the run ended before it converged.
        """
        X, labels = self._checked(X, y, **fit_params)
        if not sparse.issparse(X) and np.count_nonzero(X) < SPARSE_BELOW * X.size:
            X = once(sparse.csr_matrix, X)
        X, columns = once(_without_empty_columns, X)
        if self.free_threshold:
            self.squared_radius_ = self._squared_radius(X)
            rho = _unit_near(self.squared_radius_)
            space = once(make_space, X, labels, rho, self.extend)
        else:
            rho, space = self.augment, once(make_space, X, labels, self.augment, self.extend)
            self.squared_radius_ = space.squared_radius
        unit = _unit_near(self.squared_radius_)
        problem = Problem(X, labels, rho, self.extend, self.free_threshold, unit)
        with threadpool_limits(1):  # as the learners use one
            found, self.history_, self.status_ = self._solved(space, problem)
        self.train_seconds_ = self.history_[-1].seconds
        self.dual_coef_ = found.duals
        self.coef_ = np.zeros((1, self.n_features_in_))
        self.coef_[0, columns] = unit * found.weight[:-1]
        threshold = found.threshold if self.free_threshold else rho / unit * found.weight[-1]
        self.intercept_ = unit**2 * np.array([threshold])
        self.slack_coef_ = unit * labels * found.slacks
        self.margin_upper_bound_ = unit * found.upper_bound
        self.relative_gap_ = found.gap
        self.converged_ = self.status_ == CONVERGED
        self.geometric_margin_ = unit * found.geometric_margin
        if not self.free_threshold:
            self.directional_margin_ = unit * found.margin
        if not self.converged_:
            self._warn(found)
        return self

    def _warn(self, found):
        """Says that the run ended before the margin was known as precisely as asked for."""
        known = "no weight was found that separates the patterns"
        if found.margin > 0.0:
            known = f"the margin is known to a relative gap of {found.gap:.3g}"
        warnings.warn(
            f"MaximumMargin ended ({self.status_}) before it converged: {known}.",
            ConvergenceWarning,
            stacklevel=3,
        )

    def _squared_radius(self, X):
        """R² without a coordinate for the threshold. Raises ValueError."""
        squared_norms = row_norms(X, squared=True)
        squared_norms = squared_norms + self.extend**2
        check_radius(squared_norms)
        return float(squared_norms.max())

    def _solved(self, space, problem):
        """The `Solution` of a problem, the history of the run, and its status."""
        started, enough = clock(), self.accuracy or GAP
        until = inf if self.max_seconds is None else started + self.max_seconds
        run = newton(space, self.free_threshold, self.accuracy, self.max_seconds)
        weight, slacks = run.weight / problem.unit, run.slacks / problem.unit
        found, history = measured(problem, weight, slacks, run.duals), run.history
        little = self.extend**2 < SMALLEST * self.squared_radius_
        unfinished = self.accuracy is None and little or not found.gap < enough
        manageable = not self.extend or len(problem.labels) <= WOLFE_UP_TO
        if unfinished and manageable and clock() < until:
            other = by_minimum_norm_point(problem, found.duals, until)
            if other.gap < max(found.gap, PRECISE):
                found = other
            elif not found.gap < GAP:  # else its duals' combination is its weight
                found = best_of(found, other)
            last = history[-1]._replace(seconds=clock() - started)
            history.append(_enclosed(last, problem, found))
        error = self._rounding(problem, found)
        separates = found.margin > error
        # Rounding may have raised the margin and lowered the bound, each by the error.
        found = found._replace(upper_bound=found.upper_bound + 2.0 * error)
        if separates and found.gap < enough:
            return found, history, CONVERGED
        return found, history, STOPPED if clock() < until else MAX_SECONDS

    def _rounding(self, problem, found):
        """By how much rounding may change the margin, or the bound, in the problem's unit.

        A free threshold b adds to the products, with |b| up to about ‖w‖ R. The errors of the sum
        of the patterns with positive duals grow like the root of their number.
        """
        entries = max(most_entries(problem.X), isqrt(np.count_nonzero(found.duals)))
        products = 2 if problem.free else 1
        return products * rounding_of(entries) * sqrt(self.squared_radius_) / problem.unit


def _without_empty_columns(X):
    """X, and which of its columns remain, as an index: those that a pattern has, if a sparse X has
    few of these. Steps take time in proportion to the columns; half of them may be empty.
    """
    if sparse.issparse(X):
        columns = np.unique(X.indices)
        if 0 < columns.size < X.shape[1] / 2:
            return X[:, columns], columns
    return X, slice(None)


def _unit_near(squared_radius):
    """Near R: dividing by it rounds nothing."""
    return 2.0 ** round(log2(squared_radius) / 2)


def _enclosed(point, problem, found):
    """The `Point` after another, with the better ends of that and of a `Solution`."""
    ends = [problem.unit * margin for margin in (found.margin, found.geometric_margin)]
    directional = nan if problem.free else max(point.directional_margin, ends[0])
    return point._replace(
        epochs=point.epochs + 1,
        directional_margin=directional,
        geometric_margin=max(point.geometric_margin, ends[1]),
        upper_bound=min(point.upper_bound, problem.unit * found.upper_bound),
    )
