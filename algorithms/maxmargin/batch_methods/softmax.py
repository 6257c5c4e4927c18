"""The distribution over patterns that gradients of exponential losses are combined by."""

from math import exp

from maxmargin.batch_methods.extremes import lowest
from maxmargin.compilation import inner

NEGLIGIBLE = 50.0  # 2·10⁻²² of the largest


@inner()
def softmax(products, temperature, into):
    """Writes q_k = exp(−p_k/temperature)/Σ to into, (m,); what is negligible is 0."""
    smallest, total = products[lowest(products)], 0.0
    for k in range(products.size):
        above = (products[k] - smallest) / temperature
        into[k] = exp(-above) if above < NEGLIGIBLE else 0.0
        total += into[k]
    for k in range(into.size):
        into[k] /= total
