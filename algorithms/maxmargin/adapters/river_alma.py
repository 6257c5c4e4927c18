"""river's ALMA, `river.linear_model.ALMAClassifier`, on patterns that come as the rows of an array.

Where it departs from Gentile 2001, Figure 1 (read in river 0.26.1):

- A pattern is taken as it comes and not divided by its p-norm.
- The correction η_k y x is added to w itself, not to f(w): there is no f and no f⁻¹, which are the
  identity for p = 2 alone.
- w is brought back by its p-norm, not by the q-norm that is dual to it. For p > 2 the p-norm is the
  shorter one, so that w leaves the unit ball of the q-norm.
- Only the weights of the coordinates that the present pattern names are divided. Where zeros are
  left out, as is usual with sparse patterns, the others stay as long as they were.
- A pattern calls for a correction when y w·x < (1 − α) γ_k, and not when the two are equal. For
  α = 1, the mistake-driven case, w = 0 is therefore never left.
- A pattern that is all zero counts as a correction for α < 1; the paper makes none (footnote 3).

γ_k, η_k and k, which counts corrections although its documentation speaks of patterns, are the
paper's.
"""

import numpy as np
from river.linear_model import ALMAClassifier

from maxmargin.adapters.river_adapter import named


class RiverALMA:
    """Learns patterns one by one. X: (m, n), an array; labels: (m,), ±1.

    parameters: `maxmargin.drivers.p_norm.Parameters`, with a number for B. with_zeros: whether
    river is told of a pattern's zeros, or of its other coordinates alone.
    """

    def __init__(self, parameters, labels, X, with_zeros=True):
        alpha, B, C, p = parameters
        self.model = ALMAClassifier(p=p, alpha=alpha, B=B, C=C)
        self.labels, self.X, self.with_zeros = labels, X, with_zeros

    @property
    def corrections(self):
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
