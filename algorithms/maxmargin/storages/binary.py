"""Binary storage: compressed rows whose values are all 1 and therefore not stored."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from maxmargin.storages.rows import padded_columns, padded_starts

GROUP = 16


class Patterns(NamedTuple):
    """Rows of ones. columns: unsigned, with padding. starts: uint64, (m + 1,), first entries."""

    columns: np.ndarray
    starts: np.ndarray


def pack(X):
    """See maxmargin.storages."""
    starts = padded_starts(X, GROUP)
    return Patterns(padded_columns(X, starts), starts)


def matrix(patterns, n):
    """See maxmargin.storages."""
    m = patterns.starts.size - 1
    columns, starts = patterns.columns.astype(np.int64), patterns.starts.astype(np.int64)
    return csr_matrix((np.ones(columns.size), columns, starts), shape=(m, n + 2))[:, :n]


def empty_like(patterns):
    """See maxmargin.storages."""
    return Patterns(np.empty_like(patterns.columns), np.zeros_like(patterns.starts))


def product(weights, patterns, start, end):
    """See maxmargin.storages."""
    columns = patterns.columns
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    i = start
    while i < end:
        for _ in range(GROUP // 4):
            first += weights[columns[i]]
            second += weights[columns[i + one]]
            third += weights[columns[i + two]]
            fourth += weights[columns[i + three]]
            i += four
    return (first + second) + (third + fourth)


def add(weights, patterns, start, end, c):
    """See maxmargin.storages."""
    columns = patterns.columns
    i = start
    while i < end:
        for _ in range(GROUP):
            weights[columns[i]] += c
            i += np.uint64(1)
    weights[weights.size - 1] = 0.0


def add_diagonal(into, patterns, start, end):
    """See maxmargin.storages."""
    for i in range(start, end):
        into[patterns.columns[i]] += 1.0
    into[into.size - 1] = 0.0


def take_squares(weights, patterns, start, end):
    """See maxmargin.storages."""
    total = 0.0
    for i in range(start, end):
        j = patterns.columns[i]
        total += weights[j] * weights[j]
        weights[j] = 0.0
    return total


def copy(patterns, start, end, into, at):
    """See maxmargin.storages."""
    for i in range(end - start):
        into.columns[at + i] = patterns.columns[start + i]


def add_squares(matrix, patterns, ids, c):
    """See maxmargin.storages."""
    columns = patterns.columns
    for k in ids:
        start = patterns.starts[k]
        for i in range(patterns.starts[k + 1] - start):
            row = matrix[columns[start + i]]
            for j in range(i + 1):
                row[columns[start + j]] += c
