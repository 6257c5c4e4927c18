"""The patterns with the smallest and the largest product."""

from math import inf

from maxmargin.compilation.binding import inner


@inner()
def lowest(products):
    """Return the first pattern with the smallest product."""
    found = 0
    for k in range(products.size):
        if products[k] < products[found]:
            found = k
    return found


@inner()
def highest(products, duals):
    """Return the first pattern with the largest product among the patterns with α_k > 0."""
    found, largest = 0, -inf
    for k in range(products.size):
        if duals[k] > 0.0 and products[k] > largest:
            found, largest = k, products[k]
    return found
