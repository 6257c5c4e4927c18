"""Sparse storage: compressed rows."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix


class Patterns(NamedTuple):
    """values: float64; indices: int32, columns; starts: int64, (m + 1,), first entries."""

    values: np.ndarray
    indices: np.ndarray
    starts: np.ndarray


def matrix(patterns, n):
    m = patterns.starts.size - 1
    return csr_matrix((patterns.values, patterns.indices, patterns.starts), shape=(m, n))


def product(weights, patterns, k):
    total = 0.0
    for i in range(patterns.starts[k], patterns.starts[k + 1]):
        total += patterns.values[i] * weights[patterns.indices[i]]
    return total


def add(weights, patterns, k, c):
    for i in range(patterns.starts[k], patterns.starts[k + 1]):
        weights[patterns.indices[i]] += c * patterns.values[i]
