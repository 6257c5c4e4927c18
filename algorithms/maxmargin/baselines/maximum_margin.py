"""The maximum margin itself, with a certificate that leaves a relative gap below 10⁻⁹.

The weight of maximum margin is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1. For any such
α no margin exceeds ‖Σ α_k y_k‖ (weak duality of the hard margin), so the margin of the weight and
its norm enclose the maximum. Both are computed here from the duals, whichever method found them:
Newton's in the extended space, Wolfe's minimum norm point without extension.

With a free threshold, which is outside the norm as in a support vector machine, the same holds for
the geometric margin and for α with equal sums over the two classes.
"""

from math import inf, log2, sqrt
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import LinAlgError
from sklearn.utils.extmath import row_norms

from maxmargin.baselines.classifier import timed
from maxmargin.baselines.finite_newton import finite_newton
from maxmargin.baselines.minimum_norm_point import NEGLIGIBLE, minimum_norm_point
from maxmargin.estimators.linear_classifier import LinearClassifier
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.preparation import once
from maxmargin.space import check_not_too_long, make_space

GAP = 1e-9


FREE_THRESHOLD = Parameter(
    False,
    ["boolean"],
    "Whether the geometric margin is maximised, with a threshold outside the norm; there is then "
    "no ρ.",
)


@declares(
    shared("augment", "extend") | {"free_threshold": FREE_THRESHOLD},
    attributes=attributes(
        *("coef_", "intercept_", "slack_coef_", "geometric_margin_", "squared_radius_"),
        *("train_seconds_",),
        dual_coef_="(m,), α >= 0 of the weight Σ α_k y_k, normalised so that Σα = 1.",
        directional_margin_="In the units of X; not with a free threshold.",
        margin_upper_bound_="‖Σ α_k y_k‖, which the directional margin of no weight exceeds; with "
        "a free threshold the geometric margin.",
        relative_gap_="The ratio of that to the margin reached, less 1; infinite if no weight "
        "separates the patterns.",
        converged_=f"Whether the gap is below {GAP:g}, as it is unless γ or Δ is less than about "
        "10⁻⁷ R. If no weight separates the patterns it is False, and no margin is positive.",
    ),
)
class MaximumMargin(LinearClassifier):
    __doc__ = f"""{__doc__}

    >>> from maxmargin import MaximumMargin
    >>> model = MaximumMargin(augment=0.0).fit([[0, 2], [1, 2], [0, -2]], ["b", "b", "a"])
    >>> model.directional_margin_, model.converged_
    (2.0, True)
    """

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Like the learners', with nothing to choose."""
        return [{}]

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError if a pattern is too long or, without a free threshold, all zero.
        """
        X, labels = self._checked(X, y)
        self.squared_radius_ = self._squared_radius(X, labels)
        # A power of two near R: dividing by it rounds nothing.
        unit = 2.0 ** round(log2(self.squared_radius_) / 2) if self.squared_radius_ else 1.0
        rho = 0.0 if self.free_threshold else self.augment / unit
        problem = _Problem(
            _reflected(X, labels, rho, unit), labels, self.extend / unit, self.free_threshold
        )
        found, self.train_seconds_ = timed(_solved, problem)
        weight, slacks = found.weight, found.slacks
        self.dual_coef_ = found.duals
        self.coef_ = unit * weight[None, :-1]
        threshold = found.threshold if self.free_threshold else rho * weight[-1]
        self.intercept_ = unit**2 * np.array([threshold])
        self.slack_coef_ = unit * labels * slacks
        self.margin_upper_bound_ = unit * found.upper_bound
        self.relative_gap_ = found.gap
        self.converged_ = bool(found.gap < GAP)
        plain_norm = sqrt(weight[:-1] @ weight[:-1] + slacks @ slacks)
        self.geometric_margin_ = unit * found.smallest / plain_norm if plain_norm else 0.0
        vars(self).pop("directional_margin_", None)  # of an earlier fit
        if not self.free_threshold:
            self.directional_margin_ = unit * found.margin
        return self

    def _squared_radius(self, X, labels):
        """R², without the threshold's coordinate if that is free. Raises ValueError."""
        if not self.free_threshold:
            return once(make_space, X, labels, self.augment, self.extend).squared_radius
        squared_norms = row_norms(X, squared=True)
        check_not_too_long(squared_norms)
        return float(squared_norms.max()) + self.extend**2


