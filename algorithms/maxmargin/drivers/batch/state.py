"""The data that the driver of batch methods and its compiled loop exchange."""

from typing import NamedTuple

import numpy as np


class ScaledPatterns(NamedTuple):
    """The patterns y_k = label_k (x_k, ρ, Δ e_k).

    patterns is a storage's. labels are int8, (m,). rho is ρ, and squared_delta is Δ². squared_unit
    is a power of two near R², so that dividing by it rounds nothing.
    """

    patterns: tuple
    labels: np.ndarray
    rho: float
    squared_delta: float
    squared_unit: float


class Weight(NamedTuple):
    """A weight or a change of a weight, Σ α_k y_k.

    duals are α, (m,). coordinates are (n + 2,), with the augmenting and a spare coordinate last.
    products are the products of all patterns with the weight, (m,). Coordinates and products are in
    units of squared_unit, so that none overflows.
    """

    duals: np.ndarray
    coordinates: np.ndarray
    products: np.ndarray


class State(NamedTuple):
    """The numbers that a method gets.

    t is the number of earlier updates, and total is Σ α_k. squared_norm is ‖a‖² and squared_radius
    is R², both in the units of the products.
    """

    t: int
    squared_norm: float
    total: float
    squared_radius: float


class Plan(NamedTuple):
    """What the loop does until the driver checks the run again.

    stops are int64, the numbers of updates at which points are due; at the last the loop ends.
    enough_margin and certify are as in `Limits`. After `pause` seconds the loop ends at the next
    stop. clock is the clock's number, as for `time.clock_gettime`.
    """

    stops: np.ndarray
    enough_margin: float
    certify: float
    pause: float
    clock: int


def new_weight(m, n):
    """Return a `Weight` of 0."""
    return Weight(np.zeros(m), np.zeros(n + 2), np.zeros(m))
