"""A single learner under the dual driver, in whole epochs or by the reduced procedure, to its end.

As `algorithms.drivers.sequential.run`, but in a kernel's space.
"""

from math import nan, sqrt
from time import perf_counter

import numpy as np

from algorithms.drivers.dual import DONE, FULL, NEVER, DualLearner
from algorithms.drivers.kernel_rows import BLOCK
from algorithms.drivers.sequential import CURVE_RATIO, NO_BUDGET, WATCH_SECONDS, Budget, Point, Run


def run(
    rule, parameters, labels, space, *, mini_epochs=0, permute=None, budget=NO_BUDGET, watch=None
):
    """Runs a rule in a `KernelSpace` until it converges or the budget ends it: a `Run`.

    labels: (m,), ±1. The other parameters are those of `sequential.run`. The run has no weights;
    its duals tell all.
    """
    return _Course(rule, parameters, labels, space, mini_epochs, permute, budget, watch).run()


class _Course:
    """A run on its way."""

    def __init__(self, rule, parameters, labels, space, mini_epochs, permute, budget, watch):
        self.learner = DualLearner(rule, parameters, labels, space)
        self.mini_epochs, self.permute, self.watch = mini_epochs, permute, watch
        self.limits = Budget(*(NEVER if limit is None else limit for limit in budget))
        self.started = self.watched = perf_counter()
        self.measuring = 0.0  # seconds that points of the curve took
        self.epochs = self.minis = 0
        self.curve, self.status = [], None

    def run(self):
        order = np.arange(self.learner.space.m, dtype=np.int32)
        while self.status is None:
            if self.permute:
                self.permute.shuffle(order)
            active = self._present(order)
            self.epochs += self.status is None
            if self.status is None and active.size == 0:
                self.status = "converged"
            self._present_again(active)
            if self.status is None and self.epochs >= self.limits.max_epochs:
                self.status = "max_epochs"
        self.curve.append(self._point())
        if not np.isfinite(self.curve[-1].directional_margin):
            self.status = "diverged"
        return Run(self.status, None, self.learner.duals(), self.curve)

    def _present_again(self, active):
        """Up to N mini-epochs of the active set, ended by one without an update."""
        for _ in range(self.mini_epochs):
            if self.status is not None or active.size == 0:
                return
            updated = self._present(active)
            self.minis += self.status is None
            if updated.size == 0:
                return

    def _present(self, order):
        """Presents patterns once, and returns those that called for an update, in their order."""
        learner = self.learner
        learner.begin(order)
        result = None
        while result != DONE and self.status is None:
            next_point = 1 + int(CURVE_RATIO * self.curve[-1].updates) if self.curve else 1
            most = min(next_point, self.limits.max_updates)
            result = learner.advance(order, order.size, most)
            if result >= 0:
                self._fetch(order)
            elif result == FULL and learner.updates >= self.limits.max_updates:
                self.status = "max_updates"
            elif result == FULL:
                self.curve.append(self._point())
            self._look_at_the_clock()
        return order[learner.weight.touched[order]]

    def _fetch(self, order):
        """Computes the rows of the next patterns that, by now, call for an update."""
        rows, place = self.learner.space.rows, int(self.learner.state["position"])
        wanted = np.zeros(rows.slots.size, dtype=bool)
        self.learner.look_ahead(order, place, order.size, wanted)
        rows.have(np.sort(order[place:][wanted[order[place:]]][:BLOCK]))

    def _look_at_the_clock(self):
        now = perf_counter()
        if now - self.started >= self.limits.max_seconds:
            self.status = "max_seconds"
        if self.watch and now - self.watched >= WATCH_SECONDS:
            self.watch(self._point())
            self.watched = now

    def _point(self):
        """Where the run stands."""
        entered = perf_counter()
        learner, duals = self.learner, self.learner.duals()
        products = learner.products(learner.last(), duals)
        n2 = max(float(duals @ products), 0.0)
        labels, factors, *_ = learner.patterns
        augmenting = learner.space.rho * float((labels * factors) @ duals)
        plain_n2 = max(n2 - augmenting**2, 0.0)
        smallest = float(products.min())
        point = Point(
            learner.updates,
            self.epochs,
            self.minis,
            int(learner.state["trials"]),
            entered - self.started - self.measuring,
            _ratio(smallest, sqrt(n2)),
            _ratio(smallest, sqrt(plain_n2)),
            _ratio(sqrt(n2), duals.sum()),
        )
        self.measuring += perf_counter() - entered
        return point


def _ratio(numerator, denominator):
    return float(numerator / denominator) if denominator else nan
