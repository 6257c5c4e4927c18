"""Patterns that are checked and prepared once for many fits.

Examples
--------
>>> from maxmargin import PDM
>>> from maxmargin.preparation import prepared_once
>>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
>>> with prepared_once():
...     [PDM(epsilon).fit(X, y).n_updates_ for epsilon in (0.5, 0.1, 0.01)]
[2, 6, 9]
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_MEMOISED: ContextVar[dict | None] = ContextVar("memoised", default=None)


@contextmanager
def prepared_once() -> Iterator[None]:
    """Return a context in which the same objects X and y are prepared only at the first fit.

    The context saves time for many fits with different parameters. It changes no result. The
    prepared patterns stay in memory until the context ends. If X or y changes inside the context,
    the next fit raises ValueError.

    Returns
    -------
    context manager
        The context.
    """
    token = _MEMOISED.set({})
    try:
        yield
    finally:
        _MEMOISED.reset(token)


def is_prepared_once() -> bool:
    """Return whether `prepared_once` is in force."""
    return _MEMOISED.get() is not None


def memoised(make: Callable[..., Any], *arguments: Any, **others: Any) -> Any:
    """Return make(*arguments, **others), memoised inside `prepared_once`.

    Parameters
    ----------
    make : callable
        The function to call. Its result must not depend on `others`.
    *arguments
        Arguments that select the memoised result. Numbers are compared by value, other arguments by
        identity.
    **others
        Further arguments, which do not select the result.

    Returns
    -------
    object
        The result. Callers must not modify it.
    """
    results = _MEMOISED.get()
    if results is None:
        return make(*arguments, **others)
    key = make, *(a if isinstance(a, int | float) else id(a) for a in arguments)
    if key not in results:
        # The arguments are stored too, so that no other object gets their ids.
        results[key] = make(*arguments, **others), arguments
    return results[key][0]
