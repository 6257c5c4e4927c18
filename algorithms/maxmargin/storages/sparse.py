"""Sparse storage: compressed rows."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from maxmargin.storages.rows import padded_columns, padded_starts, place

GROUP = 4


class Patterns(NamedTuple):
    """Padded rows. values: float64. columns: unsigned. starts: uint64, (m + 1,), first entries."""

    values: np.ndarray
    columns: np.ndarray
    starts: np.ndarray


def pack(X):
    """See maxmargin.storages."""
    starts = padded_starts(X, GROUP)
    columns = padded_columns(X, starts)
    values = np.zeros(columns.size)
    place(X.indptr, X.data, starts, values)
    return Patterns(values, columns, starts)


def matrix(patterns, n):
    """See maxmargin.storages."""
    m = patterns.starts.size - 1
    columns, starts = patterns.columns.astype(np.int64), patterns.starts.astype(np.int64)
    return csr_matrix((patterns.values, columns, starts), shape=(m, n + 2))[:, :n]


def empty_like(patterns):
    """See maxmargin.storages."""
    values, columns, starts = patterns
    return Patterns(np.empty_like(values), np.empty_like(columns), np.zeros_like(starts))


def product(weights, patterns, start, end):
    """See maxmargin.storages."""
    values, columns = patterns.values, patterns.columns
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    i = start
    while i < end:
        first += values[i] * weights[columns[i]]
        second += values[i + one] * weights[columns[i + one]]
        third += values[i + two] * weights[columns[i + two]]
        fourth += values[i + three] * weights[columns[i + three]]
        i += four
    return (first + second) + (third + fourth)


def add(weights, patterns, start, end, c):
    """See maxmargin.storages."""
    values, columns = patterns.values, patterns.columns
    i = start
    while i < end:
        for _ in range(GROUP):
            weights[columns[i]] += c * values[i]
            i += np.uint64(1)


def add_diagonal(into, patterns, start, end):
    """See maxmargin.storages."""
    for i in range(start, end):
        into[patterns.columns[i]] += patterns.values[i] * patterns.values[i]


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
        into.values[at + i] = patterns.values[start + i]
        into.columns[at + i] = patterns.columns[start + i]


def add_squares(matrix, patterns, ids, c):
    """See maxmargin.storages."""
    values, columns = patterns.values, patterns.columns
    for k in ids:
        start = patterns.starts[k]
        for i in range(patterns.starts[k + 1] - start):
            row, value = matrix[columns[start + i]], c * values[start + i]
            for j in range(i + 1):
                row[columns[start + j]] += value * values[start + j]
