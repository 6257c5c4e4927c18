"""The distribution over patterns that combines the gradients of exponential losses."""

from math import exp

from maxmargin.batch_methods.extremes import lowest
from maxmargin.compilation.binding import inner

NEGLIGIBLE = 50.0  # exponents below −50 give less than 2·10⁻²² of the largest value


@inner()
def softmax(products, temperature, into):
    """Write q_k = exp(−p_k/temperature)/Σ to `into`, (m,). Negligible values become 0."""
    smallest, total = products[lowest(products)], 0.0
    for k in range(products.size):
        above = (products[k] - smallest) / temperature
        into[k] = exp(-above) if above < NEGLIGIBLE else 0.0
        total += into[k]
    for k in range(into.size):
        into[k] /= total
