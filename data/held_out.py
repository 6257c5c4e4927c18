"""Patterns held out for testing, and attributes brought to one scale, of the user's own data."""

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.problem import SplitProblem

STANDARD = "standard"
FAR_APART = 100.0  # ratio of the largest to the smallest standard deviation of two attributes


def hold_out(problem, part, seed):
    """The SplitProblem of a Problem with a part of the patterns, between 0 and 1, for testing.

    They are drawn from the seed; both sets keep the order of the file. Raises DataError if one of
    them would not have patterns of both classes.
    """
    m = problem.y.size
    drawn = np.random.default_rng(seed).permutation(m) < round(part * m)
    y = problem.y.astype(np.int64)
    for name, kept in (("for testing", drawn), ("for training", ~drawn)):
        if len(np.unique(y[kept])) < 2:
            raise DataError(
                f"with test: {part:g} the {kept.sum()} patterns {name} are not of two classes: "
                "choose another part, or leave it out."
            )
    X = problem.X
    return SplitProblem(problem.name, X[~drawn], y[~drawn], X[drawn], y[drawn])


def standardised(problem):
    """A Problem or SplitProblem whose attributes have mean 0 and standard deviation 1 on the
    training patterns; those that are constant there become 0. Raises DataError for sparse patterns.
    """
    if sparse.issparse(problem.X):
        raise DataError(
            "scale: standard would fill in all zeros of a file in libsvm's format: leave it out, "
            "or give a .csv file."
        )
    mean, spread = problem.X.mean(0), problem.X.std(0)
    scaled = {
        name: np.ascontiguousarray((getattr(problem, name) - mean) / np.where(spread, spread, 1.0))
        for name in problem._fields
        if name in ("X", "X_test")
    }
    return problem._replace(**scaled)


def hint(problem):
    """A sentence if attributes are on scales far apart; "" if they are not."""
    if sparse.issparse(problem.X):
        return ""
    spreads = problem.X.std(0)
    spreads = spreads[spreads > 0]
    if not spreads.size or spreads.max() <= FAR_APART * spreads.min():
        return ""
    factor = spreads.max() / spreads.min()
    return (
        f"the largest standard deviation of an attribute is {factor:,.0f} times the smallest; "
        "scale: standard brings all to one scale."
    )
