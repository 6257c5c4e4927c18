"""Which learner to take for a problem and an accuracy."""

from math import inf
from typing import NamedTuple

from sklearn.base import BaseEstimator

from maxmargin.baselines.maximum_margin import MaximumMargin
from maxmargin.drivers import sequential
from maxmargin.drivers.progress import Budget
from maxmargin.estimators.learner import learner
from maxmargin.preparation import once
from maxmargin.rules import adatron, passive_aggressive
from maxmargin.space import make_space

# From the problems of the overview that are not held out.
LEAST_SHARE = -1.0  # of margin to bound after one pass
FEW = 50  # coordinates, with which Newton's steps cost little
MANY = 1000  # coordinates, with which they cost much
MODERATE = 0.99  # accuracy
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

    It looks once at each pattern, as Passive-Aggressive does. After that no pattern is far on the
    wrong side where the maximum margin is not small beside R. With many coordinates AdaTron, in
    random order and with mini-epochs, then takes fewer seconds than the exact solver, whose steps
    cost up to n³. Elsewhere, as on most real data, the exact solver takes fewer. The report's
    overview shows how good the choice is, on sets too that it was not made from.

    Raises ValueError for an accuracy that is not between 0 and 1, and for input on which no margin
    can be reached.

    >>> from maxmargin import choose
    >>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
    >>> learner, reason = choose(X, y, accuracy=0.9)
    >>> reason
    'With 2 coordinates the steps of the exact solver cost little.'
    >>> learner.fit(X, y).converged_
    True
    """
    if not 0.0 < accuracy < 1.0:
        raise ValueError(f"accuracy is {accuracy!r}; it has to be between 0 and 1.")
    space = {"augment": augment, "extend": extend}
    # A gap, bound / margin − 1, below 1 − a leaves more than the part a.
    exact = MaximumMargin(**space, accuracy=1.0 - accuracy)
    X, labels = exact._checked(X, y)
    own = once(make_space, X, labels, augment, extend)
    if own.n < FEW:
        return Choice(exact, f"With {own.n} coordinates the steps of the exact solver cost little.")
    if accuracy > MODERATE and own.n < MANY:
        return Choice(exact, f"For more than {MODERATE:.0%} the exact solver converges faster.")
    rule, once_each = passive_aggressive, Budget(max_epochs=1)
    end = sequential.run(rule, rule.Parameters(), own, budget=once_each, growth=inf).end
    share = end.directional_margin / end.upper_bound
    if not share > LEAST_SHARE:
        return Choice(
            exact,
            "One look at each pattern leaves some far on the wrong side: the margin is small, so "
            "that a perceptron would need many.",
        )
    # With this δ AdaTron's own guarantee is the accuracy; certify mostly ends it before.
    delta = (1.0 - accuracy) / (1.0 + accuracy)
    how = {"mini_epochs": MINI_EPOCHS, "shuffle": True, "random_state": 0}
    chosen = learner(adatron)(delta, **space, **how, max_updates=None, certify=accuracy)
    after = "all on the right side" if share > 0.0 else "none far on the wrong side"
    return Choice(chosen, f"One look at each pattern leaves {after}: a few more are enough.")
