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


def widened(X: Any) -> Any:
    """Return a sparse matrix in float64, before a change of format adds duplicate entries.

    Scipy adds them in the type of the matrix, in which a sum of small integers may overflow.
    Boolean entries are added as booleans, as in `toarray`.

    Parameters
    ----------
    X : object
        The matrix. Other objects, and matrices of other values than numbers, are returned as they
        are.

    Returns
    -------
    object
        The matrix, with the same entries.
    """
    if not sparse.issparse(X) or X.dtype.kind not in "biuf":
        return X
    if X.dtype.kind == "b":
        X = without_duplicates(sparse.csr_matrix(X))
    return X.astype(np.float64, copy=False)


def exact_csr(X: Any) -> Any:
    """Return a sparse matrix of integers as a csr matrix of int64 or uint64 without duplicates.

    Parameters
    ----------
    X : sparse matrix of integers of shape (m, n)
        The matrix, in any format.

    Returns
    -------
    csr matrix
        The same numbers. Entries at the same place are added.

    Raises
    ------
    ValueError
        If a sum of entries at the same place does not fit into the type.
    """
    wide = X.astype(np.uint64 if X.dtype.kind == "u" else np.int64, copy=False)
    found, near = (without_duplicates(sparse.csr_matrix(of)) for of in (wide, widened(X)))
    # A sum that overflows is off by a multiple of 2⁶⁴.
    wrong = np.flatnonzero(np.abs(found.data.astype(np.float64) - near.data) > 2.0**62)
    if wrong.size:
        row = int(np.searchsorted(found.indptr, wrong[0], side="right")) - 1
        raise ValueError(
            f"X has several entries in row {row}, column {found.indices[wrong[0]]}, counted from "
            f"0, whose sum does not fit into {wide.dtype}: convert X to float64."
        )
    return found


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
