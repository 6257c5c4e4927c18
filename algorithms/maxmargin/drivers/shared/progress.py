"""A run's stopping rules, its curve, its clock and its record, which all drivers share."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np

from maxmargin.compilation.binding import clock
from maxmargin.statuses import (
    CERTIFIED,
    CONVERGED,
    FAILED,
    INSEPARABLE,
    MAX_EPOCHS,
    MAX_SECONDS,
    MAX_UPDATES,
    REACHED,
    STOPPED,
)

NEVER = 2**62
CURVE_RATIO = 1.05  # growth of the updates from one point of the curve to the next
WATCH_SECONDS = 5.0  # between calls of watch


class Budget(NamedTuple):
    """The limits and targets that end a run before it converges; None for unlimited.

    certify: a fraction of the maximum margin. The run ends as "certified" when its margin reaches
    that fraction of ‖a‖/Σα, as in the stopping rule of the Perceptron with dynamic margin.
    enough_margin: in the units of the data. The run ends as "reached" when its margin is as large.
    Both are checked at the points of the curve.
    """

    max_updates: int | None = None
    max_epochs: int | None = None
    max_seconds: float | None = None
    certify: float | None = None
    enough_margin: float | None = None


NO_BUDGET = Budget()


def budget_of(estimator):
    """Return the `Budget` that an estimator's parameters set; unlimited where it has none."""
    return Budget(**{name: getattr(estimator, name, None) for name in Budget._fields})


class Limits(NamedTuple):
    """A `Budget` with a number for every limit: NEVER or infinity instead of None."""

    max_updates: int
    max_epochs: int
    max_seconds: float
    certify: float
    enough_margin: float


def limits_of(budget):
    """Return the `Limits` of a `Budget`."""
    return Limits(
        max_updates=_or(budget.max_updates, NEVER),
        max_epochs=_or(budget.max_epochs, NEVER),
        max_seconds=_or(budget.max_seconds, inf),
        certify=_or(budget.certify, inf),
        enough_margin=_or(budget.enough_margin, inf),
    )


def _or(limit, unlimited):
    return unlimited if limit is None else limit


class Point(NamedTuple):
    """The state of a run at one moment: a point of its curve.

    Counts are since the start; `updates` and `visits` are None if they are not counted. `seconds`
    are seconds of learning. They include arranging the patterns of each epoch and recording weights
    for points, but not computing the points. The sequential driver records weights without reading
    the clock: the seconds of their points are in proportion to their visits. Margins are in the
    units of the data. `upper_bound` is ‖a‖/Σα, which no directional margin exceeds, up to the
    rounding of sums over patterns.
    """

    updates: int | None
    epochs: int
    mini_epochs: int
    visits: int | None
    seconds: float
    directional_margin: float
    geometric_margin: float
    upper_bound: float


@dataclass(frozen=True)
class Run:
    """The record of a run.

    `status` is from maxmargin/statuses.py. `weights` are (n + 1,), with the augmenting coordinate
    last; None in a kernel's space. `duals` are (m,), the α of a = Σ α_k y_k. `curve` is a list of
    Points; the last is from the end of the run. `failure` is a sentence that says what is not
    finite if the status is "failed", "" otherwise. `norm` is ‖a‖, or None if the upper bound
    ‖a‖/Σα gives it. `memory` is the rule's, with which patterns can be presented further. `proof`
    proves that no weight separates the patterns, or is None. `average` is the average of the
    weights after all visits, (n + 1,), in a kernel's space its duals, (m,), or None. `averaged` is
    the `Average` of the weights, with which patterns can be presented further, or None.
    """

    status: str
    weights: Any  # an array, or None
    duals: np.ndarray
    curve: list
    failure: str = ""
    norm: float | None = None
    memory: tuple = ()
    proof: Any = None
    average: Any = None
    averaged: Any = None

    @property
    def end(self):
        return self.curve[-1]

    @property
    def weight_norm(self):
        """Return ‖a‖."""
        if self.norm is not None:
            return self.norm
        total = self.duals.sum()
        return self.end.upper_bound * total if total else 0.0


class Stopwatch:
    """Sums the seconds of learning. Measuring and watching do not count."""

    seconds = 0.0
    entered = 0.0

    def learning(self):
        """Return a context in which the clock runs. Such contexts must not be nested."""
        return self

    def __enter__(self):
        self.entered = clock()

    def __exit__(self, *_):
        self.seconds += clock() - self.entered


