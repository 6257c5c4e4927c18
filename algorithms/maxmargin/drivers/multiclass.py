"""The multiclass driver: k-best AMIRA, one weight for every class, in a kernel's space.

`maxmargin.drivers.dual.present` presents patterns to its learners, together with others.
"""

import numpy as np

from maxmargin.compilation import bind
from maxmargin.drivers.dual import RUN_STATE, Hypothesis, Patterns, Pool, Weight, norm
from maxmargin.drivers.scaled_rule import ScaledRule


class MulticlassLearner:
    """k-best AMIRA, MIRA or Passive-Aggressive (rule) in a `KernelSpace`.

    labels: (m,), whole numbers from 0; n_classes: C; k_best: how many of the best wrong classes are
    considered, 1 for 1-best.
    """

    def __init__(self, rule, parameters, labels, n_classes, k_best, space):
        self.rule, self.space = rule, space
        self.k_best = min(int(k_best), n_classes - 1)
        self.kernel = bind("multiclass_kernel", rule)
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
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.state = self.run_states[0]

    @property
    def updates(self):
        return int(self.state["t"])

    @property
    def support_vectors(self):
        """How many patterns have a coefficient other than 0 in each class's weight, (C,)."""
        return np.count_nonzero(self.weight.duals, axis=1)

    @property
    def kernel_values(self):
        """How many values of the kernel products take that are computed anew at each visit; those
        with one pattern serve all classes.
        """
        return int(self.state["kernel_values"])

    def begin(self, order):
        """Prepares for presenting an order of patterns."""
        self.state["position"] = 0

    def advance(self, order, end):
        """Presents patterns up to the place `end` of the order.

        Returns −1, or the pattern whose row is needed to go on.
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
        """Marks in wanted, (m,), bool, the patterns from start to end of the order that violate
        with the current weights and whose rows are missing.
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

    def last(self):
        """w_c·φ̂(x) for all columns, (C, m + m′), with the last weights."""
        return self.hypothesis.scores * self.space.factors

    def average(self):
        """Σ_t w_t·φ̂(x) over all visits, divided by their number, (C, m + m′)."""
        visits = max(int(self.state["visits"]), 1)
        sums = visits * self.hypothesis.scores + self.hypothesis.sums
        return sums * self.space.factors / visits

    def voted(self):
        """The fraction of all visits after which each class was predicted, (C, m + m′)."""
        votes = self.hypothesis.votes.copy()
        winners = np.argmax(self.hypothesis.scores, axis=0)
        votes[winners, np.arange(winners.size)] += int(self.state["survived"])
        return votes / max(int(self.state["visits"]), 1)

    def norm_of(self, hypothesis, output):
        """‖(w_1, …, w_C)‖ of the "last" or "average" hypothesis. output: its products."""
        duals = self.duals() if hypothesis == "last" else self.average_duals()
        products = output[:, : duals.shape[1]] + self.patterns.delta2 * duals
        return norm(products.ravel(), duals.ravel())

    def duals(self):
        """The coefficients of the last weights, (C, m)."""
        return self.weight.duals

    def average_duals(self):
        """The coefficients of the averages, (C, m)."""
        visits = max(int(self.state["visits"]), 1)
        return self.weight.duals + self.weight.sums_of_duals / visits
