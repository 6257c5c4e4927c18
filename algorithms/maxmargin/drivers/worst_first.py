"""The worst-first driver: it always presents the pattern with the smallest product.

An update considers all patterns, and so counts as an epoch, and as many visits as there are
patterns. It does not recompute their products: these are kept, and a column of the Gram matrix
brings them up to date. In the space of X a column costs a pass over the patterns, no more than all
products would; a column is kept when it is needed for the second time, while the memory lasts, as
the worst patterns are few in the end and come again and again. In a kernel's space, where all
products cost as many columns as there are patterns in the weight, a column is kept from the first
time on, while the memory lasts.
"""

from math import nan, sqrt

import numpy as np
from scipy import sparse

from maxmargin import kernels
from maxmargin.compilation import bind
from maxmargin.drivers.dual import LEAST_KNOWN
from maxmargin.drivers.progress import NO_BUDGET, Point, ProgressMonitor, Run, bound_of, margin_of
from maxmargin.drivers.scaled_rule import ScaledRule
from maxmargin.drivers.state import AT_UPDATE, CONVERGED, FAILED, RUN_STATE, STUCK, failure
from maxmargin.drivers.update_core import LOST, NOTHING
from maxmargin.preparation import once

COLUMNS_MEMORY = 1 << 30  # bytes for columns in the space of X
BLOCK = 64  # columns of a kernel computed together


def run(rule, parameters, geometry, *, start=None, budget=NO_BUDGET, watch=None):
    """Runs a rule until the worst pattern does not violate or the budget ends the run: a `Run`.

    parameters: the rule's, in its normalised units. geometry: `LinearGeometry` or `KernelGeometry`.
    start: the initial weight weights + Σ α_k y_k, as (weights, duals); weights: (n + 1,), the
    augmenting coordinate last, or None; duals: (m,). With such weights or a negative dual there is
    no certificate, and the upper bound is nan. budget, watch: as in `sequential.run`. Raises
    ValueError for rules that cannot be presented the worst pattern first, or have their own start.
    """
    scaled_rule = ScaledRule(rule, parameters, geometry.squared_radius)
    if scaled_rule.endless:
        raise ValueError(
            f"{rule.NAME} is defined by its visits of single patterns: leave worst_first at False."
        )
    if scaled_rule.uses_dual:
        raise ValueError(
            f"{rule.NAME} also lowers duals of patterns that are not the worst, and these are "
            "never presented: leave worst_first at False."
        )
    if start and (rule.STARTS_FROM_FIRST_PATTERN or not rule.ADDITIVE):
        raise ValueError(f"{rule.NAME} has a start of its own: leave start at None.")
    weight = _Weight(rule, scaled_rule, geometry, start)
    monitor = ProgressMonitor(budget, watch, weight.point, geometry.separates)
    while monitor.status is None:
        most = min(monitor.next_stop, monitor.limits.max_epochs)  # an update is an epoch
        with monitor.learning():
            reason = weight.advance(most)
        if reason == FAILED:
            monitor.fail(failure(weight.state, weight.updates))
            break
        monitor.check(weight.updates, weight.updates, reason == CONVERGED, reason == STUCK)
    coordinates, duals = weight.coordinates(), weight.duals()
    norm = weight.norm if coordinates is None else None
    return Run(monitor.status, coordinates, duals, monitor.curve, monitor.failure, norm)


