"""Binary storage: compressed rows whose values are all 1, so that none is stored."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix


class Patterns(NamedTuple):
    """indices: int32, columns of the ones; starts: int64, (m + 1,), first entries."""

    indices: np.ndarray
    starts: np.ndarray


def matrix(patterns, n):
    ones = np.ones(patterns.indices.size)
    m = patterns.starts.size - 1
    return csr_matrix((ones, patterns.indices, patterns.starts), shape=(m, n))


def product(weights, patterns, k):
    total = 0.0
    for i in range(patterns.starts[k], patterns.starts[k + 1]):
        total += weights[patterns.indices[i]]
    return total


def add(weights, patterns, k, c):
    for i in range(patterns.starts[k], patterns.starts[k + 1]):
        weights[patterns.indices[i]] += c
