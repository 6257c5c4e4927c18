"""The arguments of the sequential driver's compiled loop, for its callers in Python."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.drivers.sequential.earlier_weight import EarlierWeight
from maxmargin.drivers.sequential.recorded_weights import RecordedWeights
from maxmargin.drivers.shared.averages import Average, new_average
from maxmargin.drivers.shared.pattern_order import GramProducts, PatternOrder
from maxmargin.drivers.shared.power_laws import BLOCK
from maxmargin.drivers.shared.progress import NEVER


class Arguments(NamedTuple):
    """The arguments of `advance` in kernel.py, in the order of its signature.

    The loop runs until t is the last of `stops`, an int64 array, the visits are `at_visit` or the
    epochs are `at_epoch`. At the other `stops` it adds to `recorded`. It also stops at the end of
    an epoch if the weight equals that of `earlier`, which it replaces after 1, 2, 4, … epochs.
    """

    in_file_order: PatternOrder
    full_order: PatternOrder
    active_set: PatternOrder
    reordered: bool
    mini_epochs: int
    rho: float
    delta: float
    radius: float
    params: tuple
    weights: np.ndarray
    cached: GramProducts
    powers: np.ndarray
    run_states: np.ndarray
    memory: tuple
    earlier: EarlierWeight
    stops: np.ndarray
    recorded: RecordedWeights
    at_visit: int
    at_epoch: int
    averaged: Average

    def deciding(self):
        """Return the arguments whose types determine the types of all."""
        return self.in_file_order.patterns, self.in_file_order.labels, self.params, self.memory

    @classmethod
    def at_start(
        cls,
        orders,
        space,
        scaled_rule,
        weights,
        run_states,
        *,
        squared_radius,
        reordered,
        mini_epochs,
        earlier=None,
        recorded=None,
        averaged=None,
    ):
        """Return the arguments of a run without cached products and without an end.

        orders: in_file_order, full_order and active_set. space: a `Space`, of which ρ and Δ matter
        here. earlier: an `EarlierWeight`, recorded: `RecordedWeights`, averaged: an `Average`; None
        if there is none.
        """
        in_file_order, full_order, active_set = orders
        return cls(
            in_file_order=in_file_order,
            full_order=full_order,
            active_set=active_set,
            reordered=reordered,
            mini_epochs=int(mini_epochs),
            rho=space.rho,
            delta=space.delta,
            radius=sqrt(squared_radius),
            params=scaled_rule.params,
            weights=weights,
            cached=GramProducts(np.zeros((0, 0)), np.zeros(0)),
            powers=np.ones((2, BLOCK)),
            run_states=run_states,
            memory=scaled_rule.memory,
            earlier=earlier or EarlierWeight.nothing(),
            stops=np.array([NEVER]),
            recorded=recorded or RecordedWeights.of(0, weights.size - 2, 0),
            at_visit=NEVER,
            at_epoch=NEVER,
            averaged=averaged or new_average(0),
        )
