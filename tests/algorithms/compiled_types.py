"""Checks that values which shall decide the types of a call's arguments do so."""

from numba import typeof

from maxmargin.compilation.binding import Entry, kinds

seen: dict = {}
compiled_for = Entry.compiled_for


def compared(entry, *arguments, deciding=None):
    """Compare the types of arguments with those of all earlier calls that decide alike."""
    if deciding is not None:
        types = tuple(map(typeof, arguments))
        assert seen.setdefault((entry, kinds(*deciding)), types) == types
    return compiled_for(entry, *arguments, deciding=deciding)
