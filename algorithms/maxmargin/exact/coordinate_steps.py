"""Compiled dual coordinate steps, with which `newton` starts if patterns have little in common.

They maximise the dual function of `newton`, with all c_k = 1,

    Σ α_k − ½ ‖Σ α_k y_k‖² − ½ D Σ α_k²,    α_k ≥ 0,

in one α_k after another (Hsieh, Chang, Lin, Keerthi & Sundararajan, ICML 2008).
"""

from maxmargin.compilation.binding import compiled
from maxmargin.compilation.placeholders import add, product
from maxmargin.drivers.shared.vectors import dot


@compiled(allocates=False)
def common_part(part, squares, free, total):
    """Return ‖mean of |label_k| (x_k, ρ)‖² relative to the mean of squares[k].

    It is 1 if all patterns are equal and D is small. squares: ‖y_k‖² + D, (m,). A free threshold is
    left out of both. total: room, (n + 2,), which is 0.
    """
    starts, last, number, whole = part.patterns.starts, total.size - 2, 0, 0.0
    rho, outside = (0.0, part.rho**2) if free else (part.rho, 0.0)
    for k in range(0, squares.size, part.stride):
        size = abs(float(part.labels[k]))
        add(total, part.patterns, starts[k], starts[k + 1], size)
        total[last] += size * rho
        whole += squares[k] - outside * size**2
        number += 1
    return dot(total, total) / (number * whole)


@compiled(allocates=False)
def sweep(part, squares, penalty, step, duals, weights):
    """Make one step for each pattern, in the order 0, step, 2 step, … modulo m.

    squares: ‖y_k‖² + D, (m,). penalty: D. duals: (m,), and weights: (n + 2,), with weights = Σ α_k
    y_k. Both change.
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
