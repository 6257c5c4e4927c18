"""Checks that patterns stay as they are while `prepared_once` is in force."""

import hashlib
from typing import Any

import numpy as np
from scipy import sparse

from maxmargin.input.mapped import in_parts
from maxmargin.input.sparse_input import check_sparse
from maxmargin.preparation import is_prepared_once, memoised


def check_unchanged(X: Any, y: Any) -> None:
    """Check, inside `prepared_once`, that X and y are as they were at the first fit.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (m, n)
        The patterns.
    y : array-like of shape (m,)
        The labels.

    Raises
    ------
    ValueError
        If X or y changed.
    """
    if is_prepared_once() and memoised(_state, X, y) != _state(X, y):
        raise ValueError(
            "X or y has changed since the first fit inside prepared_once(): leave that context "
            "first, or pass a changed copy."
        )


def _state(X, y):
    """Return the shape of X, and a hash of all entries of X and y."""
    check_sparse(X)
    y = np.asarray(y)
    parts = [repr(y.tolist()).encode() if y.dtype.hasobject else y.tobytes()]
    if sparse.issparse(X):
        X = X.tocsr()
        parts += [X.data, X.indices, X.indptr]
    else:
        X = np.asarray(X, dtype=np.float64)
        parts += [rows for _, rows in in_parts(X)]
    state = hashlib.blake2b()
    for part in parts:
        state.update(np.ascontiguousarray(part).data if isinstance(part, np.ndarray) else part)
    return X.shape, state.digest()
