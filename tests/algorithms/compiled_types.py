"""Checks that `deciding` determines the types of all arguments of a call."""

from numba import typeof

from maxmargin.compilation.binding import Entry, kinds

seen: dict = {}
compiled_for = Entry.compiled_for


def compared(entry, *arguments, deciding=None):
    """Assert that equal types of `deciding` came with equal types of all arguments before."""
    if deciding is not None:
        types = tuple(map(typeof, arguments))
        assert seen.setdefault((entry, kinds(*deciding)), types) == types
    return compiled_for(entry, *arguments, deciding=deciding)