class _Problem(NamedTuple):
    """Patterns in a unit in which the longest is about 1.

    Z: (m, n + 1), an array or csr matrix, label_k (x_k, ρ), with 0 for ρ if the threshold is free;
    labels: (m,), +1 and -1; delta: Δ.
    """

    Z: np.ndarray
    labels: np.ndarray
    delta: float
    free_threshold: bool


class _Solution(NamedTuple):
    """weight: (n + 1,); slacks: (m,), label-reflected; threshold: 0 unless free; duals: (m,), α
    with Σ α = 1, and equal sums over the classes if the threshold is free; smallest: the smallest
    product; norm: the weight's; upper_bound: ‖Σ α_k y_k‖.
    """

    weight: np.ndarray
    slacks: np.ndarray
    threshold: float
    duals: np.ndarray
    smallest: float
    norm: float
    upper_bound: float

    @property
    def margin(self):
        return self.smallest / self.norm if self.norm else 0.0

    @property
    def gap(self):
        return self.upper_bound / self.margin - 1.0 if self.margin > 0 else inf


def _solved(problem):
    """The `_Solution` of a problem."""
    Z, labels, delta, free_threshold = problem
    if delta:
        try:
            found = _newton(problem)
        except LinAlgError:
            found = None
        if found and found.gap < GAP:
            return found
        # Δ is tiny, and rounding has destroyed the slacks that Newton's method depends on.
        Z = sparse.hstack([Z, delta * sparse.identity(len(labels))], format="csr")
    groups = (labels > 0).astype(int) if free_threshold else np.zeros(len(labels), int)
    vector, duals = minimum_norm_point(Z, groups)
    if np.linalg.norm(vector) < NEGLIGIBLE:
        vector = np.zeros_like(vector)
    n = problem.Z.shape[1]
    return _measured(problem, vector[:n], vector[n:] if delta else np.zeros(len(labels)), duals)


def _newton(problem):
    """The `_Solution` by `finite_newton`, or None if a class has no α > 0. Raises LinAlgError.

    The weight is not computed from α, as its rounding errors would matter if margins are small.
    """
    Z, labels, delta, free_threshold = problem
    if free_threshold:
        penalised = np.append(np.ones(Z.shape[1] - 1), 0.0)
        weight, duals = finite_newton(_with_last_column(Z, labels), penalised, delta)
        weight[-1] = 0.0
        if not (duals[labels > 0].any() and duals[labels < 0].any()):
            return None
    else:
        weight, duals = finite_newton(Z, np.ones(Z.shape[1]), delta)
        if not duals.any():
            return None
    return _measured(problem, weight, delta * duals, duals)


def _measured(problem, weight, slacks, duals):
    """The `_Solution`, normalised, with both sides of its certificate."""
    Z, labels, delta, free_threshold = problem
    total = duals.sum()
    weight, slacks, duals = weight / total, slacks / total, duals / total
    products = Z @ weight + delta * slacks
    threshold = 0.0
    if free_threshold:
        positive = labels > 0
        for members in (positive, ~positive):
            duals[members] /= 2.0 * duals[members].sum()
        threshold = (products[~positive].min() - products[positive].min()) / 2  # half-way
        products += labels * threshold
    combination = Z.T @ duals
    return _Solution(
        weight,
        slacks,
        threshold,
        duals,
        float(products.min()),
        sqrt(weight @ weight + slacks @ slacks),
        sqrt(combination @ combination + delta**2 * (duals @ duals)),
    )


def _reflected(X, labels, rho, unit):
    """Patterns label_k (x_k/unit, ρ), (m, n + 1), an array or csr matrix as X is."""
    if sparse.issparse(X):
        rows = sparse.diags_array(labels / unit) @ X
        return sparse.hstack([rows, rho * labels[:, None]], format="csr")
    return np.hstack([X * (labels / unit)[:, None], rho * labels[:, None]])


def _with_last_column(Z, column):
    """Z, (m, n), with another last column, (m,)."""
    if sparse.issparse(Z):
        return sparse.hstack([Z[:, :-1], column[:, None]], format="csr")
    return np.hstack([Z[:, :-1], column[:, None]])
