"""Patterns that are checked and prepared once for many fits.

>>> from maxmargin import PDM
>>> from maxmargin.preparation import prepared_once
>>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
>>> with prepared_once():
...     [PDM(epsilon).fit(X, y).n_updates_ for epsilon in (0.5, 0.1, 0.01)]
[2, 6, 9]
"""

from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from scipy import sparse

from maxmargin.sparse_input import check_sparse

_KEPT = ContextVar("kept", default=None)


@contextmanager
def prepared_once():
    """A context in which the same patterns are checked and prepared at the first fit alone, as with
    a grid of parameters: the same objects X and y, which must not be changed meanwhile: the next
    fit raises ValueError.

    No result is changed by it. What was prepared stays in memory until the context ends.
    """
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def once(make, *arguments, **others):
    """make(*arguments, **others) or, inside `prepared_once`, what that returned before.

    It did so for numbers that are equal, and otherwise the same objects, as arguments; others are
    those on which the result does not depend. Who gets it must not change it.
    """
    kept = _KEPT.get()
    if kept is None:
        return make(*arguments, **others)
    key = make, *(a if isinstance(a, int | float) else id(a) for a in arguments)
    if key not in kept:
        # The arguments too, so that no other object gets their ids.
        kept[key] = make(*arguments, **others), arguments
    return kept[key][0]


def check_unchanged(X, y):
    """Raises ValueError if, inside `prepared_once`, X or y is not as at the first fit."""
    if _KEPT.get() is not None and once(_state, X, y) != _state(X, y):
        raise ValueError(
            "X or y has been changed since the first fit inside prepared_once(); leave that "
            "context first, or pass a changed copy."
        )


def _state(X, y):
    """Bytes that differ if rows or entries do: Σ k x_k, one pass over the patterns, and y."""
    check_sparse(X)
    X = X if sparse.issparse(X) else np.asarray(X, dtype=np.float64)
    y = np.asarray(y)
    of_y = repr(y.tolist()).encode() if y.dtype.hasobject else y.tobytes()
    return (X.T @ np.arange(1.0, X.shape[0] + 1.0)).tobytes(), of_y
