"""Bounds on a power of the norm, which cost a multiplication each where the power costs a pow.

A rule like the w-margitron needs ‖a‖^e after every update, but only to compare it with products,
nearly all of which are far above or below. As a function of x = ‖a‖², the power x^h, h = e/2, is
concave for h between 0 and 1 and convex otherwise: over an interval of x it lies between its
tangent and its chord. The driver decides by these and computes the power itself where a product
lies between the two, so that all updates are those of the power.

Rounding: the power as `power_of_norm` computes it, the ends of the chord and the tangent are each
off by a few times (1 + |h|) 2^−53 of the largest value on the interval, and so is a line where it
is evaluated, as both of its terms are at most (1 + |h|) times that value. The lines are moved apart
by (1 + |h|) 2^−44 of it, some hundred times as much.
"""

from math import inf, sqrt
from typing import NamedTuple

from maxmargin.compilation import compiled

BELOW, ABOVE = 1.0 / 256.0, 1.0 / 32.0  # of x: how far an interval goes down and up; ‖a‖ grows
SLACK = 2.0**-44
LEAST, LARGEST = 1e-140, 1e140  # of x and its power: quotients of the two do not overflow


class PowerBounds(NamedTuple):
    """For x from first to last, below + below_slope·x <= x^h <= above + above_slope·x."""

    first: float
    last: float
    below: float
    below_slope: float
    above: float
    above_slope: float


@compiled(allocates=False)
def power_of_norm(squared_norm, exponent):
    """‖a‖^e, infinite for a negative e where the norm is 0."""
    if squared_norm == 0.0 and exponent < 0.0:  # Python, unlike compiled code, would raise
        return inf
    return sqrt(squared_norm) ** exponent


@compiled(allocates=False)
def bounds_around(squared_norm, exponent):
    """The `PowerBounds` of ‖a‖^e for squared norms near this one.

    Where the norm is 0, or close to an end of the range of numbers, they are 0 and inf, for this
    squared norm alone.
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
    """Whether the bounds hold for this squared norm."""
    return bounds.first <= squared_norm <= bounds.last


@compiled(allocates=False)
def power_below(bounds, squared_norm):
    """At most ‖a‖^e."""
    return bounds.below + bounds.below_slope * squared_norm


@compiled(allocates=False)
def power_above(bounds, squared_norm):
    """At least ‖a‖^e."""
    if bounds.above == inf:  # also for an infinite norm, where the line would not be a number
        return inf
    return bounds.above + bounds.above_slope * squared_norm
