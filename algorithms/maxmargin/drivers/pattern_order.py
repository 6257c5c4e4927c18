"""Patterns in the order in which they are presented, and what is done with their duals."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation import compiled


class PatternOrder(NamedTuple):
    """Patterns one after the other, in the order in which they are presented.

    ids: int32, (m,), which patterns of the space they are. patterns: those of a storage; labels,
    squared_norms, duals: (m,), theirs. Where there are fewer patterns, the first places are used.
    """

    ids: np.ndarray
    patterns: tuple
    labels: np.ndarray
    squared_norms: np.ndarray
    duals: np.ndarray


class GramProducts(NamedTuple):
    """gram: y_k·y_l, (m, m); products: y_k·v, (m,). Both are of size 0 if products are not kept."""

    gram: np.ndarray
    products: np.ndarray


@compiled(allocates=False)
def put_back(in_file_order, order, size):
    """Writes the duals of copied patterns back to the originals."""
    for place in range(size):
        in_file_order.duals[order.ids[place]] = order.duals[place]


@compiled(allocates=False)
def settle(in_file_order, full_order, active_set, reordered, passes):
    """Writes duals back to the originals where a loop was left in the midst of copied patterns.

    reordered: whether full_order holds copies. passes: a record with the fields of PASSES.
    """
    if passes.mini_epochs_left > 0:
        put_back(in_file_order, active_set, passes.active_size)
    elif reordered and passes.position > 0:
        put_back(in_file_order, full_order, full_order.ids.size)


@compiled(allocates=False)
def rescale(factor, weights, in_file_order, order, copied):
    """v becomes factor·v (in loops, as `weights *= factor` would slow down every visit)."""
    for j in range(weights.size):
        weights[j] *= factor
    for k in range(in_file_order.duals.size):
        in_file_order.duals[k] *= factor
    if copied:
        for place in range(order.duals.size):
            order.duals[place] *= factor


@compiled(allocates=False)
def squared_norm_of(weights, duals, delta2):
    """‖v‖², of weights, (n + 2,), and duals, (m,); delta2: Δ²."""
    total = 0.0
    for k in range(duals.size):
        total += duals[k] * duals[k]
    total *= delta2
    for j in range(weights.size):
        total += weights[j] * weights[j]
    return total
