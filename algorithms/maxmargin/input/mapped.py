"""Memory-mapped patterns, whose pages are released after reading.

Pages of a file count as memory of the process that read them until the process releases them. A
second read mostly finds them still in the system's cache.
"""

import mmap
from collections.abc import Iterator
from typing import Any

from scipy import sparse

PART = 1 << 13  # rows that are read at once


def give_back(*patterns: Any) -> None:
    """Release the pages of read-only maps.

    Writeable maps keep their pages, even under a read-only array, because changes may exist only
    there. Arrays that are not mapped do not change.

    Parameters
    ----------
    *patterns : arrays or csr matrices
        The patterns.
    """
    for array in patterns:
        if sparse.issparse(array):
            give_back(array.data, array.indices, array.indptr)
            continue
        while array is not None and not isinstance(array, mmap.mmap):
            array = getattr(array, "base", None)
        if array is not None and _is_read_only(array):
            array.madvise(mmap.MADV_DONTNEED)


def _is_read_only(mapped):
    with memoryview(mapped) as view:
        return view.readonly


def in_parts(X: Any) -> Iterator[tuple[slice, Any]]:
    """Yield the rows of X in parts, and release the pages of a read-only map after each part.

    Parameters
    ----------
    X : array or csr matrix of shape (m, n)
        The patterns.

    Yields
    ------
    (slice, array or csr matrix)
        The places of some rows, and these rows.
    """
    m = X.shape[0]
    for first in range(0, m, PART):
        places = slice(first, min(first + PART, m))
        yield places, X if m <= PART else _rows(X, places)
        give_back(X)


def _rows(X, places):
    """Return some rows of X. They share its memory, unlike scipy's slices of a csr matrix."""
    if not sparse.issparse(X):
        return X[places]
    starts = X.indptr[places.start : places.stop + 1]
    entries = slice(starts[0], starts[-1])
    shape = places.stop - places.start, X.shape[1]
    return sparse.csr_array((X.data[entries], X.indices[entries], starts - starts[0]), shape=shape)
