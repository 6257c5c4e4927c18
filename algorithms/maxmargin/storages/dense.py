"""Dense storage: all values of all patterns."""

from typing import NamedTuple

import numpy as np

from maxmargin.input.mapped import give_back

PART = 1 << 20  # numbers that are copied at once
BLOCK = 256  # patterns whose squares are added together


class Patterns(NamedTuple):
    """All values. values: float64, (m·n,), by pattern. starts: uint64, (m + 1,), first entries."""

    values: np.ndarray
    starts: np.ndarray


def pack(X):
    """See maxmargin.storages."""
    m, n = X.shape
    values = X.ravel()
    if not values.flags.writeable:  # a writeable copy gives numba only one type
        values, mapped = np.empty(values.size), values
        for first in range(0, values.size, PART):
            values[first : first + PART] = mapped[first : first + PART]
            give_back(mapped)
    return Patterns(values, np.arange(m + 1, dtype=np.uint64) * np.uint64(n))


def matrix(patterns, n):
    """See maxmargin.storages."""
    return patterns.values.reshape(-1, n)


def empty_like(patterns):
    """See maxmargin.storages."""
    return Patterns(np.empty_like(patterns.values), np.zeros_like(patterns.starts))


def product(weights, patterns, start, end):
    """See maxmargin.storages."""
    total = 0.0
    for j in range(end - start):
        total += patterns.values[start + j] * weights[j]
    return total


def add(weights, patterns, start, end, c):
    """See maxmargin.storages."""
    for j in range(end - start):
        weights[j] += c * patterns.values[start + j]


def add_diagonal(into, patterns, start, end):
    """See maxmargin.storages."""
    for j in range(end - start):
        into[j] += patterns.values[start + j] * patterns.values[start + j]


def take_squares(weights, patterns, start, end):
    """See maxmargin.storages."""
    total = 0.0
    for j in range(end - start):
        total += weights[j] * weights[j]
        weights[j] = 0.0
    return total


def copy(patterns, start, end, into, at):
    """See maxmargin.storages."""
    for i in range(end - start):
        into.values[at + i] = patterns.values[start + i]


def add_squares(matrix, patterns, ids, c):
    """See maxmargin.storages."""
    n = int(patterns.starts[1] - patterns.starts[0])
    rows = np.empty((min(BLOCK, ids.size), n))
    square = np.empty((n, n))
    for first in range(0, ids.size, BLOCK):
        block = rows[: min(BLOCK, ids.size - first)]
        for i in range(block.shape[0]):
            start = patterns.starts[ids[first + i]]
            for j in range(n):
                block[i, j] = patterns.values[start + j]
        np.dot(block.T, block, square)
        for i in range(n):
            for j in range(i + 1):
                matrix[i, j] += c * square[i, j]
