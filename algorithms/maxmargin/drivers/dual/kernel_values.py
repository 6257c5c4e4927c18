"""A kernel's values from its base, a few columns at a time to fit the first-level cache."""

from maxmargin.compilation.binding import compiled

COLUMNS = 512


@compiled(allocates=False)
def kernel_values(row, start, size, shape, base, values):
    """Fill values with (shift + factor·g)^degree + more for `size` entries g of a row."""
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
