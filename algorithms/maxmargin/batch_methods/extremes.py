"""Which pattern has the smallest product, and which of those in the weight the largest."""

from math import inf

from maxmargin.compilation import inner


@inner()
def lowest(products):
    """The first pattern with the smallest product."""
    found = 0
    for k in range(products.size):
        if products[k] < products[found]:
            found = k
    return found


@inner()
def highest(products, duals):
    """The first pattern with the largest product among those with α_k > 0, at least one."""
    found, largest = 0, -inf
    for k in range(products.size):
        if duals[k] > 0.0 and products[k] > largest:
            found, largest = k, products[k]
    return found
