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
    run ends when the relative gap is below `accuracy`, or after `limit` seconds of `clock`, which
    `compiled_clock` describes. A run on a part of the patterns also ends after `most_steps`.

    `direct` says whether steps use the matrix. If `mixed`, some of them use conjugate gradients
    instead: those in which they take less time, at `gradients_an_entry` for each of `entries_each`
    entries of a pattern. The first step is expected to make `few_gradients` of them, and no step
    makes more than `most_gradients`. In the first steps they end when the residual is `roughly`
    times the first residual. The matrix changes by `at_once` patterns between two readings of the
    clock.
    """

    free: bool
    squared_delta: float
    largest: float
    smallest: float
    accuracy: float
    limit: float
    most_steps: int
    clock: int
    direct: bool
    mixed: bool
    few_gradients: int
    most_gradients: int
    roughly: float
    gradients_an_entry: float
    entries_each: float
    at_once: int


class Ends(NamedTuple):
    """The steps that the ends of the enclosure come from.

    `short`, (3, m), `weights`, (3, n + 2), and `penalties`, (3,), are r_k, w and D of up to three
    steps. RUN names the rows in use. Row 0 is 0 until both ends come from steps.
    """

    short: np.ndarray
    weights: np.ndarray
    penalties: np.ndarray


# The points of the history since the last pause, in an array, (POINTS, 6): epochs, visits, seconds,
# directional margin, geometric margin and upper bound. After each step a run checks whether three
# more fit. It adds at most three before the next check: at the start, for another D, for a step.
POINTS = 64
RUN = [
    ("started", "f8"),  # what the clock showed then
    ("penalty", "f8"),  # D
    ("visits", "i8"),
    ("epochs", "i8"),  # the number of the next point in the history
    ("recorded", "i8"),  # points since the last pause
    # The enclosure, and the rows of `Ends` with the steps that it comes from.
    ("margin", "f8"),
    ("geometric_margin", "f8"),
    ("bound", "f8"),  # 0 if none is known yet
    ("weight_row", "i8"),
    ("bound_row", "i8"),
    # Of the steps with a gap below GAP: the least sum of gap and distance, and its row, or -1.
    ("nearest", "f8"),
    ("nearest_row", "i8"),
    # The last `certificate` of a step.
    ("distance", "f8"),
    ("changed", "i8"),
    # These decide how the next step is made.
    ("is_exact", "i8"),  # whether the last step made no conjugate gradients
    ("differing", "i8"),  # patterns that differ from those in the matrix
    ("made", "i8"),  # conjugate gradients of the last step that made some
    ("pass_seconds", "f8"),  # about as long as one conjugate gradient takes
    # With these a run notices that its steps come no further.
    ("least", "f8"),  # gap
    ("before", "f8"),  # the distance of the step before
    ("patience", "i8"),
    ("unchanged", "i8"),  # steps since the active patterns last changed
    ("roughly", "f8"),  # the residual at which conjugate gradients end, at most
]
# The fields of an np.record are attributes also in Python, with NUMBA_DISABLE_JIT=1.
RUN_STATE = np.dtype((np.record, RUN))
RunNumbers = namedtuple("RunNumbers", [name for name, _ in RUN])


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


def new_ends(m, size):
    """Return `Ends` without a step, for m patterns and weights of this size, n + 2."""
    return Ends(np.zeros((3, m)), np.zeros((3, size)), np.ones(3))
