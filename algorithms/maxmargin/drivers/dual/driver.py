"""A run of a single learner under the dual driver, in full epochs or by the reduced procedure.

It is like `maxmargin.drivers.sequential.driver.run`, but in a kernel's space.
"""

from dataclasses import replace
from math import sqrt

import numpy as np

from maxmargin.compilation.binding import Entry
from maxmargin.drivers.dual.kernel_rows import BLOCK
from maxmargin.drivers.dual.learner import LEAST_KNOWN, DualLearner
from maxmargin.drivers.shared import update_core
from maxmargin.drivers.shared.progress import (
    NEVER,
    NO_BUDGET,
    Point,
    ProgressMonitor,
    bound_of,
    margin_of,
)
from maxmargin.drivers.shared.state import (
    DONE,
    ENDED_CONVERGED,
    HAS_FAILED,
    IS_STUCK,
    PASSES,
    failure,
)

end_pass = Entry(update_core.end_pass)


def run(
    rule, parameters, labels, space, *, mini_epochs=0, permute=None, budget=NO_BUDGET, watch=None
):
    """Run a rule in a `KernelSpace` until it converges or the budget ends it. Return a `Run`.

    labels: (m,), ±1 times the space's class weights. The other parameters are as in
    `sequential.run`. The `Run` has duals, but no weights. Its `average` has the duals of the
    average of the weights after all visits.
    """
    return _DualRun(rule, parameters, labels, space, mini_epochs, permute, budget, watch).run()


def norms_and_bound(space, signs, duals, squared_norm):
    """Return ‖a‖, ‖a‖ without the augmenting coordinate, and the bound ‖a‖/Σα.

    signs: label·f of each pattern, (m,). duals: α, (m,). squared_norm: ‖a‖², which rounding may
    change by the error of the `KernelSpace`.
    """
    error = space.error_of(duals)
    bound = bound_of(sqrt(max(squared_norm, 0.0) + error), duals)
    squared_norm = squared_norm if squared_norm > LEAST_KNOWN * error else 0.0
    augmenting = space.rho * float(signs @ duals)
    return sqrt(squared_norm), sqrt(max(squared_norm - augmenting**2, 0.0)), bound


class _DualRun:
    """A run in progress."""

    def __init__(self, rule, parameters, labels, space, mini_epochs, permute, budget, watch):
        self.learner = DualLearner(rule, parameters, labels, space)
        self.mini_epochs, self.permute = mini_epochs, permute
        self.passes = np.zeros(1, dtype=(np.record, PASSES))[0]
        self.monitor = ProgressMonitor(
            budget, watch, self._point, space.separates, final=self._final_point
        )

    def run(self):
        monitor, passes, permute = self.monitor, self.passes, self.permute
        full_order, active_set = np.arange(self.learner.space.m, dtype=np.int32), None
        endless = self.learner.scaled_rule.traits.grows_by_visit
        while monitor.status is None:
            in_full = passes["mini_epochs_left"] == 0
            if in_full and permute:
                with monitor.learning():
                    permute.shuffle(full_order)
            updated = self._present(full_order if in_full else active_set)
            if monitor.status is not None:
                break
            passes["updated"] = updated.size > 0
            active_set = updated if in_full else active_set
            reason = end_pass(passes, self.mini_epochs, False, endless, NEVER, NEVER)
            self.learner.state["epochs"] = passes["epochs"]
            if passes["mini_epochs_left"] == 0:
                epochs = int(passes["epochs"])
                monitor.check(self.learner.updates, epochs, reason == ENDED_CONVERGED)
        learner = self.learner
        found = monitor.record(None, learner.duals(), self.norm, learner.scaled_rule.memory)
        return replace(found, average=learner.average_duals())

    def _present(self, order):
        """Present patterns once. Return the patterns that called for an update, in order."""
        learner, monitor = self.learner, self.monitor
        learner.begin(order)
        result = None
        while result != DONE and monitor.status is None:
            with monitor.learning():
                result = learner.advance(order, order.size, monitor.next_stop)
                if result >= 0:
                    self._fetch(order)
            if result == HAS_FAILED:
                monitor.fail(failure(learner.state, learner.updates))
                break
            monitor.check(learner.updates, stopped=result == IS_STUCK)
        return order[learner.weight.touched[order]]

    def _fetch(self, order):
        """Compute the rows of the next patterns that violate with the current weight."""
        rows, place = self.learner.space.rows, int(self.learner.state["position"])
        wanted = np.zeros(rows.slots.size, dtype=bool)
        self.learner.look_ahead(order, place, order.size, wanted)
        rows.ensure(np.sort(order[place:][wanted[order[place:]]][:BLOCK]))

    def _point(self, seconds):
        """Return the current `Point` of the run's curve."""
        learner = self.learner
        return self._point_of(learner.products(learner.last(), learner.duals()), seconds)

    def _final_point(self, seconds):
        """Return the `Point` from the patterns, without the rounding of all updates."""
        return self._point_of(self.learner.measured_products(), seconds)

    def _point_of(self, products, seconds):
        learner, duals = self.learner, self.learner.duals()
        labels, factors, *_ = learner.patterns
        self.norm, plain_norm, bound = norms_and_bound(
            learner.space, labels * factors, duals, float(duals @ products)
        )
        smallest = float(products.min())
        return Point(
            updates=learner.updates,
            epochs=int(self.passes["epochs"]),
            mini_epochs=int(self.passes["mini_epochs"]),
            visits=int(learner.state["visits"]),
            seconds=seconds,
            directional_margin=margin_of(smallest, self.norm),
            geometric_margin=margin_of(smallest, plain_norm),
            upper_bound=bound,
        )
