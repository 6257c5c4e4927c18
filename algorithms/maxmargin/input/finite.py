"""Finds the first value of the patterns that is not finite, and says where it is."""

import numpy as np
from scipy import sparse


def not_finite(X, first_row=0, columns=None):
    """Return a sentence about the first value that is not finite, or None if all are finite.

    X: an array, also of objects that are numbers, or a csr matrix, (m, n). first_row: the number of
    its first row in the messages. columns: the names of the columns, or None.
    """
    entries = X.data if sparse.issparse(X) else X.ravel()
    if entries.dtype.kind == "O":
        finite = np.array([value == value and abs(value) != np.inf for value in entries], bool)
    else:
        finite = np.isfinite(entries)
    if finite.all():
        return None
    place = int(finite.argmin())
    if sparse.issparse(X):
        row = int(np.searchsorted(X.indptr, place, side="right")) - 1
        column = int(X.indices[place])
    else:
        row, column = divmod(place, X.shape[1])
    name = column if columns is None else columns[column]
    name = repr(name) if isinstance(name, str) else str(name)
    value = "NaN" if entries[place] != entries[place] else str(entries[place])
    return (
        f"X has {value} at row {first_row + row}, column {name}, counted from 0: leave the row "
        "out, or fill in a finite number."
    )
