"""A weight that learns from one block of patterns after the other."""

from math import inf, sqrt

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.drivers.sequential.arguments import Arguments
from maxmargin.drivers.sequential.driver import kernel_of
from maxmargin.drivers.shared import storage_kernel
from maxmargin.drivers.shared.averages import Average
from maxmargin.drivers.shared.pattern_order import PatternOrder, squared_norm_of
from maxmargin.drivers.shared.progress import NEVER, Point, bound_of, margin_of
from maxmargin.drivers.shared.scaled_rule import ScaledRule
from maxmargin.drivers.shared.state import RUN_STATE


class BlockWeight:
    """A rule's weight a = scale·v with its duals and the state of its run.

    weights are (n + 2,): v's coordinates, that of the threshold, and a zero. duals are (m,): the α
    of v for each pattern presented or to come. run_states has one record of RUN_STATE. A block is a
    `Space`, and `first` is the place of its first pattern in the duals.
    """

    def __init__(self, rule, parameters, squared_radius, n, delta):
        self.rule, self.delta, self.squared_radius = rule, delta, squared_radius
        self.scaled_rule = ScaledRule(rule, parameters, squared_radius)
        self.weights, self.duals = np.zeros(n + 2), np.zeros(0)
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.state["scale"] = 1.0
        self.averaged: Average | None = None

    @property
    def state(self):
        """Return the record of the run."""
        return self.run_states[0]

    @property
    def updates(self):
        """Return the number of updates."""
        return int(self.state["t"]) - int(self.rule.STARTS_FROM_FIRST_PATTERN)

    def start(self, space, first):
        """Add the first pattern of a block, if the rule starts from it."""
        if self.rule.STARTS_FROM_FIRST_PATTERN:
            kernel = bind(storage_kernel, storage=space.storage)
            kernel.shift(self.order(space, first), space.rho, self.weights, 0, 1.0)
            self.duals[first], self.state["t"] = 1.0, 1
            self.state["squared_norm"] = space.squared_norms[0]

    def order(self, space, first):
        """Return a block's `PatternOrder`, with copies of its duals."""
        ids = np.arange(first, first + space.labels.size, dtype=np.int32)
        duals = self.duals[first : first + space.labels.size].copy()
        return PatternOrder(ids, space.patterns, space.labels, space.squared_norms, duals)

    def present(self, space, first, stopwatch, epochs, most=NEVER):
        """Present the rest of a block, up to `most` updates. Return the reason to stop.

        epochs: the number of full epochs that have ended.

        The `Stopwatch` runs meanwhile. The block has ended if state["position"] is 0.
        """
        kernel = kernel_of(self.rule, space.storage, averages=self.averaged is not None)
        order = self.order(space, first)
        empty = space.storage.empty_like(space.patterns)
        every = PatternOrder(order.ids, empty, order.labels, order.squared_norms, self.duals)
        arguments = Arguments.at_start(
            (every, order, every),
            space,
            self.scaled_rule,
            self.weights,
            self.run_states,
            squared_radius=self.squared_radius,
            reordered=True,
            mini_epochs=0,
            averaged=self.averaged,
        )._replace(stops=np.array([most]))
        self.state["epochs"] = epochs
        advance = kernel.advance.compiled_for(*arguments)
        with stopwatch.learning():
            reason, self.scaled_rule.memory, _ = advance(*arguments)
        return reason

    def rescale(self):
        """Set the scale to 1. Return the coordinates of a, (n + 1,), and its duals α, (m,).

        v and its duals are multiplied by the scale in place, to save memory.
        """
        self.weights *= self.state["scale"]
        self.duals *= self.state["scale"]
        self.state["scale"] = 1.0
        return self.weights[:-1], self.duals

    def point(self, blocks, epochs, seconds):
        """Return the current `Point`, with the margin of the patterns of `blocks`.

        `blocks` are pairs of a `Space` and the place of its first pattern in the duals.
        """
        smallest = inf
        for space, first in blocks:
            kernel = bind(storage_kernel, storage=space.storage)
            order = self.order(space, first)
            found, *_ = kernel.measure(order, space.rho, space.delta, self.weights)
            smallest = min(smallest, found)
        plain = squared_norm_of(self.weights[:-2], self.duals, self.delta**2)
        norm = sqrt(plain + self.weights[-2] ** 2)
        return Point(
            updates=self.updates,
            epochs=epochs,
            mini_epochs=0,
            visits=int(self.state["visits"]),
            seconds=seconds,
            directional_margin=margin_of(smallest, norm),
            geometric_margin=margin_of(smallest, sqrt(plain)),
            upper_bound=bound_of(norm, self.duals),
        )
