"""Which learner to take for a problem and an accuracy."""

from math import inf
from numbers import Real
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator

from maxmargin.baselines.maximum_margin import MaximumMargin
from maxmargin.drivers import sequential
from maxmargin.drivers.progress import Budget
from maxmargin.estimators.learner import learner
from maxmargin.preparation import once
from maxmargin.rules import adatron
from maxmargin.space import make_space

# From the problems of the overview that are not held out.
CHEAP, COSTLY = 1.0, 100.0  # n³ over the entries: what a step of Newton's costs beside a pass
SHARE, SHARE_IF_COSTLY = 0.3, 0.0  # of margin to bound after the look, with which AdaTron is taken
MODERATE = 0.99  # accuracy
LOOK = {"epochs": 2, "delta": 0.1}
MINI_EPOCHS = 10


class Choice(NamedTuple):
    """learner: not fitted; reason: a sentence."""

    learner: BaseEstimator
    reason: str


def choose(X, y, accuracy=0.99, *, augment=1.0, extend=0.0):
    """The learner that should reach a part of the maximum margin first, as a `Choice`.

    X: (m, n), an array or sparse matrix; y: (m,), of two values. accuracy: the part, between 0 and
    1, at which the learner ends, with a certificate. augment and extend: ρ and Δ, in the units of
    X.

    It looks at the patterns as AdaTron does, in random order, for two epochs with mini-epochs: some
    five times at each. Where the margin is then a good part of its upper bound, AdaTron soon gets
    there, with fewer seconds than the exact solver, whose steps cost up to n³; the more these cost
    beside a pass over the entries, the less has to be there. Elsewhere, as on most real data, the
    exact solver takes fewer. The report's overview shows how good the choice is, on sets too that
    it was not made from.

    Raises ValueError for an accuracy that is not between 0 and 1, and for a pattern that is all
    zero in the augmented and extended space. Whether the patterns can be separated is not known
    before a learner has converged on them.

    >>> from maxmargin import choose
    >>> X, y = [[1, 2], [2, 1], [3, 1], [-1, -1], [-2, -1]], [1, 1, 1, 0, 0]
    >>> learner, reason = choose(X, y, accuracy=0.9)
    >>> reason
    'With 2 coordinates the steps of the exact solver cost little.'
    >>> learner.fit(X, y).converged_
    True
    """
    if not (isinstance(accuracy, Real) and 0.0 < accuracy < 1.0):
        raise ValueError(f"accuracy is {accuracy!r}; it has to be between 0 and 1.")
    space = {"augment": augment, "extend": extend}
    # A gap, bound / margin − 1, below 1 − a leaves more than the part a.
    exact = MaximumMargin(**space, accuracy=1.0 - accuracy)
    X, labels = exact._checked(X, y)
    own = once(make_space, X, labels, augment, extend)
    entries = X.nnz if sparse.issparse(X) else np.count_nonzero(X)
    cost = own.n**3 / max(1, entries)
    if cost < CHEAP:
        return Choice(exact, f"With {own.n} coordinates the steps of the exact solver cost little.")
    if accuracy > MODERATE and cost < COSTLY:
        return Choice(exact, f"For more than {MODERATE:.0%} the exact solver converges faster.")
    share = _look(own)
    if not share > (SHARE if cost < COSTLY else SHARE_IF_COSTLY):
        return Choice(
            exact,
            f"A few looks at each pattern leave {_words(share)}: the margin is small, so that a "
            "perceptron would need many, or there is none.",
        )
    # With this δ AdaTron's own guarantee is the accuracy; certify mostly ends it before.
    delta = (1.0 - accuracy) / (1.0 + accuracy)
    how = {"mini_epochs": MINI_EPOCHS, "shuffle": True, "random_state": 0}
    chosen = learner(adatron)(delta, **space, **how, max_updates=None, certify=accuracy)
    reason = f"A few looks at each pattern leave {_words(share)}: a few more are enough"
    if cost >= COSTLY:
        reason += f", and with {own.n} coordinates a step of the exact solver costs many"
    return Choice(chosen, f"{reason}.")


def _look(space):
    """The margin over its upper bound after two epochs of AdaTron."""
    order, budget = np.random.RandomState(0), Budget(max_epochs=LOOK["epochs"])
    parameters = adatron.Parameters(LOOK["delta"])
    how = {"mini_epochs": MINI_EPOCHS, "permute": order, "budget": budget, "growth": inf}
    end = sequential.run(adatron, parameters, space, **how).end
    return end.directional_margin / end.upper_bound


def _words(share):
    if share > 0.0:
        return f"{share:.0%} of the maximum margin certified"
    return "patterns on the wrong side"
