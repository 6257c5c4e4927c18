"""Numbers that a user gives: whether float64 holds them, and how a message shows them."""

LONGEST_TEXT = 80  # characters of a value in a message


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
