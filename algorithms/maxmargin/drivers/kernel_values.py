"""A kernel's values from its base, a few columns at a time, so that they stay in the nearest
cache.
"""

from numba import njit

COLUMNS = 512


@njit(error_model="numpy")
def kernel_values(row, start, size, shape, base, values):
    """Fills values with (shift + factor·g)^degree + more of `size` entries g of a row, from
    `start` on.
    """
    shift, factor, degree, more = shape
    for i in range(size):
        base[i] = shift + factor * row[start + i]
        values[i] = base[i]
    for _ in range(degree - 1):
        for i in range(size):
            values[i] *= base[i]
    if more != 0.0:
        for i in range(size):
            values[i] += more
