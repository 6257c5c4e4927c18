"""Says why a run has not separated its patterns, for warnings and refusals.

Learners take float64. Whole numbers of 2⁵³ and more may have been rounded when X became float64, so
nothing is said about the patterns if X has such numbers.
"""

from fractions import Fraction
from math import gcd, lcm

import numpy as np

from maxmargin.input.checked_input import EXACT
from maxmargin.input.numbers import lower_digits
from maxmargin.separable.decide import separable
from maxmargin.separable.patterns import checked
from maxmargin.separable.result import inseparable


def cause(X, labels, threshold, max_seconds):
    """Return sentences on why no run has separated the patterns, or "" if this was not decided.

    Parameters
    ----------
    X : array or sparse matrix of shape (m, n)
        The patterns.
    labels : array of shape (m,)
        Two values.
    threshold : bool
        Whether the weight may have a threshold.
    max_seconds : float
        The limit of the decision.
    """
    return sentences(decision(X, labels, threshold, max_seconds))


def decision(X, labels, threshold, max_seconds):
    """Return the `Answer` about the patterns, or None if `cause` would return ""."""
    if _may_be_rounded(X):
        return None
    answer = separable(X, labels, threshold=threshold, max_seconds=max_seconds)
    return answer if answer.separable is not None else None


def sentences(answer):
    """Return what a `decision` means for the patterns, and the remedy if nothing separates them."""
    if answer is None:
        return ""
    if answer.separable:
        return (
            "A hyperplane separates the patterns, with a margin of at least "
            f"{lower_digits(answer.margin, 3)}, as maxmargin.separable proves."
        )
    return f"{answer.explain()} {remedy(answer)}"


def remedy(answer):
    """Return what to set if an `Answer` says that no weight separates the patterns."""
    if answer.with_threshold or answer.equal_rows:
        return "Set extend above 0."
    return "Set augment above 0, which adds a threshold, or extend above 0."


def proof_of_updates(X, labels, threshold, weights, updates):
    """Return the `Answer` that no weight separates patterns, or None if the updates prove nothing.

    Parameters
    ----------
    X, labels, threshold
        As for `cause`.
    weights : ndarray of shape (m,)
        The weights c_k > 0 of the patterns.
    updates : ndarray of shape (m,)
        Numbers of updates α_k >= 0 with Σ α_k c_k label_k (x_k, 1) = 0 to rounding.
    """
    places = np.flatnonzero(updates)
    if (updates != np.floor(updates)).any() or _may_be_rounded(X):
        return None
    values, codes = np.unique(weights[places], return_inverse=True)
    multiples = _in_whole_numbers(values.tolist())
    factors = {int(k): int(updates[k]) * multiples[c] for k, c in zip(places, codes, strict=True)}
    X, labels = checked(X, labels, threshold)
    return inseparable(X, labels, threshold, factors)


def _in_whole_numbers(weights):
    """Return the smallest whole numbers that are in the same ratio as floats above 0."""
    exact = [Fraction(weight) for weight in weights]
    common = lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * common) for weight in exact]
    divisor = gcd(*whole)
    return [number // divisor for number in whole]


def _may_be_rounded(X):
    """Return whether X, in float64, may have been integers that float64 cannot hold."""
    return max(abs(X.max()), abs(X.min())) >= EXACT
