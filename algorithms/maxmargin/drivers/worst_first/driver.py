"""The worst-first driver: it always presents the pattern with the smallest product.

An update considers all patterns. So it counts as an epoch and as m visits. The driver does not
recompute the products of all patterns. It caches them, and adds a column of the Gram matrix at each
update.

In the space of X a column costs a pass over the patterns, no more than all products would. The
worst patterns are few at the end and come again and again. So the driver caches a column when it is
needed for the second time, while memory lasts. In a kernel's space all products cost as many
columns as the weight has patterns. So the driver caches a column from the first time on, while
memory lasts.
"""

from math import nan, sqrt

import numpy as np
from scipy import sparse

from maxmargin import kernels
from maxmargin.compilation.binding import bind
from maxmargin.drivers.dual.learner import LEAST_KNOWN
from maxmargin.drivers.shared.progress import (
    NO_BUDGET,
    Point,
    ProgressMonitor,
    bound_of,
    margin_of,
)
from maxmargin.drivers.shared.scaled_rule import ScaledRule
from maxmargin.drivers.shared.state import (
    ENDED_AT_UPDATE,
    ENDED_CONVERGED,
    ENDED_FAILED,
    ENDED_STUCK,
    PLAIN_RUN_STATE,
    RUN_STATE,
    failure,
)
from maxmargin.drivers.shared.update_core import LOST, NOTHING
from maxmargin.drivers.worst_first import kernel as worst_first_kernel
from maxmargin.preparation import memoised

COLUMNS_MEMORY = 1 << 30  # bytes for columns in the space of X
BLOCK = 64  # columns of a kernel computed together


def run(rule, parameters, geometry, *, start=None, budget=NO_BUDGET, watch=None):
    """Run a rule until no pattern violates or the budget ends the run. Return a `Run`.

    parameters: the rule's, in its normalised units. geometry: `LinearGeometry` or `KernelGeometry`.
    start: the initial weight weights + Σ α_k y_k, as (weights, duals). weights: (n + 1,), with the
    augmenting coordinate last, or None. duals: (m,). Such weights or a negative dual leave no
    certificate, so that the upper bound is nan. budget, watch: as in `sequential.run`. Raises
    ValueError for rules that cannot be presented with the worst pattern, or have their own start.
    """
    scaled_rule = ScaledRule(rule, parameters, geometry.squared_radius)
    if scaled_rule.traits.grows_by_visit:
        raise ValueError(
            f"{rule.NAME} is defined by its visits of single patterns: leave worst_first at False."
        )
    if scaled_rule.traits.uses_label:
        raise ValueError(
            f"{rule.NAME} asks for different margins by class, so that the pattern with the "
            "smallest product may need no update: leave worst_first at False."
        )
    if scaled_rule.traits.uses_dual:
        raise ValueError(
            f"{rule.NAME} also lowers duals of patterns that are not the worst, but the driver "
            "never presents these: leave worst_first at False."
        )
    if start and (rule.STARTS_FROM_FIRST_PATTERN or not rule.ADDITIVE):
        raise ValueError(f"{rule.NAME} has its own start: leave start at None.")
    weight = _Weight(rule, scaled_rule, geometry, start)
    monitor = ProgressMonitor(budget, watch, weight.point, geometry.separates)
    while monitor.status is None:
        most = min(monitor.next_stop, monitor.limits.max_epochs)  # an update is an epoch
        with monitor.learning():
            reason = weight.advance(most)
        if reason == ENDED_FAILED:
            monitor.fail(failure(weight.state, weight.updates))
            break
        monitor.check(
            weight.updates, weight.updates, reason == ENDED_CONVERGED, reason == ENDED_STUCK
        )
    coordinates, duals = weight.coordinates(), weight.duals()
    norm = weight.norm if coordinates is None else None
    return monitor.record(coordinates, duals, norm)


