"""Patterns in the order in which they are presented, and sums of them that share their duals."""

from typing import NamedTuple

import numpy as np
from numba import njit


class PatternOrder(NamedTuple):
    """Patterns one after the other, in the order in which they are presented.

    ids: int32, which patterns of the space they are. patterns: of a storage; labels, squared_norms,
    duals: theirs. Of arrays with room for all patterns, the first places count.
    """

    ids: np.ndarray
    patterns: tuple
    labels: np.ndarray
    squared_norms: np.ndarray
    duals: np.ndarray


class GramProducts(NamedTuple):
    """gram: y_k·y_l, (m, m); products: y_k·v, (m,). Both of size 0 where products are not kept."""

    gram: np.ndarray
    products: np.ndarray


@njit(error_model="numpy")
def put_back(in_file_order, order, size):
    """Writes the duals of copies to where they came from."""
    for place in range(size):
        in_file_order.duals[order.ids[place]] = order.duals[place]


@njit(error_model="numpy")
def rescale(factor, weights, in_file_order, order, copied):
    """v becomes factor·v. (`weights *= factor` would slow down every visit.)"""
    for j in range(weights.size):
        weights[j] *= factor
    for k in range(in_file_order.duals.size):
        in_file_order.duals[k] *= factor
    if copied:
        for place in range(order.duals.size):
            order.duals[place] *= factor


@njit(error_model="numpy")
def squared_norm_of(weights, duals, delta2):
    """‖v‖²."""
    total = 0.0
    for k in range(duals.size):
        total += duals[k] * duals[k]
    total *= delta2
    for j in range(weights.size):
        total += weights[j] * weights[j]
    return total
