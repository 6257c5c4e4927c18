"""Advice on which learner to use for a problem and a fraction of the maximum margin."""

from math import inf, nextafter, sqrt
from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared.progress import Budget
from maxmargin.estimators.binary_classifier import patterns_and_labels
from maxmargin.estimators.learner import Learner, learner
from maxmargin.exact.maximum_margin import MaximumMargin
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.input.numbers import is_number, lower_digits, shown, upper_digits
from maxmargin.preparation import memoised
from maxmargin.rules import adatron
from maxmargin.separable.cause import decision, sentences
from maxmargin.space import make_space, nonzeros

# AdaTron is chosen up to R/γ = HARD, or HARD_IF_COSTLY if the exact solver's Newton steps are
# costly. A step costs n³, which is COSTLY above 100 passes over the entries. Both limits are just
# above the largest R/γ at which AdaTron was faster on most of the overview's problems. Held-out
# problems did not count. On the harder ones the exact solver certified 90 % and more in less than
# five times AdaTron's seconds, and AdaTron often never did.
HARD, COSTLY, HARD_IF_COSTLY = 15.0, 100.0, 25.0
SAMPLE, GROWTH = 1000, 8  # fewest patterns in the first run, and the growth from run to run
EPOCHS = (2, 8, 32)  # of the short runs
CLEARLY = 4.0  # times the limit: from here a part of the patterns decides that a problem is hard
CLOSE = 0.1  # of margin to bound, from which a short run ends; R/γ is then known to a factor of 10
SHORT_RUN = adatron.Parameters(delta=0.1)
MINI_EPOCHS = 10
DECIDING_SECONDS = 1.0  # at most, to find out whether any weight separates the patterns


class Choice(NamedTuple):
    """A chosen learner.

    Attributes
    ----------
    learner : estimator
        The learner, not fitted.
    reason : str
        A sentence that says why.
    """

    learner: Learner | MaximumMargin
    reason: str


