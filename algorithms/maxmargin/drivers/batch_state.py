"""What the driver of batch methods and its compiled loop pass to each other."""

from typing import NamedTuple

import numpy as np


class Problem(NamedTuple):
    """The patterns y_k = label_k (x_k, ρ, Δ e_k).

    patterns: those of a storage; labels: int8, (m,); rho: ρ; delta2: Δ²; unit2: a power of two near
    R², so that dividing by it rounds nothing.
    """

    patterns: tuple
    labels: np.ndarray
    rho: float
    delta2: float
    unit2: float


class Weight(NamedTuple):
    """A weight or a change of one, Σ α_k y_k.

    duals: α, (m,); coordinates: (n + 2,), the augmenting one before a spare one; products: those of
    all patterns with it, (m,). Both are in units of unit2, so that none overflows.
    """

    duals: np.ndarray
    coordinates: np.ndarray
    products: np.ndarray


class State(NamedTuple):
    """What is passed to a method: t, the updates made; total, Σ α_k; in the units of the products,
    squared_norm, ‖a‖², and squared_radius, R².
    """

    t: int
    squared_norm: float
    total: float
    squared_radius: float


def new_weight(m, n):
    """A `Weight` of 0."""
    return Weight(np.zeros(m), np.zeros(n + 2), np.zeros(m))
