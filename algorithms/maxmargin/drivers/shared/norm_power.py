"""Bounds on a power of the norm: a bound costs a multiplication, the power costs a pow.

A rule like the w-margitron needs ‖a‖^e after every update, but only to compare it with products.
Nearly all products are far above or below. As a function of x = ‖a‖², the power x^h with h = e/2 is
concave for h between 0 and 1, and convex otherwise. Over an interval of x it lies between its
tangent and its chord. The driver compares products with these two lines. It computes the power
itself if a product lies between them. So all updates are the same as with the power.

Rounding: let P be the largest value of the power on the interval. `power_of_norm`, the ends of the
chord and the tangent are each off by a few times (1 + |h|) 2^−53 P. So is the value of a line,
because both of its terms are at most (1 + |h|) P. The lines are moved apart by (1 + |h|) 2^−44 P,
which is some hundred times as much.
"""

from math import inf, sqrt
from typing import NamedTuple

from maxmargin.compilation.binding import compiled

BELOW, ABOVE = 1.0 / 256.0, 1.0 / 32.0  # reach of an interval relative to x; ‖a‖ mostly grows
SLACK = 2.0**-44
LEAST, LARGEST = 1e-140, 1e140  # limits of x and its power, so that their quotients are finite


class PowerBounds(NamedTuple):
    """Bounds for x from first to last: below + below_slope·x <= x^h <= above + above_slope·x."""

    first: float
    last: float
    below: float
    below_slope: float
    above: float
    above_slope: float


@compiled(allocates=False)
def power_of_norm(squared_norm, exponent):
    """Return ‖a‖^e, infinite for a negative e and a norm of 0."""
    if squared_norm == 0.0 and exponent < 0.0:  # Python would raise, compiled code would not
        return inf
    return sqrt(squared_norm) ** exponent


@compiled(allocates=False)
def bounds_around(squared_norm, exponent):
    """Return the `PowerBounds` of ‖a‖^e for squared norms near this one.

    If the norm is 0, or close to an end of the range of numbers, they are 0 and inf, and hold for
    this squared norm alone.
    """
    first, last = squared_norm * (1.0 - BELOW), squared_norm * (1.0 + ABOVE)
    middle, h = 0.5 * (first + last), 0.5 * exponent
    left, right = power_of_norm(first, exponent), power_of_norm(last, exponent)
    power = power_of_norm(middle, exponent)
    largest = max(left, right)
    if not (LEAST < squared_norm < LARGEST and LEAST < min(left, right) and largest < LARGEST):
        return PowerBounds(squared_norm, squared_norm, 0.0, 0.0, inf, 0.0)
    chord_slope, tangent_slope = (right - left) / (last - first), h * power / middle
    chord, tangent = left - chord_slope * first, power - tangent_slope * middle
    slack = SLACK * (1.0 + abs(h)) * largest
    if 0.0 <= h <= 1.0:
        return PowerBounds(first, last, chord - slack, chord_slope, tangent + slack, tangent_slope)
    return PowerBounds(first, last, tangent - slack, tangent_slope, chord + slack, chord_slope)


@compiled(allocates=False)
def bounded(bounds, squared_norm):
    """Return whether the bounds hold for this squared norm."""
    return bounds.first <= squared_norm <= bounds.last


@compiled(allocates=False)
def power_below(bounds, squared_norm):
    """Return a lower bound on ‖a‖^e."""
    return bounds.below + bounds.below_slope * squared_norm


@compiled(allocates=False)
def power_above(bounds, squared_norm):
    """Return an upper bound on ‖a‖^e."""
    if bounds.above == inf:  # at an infinite norm the line would give nan
        return inf
    return bounds.above + bounds.above_slope * squared_norm
