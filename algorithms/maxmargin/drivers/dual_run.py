"""A single learner under the dual driver, in whole epochs or by the reduced procedure, to its end.

As `maxmargin.drivers.sequential.run`, but in a kernel's space.
"""

from math import sqrt

import numpy as np

from maxmargin.drivers.dual import DONE, DualLearner
from maxmargin.drivers.kernel_rows import BLOCK
from maxmargin.drivers.progress import NO_BUDGET, Point, ProgressMonitor, Run, ratio


def run(
    rule, parameters, labels, space, *, mini_epochs=0, permute=None, budget=NO_BUDGET, watch=None
):
    """Runs a rule in a `KernelSpace` until it converges or the budget ends it: a `Run`.

    labels: (m,), ±1. The other parameters are those of `sequential.run`. The run has no weights;
    its duals tell all.
    """
    return _Passes(rule, parameters, labels, space, mini_epochs, permute, budget, watch).run()


class _Passes:
    """A run on its way."""

    def __init__(self, rule, parameters, labels, space, mini_epochs, permute, budget, watch):
        self.learner = DualLearner(rule, parameters, labels, space)
        self.mini_epochs, self.permute = mini_epochs, permute
        self.per_trial = getattr(rule, "BOUND_GROWS_BY_TRIAL", False)
        self.epochs = self.minis = 0
        self.progress = ProgressMonitor(budget, watch, self._point)

    def run(self):
        progress, order = self.progress, np.arange(self.learner.space.m, dtype=np.int32)
        while progress.status is None:
            if self.permute:
                self.permute.shuffle(order)
            active = self._present(order)
            self.epochs += progress.status is None
            if progress.status is None:
                self._present_again(active)
            if progress.status is None:
                converged = active.size == 0 and not self.per_trial
                progress.look(self.learner.updates, self.epochs, converged)
        return Run(progress.status, None, self.learner.duals(), progress.curve)

    def _present_again(self, active):
        """Up to N mini-epochs of the active set, ended by one without an update."""
        for _ in range(self.mini_epochs):
            if self.progress.status is not None or active.size == 0:
                return
            updated = self._present(active)
            self.minis += self.progress.status is None
            if updated.size == 0:
                return

    def _present(self, order):
        """Presents patterns once, and returns those that called for an update, in their order."""
        learner, progress = self.learner, self.progress
        learner.begin(order)
        result = None
        while result != DONE and progress.status is None:
            with progress.learning():
                result = learner.advance(order, order.size, progress.next_stop)
                if result >= 0:
                    self._fetch(order)
            progress.look(learner.updates)
        return order[learner.weight.touched[order]]

    def _fetch(self, order):
        """Computes the rows of the next patterns that, by now, call for an update."""
        rows, place = self.learner.space.rows, int(self.learner.state["position"])
        wanted = np.zeros(rows.slots.size, dtype=bool)
        self.learner.look_ahead(order, place, order.size, wanted)
        rows.have(np.sort(order[place:][wanted[order[place:]]][:BLOCK]))

    def _point(self, seconds):
        """Where the run stands."""
        learner, duals = self.learner, self.learner.duals()
        products = learner.products(learner.last(), duals)
        n2 = max(float(duals @ products), 0.0)
        labels, factors, *_ = learner.patterns
        augmenting = learner.space.rho * float((labels * factors) @ duals)
        plain_n2 = max(n2 - augmenting**2, 0.0)
        smallest = float(products.min())
        return Point(
            learner.updates,
            self.epochs,
            self.minis,
            int(learner.state["trials"]),
            seconds,
            ratio(smallest, sqrt(n2)),
            ratio(smallest, sqrt(plain_n2)),
            ratio(sqrt(n2), duals.sum()),
        )
