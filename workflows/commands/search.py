"""Finds a parameter that a paper does not print, from the margin that the paper prints.

The papers choose parameters by hand, with few digits. So the search returns the value with the
fewest significant digits whose margin agrees in the printed digits. Among values with equally few
digits, it returns the value with the closest margin. The margin is not quite monotone in the
parameter, so the search tries neighbours on both sides while their margins are near.
"""

from math import floor, log10

from records.statuses import Status

DIGITS = 4
NEIGHBOURS = 4
NEAR = 5  # in units of `within`
FACTOR = 1.5


class NotFound(Exception):
    """No value of the parameter gives the margin. status: the status for the run's record."""

    def __init__(self, reason, status=Status.NOT_FOUND):
        super().__init__(reason)
        self.status = status


def search(margin_at, margin, within, start):
    """Return a value x with |margin_at(x) − margin| ≤ within.

    Parameters
    ----------
    margin_at : callable
        Returns the margin that a value reaches, or None if the run did not converge. Such a value
        counts as too large.
    margin, within : float
        The margin to reach, and its tolerance.
    start : float
        The smallest value to try.

    Raises
    ------
    NotFound
        If no value of at most DIGITS digits reaches the margin.
    """
    reached = {}

    def at(value):
        if value not in reached:
            reached[value] = margin_at(value)
        return reached[value]

    def too_large(value):
        return at(value) is None or at(value) >= margin

    low, high = None, start
    while not too_large(high):
        low, high = high, _rounded(high * FACTOR, DIGITS)
    if low is None:
        raise NotFound(
            f"already at {start:g} the margin is {margin:g} or more, or the run did not converge"
        )
    leading = floor(log10(low))
    for digits in range(1, DIGITS + 1):
        step = 10.0 ** (leading - digits + 1)
        left, right = floor(low / step), -floor(-high / step)
        while right - left > 1:
            middle = (left + right) // 2
            if too_large(_rounded(middle * step, digits + 1)):
                right = middle
            else:
                left = middle
        values = []
        for side in (range(left, left - NEIGHBOURS, -1), range(right, right + NEIGHBOURS)):
            for n in side:
                if n < 1:
                    break
                values.append(_rounded(n * step, digits + 1))
                if at(values[-1]) is None or abs(at(values[-1]) - margin) > NEAR * within:
                    break
        found = [x for x in values if at(x) is not None and abs(at(x) - margin) <= within]
        if found:
            return min(found, key=lambda x: abs(at(x) - margin))
        low, high = max(low, (left - 1) * step), min(high, (right + 1) * step)
    raise NotFound(f"no value of {DIGITS} significant digits gives the margin {margin:g}")


def _rounded(value, digits):
    return float(f"{value:.{digits - 1}e}")
