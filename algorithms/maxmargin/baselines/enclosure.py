"""Both ends of the interval in which the maximum margin lies, from a weight and from duals.

They are computed by other code than that which found the weight and the duals, from the patterns
themselves.
"""

from math import inf, sqrt
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from scipy import sparse

from maxmargin.baselines.minimum_norm_point import NEGLIGIBLE, minimum_norm_point
from maxmargin.mapped import in_parts


class Problem(NamedTuple):
    """X: (m, n), an array or csr matrix; labels: (m,), +1 and -1; rho, delta: ρ and Δ; free:
    whether the threshold is outside the norm; unit: about R, a power of two.
    """

    X: np.ndarray
    labels: np.ndarray
    rho: float
    delta: float
    free: bool
    unit: float


class Solution(NamedTuple):
    """All lengths are in the problem's unit. weight: (n + 1,), the last 0 if the threshold is free;
    slacks: (m,), label-reflected; threshold: 0 unless free; duals: (m,), α with Σ α = 1, and equal
    sums over the classes if the threshold is free; smallest: the smallest product; norm,
    plain_norm: the weight's with and without the augmenting coordinate; upper_bound: ‖Σ α_k y_k‖.
    """

    weight: np.ndarray
    slacks: np.ndarray
    threshold: float
    duals: np.ndarray
    smallest: float
    norm: float
    plain_norm: float
    upper_bound: float

    @property
    def margin(self):
        return self.smallest / self.norm if self.norm else 0.0

    @property
    def geometric_margin(self):
        return self.smallest / self.plain_norm if self.plain_norm else 0.0

    @property
    def gap(self):
        return self.upper_bound / self.margin - 1.0 if self.margin > 0 else inf


def measured(problem, weight, slacks, duals):
    """The `Solution` of a weight, in the unit, and of duals of any scale."""
    X, labels, rho, delta, free, unit = problem
    rho, delta, threshold = rho / unit, delta / unit, 0.0
    positive = labels > 0
    total = duals.sum()
    duals = duals / total if total > 0.0 else np.full(labels.size, 1.0 / labels.size)
    if free:
        weight = np.append(weight[:-1], 0.0)
        for members in (positive, ~positive):
            own = duals[members].sum()
            duals[members] = duals[members] / own if own > 0.0 else 1.0 / members.sum()
        duals /= 2.0
    plain_products = [rows @ (weight[:-1] / unit) for _, rows in in_parts(X)]
    products = labels * (np.concatenate(plain_products) + rho * weight[-1]) + delta * slacks
    if free:
        threshold = (products[~positive].min() - products[positive].min()) / 2  # half-way
        products += labels * threshold
    signed = labels * duals
    combination = sum(rows.T @ (signed[places] / unit) for places, rows in in_parts(X))
    augmenting = 0.0 if free else rho * signed.sum()
    plain = weight[:-1] @ weight[:-1] + slacks @ slacks
    return Solution(
        weight,
        slacks,
        threshold,
        duals,
        float(products.min()),
        sqrt(plain + weight[-1] ** 2),
        sqrt(plain),
        sqrt(combination @ combination + augmenting**2 + delta**2 * (duals @ duals)),
    )


def best_of(one, other):
    """The `Solution` with the weight of the larger margin and the duals of the smaller bound."""
    primal = max(one, other, key=attrgetter("margin"))
    dual = min(one, other, key=attrgetter("upper_bound"))
    if primal is dual:
        return primal
    return primal._replace(duals=dual.duals, upper_bound=dual.upper_bound)


def by_minimum_norm_point(problem, duals, until):
    """The `Solution` by Wolfe's algorithm, or what it has reached when `clock()` is at until.

    duals: (m,), from which it starts if its patterns are affinely independent.
    """
    X, labels, rho, delta, free, unit = problem
    rho, delta = 0.0 if free else rho / unit, delta / unit
    if sparse.issparse(X):
        parts = [sparse.diags_array(labels / unit) @ X, rho * labels[:, None]]
        parts += [delta * sparse.identity(len(labels))] if delta else []
        Y = sparse.hstack(parts, format="csr")
    else:
        parts = [X * (labels / unit)[:, None], rho * labels[:, None]]
        Y = np.hstack([*parts, *([delta * np.eye(len(labels))] if delta else [])])
    groups = (labels > 0).astype(int) if free else np.zeros(len(labels), int)
    vector, duals = minimum_norm_point(Y, groups, duals * len(set(groups)), until)
    if np.linalg.norm(vector) < NEGLIGIBLE:
        vector = np.zeros_like(vector)
    vector, n = vector / duals.sum(), X.shape[1] + 1
    return measured(problem, vector[:n], vector[n:] if delta else np.zeros(len(labels)), duals)
