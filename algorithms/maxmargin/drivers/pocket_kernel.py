"""The compiled loop of Gallant's pocket algorithm (1990), with the ratchet.

`wrong`, `product` and `add` are put into this module's globals by `maxmargin.compilation.bind`.
"""

import numpy as np
from numba import njit

STATE = np.dtype(
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
    return not wrong(labels[k] * (p + rho * weights[n]), 0.0)


@njit(cache=True, error_model="numpy")
def advance(patterns, labels, rho, ids, weights, duals, pocket, pocket_duals, states):
    """Presents the patterns of these ids, until all are right; returns how many it presented.

    weights, pocket: (n + 2,), augmenting coordinate and a spare one last, and duals, pocket_duals:
    (m,), of the present weight and the one in the pocket.
    """
    state = states[0]
    for trial in range(ids.size):
        k = ids[trial]
        if not is_right(weights, patterns, labels, rho, k):
            c = float(labels[k])
            add(weights, patterns, patterns.starts[k], patterns.starts[k + 1], c)
            weights[weights.size - 2] += c * rho
            duals[k] += 1.0
            state.updates += 1
            state.streak, state.right = 0, -1
            continue
        state.streak += 1
        if state.streak <= state.pocket_streak:
            continue
        if state.right < 0:
            state.right = 0
            state.checks += 1
            for j in range(labels.size):
                state.right += is_right(weights, patterns, labels, rho, j)
        if state.right > state.pocket_right:
            pocket[:] = weights
            pocket_duals[:] = duals
            state.pocket_streak, state.pocket_right = state.streak, state.right
            if state.right == labels.size:
                return trial + 1
    return ids.size
