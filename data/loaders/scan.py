"""Compiled passes over the bytes of a text file.

All of them are in this file, since numba looks at no other to decide whether its cached code is
still valid. Each takes `text`, a uint8 array that ends with a line end, where every scan stops, and
fills arrays that the caller has made large enough. A fault is a pair (fault, where): FINE, or what
is wrong with the token that starts at byte `where`.
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
MANY = 10**17  # beyond, further digits are ignored, so that ten times as much fits into int64


@njit(cache=True)
def count(text, byte):
    """How often a byte occurs."""
    found = 0
    for other in text:
        found += other == byte
    return found


@njit(cache=True)
def pairs(text, n, labels, indptr, indices, values, faults):
    """Lines `label index:value index:value ...`, the index counted from 1 to n and increasing.

    Fills labels (m, 2) with where each label, a number, begins and ends, and indptr (m + 1,),
    indices and values (pairs,) with the rows in CSR form, indices counted from 0. A value that is a
    number but not the product or quotient of two exact factors is left as NaN. Lines of blanks do
    not count. faults (k, 2): filled with the first k faults, each (fault, where), one a line.
    Returns (lines, faults), how many there are of each.
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
    """The pairs from `at` to the end of the line: (fault, where, how many are now stored)."""
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
    """Lines of n + 1 whole numbers separated by commas, the last one a class from 1 to `classes`.

    Fills labels (m,) with the classes, and indptr (m + 1,), indices and values (as many as there
    are, at most m n) with the others that are not 0, times `scale`, in CSR form. Returns a fault.
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
    """Digits from `at` on, appended to those of `number`: (number, end)."""
    while ZERO <= text[at] <= NINE:
        if number < MANY:
            number = 10 * number + (text[at] - ZERO)
        at += 1
    return number, at


@njit(cache=True)
def _whole(text, at):
    """A whole number with or without a sign: (number, end).

    The end is `at` if there are no digits, or more than are sure to fit into int64.
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
    """A decimal number: (value, end), the end being `at` without digits.

    The value is the nearest float64, or NaN if that takes more than one exact operation.
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
    """The end of spaces, tabs and the carriage return of a line end."""
    while text[at] == SPACE or text[at] == TAB or (text[at] == RETURN and text[at + 1] == NEWLINE):
        at += 1
    return at
