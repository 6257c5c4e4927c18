"""river's ALMA, `river.linear_model.ALMAClassifier`, on patterns that are rows of an array.

It differs from Gentile 2001, Figure 1 (as read in river 0.26.1). The paper calls an update a
correction.

- A pattern is used as it is and not divided by its p-norm.
- The update η_k y x is added to w itself, not to f(w). There is no f and no f⁻¹, which are the
  identity only for p = 2.
- w is projected by its p-norm, not by the dual q-norm. For p > 2 the p-norm is smaller, so that w
  leaves the unit ball of the q-norm.
- The projection divides only the weights of the coordinates that the current pattern names. If
  zeros are left out, as usual for sparse patterns, other weights stay as they are.
- A pattern calls for an update when y w·x < (1 − α) γ_k, and not when the two are equal. For α = 1,
  the mistake-driven case, w therefore stays at 0.
- A pattern that is all zero causes an update for α < 1. In the paper it does not (footnote 3).

γ_k, η_k and k are the paper's. k counts updates, although river's documentation speaks of patterns.
"""

import numpy as np

from peers.online.river_adapter import named
from peers.optional import optional


class RiverALMA:
    """A learner that gets patterns one by one. X: (m, n), an array. labels: (m,), ±1.

    parameters: of `maxmargin.rules.alma`, with a number for B. p: the order of the norm.
    with_zeros: whether river gets a pattern's zeros, or only its other coordinates. Raises
    NotInstalled if river is missing.
    """

    def __init__(self, parameters, p, labels, X, with_zeros=True):
        alpha, B, C, _ = parameters
        linear_model = optional("river.linear_model", "river")
        self.model = linear_model.ALMAClassifier(p=p, alpha=alpha, B=B, C=C)
        self.labels, self.X, self.with_zeros = labels, X, with_zeros

    @property
    def updates(self):
        return self.model.k - 1

    def learn(self, t):
        """Present pattern t."""
        self.model.learn_one(named(self.X[t], self.with_zeros), bool(self.labels[t] > 0))

    def weights(self):
        """Return w, (n,)."""
        w = np.zeros(self.X.shape[1])
        for column, value in self.model.w.items():
            w[column] = value
        return w
