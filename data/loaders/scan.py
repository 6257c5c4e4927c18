"""Compiled passes over the bytes of a text file.

All passes are in this file, because numba checks only this file to decide whether its cached code
is still valid. Each pass takes `text`, a uint8 array that ends with a line end. Every scan stops
there. The caller makes the arrays to fill large enough. A fault is a pair (fault, where): FINE, or
the fault of the token that starts at byte `where`.
"""

import numpy as np
from numba import njit

FINE, NO_LABEL, NO_PAIR, INDEX_ZERO, INDEX_ABOVE, INDEX_ORDER, NOT_NUMBER = range(7)
NOT_WHOLE, WIDTH, NO_CLASS = range(7, 10)

NEWLINE, SPACE, TAB, RETURN, COLON, COMMA, POINT, PLUS, MINUS = b"\n \t\r:,.+-"
ZERO, NINE = b"09"
SMALL_E, LARGE_E = b"eE"

POWERS = 10.0 ** np.arange(23)  # exact, as float64 has them up to 10^22
EXACT = 2**53  # whole numbers up to here are exact in float64
MANY = 10**17  # from here on further digits are ignored, because 10 MANY still fits into int64


@njit(cache=True)
def count(text, byte):
    """Return how often a byte occurs."""
    found = 0
    for other in text:
        found += other == byte
    return found


@njit(cache=True)
def pairs(text, n, labels, indptr, indices, values, faults):
    """Read lines `label index:value index:value ...`, with indices from 1 to n that increase.

    Parameters
    ----------
    text : uint8 array
        The bytes of the file.
    n : int
        The largest index that is allowed.
    labels : int64 array of shape (m, 2)
        Filled with the bytes at which each label (a number) begins and ends.
    indptr, indices, values : arrays of shapes (m + 1,), (pairs,), (pairs,)
        Filled with the rows in CSR form, with indices from 0. A value is left as NaN if it is not
        the product or quotient of two exact factors.
    faults : int64 array of shape (k, 2)
        Filled with the first k faults (fault, where), at most one for each line.

    Returns
    -------
    tuple of int
        The number of lines and the number of faults. Blank lines do not count.
    """
    at = row = stored = found = 0
    indptr[0] = 0
    while at < text.size:
        at = _after_blanks(text, at)
        if text[at] != NEWLINE:
            start, fault = at, NO_LABEL
            _, at = _number(text, at)
            if at > start and _separates(text[at]):
                labels[row] = start, at
                fault, start, stored = _pairs_of_line(text, at, n, stored, indices, values)
            if fault != FINE:
                if found < len(faults):
                    faults[found] = fault, start
                found += 1
            row += 1
            indptr[row] = stored
            at = start
            while text[at] != NEWLINE:
                at += 1
        at += 1
    return row, found


@njit(cache=True)
def _pairs_of_line(text, at, n, stored, indices, values):
    """Read the pairs from `at` to the end of the line: (fault, where, number of stored pairs)."""
    before = 0
    at = _after_blanks(text, at)
    while text[at] != NEWLINE:
        start = at
        index, at = _digits(text, at, 0)
        if at == start or text[at] != COLON:
            return NO_PAIR, start, stored
        if index == 0:
            return INDEX_ZERO, start, stored
        if index > n:
            return INDEX_ABOVE, start, stored
        if index <= before:
            return INDEX_ORDER, start, stored
        value, at = _number(text, at + 1)
        if text[at - 1] == COLON or not _separates(text[at]):
            return NOT_NUMBER, start, stored
        indices[stored], values[stored] = index - 1, value
        before = index
        stored += 1
        at = _after_blanks(text, at)
    return FINE, at, stored


@njit(cache=True)
def table(text, n, classes, scale, labels, indptr, indices, values):
    """Read lines of n + 1 whole numbers with commas; the last number is a class.

    Parameters
    ----------
    text : uint8 array
        The bytes of the file.
    n, classes : int
        The numbers of attributes and of classes.
    scale : float
        The factor of all attributes.
    labels : array of shape (m,)
        Filled with the classes.
    indptr, indices, values : arrays
        Filled with the nonzero attributes, times `scale`, in CSR form. indptr has shape (m + 1,),
        the others at most m n elements.

    Returns
    -------
    tuple of int
        A fault.
    """
    at = row = stored = 0
    indptr[0] = 0
    while at < text.size:
        line = at
        for column in range(n + 1):
            start = at
            number, at = _whole(text, at)
            if at == start or (text[at] != COMMA and text[at] != NEWLINE):
                return NOT_WHOLE, start
            if (text[at] == NEWLINE) != (column == n):
                return WIDTH, line
            if column == n:
                if not 1 <= number <= classes:
                    return NO_CLASS, start
                labels[row] = number
            elif number != 0:
                indices[stored], values[stored] = column, number * scale
                stored += 1
            at += 1
        row += 1
        indptr[row] = stored
    return FINE, at


@njit(cache=True)
def _digits(text, at, number):
    """Append the digits from `at` on to `number`: (number, end)."""
    while ZERO <= text[at] <= NINE:
        if number < MANY:
            number = 10 * number + (text[at] - ZERO)
        at += 1
    return number, at


@njit(cache=True)
def _whole(text, at):
    """Read a whole number with or without a sign: (number, end).

    The end is `at` if there are no digits, or too many digits to fit into int64 for certain.
    """
    start = at
    negative = text[at] == MINUS
    if negative or text[at] == PLUS:
        at += 1
    number, end = _digits(text, at, 0)
    if end == at or number >= MANY:
        return 0, start
    return (-number if negative else number), end


@njit(cache=True)
def _number(text, at):
    """Read a decimal number: (value, end). Without digits, the end is `at`.

    The value is the nearest float64, or NaN if it takes more than one exact operation.
    """
    start = at
    negative = text[at] == MINUS
    if negative or text[at] == PLUS:
        at += 1
    digits, end = _digits(text, at, 0)
    found, power = end - at, 0
    if text[end] == POINT:
        at = end + 1
        digits, end = _digits(text, at, digits)
        found, power = found + end - at, at - end
    if found == 0:
        return np.nan, start
    if text[end] == SMALL_E or text[end] == LARGE_E:
        below = text[end + 1] == MINUS
        at = end + 2 if below or text[end + 1] == PLUS else end + 1
        exponent, after = _digits(text, at, 0)
        if after > at:
            power, end = power + (-exponent if below else exponent), after
    if digits > EXACT or not -POWERS.size < power < POWERS.size:
        return np.nan, end
    value = digits * POWERS[power] if power >= 0 else digits / POWERS[-power]
    return (-value if negative else value), end


@njit(cache=True)
def _separates(byte):
    return byte == SPACE or byte == TAB or byte == RETURN or byte == NEWLINE


@njit(cache=True)
def _after_blanks(text, at):
    """Return the end of spaces, tabs and the carriage return of a line end."""
    while text[at] == SPACE or text[at] == TAB or (text[at] == RETURN and text[at + 1] == NEWLINE):
        at += 1
    return at
