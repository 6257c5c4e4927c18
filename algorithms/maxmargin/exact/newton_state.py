"""The arguments of the compiled steps in `newton_kernel`."""

from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    """The patterns that take part, y_k = label_k (x_k, ρ): every stride-th, m in total.

    `patterns` is a storage's. `labels` are int8, of all patterns. `rho` is ρ.
    """

    patterns: tuple
    labels: np.ndarray
    rho: float
    stride: int


class Goal(NamedTuple):
    """The penalty D, squared_delta = Δ², and whether the threshold is free."""

    penalty: float
    squared_delta: float
    free: bool


class State(NamedTuple):
    """A weight, and room for a step from it.

    `weights` is w, (n + 2,), with a spare coordinate. `targets` are c_k, (m,), or (1,) if all are
    equal. `short` holds r_k, (m,). `combined` is Σ r_k y_k over the active patterns of either
    class, (2, n + 2).

    A step uses `direction`, (n + 2,), and `moved`, r_k after the step, (m,). `matrix` is Σ y yᵀ of
    the active patterns, (n + 2, n + 2); it is empty if all steps use conjugate gradients. `inside`,
    int8, (m,), marks the patterns in the matrix.
    """

    weights: np.ndarray
    targets: np.ndarray
    short: np.ndarray
    combined: np.ndarray
    direction: np.ndarray
    moved: np.ndarray
    matrix: np.ndarray
    inside: np.ndarray


def new_state(weights, targets, m, direct):
    """Return a `State` at a weight. It needs `evaluate`."""
    size = weights.size
    matrix = np.zeros((size, size) if direct else (0, 0))
    return State(
        weights,
        targets,
        np.empty(m),
        np.empty((2, size)),
        np.empty(size),
        np.empty(m),
        matrix,
        np.zeros(m, np.int8),
    )
