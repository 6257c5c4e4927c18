"""Checks sparse matrices fully before compiled code reads them.

Scipy accepts a matrix with an entry outside its columns, and an `indptr` that was changed later.
Products with such matrices read and write memory outside their arrays.
"""

from typing import Any

import numpy as np
from scipy import sparse

from maxmargin.input.mapped import give_back

PART = 1 << 22  # entries that are checked at once
RIGHT = "rebuild X, for example with scipy.sparse.coo_array"


def check_sparse(X: Any, name: str = "X") -> None:
    """Check that the parts of a sparse matrix agree.

    Parameters
    ----------
    X : object
        The matrix. Other objects pass.
    name : str, default "X"
        The matrix's name in the message.

    Raises
    ------
    ValueError
        If the parts do not agree.
    """
    if not sparse.issparse(X):
        return
    if X.ndim != 2:
        raise ValueError(f"{name} has the shape {X.shape}: it has to have rows and columns.")
    if X.format in ("csr", "csc", "bsr"):
        _check_compressed(X, name)
    elif X.format == "coo":
        for numbers, size, axis in zip((X.row, X.col), X.shape, ("row", "column"), strict=True):
            _check_length(len(numbers), len(X.data), name)
            _check_range(numbers, size, axis, name)
    else:  # the other formats store no places of entries, or Python objects
        _check_compressed(X.tocsr(), name)


def _check_indptr(X, name="X"):
    """Raise ValueError for a csr, csc or bsr matrix whose rows do not partition its entries."""
    major = 1 if X.format == "csc" else 0
    size = X.shape[major] // (X.blocksize[0] if X.format == "bsr" else 1)
    indptr = np.asarray(X.indptr)
    if indptr.dtype.kind not in "iu" or indptr.shape != (size + 1,):
        raise ValueError(
            f"{name} has an indptr of shape {indptr.shape} and {indptr.dtype}, but a "
            f"{X.format} matrix of shape {X.shape} needs {size + 1} whole numbers: {RIGHT}."
        )
    _check_length(len(X.indices), len(X.data), name)
    falls = np.flatnonzero(indptr[1:] < indptr[:-1])
    if indptr[0] != 0 or falls.size or indptr[-1] > len(X.indices):
        place = falls[0] + 1 if falls.size else 0 if indptr[0] else size
        raise ValueError(
            f"{name} has {indptr[place]} at place {place} of indptr, counted from 0, but indptr "
            f"has to rise from 0 to at most the {len(X.indices)} entries: {RIGHT}."
        )


def _check_compressed(X, name):
    _check_indptr(X, name)
    minor, axis = (0, "row") if X.format == "csc" else (1, "column")
    size = X.shape[minor] // (X.blocksize[1] if X.format == "bsr" else 1)
    _check_range(X.indices[: X.indptr[-1]], size, axis, name)


def _check_range(numbers, size, axis, name):
    if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
        raise ValueError(
            f"{name} has {axis} numbers of shape {numbers.shape} and {numbers.dtype}, but needs a "
            f"list of whole numbers: {RIGHT}."
        )
    for start in range(0, len(numbers), PART):
        part = numbers[start : start + PART]
        for number in (part.min(), part.max()):
            if not 0 <= number < size:
                place = start + int(np.argmax(part == number))
                raise ValueError(
                    f"{name} has an entry in {axis} {number} (entry {place}), counted from 0, but "
                    f"only {size} {axis}s: {RIGHT}."
                )
        give_back(part)


def _check_length(places, values, name):
    if places != values:
        raise ValueError(f"{name} has {places} places for {values} values of entries: {RIGHT}.")


def without_duplicates(X: Any) -> Any:
    """Return X with one entry for each place, sorted by column, and no entries behind its rows.

    X itself does not change. Its format is checked again, because scipy may remember a result from
    before X was changed. Some of scipy's functions write beyond their arrays if there are entries
    behind the rows.

    Parameters
    ----------
    X : array or csr matrix
        The patterns. An array is returned as it is.

    Returns
    -------
    array or csr matrix
        The patterns. Entries at the same place are added.
    """
    if not sparse.issparse(X):
        return X
    seen = sparse.csr_matrix((X.data, X.indices, X.indptr), shape=X.shape)
    if seen.has_canonical_format:
        whole = len(X.indices) == X.indptr[-1]
        return X if whole and X.has_canonical_format else seen
    seen = seen.copy()
    seen.sum_duplicates()
    return seen
