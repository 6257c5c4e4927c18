"""Compiled dual coordinate steps, with which `newton` starts if patterns have little in common.

They maximise the dual function of `newton`, with all c_k = 1,

    Σ α_k − ½ ‖Σ α_k y_k‖² − ½ D Σ α_k²,    α_k ≥ 0,

in one α_k after another (Hsieh, Chang, Lin, Keerthi & Sundararajan, ICML 2008). Here ‖·‖ includes
the threshold, even if it is free in the steps that follow.
"""

from math import sqrt

from maxmargin.compilation.binding import compiled
from maxmargin.compilation.placeholders import add, product


@compiled(allocates=False)
def mean_cosine(part, squares, free, room):
    """Return the mean of |y_i·y_j| / (‖y_i‖ ‖y_j‖) over the pairs of a `Part`'s patterns.

    squares: ‖y_k‖² without Δ of all patterns, (m,). A free threshold adds nothing to products and
    squares. Patterns of 0 have a cosine of 0. room: (n + 2,), which is 0. A single pattern has a
    mean of 0.
    """
    patterns, starts = part.patterns, part.patterns.starts
    rho = 0.0 if free else part.rho
    outside, total, pairs = part.rho**2 - rho**2, 0.0, 0
    for i in range(0, squares.size, part.stride):
        add(room, patterns, starts[i], starts[i + 1], 1.0)
        first = squares[i] / part.labels[i] ** 2 - outside
        for j in range(i + part.stride, squares.size, part.stride):
            both = first * (squares[j] / part.labels[j] ** 2 - outside)
            along = product(room, patterns, starts[j], starts[j + 1]) + rho**2
            total += abs(along) / sqrt(both) if both > 0.0 else 0.0
            pairs += 1
        add(room, patterns, starts[i], starts[i + 1], -1.0)
    return total / max(pairs, 1)


@compiled(allocates=False)
def sweep(part, squares, penalty, step, duals, weights):
    """Make one step for each pattern, in the order 0, step, 2 step, … modulo m.

    squares: ‖y_k‖² + D, (m,). penalty: D. step: at most m, without a factor in common with m.
    duals: (m,), and weights: (n + 2,), with weights = Σ α_k y_k. Both change.
    """
    starts, last, k = part.patterns.starts, weights.size - 2, 0
    for _ in range(duals.size):
        plain = product(weights, part.patterns, starts[k], starts[k + 1])
        p = part.labels[k] * (plain + part.rho * weights[last])
        short = 1.0 - p - penalty * duals[k]
        dual = max(0.0, duals[k] + short / squares[k])
        if dual != duals[k]:
            signed = (dual - duals[k]) * part.labels[k]
            add(weights, part.patterns, starts[k], starts[k + 1], signed)
            weights[last] += signed * part.rho
            duals[k] = dual
        k += step
        if k >= duals.size:
            k -= duals.size
