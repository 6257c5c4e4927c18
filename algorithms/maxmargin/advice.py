"""Which learner to take for a problem and an accuracy."""

from math import inf, sqrt
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

# R/γ from which on the exact solver is faster, of the problems of the overview that are not held
# out: where a step of Newton's costs up to so many passes, n³ over the entries, and beyond.
HARD, COSTLY, HARD_IF_COSTLY = 50.0, 100.0, 120.0
SAMPLE, GROWTH = 1000, 8  # fewest patterns looked at first; how many times as many next
EPOCHS = (2, 8, 32)  # of a look
SETTLED = 0.1  # of margin to bound, from which on R over the bound is near R/γ
LOOKED_AT = adatron.Parameters(delta=0.1)
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

    What decides is R/γ, the length of the longest pattern in units of the maximum margin. Where it
    is below some 50, as on most sets that are separated widely, AdaTron in random order, with
    mini-epochs, is faster than the exact solver, by up to 70 times; above 100 it takes longer, by
    up to 700 times. R over AdaTron's certified bound is never above R/γ. So the bound of a thousand
    patterns is enough to see that a problem is hard; else more of them are looked at, and in the
    end all. With an extension the exact solver needs few steps, and is taken unless they cost much.
    The report's overview shows how good the choice is, on sets too that it was not made from.

    Raises ValueError for an accuracy that is not between 0 and 1, and for a pattern that is all
    zero in the augmented and extended space. Whether the patterns can be separated is not known
    before a learner has converged on them.

    >>> from maxmargin import choose
    >>> X, y = [[1, 2], [2, 1], [3, 1], [-1, -1], [-2, -1]], [1, 1, 1, 0, 0]
    >>> learner, reason = choose(X, y, accuracy=0.9)
    >>> reason
    'The longest pattern is only some 1.98 times the maximum margin: a few looks at each suffice.'
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
    costly = own.n**3 > COSTLY * entries
    if extend and not costly:
        return Choice(exact, "With an extension the exact solver needs few steps.")
    limit = HARD_IF_COSTLY if costly else HARD
    hardness, settled = _hardness(X, labels, own, limit)
    if hardness > limit:
        return Choice(
            exact,
            f"The longest pattern is at least {hardness:.3g} times the maximum margin, if there is "
            "one: a perceptron would have to look at each pattern too often.",
        )
    if not settled:
        return Choice(exact, "Many looks at each pattern leave some on the wrong side.")
    # With this δ AdaTron's own guarantee is the accuracy; certify mostly ends it before.
    delta = (1.0 - accuracy) / (1.0 + accuracy)
    how = {"mini_epochs": MINI_EPOCHS, "shuffle": True, "random_state": 0}
    chosen = learner(adatron)(delta, **space, **how, max_updates=None, certify=accuracy)
    return Choice(
        chosen,
        f"The longest pattern is only some {hardness:.3g} times the maximum margin: a few looks at "
        "each suffice.",
    )


def _hardness(X, labels, space, limit):
    """(a lower bound on R/γ, whether it is near): above limit as soon as it is known to be."""
    radius, stride = sqrt(space.squared_radius), 1
    while len(labels) > GROWTH * SAMPLE * stride:
        stride *= GROWTH
    while stride > 1:
        # What no weight exceeds on a part of the patterns none exceeds on all of them.
        part = make_space(X[::stride], labels[::stride], space.rho, space.delta)
        found = _at_least(radius, _look(part, EPOCHS[0]))
        if found > limit:
            return found, False
        stride //= GROWTH
    for epochs in EPOCHS:
        end = _look(space, epochs)
        found = _at_least(radius, end)
        if found > limit or end.directional_margin >= SETTLED * end.upper_bound:
            return found, True
    return found, False


def _at_least(radius, end):
    """A lower bound on R/γ, from the end of a run."""
    return radius / end.upper_bound if end.upper_bound > 0.0 else inf


def _look(space, epochs):
    """The end of a run of AdaTron."""
    order, budget = np.random.RandomState(0), Budget(max_epochs=epochs)
    how = {"mini_epochs": MINI_EPOCHS, "permute": order, "budget": budget, "growth": inf}
    return sequential.run(adatron, LOOKED_AT, space, **how).end