class LinearGeometry:
    """The patterns of a `Space`, for the driver."""

    caches_at_once = False  # whether a column is cached when it is needed for the first time
    nothing = NOTHING**2  # in units of (R Σα)²; a smaller ‖a‖² is rounding

    def __init__(self, space):
        self.memory = COLUMNS_MEMORY
        self.separates = space.separates
        self.labels, self.rho, self.delta = space.labels.astype(float), space.rho, space.delta
        self.squared_norms, self.squared_radius = space.squared_norms, space.squared_radius
        self.X = memoised(space.storage.matrix, space.patterns, space.n)

    def column(self, k):
        """Return y_k·y_l for all l, (m,)."""
        x = self.X[[k]].toarray().ravel() if sparse.issparse(self.X) else self.X[k]
        column = self.labels[k] * self.labels * (self.X @ x + self.rho**2)
        column[k] += self.delta**2
        return column

    def products(self, weights):
        """Return y_k·w for a weight w, (n + 1,), with the augmenting coordinate last."""
        return self.labels * (self.X @ weights[:-1] + self.rho * weights[-1])

    def gram_times(self, duals, cached=None):
        """Return Σ α_k y_k·y_l for all l, (m,). `cached` is not used here."""
        return self.products(self.coordinates(duals)) + self.delta**2 * duals

    def squared_norm(self, duals, products, start):
        """Return ‖start + Σ α_k y_k‖². start: (n + 1,), or None. `products` is not used here."""
        coordinates = self.coordinates(duals, start)
        return float(coordinates @ coordinates) + self.delta**2 * float(duals @ duals)

    def measured(self, duals, start, cached):
        """Return the products of all patterns with a = start + Σ α_k y_k, (m,), and values of ‖a‖².

        The values are ‖a‖², ‖a‖² without the augmenting coordinate, and the largest ‖a‖² that
        rounding allows. `cached` is not used here.
        """
        coordinates = self.coordinates(duals, start)
        plain = float(coordinates[:-1] @ coordinates[:-1]) + self.delta**2 * float(duals @ duals)
        whole = plain + float(coordinates[-1]) ** 2
        return self.products(coordinates) + self.delta**2 * duals, (whole, plain, whole)

    def coordinates(self, duals, start=None):
        """Return start + Σ α_k y_k without the extending coordinates, (n + 1,)."""
        found = np.empty(self.X.shape[1] + 1)
        found[:-1] = self.X.T @ (self.labels * duals)
        found[-1] = self.rho * float(self.labels @ duals)
        return found if start is None else found + start


class KernelGeometry:
    """The patterns of a `KernelSpace`, for the driver. A weight has no coordinates there.

    X: (m, n), an array or csr matrix, the patterns before the kernel. labels: (m,), ±1 times the
    space's class weights. memory: bytes for columns.
    """

    caches_at_once = True
    nothing = NOTHING

    def __init__(self, space, X, labels, memory):
        self.space, self.X, self.labels, self.memory = space, X, labels, memory
        self.separates = space.separates
        self.squared_norms, self.squared_radius = space.squared_norms, space.squared_radius

    def column(self, k):
        """Return y_k·y_l for all l, (m,)."""
        column = self.labels[k] * self.labels * self._values([k]).ravel()
        column[k] += self.space.delta**2
        return column

    def gram_times(self, duals, cached=None):
        """Return Σ α_k y_k·y_l for all l, (m,).

        cached: (columns, slots). columns: (capacity, m). slots: (m,), the place of
        a pattern's column, or −1.
        """
        total, missing = np.zeros(duals.size), np.flatnonzero(duals)
        if cached:
            columns, slots = cached
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
        """Return K of all patterns with the given patterns, (m, their number)."""
        return kernels.values_of_checked(
            self.space.kernel, self.X, self.X[patterns], self.space.rho
        )

    def squared_norm(self, duals, products, start):
        """Return ‖Σ α_k y_k‖², from its products with all patterns. start: None in this space."""
        return max(0.0, float(duals @ products))

    def measured(self, duals, start, cached):
        """Return what `LinearGeometry.measured` does; a weight that is 0 up to rounding is 0.

        cached: as in `gram_times`.
        """
        products = self.gram_times(duals, cached)
        whole, error = float(duals @ products), self.space.error_of(duals)
        largest = max(whole, 0.0) + error
        whole = whole if whole > LEAST_KNOWN * error else 0.0
        factors = self.space.factors[: duals.size]
        augmenting = self.space.rho * float((self.labels * factors) @ duals)
        return products, (whole, max(whole - augmenting**2, 0.0), largest)

    def coordinates(self, duals, start=None):
        """Return None, because a weight has no coordinates in this space."""
        return None


