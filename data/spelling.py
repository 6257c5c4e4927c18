"""Hints on misspelt names, for messages."""

from difflib import get_close_matches


def hint(name, known, elsewhere=""):
    """Return the end of a message on an unknown name: the nearest names, or all if none is near.

    `elsewhere` is used in place of all names, if these are many: it says where they are listed.
    """
    if near := nearest(name, known):
        return f"did you mean {' or '.join(near)}?"
    if elsewhere:
        return f"{elsewhere}."
    return f"choose from {', '.join(known)}."


def nearest(name, known):
    """Return up to three known names that are nearest to a name, whatever their case."""
    in_lower_case = {one.lower(): one for one in known}
    return [in_lower_case[one] for one in get_close_matches(name.lower(), in_lower_case)]
