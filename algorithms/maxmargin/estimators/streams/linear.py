"""Streams of learners without a kernel."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from maxmargin.drivers.blocks.weight import BlockWeight
from maxmargin.drivers.shared.averages import completed, new_average
from maxmargin.drivers.shared.pattern_order import squared_norm_of
from maxmargin.drivers.shared.progress import Run
from maxmargin.drivers.shared.state import ENDED_FAILED, ENDED_STUCK, RUN_STATE, failure
from maxmargin.estimators.class_weights import class_weights_of, weighted
from maxmargin.estimators.streams.stream import Stream, run_states_after_fit
from maxmargin.space import make_space
from maxmargin.statuses import FAILED, MAX_EPOCHS, STOPPED

STATUS = {ENDED_STUCK: STOPPED, ENDED_FAILED: FAILED}


@dataclass
class LinearStream(Stream):
    """The state of a stream of a learner without a kernel.

    Attributes
    ----------
    squared_radius : float
        R², the largest ‖y_k‖² of earlier calls. If the rule's parameters are in units of R, it is
        the value of the first call, which no later pattern exceeds.
    rho, delta : float
        ρ and Δ.
    class_weights : array of shape (2,)
        The weights of the classes.
    labels : array of shape (m,)
        The labels, +1 and -1, of all patterns seen.
    weights, duals, run_states, memory : arrays and a tuple
        As in `BlockWeight`. Before the first pattern memory is (), and the others are None.
    averaged : Average or None
        The average of the weights, if the learner has one.
    """

    rho: float
    delta: float
    class_weights: np.ndarray
    squared_radius: float = 0.0
    labels: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int8))
    weights: Any = None
    duals: Any = None
    run_states: Any = None
    memory: tuple = ()
    averaged: Any = None

    @classmethod
    def before_fit(cls, learner, settings, classes, budget):
        """Return the stream of a learner before its first pattern."""
        class_weights = class_weights_of(learner.class_weight, classes, None)
        return cls(settings, float(learner.augment), float(learner.extend), class_weights)

    @classmethod
    def after_fit(cls, learner, budget):
        """Return the stream that continues the run of a fitted learner."""
        settings, memory, averaged = learner._fitted
        averaged = completed(averaged)
        rho, delta = float(learner.augment), float(learner.extend)
        stream = cls(settings, rho, delta, learner.class_weight_.copy(), learner.squared_radius_)
        # Patterns with α = 0 get the label 0, because their labels matter no longer.
        stream.labels = np.sign(learner.slack_coef_).astype(np.int8)
        if averaged is not None:
            stream.averaged = averaged.unscaled(1.0)
        threshold = learner.intercept_[0] / rho if rho else 0.0
        stream.weights = np.r_[learner.coef_[0], threshold, 0.0]
        stream.duals, stream.memory = learner.dual_coef_.copy(), memory
        squared_norm = squared_norm_of(stream.weights, stream.duals, delta**2)
        stream.run_states = run_states_after_fit(learner, RUN_STATE, squared_norm)
        stream.continue_run(learner)
        return stream

    def check_budget(self, learner, budget):
        """Raise ValueError for a budget, since the stream stores no patterns."""
        if budget is not None:
            raise ValueError(
                f"budget is {budget!r}, but {type(learner).__name__} has no kernel and stores no "
                "patterns: leave budget out, or set kernel."
            )

    def block(self, X, signs):
        """Return checked patterns, (m, n), and their labels, ±1, as a `Space`."""
        labels = weighted(signs, self.class_weights)
        return make_space(X, labels, self.rho, self.delta, is_block=True)

    def _weight(self, rule, parameters, n):
        """Return the `BlockWeight` that continues the stream."""
        found = BlockWeight(rule, parameters, self.squared_radius, n, self.delta)
        if self.weights is not None:
            found.weights, found.duals, found.run_states = self.weights, self.duals, self.run_states
            found.scaled_rule.memory = self.memory
        if self.settings["average"]:
            found.averaged = completed(self.averaged) or new_average(n + 2)
        return found

    def _learn(self, rule, parameters, block, stopwatch):
        first = self.labels.size
        weight = self._weight(rule, parameters, block.n)
        weight.duals = np.concatenate([weight.duals, np.zeros(block.labels.size)])
        self.labels = np.concatenate([self.labels, np.sign(block.labels).astype(np.int8)])
        if not first:
            weight.start(block, first)
        reason = weight.present(block, first, stopwatch, self.fitted_epochs)
        point = weight.point([(block, first)], max(1, self.fitted_epochs), stopwatch.seconds)
        self.weights, self.duals, self.run_states = weight.weights, weight.duals, weight.run_states
        self.memory, self.averaged = weight.scaled_rule.memory, weight.averaged
        scale = weight.state["scale"]
        return Run(
            STATUS.get(reason, MAX_EPOCHS),
            self.weights[:-1] * scale,
            self.duals * scale,
            [point],
            failure=failure(weight.state, weight.updates) if reason == ENDED_FAILED else "",
            average=self.averaged and self.averaged.of(self.weights),
        )