class LinearGeometry:
    """The patterns of a `Space`, as the driver needs them."""

    keeps_at_once = False  # whether a column is kept when it is needed for the first time
    nothing = NOTHING**2  # ‖a‖² in units of (R Σα)² that is rounding

    def __init__(self, space):
        self.memory = COLUMNS_MEMORY
        self.separates = space.separates
        self.labels, self.rho, self.delta = space.labels.astype(float), space.rho, space.delta
        self.squared_norms, self.squared_radius = space.squared_norms, space.squared_radius
        self.X = once(space.storage.matrix, space.patterns, space.n)

    def column(self, k):
        """y_k·y_l for all l, (m,)."""
        x = self.X[[k]].toarray().ravel() if sparse.issparse(self.X) else self.X[k]
        column = self.labels[k] * self.labels * (self.X @ x + self.rho**2)
        column[k] += self.delta**2
        return column

    def products(self, weights):
        """y_k·w of a w that is (n + 1,), augmenting coordinate last."""
        return self.labels * (self.X @ weights[:-1] + self.rho * weights[-1])

    def gram_times(self, duals, kept=None):
        """Σ α_k y_k·y_l for all l, (m,). kept: not used here."""
        return self.products(self.coordinates(duals)) + self.delta**2 * duals

    def squared_norm(self, duals, products, start):
        """‖start + Σ α_k y_k‖²; start: (n + 1,), or None. products: not used here."""
        coordinates = self.coordinates(duals, start)
        return float(coordinates @ coordinates) + self.delta**2 * float(duals @ duals)

    def measured(self, duals, start, kept):
        """The products of all patterns with a = start + Σ α_k y_k, (m,), and of ‖a‖² (the value,
        that without the augmenting coordinate, the largest that rounding leaves possible). kept:
        not used here.
        """
        coordinates = self.coordinates(duals, start)
        plain = float(coordinates[:-1] @ coordinates[:-1]) + self.delta**2 * float(duals @ duals)
        whole = plain + float(coordinates[-1]) ** 2
        return self.products(coordinates) + self.delta**2 * duals, (whole, plain, whole)

    def coordinates(self, duals, start=None):
        """start + Σ α_k y_k without the extending coordinates, (n + 1,)."""
        augmenting = self.rho * float(self.labels @ duals)
        found = np.append(self.X.T @ (self.labels * duals), augmenting)
        return found if start is None else found + start


class KernelGeometry:
    """The patterns of a `KernelSpace`, likewise. A weight has no coordinates there.

    X: (m, n), an array or csr matrix, the patterns before the kernel; labels: (m,), ±1. memory:
    bytes for columns.
    """

    keeps_at_once = True
    nothing = NOTHING

    def __init__(self, space, X, labels, memory):
        self.space, self.X, self.labels, self.memory = space, X, labels, memory
        self.separates = space.separates
        self.squared_norms, self.squared_radius = space.squared_norms, space.squared_radius

    def column(self, k):
        """y_k·y_l for all l, (m,)."""
        column = self.labels[k] * self.labels * self._values([k]).ravel()
        column[k] += self.space.delta**2
        return column

    def gram_times(self, duals, kept=None):
        """Σ α_k y_k·y_l for all l, (m,). kept: the columns that need not be computed, as
        (columns, slots): columns, (capacity, m); slots, (m,), where a pattern's column is, or −1.
        """
        total, missing = np.zeros(duals.size), np.flatnonzero(duals)
        if kept:
            columns, slots = kept
            there = slots[missing] >= 0
            for k in missing[there]:
                total += duals[k] * columns[slots[k]]
            missing = missing[~there]
        for start in range(0, missing.size, BLOCK):
            block = missing[start : start + BLOCK]
            total += self.labels * (self._values(block) @ (self.labels * duals)[block])
            total[block] += self.space.delta**2 * duals[block]
        return total

    def _values(self, patterns):
        """K of all patterns with the given ones, (m, their number)."""
        return kernels.values_of_checked(
            self.space.kernel, self.X, self.X[patterns], self.space.rho
        )

    def squared_norm(self, duals, products, start):
        """‖Σ α_k y_k‖², from the products of all patterns with it. start: None in this space."""
        return max(0.0, float(duals @ products))

    def measured(self, duals, start, kept):
        """As of `LinearGeometry`; a weight that is 0 but for rounding counts as 0. kept: as
        in `gram_times`.
        """
        products = self.gram_times(duals, kept)
        whole, error = float(duals @ products), self.space.error_of(duals)
        largest = max(whole, 0.0) + error
        whole = whole if whole > LEAST_KNOWN * error else 0.0
        factors = self.space.factors[: duals.size]
        augmenting = self.space.rho * float((self.labels * factors) @ duals)
        return products, (whole, max(whole - augmenting**2, 0.0), largest)

    def coordinates(self, duals, start=None):
        """None: a weight has no coordinates in this space."""
        return None


