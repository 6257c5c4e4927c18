"""The maximum margin of patterns of few coordinates, by Wolfe's algorithm in compiled code.

`maxmargin.exact.minimum_norm_point` has the algorithm, with precise least squares. Here the normal
equations serve instead. Carriers y_i with α_i > 0 span an affine hull. The α of its shortest vector
solve (G + E Eᵀ) α = E ν, where G has the products y_i·y_j, and E has a column for each group with
ones at the group's carriers. A triangular factor of the matrix gains a row when a carrier enters,
and is rotated when one leaves. These equations lose twice as many digits as least squares, so that
a run may get stuck before it is precise enough.

A step reads all patterns once, and there are about twice as many steps as coordinates. The compiled
loop records the weight when the gap is small enough for a point of the history. The points are made
when the run has ended.
"""

import time
from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.compilation import compiled_clock
from maxmargin.compilation.binding import bind, clock
from maxmargin.drivers.shared.progress import Point
from maxmargin.exact import hull_kernel
from maxmargin.exact.gaps import GAP, ROUNDING
from maxmargin.exact.newton import Found
from maxmargin.exact.newton_state import Part
from maxmargin.storages import dense

FEW = 200  # coordinates
MOST_PRODUCTS = 5e7  # expected, of numbers, in a run; above, Newton's method is faster
GAPS = 0.1, 1e-2, 1e-3, 1e-6, GAP  # at which the history gets a point
STEPS_PER_COORDINATE = 20  # at most
SHORT = 32  # coordinates, up to which loops along columns are faster
AT_ONCE = 1024  # products that are computed together and stay in the fastest cache
PRODUCTS_AT_ONCE = 1e7  # between two checks of the clock


class Hull(NamedTuple):
    """The carriers: up to n + 3 patterns, in the order of their entry.

    carriers, groups: their places, and the groups 0 or 1 whose α sum to 1. alphas, targets: α, and
    α of the shortest vector. rows: y_i, (n + 4, n + 2). factor, (n + 4, n + 4), is lower
    triangular. forward, (2, n + 4): the inverse of the factor times each column of E. solved,
    (2, n + 4), and sums, (3,), are room for `solve`. weights: Σ α_i y_i, (n + 2,), with a spare
    coordinate.

    order: the patterns, group by group, (m,). starts: the first place of each group in it, and m,
    (3,). columns: dense patterns y_k in this order, by coordinate, (n + 1, m), or (0, 0). products:
    room for some w·y_k. both: whether there are two groups.
    """

    carriers: np.ndarray
    groups: np.ndarray
    alphas: np.ndarray
    targets: np.ndarray
    rows: np.ndarray
    factor: np.ndarray
    forward: np.ndarray
    solved: np.ndarray
    sums: np.ndarray
    weights: np.ndarray
    order: np.ndarray
    starts: np.ndarray
    columns: np.ndarray
    products: np.ndarray
    both: bool


class Goals(NamedTuple):
    """The gaps to reach, and what a run has recorded when it reached each.

    gaps: descending, (goals,). weights: Σ α_i y_i, (goals, n + 2). heights: the smallest w·y_k,
    (goals,); with two groups, the smallest of one plus the smallest of the other. steps: the number
    of steps made, (goals,). seconds: what the clock showed, (goals,). shown: room for the clock,
    (2,).
    """

    gaps: np.ndarray
    weights: np.ndarray
    heights: np.ndarray
    steps: np.ndarray
    seconds: np.ndarray
    shown: np.ndarray

    @classmethod
    def of(cls, gaps, n):
        """Return goals without records."""
        size = len(gaps)
        shown = np.zeros(2, np.int64)
        weights, steps = np.zeros((size, n + 2)), np.zeros(size, np.int64)
        gaps = np.array(gaps, np.float64)
        return cls(gaps, weights, np.zeros(size), steps, np.zeros(size), shown)


def is_suitable(space):
    """Return whether `few_coordinates` is likely the fastest solver for a `Space`."""
    products = 2 * space.n * int(space.patterns.starts[-1])
    return not space.delta and space.n <= FEW and products <= MOST_PRODUCTS


