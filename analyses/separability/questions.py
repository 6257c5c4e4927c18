"""The questions about a data set: which patterns, and which of their classes on either side."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from data import SplitProblem

PAIRS, REST = "pairs", "rest"
TRAIN, TEST, ALL = "train", "test", "all"
YES, NO, UNDECIDED = "yes", "no", "undecided"  # the answers in separability.csv
KINDS = tuple(f"{kind}-{part}" for kind in (PAIRS, REST) for part in (TRAIN, TEST, ALL))


class Question(NamedTuple):
    """A question about patterns X, (m, n), and their labels y, (m,), +1 and -1.

    `part` says which patterns of the data set X has: "train", "test" or "all". `first` is the
    positive class, and `second` the negative one, or "rest". Both are "" for a data set of two
    classes.
    """

    part: str
    first: str
    second: str
    threshold: bool
    X: np.ndarray
    y: np.ndarray

    @property
    def name(self):
        """The name of the question within the data set, such as train-4-9."""
        classes = [self.first, self.second] if self.first else []
        return "-".join([self.part, *classes, *([] if self.threshold else ["through-0"])])


def questions_of(problem, kinds=()):
    """Yield the `Question`s about a prepared problem.

    A problem of two classes has two questions: with and without a threshold. `kinds` names the
    questions about several classes, from KINDS.
    """
    if not isinstance(problem, SplitProblem) or set(np.unique(problem.y)) <= {-1, 1}:
        for threshold in (True, False):
            yield Question(TRAIN, "", "", threshold, problem.X, problem.y)
        return
    for kind in kinds:
        sides, part = kind.split("-")
        X, codes = _patterns(problem, part)
        classes = np.unique(codes).tolist()
        if sides == PAIRS:
            for first, second in combinations(classes, 2):
                own = np.isin(codes, (first, second))
                labels = np.where(codes[own] == first, 1, -1)
                yield Question(part, str(first), str(second), True, X[own], labels)
        else:
            for first in classes:
                yield Question(part, str(first), REST, True, X, np.where(codes == first, 1, -1))


def _patterns(problem, part):
    if part == TRAIN:
        return problem.X, problem.y
    if part == TEST:
        return problem.X_test, problem.y_test
    return np.concatenate([problem.X, problem.X_test]), np.concatenate([problem.y, problem.y_test])
