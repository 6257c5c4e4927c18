"""What the two storages of sparse rows share: rows filled up to whole groups of entries.

A loop over whole groups needs no tail, and a short row ends after the same number of rounds as its
neighbours, which a processor predicts. Columns are unsigned: numba would look at every signed one
for a count from the end.
"""

import numpy as np


def filled_up(X, group):
    """(columns, starts, entries): the rows of a csr matrix in whole groups.

    columns: uint16, or uint32 where n needs it, n + 1 (the spare weight) in the entries that fill
    up. starts: uint64, (m + 1,), first entries. entries: (nnz,), where those of X went.
    """
    m, n = X.shape
    lengths = np.diff(X.indptr)
    starts = np.zeros(m + 1, dtype=np.uint64)
    np.cumsum(-(-lengths // group) * group, out=starts[1:])
    columns = np.full(int(starts[-1]), n + 1, dtype=np.min_scalar_type(max(n + 1, 256)))
    shifts = starts[:-1].astype(np.int64) - X.indptr[:-1]
    entries = np.arange(X.nnz) + np.repeat(shifts, lengths)
    columns[entries] = X.indices
    return columns, starts, entries
