"""Inner products of whole numbers, such as grey levels, in float32: exact, in half of the time.

float32 holds all whole numbers up to 2^24. By Cauchy & Schwarz no partial sum of an inner product
exceeds the largest squared norm. So if the coordinates are divided into parts in which all squared
norms are up to 2^24, float32 products of the parts are exact in any order of additions. Their sum
in float64 has the same bits as a float64 product.
"""

import numpy as np
from scipy import sparse

EXACT_UP_TO = 2.0**24
MOST_PARTS = 3  # each but the first costs a conversion of the result
ROWS = 4096  # examined at a time


def parts_of(*matrices):
    """Return the parts of the coordinates for `products`, as slices; none if float64 is needed.

    matrices: (m, n) each, float64 arrays or csr matrices.
    """
    n = matrices[0].shape[1]
    if any(sparse.issparse(X) for X in matrices) or not all(map(_is_whole, matrices)):
        return []
    for number in range(1, min(MOST_PARTS, n) + 1):
        ends = [n * i // number for i in range(number + 1)]
        parts = [slice(*ends[i : i + 2]) for i in range(number)]
        if all(_longest(X[:, part]) <= EXACT_UP_TO for X in matrices for part in parts):
            return parts
    return []


def products(X, Y, parts):
    """Return X·Yᵀ, (rows of X, rows of Y), in float32 for one part, otherwise in float64.

    X, Y: float32 arrays of whole numbers with these parts.
    """
    found = X[:, parts[0]] @ Y[:, parts[0]].T
    if len(parts) > 1:
        found = found.astype(np.float64)
        for part in parts[1:]:
            found += X[:, part] @ Y[:, part].T
    return found


def _is_whole(X):
    blocks = (X[start : start + ROWS] for start in range(0, X.shape[0], ROWS))
    return all((np.rint(block) == block).all() for block in blocks)


def _longest(X):
    """Return the largest squared norm of the rows."""
    return np.einsum("ij,ij->i", X, X, dtype=np.float64).max(initial=0.0)
