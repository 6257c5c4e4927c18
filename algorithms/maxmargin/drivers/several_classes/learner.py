"""The multiclass driver: k-best AMIRA, one weight for every class, in a kernel's space.

`maxmargin.drivers.dual.learner.present` presents patterns to its learners and to other learners.
"""

from typing import Any

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.contract import Rule
from maxmargin.drivers.dual.learner import DUAL_STATE, Hypothesis, Patterns, Pool, Weight, norm
from maxmargin.drivers.several_classes import kernel as several_classes_kernel
from maxmargin.drivers.shared.scaled_rule import ScaledRule


class MulticlassLearner:
    """k-best AMIRA, MIRA or Passive-Aggressive (the rule) in a `KernelSpace`.

    labels: (m,), whole numbers from 0. n_classes: C. k_best: the number of best wrong classes that
    an update considers, 1 for 1-best.
    """

    rule: Rule
    started = True  # the first weights are 0

    def __init__(self, rule: Any, parameters, labels, n_classes, k_best, space):
        self.rule, self.space = rule, space
        self.k_best = min(int(k_best), n_classes - 1)
        self.kernel = bind(several_classes_kernel, rule)
        self.params = ScaledRule(rule, parameters, space.squared_radius).params
        m, width = space.m, space.factors.size
        factors = space.factors[:m].copy()
        self.patterns = Patterns(
            labels.astype(np.int32), factors, space.squared_norms, space.delta**2
        )
        self.weight = Weight(
            np.zeros((n_classes, m)), np.zeros((n_classes, m)), np.zeros(0, dtype=bool)
        )
        self.hypothesis = Hypothesis(
            np.zeros((n_classes, width)),
            np.zeros((n_classes, width)),
            np.zeros((n_classes, width), np.int32),
        )
        self.pool = Pool(space.rows.slots, space.rows.rows)
        self.run_states = np.zeros(1, dtype=DUAL_STATE)
        self.state = self.run_states[0]

    @property
    def updates(self):
        return int(self.state["t"])

    @property
    def support_vectors(self):
        """Return the number of patterns with non-zero coefficients in each class's weight, (C,)."""
        return np.count_nonzero(self.weight.duals, axis=1)

    @property
    def kernel_values(self):
        """Return the number of kernel values that all visits need without a cache.

        The values with one pattern serve all classes.
        """
        return int(self.state["kernel_values"])

    def begin(self, order):
        """Prepare for presenting an order of patterns."""
        self.state["position"] = 0

    def advance(self, order, end):
        """Present patterns up to the place `end` of the order.

        Returns −1, or a pattern whose row is missing.
        """
        return self.kernel.advance(
            self.patterns,
            self.params,
            self.k_best,
            self.space.shape,
            self.weight,
            self.hypothesis,
            self.run_states,
            self.pool,
            order,
            end,
        )

    def look_ahead(self, order, start, end, wanted):
        """Mark in wanted, (m,), bool, the patterns that violate and have no row.

        It examines the patterns from start to end of the order with the current weights.
        """
        self.kernel.look_ahead(
            self.patterns,
            self.params,
            self.k_best,
            self.weight,
            self.hypothesis,
            self.pool,
            order,
            max(start, int(self.state["position"])),
            end,
            wanted,
        )

    def changes(self):
        """Return the coefficients of each pattern's φ(x_k) in the weights, (m, C)."""
        return (self.patterns.factors * self.weight.duals).T

    def progress(self):
        """Return (), because the rules have no memory and start from 0."""
        return ()

    def continue_from(self, progress):
        """Continue with the `progress` of an earlier learner."""

    def last(self):
        """Return w_c·φ̂(x) for all columns, (C, m + m′), with the last weights."""
        return self.hypothesis.scores * self.space.factors

    def average(self):
        """Return Σ_t w_t·φ̂(x) over all visits, divided by their number, (C, m + m′)."""
        visits = max(int(self.state["visits"]), 1)
        sums = visits * self.hypothesis.scores + self.hypothesis.sums
        return sums * self.space.factors / visits

    def voted(self):
        """Return the fraction of all visits after which each class was predicted, (C, m + m′)."""
        votes = self.hypothesis.votes.copy()
        winners = np.argmax(self.hypothesis.scores, axis=0)
        votes[winners, np.arange(winners.size)] += int(self.state["survived"])
        return votes / max(int(self.state["visits"]), 1)

    def norm_of(self, hypothesis, output):
        """Return ‖(w_1, …, w_C)‖ of the "last" or "average" hypothesis. output: its products."""
        duals = self.duals() if hypothesis == "last" else self.average_duals()
        products = output[:, : duals.shape[1]] + self.patterns.squared_delta * duals
        return norm(products.ravel(), duals.ravel())

    def duals(self):
        """Return the coefficients of the last weights, (C, m)."""
        return self.weight.duals

    def average_duals(self):
        """Return the coefficients of the averages, (C, m)."""
        visits = max(int(self.state["visits"]), 1)
        return self.weight.duals + self.weight.sums_of_duals / visits
