"""The compiled loop of Gallant's pocket algorithm (1990), with the ratchet."""

import numpy as np
from numba import njit

from maxmargin.drivers.placeholders import add, product, violates

COUNTS = np.dtype(
    [
        ("updates", "i8"),
        ("checks", "i8"),  # of all patterns, by the ratchet
        ("streak", "i8"),  # patterns in a row that the weight had right
        ("right", "i8"),  # of all patterns, by the weight; -1 where it was not looked
        ("pocket_streak", "i8"),
        ("pocket_right", "i8"),
    ]
)


@njit(error_model="numpy")
def is_right(weights, patterns, labels, rho, k):
    n = weights.size - 2
    p = product(weights, patterns, patterns.starts[k], patterns.starts[k + 1])
    return not violates(labels[k] * (p + rho * weights[n]), 0.0)


@njit(cache=True, error_model="numpy")
def advance(patterns, labels, rho, ids, weights, duals, pocket, pocket_duals, all_counts):
    """Presents the patterns of these ids, until all are right; returns how many it presented.

    weights, pocket: (n + 2,), augmenting coordinate and a spare one last, and duals, pocket_duals:
    (m,), of the present weight and the one in the pocket.
    """
    counts = all_counts[0]
    for visit in range(ids.size):
        k = ids[visit]
        if not is_right(weights, patterns, labels, rho, k):
            c = float(labels[k])
            add(weights, patterns, patterns.starts[k], patterns.starts[k + 1], c)
            weights[weights.size - 2] += c * rho
            duals[k] += 1.0
            counts.updates += 1
            counts.streak, counts.right = 0, -1
            continue
        counts.streak += 1
        if counts.streak <= counts.pocket_streak:
            continue
        if counts.right < 0:
            counts.right = 0
            counts.checks += 1
            for j in range(labels.size):
                counts.right += is_right(weights, patterns, labels, rho, j)
        if counts.right > counts.pocket_right:
            pocket[:] = weights
            pocket_duals[:] = duals
            counts.pocket_streak, counts.pocket_right = counts.streak, counts.right
            if counts.right == labels.size:
                return visit + 1
    return ids.size
