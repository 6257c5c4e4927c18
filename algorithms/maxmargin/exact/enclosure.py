"""Both ends of the interval that contains the maximum margin, from a weight and from duals.

This code recomputes both ends from the patterns. It shares nothing with the code that found the
weight and the duals.
"""

from math import inf, sqrt
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from scipy import sparse

from maxmargin.exact.minimum_norm_point import NEGLIGIBLE, minimum_norm_point
from maxmargin.input.mapped import in_parts
from maxmargin.rounding import combination, squared_norm, total


class MarginProblem(NamedTuple):
    """Patterns in a space, with a unit of length.

    `X` is (m, n), an array or csr matrix. `labels` are (m,), +1 and -1. `rho` and `delta` are ρ and
    Δ. `free` says whether the threshold is outside the norm. `unit` is a power of two near R.
    """

    X: np.ndarray
    labels: np.ndarray
    rho: float
    delta: float
    free: bool
    unit: float


class Solution(NamedTuple):
    """A weight and duals, with the ends that they prove. All lengths are in the problem's unit.

    `weight` is (n + 1,); its last number is 0 if the threshold is free. `slacks` are (m,),
    reflected by the labels. `threshold` is 0 unless free. `duals` are (m,), α with Σ α = 1; both
    classes have equal sums if the threshold is free. `smallest` is the smallest product. `norm` and
    `plain_norm` are the weight's, with and without the augmenting coordinate. `upper_bound` is
    ‖Σ α_k y_k‖.
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
    """Return the `Solution` of a weight, in the problem's unit, and of duals of any scale."""
    X, labels, rho, delta, free, unit = problem
    rho, delta, threshold = rho / unit, delta / unit, 0.0
    positive = labels > 0
    whole = duals.sum()
    duals = duals / whole if whole > 0.0 else np.full(labels.size, 1.0 / labels.size)
    if free:
        weight = np.append(weight[:-1], 0.0)
        for members in (positive, ~positive):
            own = total(duals[members])
            duals[members] = duals[members] / own if own > 0.0 else 1.0 / members.sum()
        duals /= 2.0
    plain_products = [rows @ (weight[:-1] / unit) for _, rows in in_parts(X)]
    products = labels * (np.concatenate(plain_products) + rho * weight[-1]) + delta * slacks
    if free:
        threshold = (products[~positive].min() - products[positive].min()) / 2  # half-way
        products += labels * threshold
    signed = labels * duals
    combined = combination(X, signed / unit)
    augmenting = 0.0 if free else rho * total(signed)
    plain = squared_norm(weight[:-1]) + squared_norm(slacks)
    return Solution(
        weight,
        slacks,
        threshold,
        duals,
        float(products.min()),
        sqrt(plain + weight[-1] ** 2),
        sqrt(plain),
        sqrt(squared_norm(combined) + augmenting**2 + delta**2 * squared_norm(duals)),
    )


def best_of(one, other):
    """Return the weight with the larger margin and the duals with the smaller bound."""
    primal = max(one, other, key=attrgetter("margin"))
    dual = min(one, other, key=attrgetter("upper_bound"))
    if primal is dual:
        return primal
    return primal._replace(duals=dual.duals, upper_bound=dual.upper_bound)


def by_minimum_norm_point(problem, duals, until):
    """Return the `Solution` by Wolfe's algorithm, and whether it ended before `clock()` is `until`.

    The algorithm starts from `duals`, (m,), if their patterns are affinely independent.
    """
    X, labels, rho, delta, free, unit = problem
    rho, delta = 0.0 if free else rho / unit, delta / unit
    if sparse.issparse(X):
        parts = [sparse.diags_array(labels / unit) @ X, rho * labels[:, None]]
        parts += [delta * sparse.identity(len(labels))] if delta else []
        Y = sparse.hstack(parts, format="csr")
    else:
        parts = [X * (labels / unit)[:, None], rho * labels[:, None]]
        parts += [delta * np.eye(len(labels))] if delta else []
        Y = np.hstack(parts)
    groups = (labels > 0).astype(int) if free else np.zeros(len(labels), int)
    vector, duals, in_time = minimum_norm_point(Y, groups, duals * len(set(groups)), until)
    if np.linalg.norm(vector) < NEGLIGIBLE:
        vector = np.zeros_like(vector)
    vector, n = vector / duals.sum(), X.shape[1] + 1
    slacks = vector[n:] if delta else np.zeros(len(labels))
    return measured(problem, vector[:n], slacks, duals), in_time
