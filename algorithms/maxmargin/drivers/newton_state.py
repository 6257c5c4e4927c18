"""What the compiled steps of `newton_kernel` read and change."""

from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    """The patterns that take part, y_k = label_k (x_k, ρ): every stride-th, m of them.

    patterns: those of a storage; labels: int8, of all patterns; rho: ρ.
    """

    patterns: tuple
    labels: np.ndarray
    rho: float
    stride: int


class Goal(NamedTuple):
    """penalty: D; delta2: Δ²; free: whether the threshold is."""

    penalty: float
    delta2: float
    free: bool


class State(NamedTuple):
    """weights: w, (n + 2,), with a spare one; targets: c_k, (m,), or (1,) if all are equal; short:
    r_k, (m,); combined: Σ r_k y_k over the active patterns of either class, (2, n + 2).

    There is room for a step: direction: (n + 2,); moved: r_k after it, (m,); matrix: Σ y yᵀ of the
    active patterns, (n + 2, n + 2), and inside: which it contains, int8, (m,); the matrix is empty
    where all steps are by conjugate gradients. For these, scales: about Σ y_j² of all patterns,
    (n + 2,).
    """

    weights: np.ndarray
    targets: np.ndarray
    short: np.ndarray
    combined: np.ndarray
    direction: np.ndarray
    moved: np.ndarray
    matrix: np.ndarray
    inside: np.ndarray
    scales: np.ndarray


def new_state(weights, targets, m, direct, scales):
    """A `State` at a weight, not yet looked at."""
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
        scales,
    )
