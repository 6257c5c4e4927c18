"""The data that `newton` and its compiled steps in `newton_kernel` exchange."""

from collections import namedtuple
from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    """The patterns that take part, y_k = label_k (x_k, ρ): every stride-th, m in total.

    `patterns` is a storage's. `labels` are int8, of all patterns. `rho` is ρ.
    """

    patterns: tuple
    labels: np.ndarray
    rho: float
    stride: int


class Goal(NamedTuple):
    """The penalty D, squared_delta = Δ², and whether the threshold is free."""

    penalty: float
    squared_delta: float
    free: bool


class State(NamedTuple):
    """A weight, and room for a step from it.

    `weights` is w, (n + 2,), with a spare coordinate. `targets` are c_k, (m,), or (1,) if all are
    equal. `short` holds r_k, (m,). `combined` is Σ r_k y_k over the active patterns of either
    class, (2, n + 2).

    A step uses `direction`, (n + 2,), and `moved`, r_k after the step, (m,). `matrix` is Σ y yᵀ of
    the active patterns, (n + 2, n + 2); it is empty if all steps use conjugate gradients. `inside`,
    int8, (m,), marks the patterns in the matrix.
    """

    weights: np.ndarray
    targets: np.ndarray
    short: np.ndarray
    combined: np.ndarray
    direction: np.ndarray
    moved: np.ndarray
    matrix: np.ndarray
    inside: np.ndarray


class Plan(NamedTuple):
    """What stays the same during a run.

    `free` and `squared_delta` are as in `Goal`. D falls from `largest` to `smallest` at most. The
    run ends when the relative gap is below `accuracy`, or after `limit` seconds. `direct` says
    whether steps use the matrix. If `mixed`, some of them use conjugate gradients instead: those in
    which they take less time, at `gradients_an_entry` for each of `entries_each` entries of a
    pattern. The first step is expected to make `few_gradients` of them, and no step makes more than
    `most_gradients`. The matrix changes by `at_once` patterns between two checks of the clock.
    """

    free: bool
    squared_delta: float
    largest: float
    smallest: float
    accuracy: float
    limit: float
    direct: bool
    mixed: bool
    few_gradients: int
    most_gradients: int
    gradients_an_entry: float
    entries_each: float
    at_once: int


class Kept(NamedTuple):
    """The steps that the enclosure comes from, and the points of the run.

    `short`, (3, m), `weights`, (3, n + 2), and `penalties`, (3,), are r_k, w and D of up to three
    steps. A `RUN` says which. `points` are the last points, (POINTS, 6): epochs, visits, seconds,
    directional margin, geometric margin and upper bound.
    """

    short: np.ndarray
    weights: np.ndarray
    penalties: np.ndarray
    points: np.ndarray


POINTS = 64  # between two pauses
FIELDS = [
    ("started", "f8"),  # in the seconds of perf_counter
    ("penalty", "f8"),  # D
    ("visits", "i8"),
    ("epochs", "i8"),  # steps and changes of D
    ("points", "i8"),  # in `Kept`
    # The enclosure, and the steps in `Kept` that its ends are from.
    ("margin", "f8"),
    ("geometric_margin", "f8"),
    ("bound", "f8"),
    ("of_weight", "i8"),
    ("of_bound", "i8"),
    # The step whose Σ α_k y_k is closest to its own weight, and how close; -1 for none.
    ("at_nearest", "i8"),
    ("nearest", "f8"),
    # Of the last step.
    ("distance", "f8"),
    ("changed", "i8"),
    ("is_exact", "i8"),  # whether it made no conjugate gradients
    ("differing", "i8"),  # patterns that differ from those in the matrix
    ("made", "i8"),  # conjugate gradients of the last step that made some
    ("pass_seconds", "f8"),  # about as long as one conjugate gradient takes
    # Of the steps together, to notice that they come no further.
    ("least", "f8"),  # gap
    ("before", "f8"),  # the distance of the step before
    ("patience", "i8"),
    ("unchanged", "i8"),  # steps since the active patterns last changed
    ("roughly", "f8"),  # the residual at which conjugate gradients end, at most
]
# The fields of an np.record are attributes also in Python, with NUMBA_DISABLE_JIT=1.
RUN = np.dtype((np.record, FIELDS))
RunNumbers = namedtuple("RunNumbers", [name for name, _ in FIELDS])


def new_state(weights, targets, m, direct):
    """Return a `State` at a weight. It needs `evaluate`."""
    size = weights.size
    matrix = np.zeros((size, size) if direct else (0, 0))
    return State(
        weights,
        targets,
        np.empty(m),
        np.empty((2, size)),
        np.empty(size),
        np.empty(m),
        matrix,
        np.zeros(m, np.int8),
    )
