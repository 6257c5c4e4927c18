"""Weights that the sequential driver's loop records for points of the curve, without a stop."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import compiled


class RecordedWeights(NamedTuple):
    """Weights with their counts.

    counts: int64, (points, 4): t, epochs, mini-epochs and visits. weights: (points, n + 2). duals:
    (points, m), in the order of the file.
    """

    counts: np.ndarray
    weights: np.ndarray
    duals: np.ndarray

    @classmethod
    def of(cls, points, n, m):
        """Return room for a number of points."""
        return cls(
            np.empty((points, 4), np.int64), np.empty((points, n + 2)), np.empty((points, m))
        )


@compiled(allocates=False)
def record(recorded, number, run_state, t, visits, weights, duals):
    """Copy a weight and its counts to a place of the `RecordedWeights`."""
    recorded.counts[number, 0], recorded.counts[number, 1] = t, run_state.epochs
    recorded.counts[number, 2], recorded.counts[number, 3] = run_state.mini_epochs, visits
    for j in range(weights.size):
        recorded.weights[number, j] = weights[j]
    for k in range(duals.size):
        recorded.duals[number, k] = duals[k]
