"""The earlier weight that the sequential driver's loop compares each later weight with.

If an additive rule reaches a weight again, the updates since then have Σ α_k y_k = 0. On
inseparable patterns of whole numbers, a Perceptron without shuffling ends in a cycle of weights.
The earlier weight is the weight after 1, then 2, 4, 8, … epochs. Comparing with it finds any cycle
(Brent 1980).
"""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import compiled
from maxmargin.drivers.shared.progress import NEVER


class EarlierWeight(NamedTuple):
    """A weight that the run had earlier, and when to replace it.

    weights: (n + 2,), or empty to compare nothing. duals: (m,), in the order of the file, or empty.
    replace_at: int64, (1,), the number of full epochs after which the loop replaces the weight.
    """

    weights: np.ndarray
    duals: np.ndarray
    replace_at: np.ndarray

    @classmethod
    def zero(cls, n, m):
        """Return the weight 0, the first to compare with."""
        return cls(np.zeros(n + 2), np.zeros(m), np.ones(1, np.int64))

    @classmethod
    def nothing(cls):
        """Return no weight: the loop compares nothing."""
        return cls(np.zeros(0), np.zeros(0), np.array([NEVER]))


@compiled(allocates=False)
def replace_earlier(earlier, weights, duals, epochs):
    """Replace the `EarlierWeight` by the current weight. The next one is due at 2·epochs."""
    for j in range(weights.size):
        earlier.weights[j] = weights[j]
    for k in range(duals.size):
        earlier.duals[k] = duals[k]
    earlier.replace_at[0] = 2 * epochs
