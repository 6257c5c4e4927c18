"""Numbers that a user gives: whether float64 holds them, and how a message shows them."""

from numbers import Real

import numpy as np

LONGEST_TEXT = 80  # characters of a value in a message


def is_number(value):
    """Return whether a value is a number, but no bool and no np.timedelta64."""
    return isinstance(value, Real) and not isinstance(value, bool | np.timedelta64)


def fits_float64(number):
    """Return whether a number can be converted to float64."""
    try:
        float(number)
    except OverflowError:
        return False
    return True


def shown(value):
    """Return a value as text for a message. Numbers beyond float64 may have hundreds of digits."""
    if isinstance(value, int) and not fits_float64(value):
        return f"an int of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