def choose(
    X: MatrixLike,
    y: ArrayLike,
    certify: float = 0.99,
    *,
    augment: float = 1.0,
    extend: float = 0.0,
) -> Choice:
    """Return the learner that should first reach a fraction of the maximum margin.

    The choice depends on R/γ, the length of the longest pattern over the maximum margin. AdaTron
    in random order, with mini-epochs, is faster than the exact solver if R/γ is small, as on most
    widely separated sets. Otherwise the exact solver is mostly faster.

    To find R/γ, AdaTron makes short runs: on a thousand patterns, then on more, and finally on all.
    Each run has an upper bound on γ, so R divided by the bound is at most R/γ. As soon as this
    quotient is large, the problem is hard, and no other run is made. Otherwise R/γ may be larger
    than the quotient, but is at most R divided by the margin reached.

    With an extension the exact solver needs few steps. It is chosen unless its steps are costly.
    The report's overview shows how good the choice is, also on sets that did not inform it. If
    AdaTron does not separate the patterns, `maxmargin.separable` decides whether any weight does.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (m, n)
        The patterns.
    y : array-like of shape (m,)
        The labels: two values.
    certify : float, default 0.99
        The fraction of the maximum margin, between 0 and 1, at which the learner ends, with a
        certificate.
    augment : float, default 1.0
        ρ, in the units of X.
    extend : float, default 0.0
        Δ, in the units of X.

    Returns
    -------
    Choice
        The learner and the reason.

    Raises
    ------
    ValueError
        If `certify` is not between 0 and 1, or if a pattern is all zero in the augmented and
        extended space.

    Examples
    --------
    >>> from maxmargin import choose
    >>> X, y = [[1, 2], [2, 1], [3, 1], [-1, -1], [-2, -1]], [1, 1, 1, 0, 0]
    >>> learner, reason = choose(X, y, certify=0.9)
    >>> reason.partition(":")[0]
    'The longest pattern is 1.98 to 2.07 times as long as the maximum margin'
    >>> learner.fit(X, y).converged_
    True
    """
    if not (is_number(certify) and 0.0 < certify < 1.0 and 0.0 < float(certify) < 1.0):
        raise ValueError(f"certify is {shown(certify)}; it has to be between 0 and 1.")
    certify = float(certify)  # learners accept no fractions
    # If the gap bound / margin − 1 is below 1 − a, the margin exceeds a times the bound.
    exact = MaximumMargin(augment=augment, extend=extend, gap=_rounded(1.0 - certify))
    X, labels = patterns_and_labels(clone(exact), X, y)
    own = memoised(make_space, X, labels, augment, extend)
    entries = nonzeros(X)
    costly = own.n**3 > COSTLY * entries
    if extend and not costly:
        return Choice(exact, "With an extension the exact solver needs few steps.")
    limit = HARD_IF_COSTLY if costly else HARD
    hardness, end = _hardness(X, labels, own, limit)
    if end is None or hardness > limit or not _is_close(end):
        separated = end is not None and own.separates(end)
        decided = None
        if not (extend or separated):
            decided = decision(X, labels, bool(augment), DECIDING_SECONDS)
            if decided is not None and not decided.separable:
                return Choice(exact, sentences(decided))
        why = f"After {EPOCHS[-1]} epochs AdaTron certifies less than {CLOSE:.0%} of the maximum."
        if hardness > limit:
            exists = extend or separated or decided is not None
            why = (
                f"The longest pattern is at least {lower_digits(hardness, 3)} times as long as the "
                f"maximum margin{'' if exists else ', if there is one'}: the exact solver is "
                "mostly faster."
            )
        return Choice(exact, f"{why} {sentences(decided)}".strip())
    most = sqrt(own.squared_radius) / end.directional_margin
    # With this δ AdaTron guarantees the fraction. The certificate mostly ends the run earlier.
    delta = _rounded((1.0 - certify) / (1.0 + certify))
    chosen = learner(adatron)(
        delta,
        augment=augment,
        extend=extend,
        mini_epochs=MINI_EPOCHS,
        shuffle=True,
        random_state=0,
        max_updates=None,
        certify=certify,
    )
    return Choice(
        chosen,
        f"The longest pattern is {lower_digits(hardness, 3)} to {upper_digits(most, 3)} times as "
        "long as the maximum margin: AdaTron needs few epochs.",
    )


def _rounded(part):
    """Return a part of the margin, below 1, without the digits that rounding made.

    `certify` is exact.
    """
    return min(float(f"{part:.12g}"), nextafter(1.0, 0.0))


def _hardness(X, labels, space, limit):
    """Return (a lower bound on R/γ, the end of the last run on all patterns or None).

    No other run is made if the bound is above the limit, or if the margin is close to its bound. A
    part of the patterns decides only if its bound is clearly above the limit: a run on all may
    separate them.
    """
    radius, stride = sqrt(space.squared_radius), 1
    while len(labels) > GROWTH * SAMPLE * stride:
        stride *= GROWTH
    while stride > 1:
        # An upper bound on the margin of a part of the patterns is also one for all patterns.
        part = make_space(X[::stride], labels[::stride], space.rho, space.delta, is_block=True)
        found = _at_least(radius, _short_run(part, EPOCHS[0]))
        if found > CLEARLY * limit:
            return found, None
        stride //= GROWTH
    for epochs in EPOCHS:
        end = _short_run(space, epochs)
        found = _at_least(radius, end)
        if found > limit or _is_close(end):
            break
    return found, end


def _is_close(end):
    """Return whether the margin at the end of a run is close to its upper bound."""
    return end.directional_margin >= CLOSE * end.upper_bound


def _at_least(radius, end):
    """Return a lower bound on R/γ, from the end of a run."""
    return radius / end.upper_bound if end.upper_bound > 0.0 else inf


def _short_run(space, epochs):
    """Return the end of a short run of AdaTron."""
    return sequential.run(
        adatron,
        SHORT_RUN,
        space,
        mini_epochs=MINI_EPOCHS,
        permute=np.random.RandomState(0),
        budget=Budget(max_epochs=epochs),
        growth=inf,
    ).end
