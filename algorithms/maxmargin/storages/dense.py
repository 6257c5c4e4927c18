"""Dense storage: all values of all patterns."""

from typing import NamedTuple

import numpy as np


class Patterns(NamedTuple):
    """values: float64, (m * n,), pattern after pattern; starts: uint64, (m + 1,)."""

    values: np.ndarray
    starts: np.ndarray


def pack(X):
    m, n = X.shape
    values = np.require(X.ravel(), requirements="W")  # one type with the copies in a PatternOrder
    return Patterns(values, np.arange(m + 1, dtype=np.uint64) * np.uint64(n))


def matrix(patterns, n):
    return patterns.values.reshape(-1, n)


def empty_like(patterns):
    return Patterns(np.empty_like(patterns.values), np.zeros_like(patterns.starts))


def product(weights, patterns, start, end):
    total = 0.0
    for j in range(end - start):
        total += patterns.values[start + j] * weights[j]
    return total


def add(weights, patterns, start, end, c):
    for j in range(end - start):
        weights[j] += c * patterns.values[start + j]


def copy(patterns, start, end, into, at):
    for i in range(end - start):
        into.values[at + i] = patterns.values[start + i]
