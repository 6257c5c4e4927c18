"""Numbers that a user gives, whether float64 holds them, and how messages show numbers."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context
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


def lower_digits(bound, digits):
    """Return the first digits of a lower bound as text, rounded down so that it still holds."""
    return _digits(bound, digits, ROUND_FLOOR)


def upper_digits(bound, digits):
    """Return the first digits of an upper bound as text, rounded up so that it still holds."""
    return _digits(bound, digits, ROUND_CEILING)


def _digits(bound, digits, rounding):
    rounded = Context(prec=digits, rounding=rounding).create_decimal_from_float(bound)
    return f"{float(rounded):.{digits}g}"


def shown(value):
    """Return a value as text for a message. Numbers beyond float64 may have hundreds of digits."""
    if isinstance(value, int) and not fits_float64(value):
        return f"an int of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
