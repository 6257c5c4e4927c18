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

_KEPT = ContextVar("kept", default=None)


@contextmanager
def prepared_once():
    """A context in which the same patterns are checked and prepared at the first fit alone, as with
    a grid of parameters: the same objects X and y, which must not be changed meanwhile.

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
