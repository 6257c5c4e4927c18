"""Rows padded to whole groups of entries, for both storages of sparse rows, and rows of an array.

A loop over whole groups needs no remainder. Short rows take the same number of rounds as their
neighbours, which the processor predicts. Columns are unsigned, because numba would test every
signed column for counting from the end.
"""

import numpy as np
from scipy import sparse

from maxmargin.compilation.binding import Entry, compiled
from maxmargin.input.mapped import PART, give_back

UINT16_FEATURES = 2**16 - 2  # the most features whose padded columns are uint16


def padded_starts(X, group):
    """Return the first entries of a csr matrix's padded rows, uint64, (m + 1,)."""
    starts = np.zeros(X.shape[0] + 1, dtype=np.uint64)
    np.cumsum(-(-np.diff(X.indptr) // group) * group, out=starts[1:])
    return starts


def padded_columns(X, starts):
    """Return the padded columns of a csr matrix, of `column_type`.

    Padding has the column n + 1, which is the column of the spare weight.
    """
    n = X.shape[1]
    columns = np.full(int(starts[-1]), n + 1, dtype=column_type(n))
    place(X.indptr, X.indices, starts, columns)
    return columns


def column_type(n):
    """Return the type of padded columns of n features: uint16 or, if n requires it, uint32."""
    return np.min_scalar_type(max(n + 1, 256))


def place(indptr, entries, starts, into):
    """Copy the entries of each row of a csr matrix to the place of its padded row."""
    for first in range(0, starts.size - 1, PART):
        part = slice(first, first + PART + 1)
        place_rows(indptr[part], entries, starts[part], into)
        give_back(entries)


@Entry
@compiled()
def place_rows(indptr, entries, starts, into):
    """Do the work of `place` for some rows, with their own `indptr` and `starts`."""
    for k in range(starts.size - 1):
        shift = np.int64(starts[k]) - indptr[k]
        for i in range(indptr[k], indptr[k + 1]):
            into[i + shift] = entries[i]


def sparse_rows(X):
    """Return an array of float64, (m, n), as a csr matrix. scipy takes several times as long."""
    starts = np.concatenate([[0], np.cumsum(np.count_nonzero(X, axis=1))])
    index = np.int32 if max(starts[-1], X.shape[1]) < 2**31 else np.int64
    columns, values = np.empty(starts[-1], index), np.empty(starts[-1])
    fill(np.ascontiguousarray(X), columns, values)
    return sparse.csr_matrix((values, columns, starts.astype(index)), shape=X.shape)


@Entry
@compiled(allocates=False)
def fill(X, columns, values):
    """Fill in the columns and the values of all numbers of an array that are not 0, by rows."""
    entry = 0
    for k in range(X.shape[0]):
        for j in range(X.shape[1]):
            if X[k, j] != 0.0:
                columns[entry], values[entry] = j, X[k, j]
                entry += 1


@Entry
@compiled()
def squared_norms(indptr, values):
    """Return ‖x‖² of the rows of a csr matrix, (m,)."""
    norms = np.zeros(indptr.size - 1)
    for k in range(norms.size):
        for i in range(indptr[k], indptr[k + 1]):
            norms[k] += values[i] * values[i]
    return norms
