"""What the two storages of sparse rows share: rows filled up to whole groups of entries.

A loop over whole groups needs no tail, and a short row ends after the same number of rounds as its
neighbours, which a processor predicts. Columns are unsigned: numba would look at every signed one
for a count from the end.
"""

import numpy as np
from numba import njit

from maxmargin.compilation import Entry


def filled_up_starts(X, group):
    """starts, uint64 (m + 1,): where the rows of a csr matrix begin in whole groups of entries."""
    starts = np.zeros(X.shape[0] + 1, dtype=np.uint64)
    np.cumsum(-(-np.diff(X.indptr) // group) * group, out=starts[1:])
    return starts


def filled_up_columns(X, starts):
    """The columns of X, uint16 or, where n needs it, uint32: n + 1, the spare weight's, in the
    entries that fill up.
    """
    n = X.shape[1]
    columns = np.full(int(starts[-1]), n + 1, dtype=np.min_scalar_type(max(n + 1, 256)))
    place(X.indptr, X.indices, starts, columns)
    return columns


@Entry
@njit(cache=True)
def place(indptr, entries, starts, into):
    """Copies the entries of each row to where it starts."""
    for k in range(starts.size - 1):
        shift = starts[k] - indptr[k]
        for i in range(indptr[k], indptr[k + 1]):
            into[i + shift] = entries[i]


@Entry
@njit(cache=True, error_model="numpy")
def squared_norms(indptr, values):
    """‖x‖² of the rows, (m,)."""
    norms = np.zeros(indptr.size - 1)
    for k in range(norms.size):
        for i in range(indptr[k], indptr[k + 1]):
            norms[k] += values[i] * values[i]
    return norms
