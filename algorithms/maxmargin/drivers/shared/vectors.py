"""Loops over vectors, for compiled code.

An array expression would take as long to compile as all these loops together. An expression with
two arrays would take seconds, because of the error that it raises for different shapes.
"""

import numpy as np

from maxmargin.compilation.binding import compiled

ANY_ORDER = {"reassoc", "contract"}  # of additions


@compiled(allocates=False, fastmath=ANY_ORDER)
def dot(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@compiled(allocates=False)
def add(c, a, b):
    """Set b to b + c·a."""
    for i in range(a.size):
        b[i] += c * a[i]


@compiled(allocates=False)
def take(c, a, b):
    """Set b to b − c·a."""
    for i in range(a.size):
        b[i] -= c * a[i]


@compiled(allocates=False)
def mix(kept, c, a, b):
    """Set b to kept·b + c·a."""
    for i in range(a.size):
        b[i] = kept * b[i] + c * a[i]


@compiled(allocates=False)
def multiply(c, a):
    """Set a to c·a."""
    for i in range(a.size):
        a[i] *= c


@compiled(allocates=False)
def multiply_both(c, a, b):
    multiply(c, a)
    multiply(c, b)


@compiled(allocates=False)
def set_to(c, a, b):
    """Set b to c·a."""
    for i in range(a.size):
        b[i] = c * a[i]


@compiled(allocates=False)
def copy_to(a, into):
    for i in range(a.size):
        into[i] = a[i]


@compiled(allocates=False)
def smallest(a):
    """Return the smallest number of a, which is not empty. With NaN the result is undefined.

    Four numbers that do not wait for each other take a third of the time of one.
    """
    first = second = third = fourth = a[0]
    whole = a.size - a.size % 4
    for i in range(0, whole, 4):
        k = np.uint64(i)
        first, second = min(first, a[k]), min(second, a[k + np.uint64(1)])
        third, fourth = min(third, a[k + np.uint64(2)]), min(fourth, a[k + np.uint64(3)])
    for i in range(whole, a.size):
        first = min(first, a[i])
    return min(min(first, second), min(third, fourth))


@compiled(allocates=False)
def place_of(value, a):
    """Return the first place of a value, or 0 if a does not contain it, as for NaN."""
    for i in range(a.size):
        if a[i] == value:
            return i
    return 0
