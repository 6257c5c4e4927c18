"""Loops over vectors, for compiled code: each array expression would take as long to compile as
all of these together.
"""

from numba import njit

ANY_ORDER = {"reassoc", "contract"}  # of additions


@njit(error_model="numpy", fastmath=ANY_ORDER)
def dot(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@njit(error_model="numpy")
def take(c, a, b):
    """b becomes b − c a."""
    for i in range(a.size):
        b[i] -= c * a[i]


@njit(error_model="numpy")
def copy_to(a, into):
    for i in range(a.size):
        into[i] = a[i]
