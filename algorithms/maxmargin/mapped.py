"""Memory-mapped patterns: what was read of a map need not stay in memory.

The pages of a file that a process has read count as its memory until it gives them back; if it
reads them again, the system mostly has them still.
"""

import mmap

from scipy import sparse

PART = 1 << 13  # rows


def give_back(*patterns):
    """Gives back the pages of read-only maps, of arrays or csr matrices; others stay as they are.

    What was written to a writeable map may be nowhere else, whoever sees it as read-only.
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


def in_parts(X):
    """Yields (the places of some rows as a slice, those rows of X, an array or csr matrix) until
    all have been, and gives back what was read of a read-only map on the way.
    """
    m = X.shape[0]
    for first in range(0, m, PART):
        places = slice(first, min(first + PART, m))
        yield places, X if m <= PART else X[places]
        give_back(X)