class ProgressMonitor(Stopwatch):
    """Watches a run in progress, and sets its status when the run has to end.

    A driver calls `check` whenever it has made `next_stop` updates, and sometimes in between, until
    there is a status.

    `point` is a function of the seconds of learning that returns the current `Point`. `separates`
    is a function of a `Point` that returns whether its margin is certainly above 0 in spite of
    rounding. Without it no run ends well. `watch` is called with a `Point` every few seconds, or is
    None. `margin` is the field of a `Point` that should become large.

    `growth` is the growth of the updates from one point of the curve to the next; None for
    CURVE_RATIO. `cost` is the cost of a point in visits. It matters for runs with a target, where
    the end counts and not the curve. With certify, at least `cost` visits lie between two points,
    so that margin checks take no longer than learning. With enough_margin and max_seconds it is a
    quarter of `cost`. `final` returns the last `Point`, computed from the patterns alone; None if
    `point` does so too.
    """

    def __init__(
        self,
        budget,
        watch,
        point,
        separates,
        margin="directional_margin",
        growth=None,
        cost=0,
        final=None,
    ):
        self.limits = limits_of(budget)
        self.watch, self.point, self.separates, self.margin = watch, point, separates, margin
        self.growth, self.final = growth or CURVE_RATIO, final or point
        against_time = max(self.limits.enough_margin, self.limits.max_seconds) < inf
        self.apart = cost // 4 if against_time else 0
        if self.limits.certify < inf:
            self.apart = cost
        self.last_due: int | None = None  # the updates when a point was last due
        self.started = self.watched = clock()
        self.curve: list[Point] = []
        self.status: str | None = None
        self.failure = ""
        self.proof: Any = None

    @property
    def next_stop(self):
        """Return the number of updates at which the driver has to call `check`."""
        (next_point,) = growing(self.last_due, self.growth, 1)
        return min(next_point, self.limits.max_updates)

    def next_stops(self, most, end=NEVER, sees_targets=False):
        """Return up to `most` numbers of updates at which points are due.

        No number is larger than `end`. It is the last number if points are due beyond it. A driver
        may pass all numbers but the last without a call of `check`, and then call `extend`.

        There is only one number if a point may be left out, or if a point could end the run. If
        `sees_targets` is true, the driver itself stops at points that could end the run.
        """
        limits = self.limits
        may_end = min(limits.certify, limits.enough_margin) < inf and not sees_targets
        stops = growing(self.last_due, self.growth, 1 if self.apart or may_end else most)
        end = min(end, limits.max_updates)
        place = bisect_left(stops, end)
        return stops if place == len(stops) else (*stops[:place], end)

    def extend(self, points, measuring=0.0):
        """Add points to the curve that were due since the last call of `check`.

        measuring: the seconds of measuring them while the clock ran, which do not count.
        """
        self.seconds -= measuring
        if points:
            self.curve += points
            self.last_due = points[-1].updates

    def go_on(self, curve, seconds):
        """Continue a run from its curve, a list of Points, and its seconds."""
        self.curve, self.seconds = curve, seconds
        if curve:
            self.last_due = curve[-1].updates

    def check(self, updates, epochs=0, converged=False, stopped=False, visits=NEVER):
        """Set the status if the run has to end, and add to the curve.

        `updates` is the number of updates. `epochs` is the number of full epochs that have ended
        together with their mini-epochs, or 0 within an epoch. `stopped` says whether rounding
        prevents further progress. `visits` is the number of visits, or NEVER if a point costs no
        more than an update.
        """
        if converged:
            self.status = CONVERGED
        elif stopped:
            self.status = STOPPED
        elif updates >= self.limits.max_updates:
            self.status = MAX_UPDATES
        elif epochs >= self.limits.max_epochs:
            self.status = MAX_EPOCHS
        elif clock() - self.started >= self.limits.max_seconds:
            self.status = MAX_SECONDS
        due = updates >= self.next_stop
        if due:
            self.last_due = updates
        last = self.curve[-1].visits if self.curve else None
        if self.status or due and (last is None or visits - last >= self.apart):
            self._add_point()
        if self.watch and clock() - self.watched >= WATCH_SECONDS:
            self.watch(self.point(self.seconds))
            self.watched = clock()

    def _add_point(self):
        """Add a point to the curve, and set the status if the point is at a target."""
        point = self.point(self.seconds)
        if self.final is not self.point and (self.status or self.status_at(point)):
            point = self.final(self.seconds)
        self.curve.append(point)
        if self.status != CONVERGED:  # a target takes precedence over a limit
            self.status = self.status_at(point) or self.status
        elif not self.separates(point):
            self.status = STOPPED

    def fail(self, failure):
        """End the run as "failed". `failure` is a sentence that names the number at fault."""
        self.status, self.failure = FAILED, failure
        self.curve.append(self.final(self.seconds))

    def end_as_inseparable(self, proof):
        """End the run as "inseparable", with a proof that no weight separates the patterns."""
        self.status, self.proof = INSEPARABLE, proof
        self.curve.append(self.final(self.seconds))

    def record(self, weights, duals, norm=None, memory=()):
        """Return the `Run` that has ended, with its weights and duals, ‖a‖ if known, and memory."""
        if self.status is None:
            raise RuntimeError("the run has not ended yet: it has no status.")
        return Run(self.status, weights, duals, self.curve, self.failure, norm, memory, self.proof)

    def status_at(self, point):
        """Return "reached" or "certified" if a `Point` is at a target of the run, or None."""
        margin = getattr(point, self.margin)
        if not self.separates(point):
            return None
        if margin >= self.limits.enough_margin:
            return REACHED
        if margin >= self.limits.certify * point.upper_bound:
            return CERTIFIED
        return None


@lru_cache(maxsize=256)
def growing(due, growth, number):
    """Return the next numbers of updates at which a curve has a point.

    due: the updates of the last point, or None before the first. growth: as in `ProgressMonitor`.
    """
    found = [] if due is None else [due]
    while len(found) < number + (due is not None):
        found.append(int(min(1 + growth * found[-1], NEVER)) if found else 1)
    return tuple(found[-number:])


def margin_of(smallest, norm):
    """Return the margin of a weight from its smallest product and its norm; 0 for a weight of 0."""
    return float(smallest / norm) if norm else 0.0


def bound_of(norm, duals):
    """Return ‖a‖/Σα, which no margin exceeds, or nan if the duals α, (m,), prove no bound."""
    total = float(duals.sum())
    return float(norm / total) if total > 0.0 and duals.min() >= 0.0 else nan


def ratio(numerator, denominator):
    """Return a quotient, or nan if the denominator is 0."""
    return float(numerator / denominator) if denominator else nan
