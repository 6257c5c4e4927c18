"""What the sequential driver and its kernel hand to each other."""

from typing import NamedTuple

import numpy as np

STATE = np.dtype(
    [
        ("n2", "f8"),  # ‖a‖², by recurrence
        ("scale", "f8"),
        ("t", "i8"),  # updates, from the rule's start
        ("epochs", "i8"),
        ("mini_epochs", "i8"),
        ("visits", "i8"),
        ("position", "i8"),  # in the present epoch or mini-epoch
        ("minis_left", "i8"),  # 0 in a full epoch
        ("active_size", "i8"),
        ("updated", "i8"),  # 1 when the present epoch or mini-epoch made an update
    ]
)

CONVERGED, AT_UPDATE, AT_VISIT, AT_EPOCH = range(4)


class Now(NamedTuple):
    """What a rule is told of the weight: norm, ‖a‖; n2, ‖a‖²; t, the updates made; powers of t;
    trials, the patterns presented before this one.
    """

    norm: float
    n2: float
    t: int
    powers: tuple
    trials: int


class Lineup(NamedTuple):
    """Patterns one after the other, in the order in which they are presented.

    ids: int32, which patterns of the space they are. patterns: of a storage; labels, squared_norms,
    duals: theirs. Of arrays with room for all patterns, the first places count.
    """

    ids: np.ndarray
    patterns: tuple
    labels: np.ndarray
    squared_norms: np.ndarray
    duals: np.ndarray


class Kept(NamedTuple):
    """gram: y_k·y_l, (m, m); products: y_k·v, (m,). Both of size 0 where nothing is kept."""

    gram: np.ndarray
    products: np.ndarray
