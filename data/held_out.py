"""Holds out test patterns of the user's data, and brings attributes to one scale."""

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.problem import SplitProblem

STANDARD = "standard"
SCALES = (STANDARD,)
FAR_APART = 100.0  # ratio of the largest to the smallest standard deviation of two attributes
# A column counts as constant if its values, relative to the largest, differ by at most this.
ROUNDING = 8 * np.finfo(np.float64).eps


def drawn_for_testing(m, part, seed):
    """Return which of m patterns are held out, bool (m,): a part of them, drawn from the seed."""
    return np.random.default_rng(seed).permutation(m) < round(part * m)


def hold_out(problem, part, seed):
    """Return a SplitProblem with a part of a Problem's patterns held out for testing.

    `part` is between 0 and 1. The test patterns are drawn from the seed, and both sets keep the
    order of the file. Raise DataError for a part outside this range, a negative seed, and a set
    without patterns of both classes.
    """
    if not 0 < part < 1:
        raise DataError(f"test: {part:g} is not a part between 0 and 1, such as 0.25.")
    if seed < 0:
        raise DataError(f"seed: {seed} is negative; it has to be a whole number from 0.")
    drawn = drawn_for_testing(problem.y.size, part, seed)
    y = problem.y.astype(np.int64)
    for name, chosen in (("for testing", drawn), ("for training", ~drawn)):
        if len(np.unique(y[chosen])) < 2:
            raise DataError(
                f"test: {part:g}: the {chosen.sum()} patterns {name} are not of two classes: "
                "choose another part, or leave it out."
            )
    X = problem.X
    return SplitProblem(problem.name, X[~drawn], y[~drawn], X[drawn], y[drawn])


class Spread:
    """The mean and the standard deviation of each column, safe for numbers of any size.

    Each column is scaled to about 1 by a power of two, which is exact, so that no square overflows
    or vanishes. The column's least value is subtracted, so that nearly equal numbers lose no
    digits.
    """

    def __init__(self, X):
        self._exponent = np.frexp(np.abs(X).max(0))[1]
        brought = np.ldexp(X, -self._exponent)
        self._least = brought.min(0)
        brought = brought - self._least
        self._mean, self._deviation = brought.mean(0), brought.std(0)
        self.is_constant = brought.max(0) <= ROUNDING
        self.differs = brought.max(0) > 0  # also if only by rounding
        self.log_deviation = self._exponent + np.log2(
            np.where(self.is_constant, 1, self._deviation)
        )

    def standardised(self, X):
        """Return X with each column minus its mean, over its standard deviation; 0 if constant."""
        deviation = np.where(self.is_constant, 1.0, self._deviation)
        with np.errstate(over="ignore"):  # in test patterns, which are checked later
            brought = np.ldexp(X, -self._exponent) - self._least
            scaled = (brought - self._mean) / deviation
        return np.where(self.is_constant, 0.0, scaled)


def standardised(problem):
    """Return the problem with attributes of mean 0 and standard deviation 1 in training.

    `problem` is a Problem or a SplitProblem. Attributes that are constant on the training patterns,
    up to rounding, become 0. Raise DataError for sparse patterns.
    """
    if sparse.issparse(problem.X):
        raise DataError(
            "scale: standard would make all zeros of a file in libsvm's format nonzero: leave "
            "scale out, or use a table in a .csv or .tsv file."
        )
    spread = Spread(problem.X)
    scaled = {
        name: np.ascontiguousarray(spread.standardised(getattr(problem, name)))
        for name in problem._fields
        if name in ("X", "X_test")
    }
    return problem._replace(**scaled)


def scale_hint(X):
    """Return a sentence if the scales of attributes are far apart, otherwise ""."""
    if sparse.issparse(X):
        return ""
    spread = Spread(X)
    logs = spread.log_deviation[~spread.is_constant]
    if not logs.size or np.ptp(logs) <= np.log2(FAR_APART):
        return ""
    decades = np.ptp(logs) * np.log10(2)
    factor = f"{10**decades:,.0f}" if decades < 6 else f"10^{decades:.0f}"
    return (
        f"the largest standard deviation of an attribute is {factor} times the smallest; "
        "scale: standard brings all to one scale."
    )


def rounding_hint(X):
    """Return a sentence if scaling sets columns to 0 that vary only by rounding, otherwise ""."""
    if sparse.issparse(X):
        return ""
    spread = Spread(X)
    places = np.flatnonzero(spread.is_constant & spread.differs) + 1
    if not places.size:
        return ""
    listed = ", ".join(map(str, places[:10].tolist())) + (", ..." if places.size > 10 else "")
    return f"attributes that differ by no more than rounding become 0: {listed}."
