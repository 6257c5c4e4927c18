"""Exact linear algebra and an exact search, with integers of any size.

python-flint solves linear systems much faster than the integers of Python. Without it the results
are the same.
"""

from math import gcd
from time import monotonic

import numpy as np

try:
    import flint
except ImportError:
    flint = None


class OutOfTime(Exception):
    """The time given has passed."""


def null_space(matrix, deadline=np.inf):
    """Return integer vectors that span the solutions v of matrix·v = 0: a list of lists."""
    if flint is None:
        return _null_space(matrix, deadline)
    space, nullity = flint.fmpz_mat(matrix.tolist()).nullspace()
    columns = space.transpose().tolist()[:nullity]
    return [_primitive([int(v) for v in column]) for column in columns]


def _null_space(matrix, deadline):
    """Do the same without flint."""
    left, columns, divisor = _eliminated(matrix, deadline)
    vectors = []
    for free in sorted(set(range(matrix.shape[1])) - set(columns)):
        vector = [0] * matrix.shape[1]
        vector[free] = -divisor
        for row, column in enumerate(columns):
            vector[column] = left[row, free]
        vectors.append(_primitive(vector))
    return vectors


def pivots(matrix):
    """Return the columns that are no linear combinations of the columns before them."""
    return _eliminated(matrix, np.inf)[1]


def _eliminated(matrix, deadline):
    """Return a reduced matrix, its pivots' columns and value: elimination without fractions.

    Each division has no remainder (Bareiss).
    """
    left, columns, divisor = matrix.copy(), [], 1
    for column in range(matrix.shape[1]):
        k = len(columns)
        row = next((i for i in range(k, len(left)) if left[i, column]), None)
        if row is None:
            continue
        if monotonic() > deadline:
            raise OutOfTime
        left[[k, row]] = left[[row, k]]
        pivot, others = left[k, column], np.arange(len(left)) != k
        outer = left[others, column, None] * left[k]
        left[others] = (left[others] * pivot - outer) // divisor
        divisor = pivot
        columns.append(column)
    return left, columns, divisor


def _primitive(vector):
    """Return a vector of integers, divided by their common divisor, the last entry not negative."""
    divisor = gcd(*vector)
    last = next((v for v in reversed(vector) if v), 1)
    return [int(v) // (divisor if last > 0 else -divisor) for v in vector] if divisor else vector


def search_exactly(rows, deadline=np.inf):
    """Decide whether a weight w has rows·w > 0, in integers, by the simplex method.

    `rows` are integers, (k, d). Rows that come first are preferred for the basis. Returns w and
    None, or None and {row: α} with α > 0 and Σ α row = 0, for at most rank + 1 rows.

    The method looks for a point with slacks s_i = row_i·w − 1 >= 0. Row i of the table, divided by
    `divisor`, gives s_i, and row k + j gives w_j, as a combination of the d variables out of the
    basis, and of 1. A pivot exchanges two variables; its divisions have no remainder (Edmonds).
    """
    k, d = rows.shape
    unit = np.hstack([np.eye(d, dtype=object), np.zeros((d, 1), dtype=object)])
    table = np.vstack([np.hstack([rows, np.full((k, 1), -1, dtype=object)]), unit])
    outside: list = [None] * d  # the slacks that replace the weights; None is a weight
    divisor, pivots = 1, 0

    def exchange(row, column):
        nonlocal table, divisor
        if monotonic() > deadline:
            raise OutOfTime
        pivot, kept = table[row, column], table[:, column].copy()
        table = (table * pivot - np.outer(kept, table[row])) // divisor
        table[:, column] = kept
        divisor = pivot
        if divisor < 0:
            table, divisor = -table, -divisor
        outside[column] = row

    for row in range(k):
        free = [j for j in range(d) if outside[j] is None and table[row, j]]
        if free:
            exchange(row, free[0])
    slacks = [j for j in range(d) if outside[j] is not None]
    while True:
        values = table[:k, d]
        below = np.flatnonzero(values < 0)
        if not below.size:
            return table[k:, d].tolist(), None
        # The most violated row is fast; the first row and column cannot cycle (Bland).
        bland = pivots > 10 * (k + d)
        row = below[0] if bland else below[values[below].argmin()]
        columns = [j for j in slacks if table[row, j] > 0]
        if not columns:
            relation = {outside[j]: -table[row, j] for j in slacks if table[row, j]}
            return None, {int(row): divisor} | relation
        exchange(row, min(columns, key=lambda j: outside[j] if bland else -table[row, j]))
        pivots += 1
