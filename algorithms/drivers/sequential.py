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
from algorithms.drivers.state import AT_EPOCH, AT_UPDATE, CONVERGED, FULL, STATE, Kept
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

    Counts and seconds since the start; margins in the units of the data; upper_bound is ‖a‖/Σα,
    which no directional margin exceeds.
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
    kernel = bind("sequential_kernel", rule, space.storage, KEEP=False)
    scaled = rule.scaled(parameters, space.r2)
    par = type(scaled)(*map(float, scaled))  # one type of arguments, so that one code serves
    started = watched = perf_counter()
    m = space.labels.size
    weights, duals = np.zeros(space.n + 1), np.zeros(m)
    kept = Kept(np.zeros((0, 0)), np.zeros(0))
    lists = np.zeros((2, m), dtype=np.int32)
    lists[FULL] = np.arange(m)
    states = np.zeros(1, dtype=STATE)
    state = states[0]
    state["scale"] = 1.0
    if permute:
        permute.shuffle(lists[FULL])
    if rule.STARTS_FROM_FIRST_PATTERN:
        kernel.shift(space, weights, duals, lists[FULL, 0], 1.0)
        state["t"], state["n2"] = 1, space.squared_norms[lists[FULL, 0]]
    first_t = int(state["t"])
    limits = Budget(*(NEVER if limit is None else limit for limit in budget))

    def point():
        smallest, norm, plain_norm = kernel.measure(space, weights, duals)
        return Point(
            int(state["t"]) - first_t,
            *(int(state[name]) for name in ("epochs", "mini_epochs", "visits")),
            perf_counter() - started,
            _ratio(smallest, norm),
            _ratio(smallest, plain_norm),
            _ratio(norm, duals.sum()),
        )

    curve, status, slice_visits = [], None, 1 << 16
    while status is None:
        before, visits = perf_counter(), int(state["visits"])
        next_point = 1 + int(CURVE_RATIO * curve[-1].updates) if curve else 1
        reason = kernel.advance(
            space,
            lists,
            mini_epochs,
            par,
            weights,
            duals,
            kept,
            states,
            first_t + min(next_point, limits.max_updates),
            visits + slice_visits,
            min(limits.max_epochs, int(state["epochs"]) + 1 if permute else NEVER),
        )
        if not kept.products.size and keeping_pays(space, state):
            kernel = bind("sequential_kernel", rule, space.storage, KEEP=True)
            kept = Kept(gram(space), np.zeros(m))
        took, visited = perf_counter() - before, int(state["visits"]) - visits
        slice_visits = max(1 << 16, int(visited * min(SLICE_SECONDS / max(took, 1e-9), 8.0)))
        if reason == CONVERGED:
            status = "converged"
        elif state["t"] - first_t >= limits.max_updates:
            status = "max_updates"
        elif state["epochs"] >= limits.max_epochs and reason == AT_EPOCH:
            status = "max_epochs"
        elif perf_counter() - started >= limits.max_seconds:
            status = "max_seconds"
        if reason == AT_EPOCH and permute:
            permute.shuffle(lists[FULL])
        if reason == AT_UPDATE or status:
            curve.append(point())
        if watch and perf_counter() - watched >= WATCH_SECONDS:
            watch(point())
            watched = perf_counter()
    if not np.isfinite(curve[-1].directional_margin):
        status = "diverged"
    scale = state["scale"]
    return Run(status, weights * scale, duals * scale, curve)


def keeping_pays(space, state):
    """Whether keeping all products up to date makes the rest of a run faster; it changes no bit.

    By nanoseconds as measured on the problems of the MICRA paper's Tables 1, 3, 4 and 5: a product
    computed afresh, against its part of the Gram matrix at every update and a look at every visit.
    """
    m = space.labels.size
    if m > KEEP_UP_TO or state["visits"] < KEEP_AFTER:
        return False
    visits = state["visits"] / max(state["t"], 1)  # an update
    stored = space.patterns[0].size / m  # values a pattern: the first array has one entry each
    fresh = 4.0 + 0.25 * stored
    return fresh + 0.3 * m + 0.8 * visits < fresh * visits


def _ratio(numerator, denominator):
    return float(numerator / denominator) if denominator else nan
