"""river's ALMA, `river.linear_model.ALMAClassifier`, on patterns that come as the rows of an array.

It differs from Gentile 2001, Figure 1 (as read in river 0.26.1). The paper calls an update a
correction.

- A pattern is used as it is and not divided by its p-norm.
- The update η_k y x is added to w itself, not to f(w): there is no f and no f⁻¹, which are the
  identity only for p = 2.
- w is projected by its p-norm, not by the q-norm that is dual to it. For p > 2 the p-norm is the
  smaller one, so that w leaves the unit ball of the q-norm.
- Only the weights of the coordinates that the current pattern names are divided. If zeros are left
  out, as is usual with sparse patterns, the others keep their size.
- A pattern calls for an update when y w·x < (1 − α) γ_k, and not when the two are equal. For α = 1,
  the mistake-driven case, w = 0 is therefore never left.
- A pattern that is all zero causes an update for α < 1; in the paper it does not (footnote 3).

γ_k, η_k and k are the paper's; k counts updates, although river's documentation speaks of patterns.
"""

import numpy as np

from maxmargin.adapters.river_adapter import named
from maxmargin.optional import optional


class RiverALMA:
    """Learns patterns one by one. X: (m, n), an array; labels: (m,), ±1.

    parameters: `maxmargin.drivers.p_norm.Parameters`, with a number for B. with_zeros: whether a
    pattern's zeros are passed to river, or only its other coordinates. Raises ImportError if river
    is not installed.
    """

    def __init__(self, parameters, labels, X, with_zeros=True):
        alpha, B, C, p, _ = parameters
        linear_model = optional("river.linear_model", "river", "adapters")
        self.model = linear_model.ALMAClassifier(p=p, alpha=alpha, B=B, C=C)
        self.labels, self.X, self.with_zeros = labels, X, with_zeros

    @property
    def updates(self):
        return self.model.k - 1

    def learn(self, t):
        """Presents pattern t."""
        self.model.learn_one(named(self.X[t], self.with_zeros), bool(self.labels[t] > 0))

    def weights(self):
        """w, (n,)."""
        w = np.zeros(self.X.shape[1])
        for column, value in self.model.w.items():
            w[column] = value
        return w