class _Weight:
    """The weight of a run in progress: a = scale·v, v = v_0 + Σ α_k y_k, and all products y_k·v."""

    def __init__(self, rule, scaled_rule, geometry, start):
        self.rule, self.kernel = rule, bind(worst_first_kernel, rule)
        self.scaled_rule, self.geometry = scaled_rule, geometry
        m = geometry.labels.size
        self.start, self.alphas = None, np.zeros(m)
        self.compiled_advance = None
        self.start_products, self.certified = np.zeros(m), True
        capacity = 1 + max(1, min(m, int(geometry.memory // (8 * m))))
        self.columns = np.empty((capacity, m))  # the first is for columns that are not cached
        self.met = np.zeros(m, dtype=bool)
        self.slots = np.full(m, -1, dtype=np.int64)
        self.owners = np.full(capacity, -1, dtype=np.int64)
        self.used = np.zeros(capacity, dtype=np.int64)
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.state = self.run_states.view(PLAIN_RUN_STATE)[0]
        self.state["scale"] = 1.0
        if rule.STARTS_FROM_FIRST_PATTERN:
            self.alphas[0], self.state["t"] = 1.0, 1
        if start:
            self._begin_from(*start)
        self.first_t = int(self.state["t"])
        self._recompute()
        self._measure_norm()

    def _begin_from(self, weights, duals):
        self.alphas[:] = duals
        self.certified = weights is None and bool((self.alphas >= 0.0).all())
        if weights is not None:
            self.start = weights
            self.start_products = self.geometry.products(weights)
        if self.geometry.caches_at_once:
            for k in np.flatnonzero(self.alphas)[: self.owners.size - 1]:
                self._fetch(k)

    @property
    def updates(self):
        return int(self.state["t"]) - self.first_t

    def advance(self, updates):
        """Present patterns until this number of updates is made, or none is needed."""
        while True:
            arguments = (
                self.products,
                self.alphas,
                self.geometry.squared_norms,
                self.columns,
                self.slots,
                self.used,
                self.scaled_rule.params,
                self.run_states,
                self.scaled_rule.memory,
                self.first_t + updates,
            )
            self.compiled_advance = self.compiled_advance or self.kernel.advance.compiled_for(
                *arguments
            )
            reason, self.scaled_rule.memory = self.compiled_advance(*arguments)
            if reason == self.kernel.MISSING:
                self._fetch(int(self.state["position"]))
            elif reason == self.kernel.TO_RECOMPUTE:
                self._recompute()
            elif reason == self.kernel.IS_LOST:
                self._recompute()
                self._measure_norm()
                if self.rule.SCALE_FREE and self._is_nothing():
                    return ENDED_STUCK
                if self.updates == updates:
                    return ENDED_AT_UPDATE
            else:
                return reason

    def _fetch(self, k):
        """Compute the column of a pattern.

        The column replaces the column that was unused for longest if it is needed again, or if it
        is cached at once and a slot is free.
        """
        slot = 1 + int(self.used[1:].argmin())
        at_once = self.geometry.caches_at_once and self.owners[slot] < 0
        slot = slot if self.met[k] or at_once else 0
        self.met[k] = True
        if self.owners[slot] >= 0:
            self.slots[self.owners[slot]] = -1
        self.columns[slot] = self.geometry.column(k)
        self.slots[k], self.owners[slot] = slot, k
        self.used[slot] = max(int(self.state["t"]), 1)

    def _recompute(self):
        """Recompute all products."""
        cached = self.columns, self.slots
        self.products = self.start_products + self.geometry.gram_times(self.alphas, cached)

    def _measure_norm(self):
        """Recompute ‖a‖² from the products."""
        self.state["squared_norm"] = self.state["scale"] ** 2 * self._squared_norm()
        self.state["least_known"] = LOST * self.state["squared_norm"]

    def _is_nothing(self):
        """Return whether the weight is 0 up to rounding."""
        longest = self.geometry.squared_radius * self.alphas.sum() ** 2
        return self._squared_norm() <= self.geometry.nothing * longest

    def _squared_norm(self):
        """Return ‖v‖²."""
        return self.geometry.squared_norm(self.alphas, self.products, self.start)

    def duals(self):
        return self.state["scale"] * self.alphas

    def coordinates(self):
        """Return a without the extending coordinates, (n + 1,); None in a kernel's space."""
        return self.geometry.coordinates(self.duals(), self.start)

    def point(self, seconds):
        """Return the current `Point` of the run's curve, and recompute all products."""
        cached = self.columns, self.slots
        measured = self.geometry.measured(self.duals(), self.start, cached)
        products, (squared_norm, plain, largest) = measured
        if self.start is None and self.state["scale"] == 1.0:
            self.products = products  # a = v at scale 1
        else:
            self._recompute()
        smallest, self.norm = float(products.min()), sqrt(squared_norm)
        return Point(
            updates=self.updates,
            epochs=int(self.state["epochs"]),
            mini_epochs=0,
            visits=int(self.state["epochs"]) * self.alphas.size,
            seconds=seconds,
            directional_margin=margin_of(smallest, self.norm),
            geometric_margin=margin_of(smallest, sqrt(plain)),
            upper_bound=bound_of(sqrt(largest), self.duals()) if self.certified else nan,
        )