class _Weight:
    """The weight of a run in progress: a = scale·v, v = v_0 + Σ α_k y_k, and all products y_k·v."""

    def __init__(self, rule, scaled_rule, geometry, start):
        self.rule, self.kernel = rule, bind("worst_first_kernel", rule)
        self.scaled_rule, self.geometry = scaled_rule, geometry
        m = geometry.labels.size
        self.start, self.alphas = None, np.zeros(m)
        self.compiled_advance = None
        self.start_products, self.certified = np.zeros(m), True
        capacity = 1 + max(1, min(m, int(geometry.memory // (8 * m))))
        self.columns = np.empty((capacity, m))  # the first is for those that are not kept
        self.met = np.zeros(m, dtype=bool)
        self.slots = np.full(m, -1, dtype=np.int64)
        self.owners = np.full(capacity, -1, dtype=np.int64)
        self.used = np.zeros(capacity, dtype=np.int64)
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.state = self.run_states[0]
        self.state["scale"] = 1.0
        if rule.STARTS_FROM_FIRST_PATTERN:
            self.alphas[0], self.state["t"] = 1.0, 1
        if start:
            self._begin_from(*start)
        self.first_t = int(self.state["t"])
        self._renew()
        self._measure_norm()

    def _begin_from(self, weights, duals):
        self.alphas[:] = duals
        self.certified = weights is None and bool((self.alphas >= 0.0).all())
        if weights is not None:
            self.start = weights
            self.start_products = self.geometry.products(weights)
        if self.geometry.keeps_at_once:
            for k in np.flatnonzero(self.alphas)[: self.owners.size - 1]:
                self._fetch(k)

    @property
    def updates(self):
        return int(self.state["t"]) - self.first_t

    def advance(self, updates):
        """Presents patterns until so many updates are made, or none is needed."""
        while True:
            arguments = (
                *(self.products, self.alphas, self.geometry.squared_norms, self.columns),
                *(self.slots, self.used, self.scaled_rule.params, self.run_states),
                *(self.scaled_rule.memory, self.first_t + updates),
            )
            self.compiled_advance = self.compiled_advance or self.kernel.advance.ready(*arguments)
            reason, self.scaled_rule.memory = self.compiled_advance(*arguments)
            if reason == self.kernel.MISSING:
                self._fetch(int(self.state["position"]))
            elif reason == self.kernel.TO_RENEW:
                self._renew()
            elif reason == self.kernel.IS_LOST:
                self._renew()
                self._measure_norm()
                if self.rule.SCALE_FREE and self._is_nothing():
                    return STUCK
                if self.updates == updates:
                    return AT_UPDATE
            else:
                return reason

    def _fetch(self, k):
        """Computes the column of a pattern. If it is needed again, or is kept at once and a slot is
        free, it replaces the column that has not been used for longest.
        """
        slot = 1 + int(self.used[1:].argmin())
        at_once = self.geometry.keeps_at_once and self.owners[slot] < 0
        slot = slot if self.met[k] or at_once else 0
        self.met[k] = True
        if self.owners[slot] >= 0:
            self.slots[self.owners[slot]] = -1
        self.columns[slot] = self.geometry.column(k)
        self.slots[k], self.owners[slot] = slot, k
        self.used[slot] = max(int(self.state["t"]), 1)

    def _renew(self):
        """Recomputes all products."""
        kept = self.columns, self.slots
        self.products = self.start_products + self.geometry.gram_times(self.alphas, kept)

    def _measure_norm(self):
        """Recomputes ‖a‖² from the products."""
        self.state["squared_norm"] = self.state["scale"] ** 2 * self._squared_norm()
        self.state["least_known"] = LOST * self.state["squared_norm"]

    def _is_nothing(self):
        """Whether the weight is 0 but for rounding."""
        longest = self.geometry.squared_radius * self.alphas.sum() ** 2
        return self._squared_norm() <= self.geometry.nothing * longest

    def _squared_norm(self):
        """‖v‖²."""
        return self.geometry.squared_norm(self.alphas, self.products, self.start)

    def duals(self):
        return self.state["scale"] * self.alphas

    def coordinates(self):
        """a without the extending coordinates, (n + 1,); None in a kernel's space."""
        return self.geometry.coordinates(self.duals(), self.start)

    def point(self, seconds):
        """The current `Point` of the run's curve."""
        self._renew()
        kept = self.columns, self.slots
        measured = self.geometry.measured(self.duals(), self.start, kept)
        products, (squared_norm, plain, largest) = measured
        smallest, self.norm = float(products.min()), sqrt(squared_norm)
        return Point(
            self.updates,
            int(self.state["epochs"]),
            0,
            int(self.state["epochs"]) * self.alphas.size,
            seconds,
            margin_of(smallest, self.norm),
            margin_of(smallest, sqrt(plain)),
            bound_of(sqrt(largest), self.duals()) if self.certified else nan,
        )
