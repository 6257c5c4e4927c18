"""Which learner to take for a problem and an accuracy."""

import warnings
from typing import NamedTuple

from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

from maxmargin.baselines.maximum_margin import MaximumMargin
from maxmargin.estimators.learner import learner
from maxmargin.preparation import prepared_once
from maxmargin.rules import adatron, passive_aggressive

EASY = 0.5  # of the maximum, certified after one pass


class Choice(NamedTuple):
    """learner: not fitted; reason: a sentence."""

    learner: BaseEstimator
    reason: str


def choose(X, y, accuracy=0.99, *, augment=1.0, extend=0.0):
    """The learner that should reach a fraction of the maximum margin first, as a `Choice`.

    X: (m, n), an array or sparse matrix; y: (m,), of two values. accuracy: the fraction, between 0
    and 1, at which the learner is to end, with a certificate. augment and extend: ρ and Δ, in the
    units of X.

    It looks once at each pattern, as Passive-Aggressive does, and asks what that has led to. Where
    half of the maximum margin is certified by then, a few more passes do, and AdaTron makes them.
    Elsewhere, as on nearly all real data, the exact solver takes fewer seconds than any perceptron.
    The report's overview shows both, and how good the choice is on sets that it was not made from.

    Raises ValueError for an accuracy that is not between 0 and 1, and for input on which no margin
    can be reached.

    >>> from maxmargin import choose
    >>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
    >>> choice = choose(X, y, accuracy=0.9)
    >>> choice.learner.fit(X, y).status_
    'certified'
    """
    if not 0.0 < accuracy < 1.0:
        raise ValueError(f"accuracy is {accuracy!r}; it has to be between 0 and 1.")
    space = {"augment": augment, "extend": extend}
    with warnings.catch_warnings(), prepared_once():
        warnings.simplefilter("ignore", ConvergenceWarning)
        look = learner(passive_aggressive)(**space, max_epochs=1).fit(X, y)
    share = look.directional_margin_ / look.margin_upper_bound_
    if share > EASY:
        # With this δ AdaTron's own guarantee is the accuracy; certify mostly ends it before.
        delta = (1.0 - accuracy) / (1.0 + accuracy)
        chosen = learner(adatron)(delta, **space, max_updates=None, certify=accuracy)
        reason = (
            f"One look at each pattern is certified to give {share:.0%} of the maximum margin, so "
            "that a few more passes are enough."
        )
    else:
        # A gap, bound / margin − 1, below 1 − a leaves more than the part a.
        chosen = MaximumMargin(**space, accuracy=1.0 - accuracy)
        found = (
            f"certifies only {share:.0%} of the maximum margin"
            if share > 0.0
            else "leaves patterns on the wrong side"
        )
        reason = f"One look at each pattern {found}: Newton's steps need fewer than a perceptron."
    return Choice(chosen, reason)
