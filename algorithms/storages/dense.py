"""Dense storage: all values of all patterns, one pattern a row."""

from typing import NamedTuple

import numpy as np


class Patterns(NamedTuple):
    """values: float64, (m, n), C order."""

    values: np.ndarray


def matrix(patterns, n):
    return patterns.values


def product(weights, patterns, k):
    values = patterns.values
    total = 0.0
    for j in range(values.shape[1]):
        total += values[k, j] * weights[j]
    return total


def add(weights, patterns, k, c):
    values = patterns.values
    for j in range(values.shape[1]):
        weights[j] += c * values[k, j]
