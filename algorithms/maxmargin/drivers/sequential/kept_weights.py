"""Weights that the sequential driver's loop keeps for points of the curve, without a stop."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import compiled


class KeptWeights(NamedTuple):
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
            np.zeros((points, 4), np.int64), np.zeros((points, n + 2)), np.zeros((points, m))
        )


@compiled(allocates=False)
def keep(kept, number, run_state, t, visits, weights, duals):
    """Copy a weight and its counts to a place of the `KeptWeights`."""
    kept.counts[number, 0], kept.counts[number, 1] = t, run_state.epochs
    kept.counts[number, 2], kept.counts[number, 3] = run_state.mini_epochs, visits
    for j in range(weights.size):
        kept.weights[number, j] = weights[j]
    for k in range(duals.size):
        kept.duals[number, k] = duals[k]
