"""The sequential driver: patterns one after the other, in whole epochs or by the reduced procedure.

A full epoch presents every pattern once, in the order of the file or permuted. With N mini-epochs
(the reduced procedure of the MICRA paper, Section 3) the patterns that called for an update in a
full epoch form the active set, which is then presented up to N times, ended early by a mini-epoch
without an update. A run ends when a full epoch makes no update.
"""

from dataclasses import dataclass
from math import nan
from time import perf_counter
from typing import NamedTuple

import numpy as np

from algorithms.compilation import bind
from algorithms.drivers.state import AT_UPDATE, CONVERGED, STATE, Kept, Lineup
from algorithms.space import gram

NEVER = 2**62
CURVE_RATIO = 1.05  # a point of the curve whenever the updates have grown by this much
KEEP_UP_TO = 2048  # patterns; the Gram matrix then takes 32 MiB at most
KEEP_AFTER = 1_000_000  # visits; a shorter run is over before the Gram matrix pays
SLICE_SECONDS = 0.25  # between two looks at the clock
WATCH_SECONDS = 5.0  # between two calls of watch


class Budget(NamedTuple):
    """What ends a run that has not converged; None for no limit."""

    max_updates: int | None = None
    max_epochs: int | None = None
    max_seconds: float | None = None


NO_BUDGET = Budget()


class Point(NamedTuple):
    """Where a run stood: one point of its curve.

    Counts since the start; seconds of learning, without those that points of the curve take;
    margins in the units of the data; upper_bound is ‖a‖/Σα, which no directional margin exceeds.
    """

    updates: int
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

    status: "converged", "diverged", or the limit of the budget that ended it. weights: (n + 1,),
    the last one augmenting. duals: (m,), α of a = Σ α_k y_k. curve: Points; the last is the end.
    """

    status: str
    weights: np.ndarray
    duals: np.ndarray
    curve: list

    @property
    def end(self):
        return self.curve[-1]


def run(rule, parameters, space, *, mini_epochs=0, permute=None, budget=NO_BUDGET, watch=None):
    """Runs a rule until it converges or the budget ends it, and returns a `Run`.

    parameters: the rule's, in its normalised units. mini_epochs: N, 0 for plain epochs. permute: a
    numpy random generator that orders each full epoch anew, or None for the order of the file.
    watch: called with a Point every few seconds.
    """
    started = watched = perf_counter()
    kernel = bind("sequential_kernel", rule, space.storage, KEEP=False)
    per_trial = getattr(rule, "BOUND_GROWS_BY_TRIAL", False)
    scaled = rule.scaled(parameters, space.r2)
    par = type(scaled)(*map(float, scaled))  # one type of arguments, so that one code serves
    weight = _Weight(kernel, rule, space, permute)
    state, first_t = weight.state, int(weight.state["t"])
    kept = Kept(np.zeros((0, 0)), np.zeros(0))
    limits = Budget(*(NEVER if limit is None else limit for limit in budget))
    seconds = 0.0
    curve, status, slice_visits = [], None, 1 << 16
    while status is None:
        entered, visits = perf_counter(), int(state["visits"])
        next_point = 1 + int(CURVE_RATIO * curve[-1].updates) if curve else 1
        reason = kernel.advance(
            weight.everything,
            weight.full,
            weight.active,
            permute is not None,
            mini_epochs,
            space.rho,
            space.delta,
            par,
            weight.plane,
            kept,
            weight.states,
            first_t + min(next_point, limits.max_updates),
            visits + slice_visits,
            limits.max_epochs,
        )
        if not kept.products.size and not per_trial and keeping_pays(space, state):
            kernel = bind("sequential_kernel", rule, space.storage, KEEP=True)
            kept = Kept(gram(space), np.zeros(space.labels.size))
        took, visited = perf_counter() - entered, int(state["visits"]) - visits
        seconds += took
        slice_visits = max(1 << 16, int(visited * min(SLICE_SECONDS / max(took, 1e-9), 8.0)))
        epoch_ended = state["position"] == 0 and state["minis_left"] == 0
        if reason == CONVERGED:
            status = "converged"
        elif state["t"] - first_t >= limits.max_updates:
            status = "max_updates"
        elif epoch_ended and state["epochs"] >= limits.max_epochs:
            status = "max_epochs"
        elif perf_counter() - started >= limits.max_seconds:
            status = "max_seconds"
        if epoch_ended and permute:
            weight.permute(kernel, permute)
        if reason == AT_UPDATE or status:
            curve.append(weight.point(kernel, first_t, seconds))
        if watch and perf_counter() - watched >= WATCH_SECONDS:
            watch(weight.point(kernel, first_t, seconds))
            watched = perf_counter()
    if not np.isfinite(curve[-1].directional_margin):
        status = "diverged"
    scale = state["scale"]
    return Run(status, weight.plane[:-1] * scale, weight.everything.duals * scale, curve)


class _Weight:
    """A weight, its state, and the lineups that share its duals."""

    def __init__(self, kernel, rule, space, permute):
        self.space = space
        self.plane, duals = np.zeros(space.n + 2), np.zeros(space.labels.size)
        order = np.arange(space.labels.size, dtype=np.int32)
        self.everything = Lineup(order, space.patterns, space.labels, space.squared_norms, duals)
        self.active = _room(space)
        self.full = self.everything
        self.states = np.zeros(1, dtype=STATE)
        self.state = self.states[0]
        self.state["scale"] = 1.0
        if permute:
            self.full = _room(space)
            self.full.ids[:] = order
            self.permute(kernel, permute)
        if rule.STARTS_FROM_FIRST_PATTERN:
            kernel.shift(self.full, space.rho, self.plane, 0, 1.0)
            duals[self.full.ids[0]] = 1.0
            self.state["t"], self.state["n2"] = 1, self.full.squared_norms[0]

    def permute(self, kernel, generator):
        """Lines up the next full epoch."""
        generator.shuffle(self.full.ids)
        kernel.line_up(self.everything, self.full, self.full.ids.size)

    def point(self, kernel, first_t, seconds):
        """Where the run stands; its clock stands still meanwhile."""
        smallest, norm, plain_norm = kernel.measure(
            self.everything, self.space.rho, self.space.delta, self.plane
        )
        return Point(
            int(self.state["t"]) - first_t,
            *(int(self.state[name]) for name in ("epochs", "mini_epochs", "visits")),
            seconds,
            _ratio(smallest, norm),
            _ratio(smallest, plain_norm),
            _ratio(norm, self.everything.duals.sum()),
        )


def _room(space):
    """A lineup with room for copies of all patterns."""
    m = space.labels.size
    patterns = space.storage.room(space.patterns)
    return Lineup(np.empty(m, np.int32), patterns, np.empty(m, np.int8), np.empty(m), np.empty(m))


def keeping_pays(space, state):
    """Whether keeping all products up to date makes the rest of a run faster; it changes no bit.

    By nanoseconds as measured on the problems of the MICRA paper's Tables 1, 3, 4 and 5: a product
    computed afresh, against its part of the Gram matrix at every update and a look at every visit.
    """
    m = space.labels.size
    if m > KEEP_UP_TO or state["visits"] < KEEP_AFTER:
        return False
    visits = state["visits"] / max(state["t"], 1)  # an update
    stored = space.patterns[0].size / m  # entries a pattern: the first array has all of them
    fresh = 4.0 + 0.25 * stored
    return fresh + 0.3 * m + 0.8 * visits < fresh * visits


def _ratio(numerator, denominator):
    return float(numerator / denominator) if denominator else nan
