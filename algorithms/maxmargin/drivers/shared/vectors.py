"""Loops over vectors, for compiled code.

An array expression would take as long to compile as all these loops together. An expression with
two arrays would take seconds, because of the error that it raises for different shapes.
"""

import numpy as np

from maxmargin.compilation.binding import REASSOCIATE, compiled, inner

BLOCK = 16  # numbers


@compiled(allocates=False, fastmath=REASSOCIATE)
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
def mix(factor, c, a, b):
    """Set b to factor·b + c·a."""
    for i in range(a.size):
        b[i] = factor * b[i] + c * a[i]


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


@inner(allocates=False)
def smallest_of_block(a, start):
    """Return the smallest of BLOCK numbers.

    Four numbers that do not wait for each other take a third of the time of one.
    """
    first = second = third = fourth = a[np.uint64(start)]
    for i in range(start, start + BLOCK, 4):
        k = np.uint64(i)
        first, second = min(first, a[k]), min(second, a[k + np.uint64(1)])
        third, fourth = min(third, a[k + np.uint64(2)]), min(fourth, a[k + np.uint64(3)])
    return min(min(first, second), min(third, fourth))


@compiled(allocates=False)
def place_of_smallest(a):
    """Return the first place of the smallest number of a, which is not empty.

    With NaN the result is undefined. Searching one block for the place takes half of the time of
    searching all of a.
    """
    lowest, block = a[0], 0
    whole = a.size - a.size % BLOCK
    for start in range(0, whole, BLOCK):
        least = smallest_of_block(a, start)
        if least < lowest:
            lowest, block = least, start
    for i in range(whole, a.size):
        if a[i] < lowest:
            lowest, block = a[i], i
    for i in range(block, a.size):
        if a[i] == lowest:
            return i
    return 0


@compiled(allocates=False)
def smallest(a):
    """Return the smallest number of a, which is not empty. With NaN the result is undefined."""
    return a[place_of_smallest(a)]
