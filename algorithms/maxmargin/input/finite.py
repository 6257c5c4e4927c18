"""Finds the first value of the patterns that is not finite, and says where it is."""

import numpy as np
from scipy import sparse

FILL = "leave such rows out, or fill in numbers"


def not_finite(values, first_row=0, columns=None):
    """Return a sentence about the first value that is not finite, or None if all are finite.

    values: an array or csr matrix, (m, n), of rows of X from `first_row` on. columns: the names of
    the columns, or None.
    """
    entries = values.data if sparse.issparse(values) else values.ravel()
    wrong = np.flatnonzero(~np.isfinite(entries))
    if not wrong.size:
        return None
    place, n = int(wrong[0]), values.shape[1]
    if sparse.issparse(values):
        row = int(np.searchsorted(values.indptr, place, side="right")) - 1
        column = int(values.indices[place])
    else:
        row, column = divmod(place, n)
    name = f"column {column if columns is None else repr(columns[column])}"
    what = "NaN" if np.isnan(entries[place]) else "infinity, or a value too large for float64,"
    others = f" ({wrong.size} in all are not finite)" if wrong.size > 1 else ""
    return f"row {first_row + row} of X, counted from 0, has {what} in {name}{others}: {FILL}."
