"""Exact linear algebra and the simplex method, with integers of any size.

python-flint solves linear systems much faster than the integers of Python. Without it the results
are the same.
"""

import itertools
from fractions import Fraction
from math import gcd
from operator import truediv
from typing import Any

import numpy as np

try:
    import flint
except ImportError:
    flint = None

from maxmargin.compilation.binding import clock

ROUNDED = 1e-9  # numbers of the simplex method in floats that may be rounding errors of 0


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
        if clock() > deadline:
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


def simplex(rows, deadline=np.inf) -> Any:
    """Decide whether a weight w has rows·w > 0 by the simplex method, in integers or in floats.

    `rows` are integers of any size or floats, (k, d). Returns w and [], or None and the places of
    at most rank + 1 rows that exclude each w. Floats may err, or decide nothing: None and [].

    The dual simplex method looks for a point with slacks s_i = row_i·w − 1 >= 0. Row i of the
    table, divided by `divisor`, gives s_i, and row k + j gives w_j, as a combination of the d
    variables outside the basis, and of 1. The last row gives a cost: the sum of the first slacks
    outside. A pivot exchanges two variables. Divisions of integers have no remainder (Edmonds).
    """
    (k, d), exact = rows.shape, rows.dtype == object
    tolerance, ratio = (0, Fraction) if exact else (ROUNDED, truediv)
    table = np.zeros((k + d + 1, d + 1), dtype=rows.dtype)
    table[:k, :d], table[:k, d], table[range(k, k + d), range(d)] = rows, -1, 1
    outside, free, divisor = np.full(d, -1), np.arange(d), 1  # -1 is a weight

    def exchange(row, column):
        nonlocal table, divisor
        if clock() > deadline:
            raise OutOfTime
        pivot, old = table[row, column], table[:, column].copy()
        if exact:
            table = (table * pivot - np.outer(old, table[row])) // divisor
            divisor = pivot
        else:
            old = old / pivot
            table -= np.outer(old, table[row])
        table[:, column] = old
        if divisor < 0:
            table, divisor = -table, -divisor
        outside[column] = row

    while free.size:
        sizes = np.abs(table[:k, free])
        row, place = divmod(int(sizes.argmax()), free.size)
        if sizes[row, place] <= tolerance:
            break
        exchange(row, free[place])
        free = np.delete(free, place)
    slacks = np.flatnonzero(outside >= 0)
    table[-1, slacks] = divisor
    for count in itertools.count():
        values = table[:k, d]
        below = np.flatnonzero(values < -tolerance)
        if not below.size:
            return table[k : k + d, d], []
        late = count > 10 * (k + d)
        if late and not exact:
            return None, []
        # The most violated row is fast; the first row and column cannot cycle (Bland).
        row = below[0] if late else below[values[below].argmin()]
        columns = slacks[table[row, slacks] > tolerance]
        if not columns.size:
            return None, [row, *outside[slacks[table[row, slacks] < -tolerance]]]
        exchange(row, min(columns, key=lambda j: (ratio(table[-1, j], table[row, j]), outside[j])))
