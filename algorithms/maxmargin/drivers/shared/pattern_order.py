"""Patterns in the order of presentation, and the handling of their duals."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import compiled


class PatternOrder(NamedTuple):
    """Patterns one after the other, in the order of presentation.

    `ids` are int32, (m,), the patterns' numbers in the space. `patterns` is a storage's. `labels`,
    `squared_norms` and `duals` are (m,), in the same order. If there are fewer than m patterns,
    they use the first places.
    """

    ids: np.ndarray
    patterns: tuple
    labels: np.ndarray
    squared_norms: np.ndarray
    duals: np.ndarray


class GramProducts(NamedTuple):
    """Cached products, empty without a cache. gram: y_k·y_l, (m, m). products: y_k·v, (m,)."""

    gram: np.ndarray
    products: np.ndarray


@compiled(allocates=False)
def write_back(in_file_order, order, size):
    """Write the duals of copied patterns back to the originals."""
    for place in range(size):
        in_file_order.duals[order.ids[place]] = order.duals[place]


@compiled(allocates=False)
def flush(in_file_order, full_order, active_set, reordered, passes):
    """Write duals back to the originals if a loop stopped in the midst of copied patterns.

    `reordered` says whether full_order holds copies. `passes` is a record with the fields of
    PASSES.
    """
    if passes.mini_epochs_left > 0:
        write_back(in_file_order, active_set, passes.active_size)
    elif reordered and passes.position > 0:
        write_back(in_file_order, full_order, full_order.ids.size)


@compiled(allocates=False)
def rescale(factor, weights, in_file_order, order, copied):
    """Set v to factor·v. Loops are used because `weights *= factor` would slow down every visit."""
    for j in range(weights.size):
        weights[j] *= factor
    for k in range(in_file_order.duals.size):
        in_file_order.duals[k] *= factor
    if copied:
        for place in range(order.duals.size):
            order.duals[place] *= factor


@compiled(allocates=False)
def squared_norm_of(weights, duals, squared_delta):
    """Return ‖v‖², for weights, (n + 2,), duals, (m,), and squared_delta = Δ²."""
    total = 0.0
    for k in range(duals.size):
        total += duals[k] * duals[k]
    total *= squared_delta
    for j in range(weights.size):
        total += weights[j] * weights[j]
    return total