def few_coordinates(space, free, accuracy, max_seconds):
    """Return a `Found`, or None if rounding or too many steps end the run at a larger gap.

    The gap is `accuracy`, or GAP for None. After `max_seconds` the `Found` has the current weight.
    `maxmargin.exact.newton.newton` describes the arguments.
    """
    started, limit = clock(), inf if max_seconds is None else max_seconds
    kernel, hull = bind(hull_kernel, storage=space.storage), _new_hull(space, free)
    part = Part(space.patterns, space.labels, 0.0 if free else space.rho, 1)
    last = ROUNDING if accuracy is None else accuracy
    goals = Goals.of([gap for gap in GAPS if gap > last] + [last], space.n)
    unit, squared_norms, m = space.squared_radius, space.squared_norms, space.labels.size
    at_once = max(1, int(PRODUCTS_AT_ONCE / max(1, int(space.patterns.starts[-1]))))
    size, reached, steps, most = 0, 0, 0, STEPS_PER_COORDINATE * (space.n + 2)
    clock_id = compiled_clock.CLOCK
    arguments = part, hull, squared_norms, size, unit, goals, reached, steps, at_once, clock_id
    deciding = space.patterns, space.labels
    advance = kernel.advance.compiled_for(*arguments, deciding=deciding)
    before = clock() - started - time.clock_gettime(clock_id)
    while True:
        if steps == most:
            return None
        is_over = clock() - started >= limit
        cycles = 0 if is_over else min(at_once, most - steps)
        reason, size, reached, steps = advance(
            part, hull, squared_norms, size, unit, goals, reached, steps, cycles, clock_id
        )
        if is_over:
            goals.weights[reached], goals.heights[reached] = hull.weights, kernel.height(part, hull)
            goals.steps[reached], goals.seconds[reached] = steps, clock() - started - before
        elif reason == hull_kernel.STUCK:
            squared = hull.weights @ hull.weights
            if not squared < (1.0 + (accuracy or GAP)) * goals.heights[reached]:
                return None
        if is_over or reason != hull_kernel.NOT_DONE:
            break
    recorded = reached + (reason != hull_kernel.DONE)
    duals = np.zeros(m)
    duals[hull.carriers[:size]] = hull.alphas[:size]
    history = _points(goals, recorded, hull.both, m, before)
    return Found(hull.weights[:-1] / duals.sum(), np.zeros(m), duals, history)


def _new_hull(space, free):
    """Return a `Hull` that the first steps fill."""
    size, n, m = space.n + 4, space.n + 2, space.labels.size
    by_column = space.storage is dense and space.n <= SHORT
    return Hull(
        carriers=np.zeros(size, np.int64),
        groups=np.zeros(size, np.int64),
        alphas=np.zeros(size),
        targets=np.zeros(size),
        rows=np.zeros((size, n)),
        factor=np.zeros((size, size)),
        forward=np.zeros((2, size)),
        solved=np.zeros((2, size)),
        sums=np.zeros(3),
        weights=np.zeros(n),
        order=np.empty(m, np.int64),
        starts=np.zeros(3, np.int64),
        columns=np.empty((n - 1, m) if by_column else (0, 0)),
        products=np.empty(min(m, AT_ONCE)),
        both=bool(free),
    )


def _points(goals, number, both, m, before):
    """Return `Point`s of the first `number` recorded weights, each with the best margins so far.

    both: whether there are two groups. before: the seconds when the clock showed 0.
    """
    history, groups, best = [], 1 + both, (0.0, 0.0)
    recorded = goals.heights.tolist(), goals.steps.tolist(), goals.seconds.tolist()
    for weights, height, steps, seconds in zip(goals.weights[:number], *recorded, strict=False):
        squared = weights @ weights
        norm, plain = sqrt(squared), sqrt(max(squared - weights[-2] ** 2, 0.0))
        margins = [height / groups / length if length else 0.0 for length in (norm, plain)]
        best = tuple(map(max, margins, best)) if history else tuple(margins)
        point = Point(
            updates=None,
            epochs=len(history),
            mini_epochs=0,
            visits=(steps + 1) * m,
            seconds=before + seconds,
            directional_margin=nan if both else best[0],
            geometric_margin=best[1],
            upper_bound=norm / groups,
        )
        history.append(point)
    return history
