"""What all drivers share: what ends a run, its curve, its clock and its record."""

from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, nan
from typing import NamedTuple

import numpy as np

from maxmargin.compilation import clock
from maxmargin.statuses import (
    CERTIFIED,
    CONVERGED,
    FAILED,
    MAX_EPOCHS,
    MAX_SECONDS,
    MAX_UPDATES,
    REACHED,
    STOPPED,
)

NEVER = 2**62
CURVE_RATIO = 1.05  # a point of the curve whenever the updates have grown by this much
WATCH_SECONDS = 5.0  # between calls of watch


class Budget(NamedTuple):
    """What ends a run that has not converged; None for no limit.

    target_fraction: of the maximum margin; the run is "certified" once its margin is that fraction
    of ‖a‖/Σα, as in the stopping rule of the Perceptron with dynamic margin. target_margin: in the
    units of the data; the run is "reached" once its margin is as large. Both are checked at the
    points of the curve. The estimators' parameters for them are certify and enough_margin.
    """

    max_updates: int | None = None
    max_epochs: int | None = None
    max_seconds: float | None = None
    target_fraction: float | None = None
    target_margin: float | None = None


NO_BUDGET = Budget()
NO_LIMITS = Budget(NEVER, NEVER, inf, inf, inf)


class Point(NamedTuple):
    """The state of a run at one moment: a point of its curve.

    Counts are since the start, updates None if they are not counted; seconds are those of learning,
    with putting patterns in the order of each epoch, without computing the points; margins are in
    the units of the data; upper_bound is ‖a‖/Σα, which no directional margin exceeds.
    """

    updates: int | None
    epochs: int
    mini_epochs: int
    visits: int
    seconds: float
    directional_margin: float
    geometric_margin: float
    upper_bound: float


@dataclass(frozen=True)
class Run:
    """The record of a run.

    status: one of maxmargin/statuses.py. weights: (n + 1,), the augmenting coordinate last; None in
    a kernel's space. duals: (m,), α of a = Σ α_k y_k. curve: a list of Points, the last of them at
    the end. failure: what is not finite, a sentence, if the status is "failed", else "". norm: ‖a‖,
    None if the upper bound is ‖a‖/Σα, which then gives it.
    """

    status: str
    weights: np.ndarray
    duals: np.ndarray
    curve: list
    failure: str = ""
    norm: float | None = None

    @property
    def end(self):
        return self.curve[-1]

    @property
    def weight_norm(self):
        """‖a‖."""
        if self.norm is not None:
            return self.norm
        total = self.duals.sum()
        return self.end.upper_bound * total if total else 0.0


class ProgressMonitor:
    """Watches a run in progress: a driver calls `check` whenever it has made `next_stop` updates,
    and now and then in between, until there is a status.

    point: a function of the seconds of learning that returns the current `Point`. separates: a
    function of a `Point` that says whether its margin is above 0, whatever rounding did; no run
    without that ends well. watch: called with a `Point` every few seconds, or None. margin: the
    field of a `Point` that is to be large.
    growth: of the updates from one point of the curve to the next; None for CURVE_RATIO. cost: of a
    point, in visits; a run with a target is for its end, not for its curve. With a target_fraction
    it waits as long between points, so that looking takes no longer than learning; with a
    target_margin to be reached in max_seconds a quarter of that. final: makes the last `Point` as
    point does, but from the patterns alone; None if point does so too.
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
        limits = zip(budget, NO_LIMITS, strict=True)
        self.limits = Budget(*(none if limit is None else limit for limit, none in limits))
        self.watch, self.point, self.separates, self.margin = watch, point, separates, margin
        self.growth, self.final = growth or CURVE_RATIO, final or point
        against_time = max(self.limits.target_margin, self.limits.max_seconds) < inf
        self.apart = cost // 4 if against_time else 0
        if self.limits.target_fraction < inf:
            self.apart = cost
        self.looked = None  # the updates when a point was last due
        self.started = self.watched = clock()
        self.seconds = 0.0
        self.curve, self.status, self.failure = [], None, ""

    @property
    def next_stop(self):
        """The number of updates at which the driver has to call `check`."""
        next_point = 1 if self.looked is None else 1 + self.growth * self.looked
        return int(min(next_point, self.limits.max_updates))

    def go_on(self, curve, seconds):
        """Continues a run that had this curve, a list of Points, after so many seconds."""
        self.curve, self.seconds = curve, seconds
        if curve:
            self.looked = curve[-1].updates

    @contextmanager
    def learning(self):
        """A context in which the clock runs."""
        entered = clock()
        yield
        self.seconds += clock() - entered

    def check(self, updates, epochs=0, converged=False, stopped=False, visits=NEVER):
        """Sets the status if the run has to end, and adds to the curve.

        updates: made so far; epochs: full epochs that have ended with the mini-epochs that follow
        them, 0 within one. stopped: whether rounding prevents further progress. visits: made so
        far; NEVER where a point costs no more than an update.
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
            self.looked = updates
        last = self.curve[-1].visits if self.curve else -self.apart
        if self.status or due and visits - last >= self.apart:
            self._look()
        if self.watch and clock() - self.watched >= WATCH_SECONDS:
            self.watch(self.point(self.seconds))
            self.watched = clock()

    def _look(self):
        """Adds a point to the curve, and sets the status if it is at a target."""
        point = self.point(self.seconds)
        if self.status or self.target_reached(point):
            point = self.final(self.seconds)
        self.curve.append(point)
        if self.status != CONVERGED:  # a target takes precedence over a limit
            self.status = self.target_reached(point) or self.status
        elif not self.separates(point):
            self.status = STOPPED

    def fail(self, failure):
        """Ends the run as "failed". failure: the sentence that says what is not finite."""
        self.status, self.failure = FAILED, failure
        self.curve.append(self.final(self.seconds))

    def target_reached(self, point):
        """The status of a run that ends with this `Point`, None if that is at no target."""
        margin = getattr(point, self.margin)
        if not self.separates(point):
            return None
        if margin >= self.limits.target_margin:
            return REACHED
        if margin >= self.limits.target_fraction * point.upper_bound:
            return CERTIFIED
        return None


def margin_of(smallest, norm):
    """The margin of a weight with this smallest product and this norm; 0 for a weight of 0."""
    return float(smallest / norm) if norm else 0.0


def bound_of(norm, duals):
    """‖a‖/Σα, which no margin exceeds, for the duals α, (m,); nan if they prove no bound."""
    total = float(duals.sum())
    return float(norm / total) if total > 0.0 and duals.min() >= 0.0 else nan


def ratio(numerator, denominator):
    """A quotient, or nan if the denominator is 0."""
    return float(numerator / denominator) if denominator else nan
