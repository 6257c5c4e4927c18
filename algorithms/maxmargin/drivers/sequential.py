"""The sequential driver: patterns one after the other, in whole epochs or by the reduced procedure.

A full epoch presents every pattern once, in the order of the file or permuted. With N mini-epochs
(the reduced procedure of the MICRA paper, Section 3) the patterns that called for an update in a
full epoch form the active set, which is then presented up to N times, ended early by a mini-epoch
without an update. A run ends when a full epoch makes no update, but for rules whose bound grows by
trials, which never end by themselves.
"""

from time import perf_counter

import numpy as np

from maxmargin.compilation import bind
from maxmargin.drivers.progress import NO_BUDGET, Point, ProgressMonitor, Run, ratio
from maxmargin.drivers.state import CONVERGED, STATE, Kept, Lineup
from maxmargin.space import gram

KEEP_UP_TO = 2048  # patterns; the Gram matrix then takes 32 MiB at most
KEEP_AFTER = 1_000_000  # visits; a shorter run is over before the Gram matrix pays
SLICE_SECONDS = 0.25  # between two looks at the clock, which come after so many visits or updates
LEAST_VISITS, LEAST_UPDATES = 1 << 16, 1 << 12


def run(rule, parameters, space, *, mini_epochs=0, permute=None, budget=NO_BUDGET, watch=None):
    """Runs a rule until it converges or the budget ends it, and returns a `Run`.

    parameters: the rule's, in its normalised units. mini_epochs: N, 0 for plain epochs. permute: a
    numpy random generator that orders each full epoch anew, or None for the order of the file.
    watch: called with a Point every few seconds.
    """
    kernel = bind("sequential_kernel", rule, space.storage, KEEP=False)
    per_trial = getattr(rule, "BOUND_GROWS_BY_TRIAL", False)
    scaled = rule.scaled(parameters, space.r2)
    par = type(scaled)(*map(float, scaled))  # one type of arguments, so that one code serves
    weight = _Weight(kernel, rule, space, permute)
    state, first_t = weight.state, int(weight.state["t"])
    kept = Kept(np.zeros((0, 0)), np.zeros(0))
    progress = ProgressMonitor(
        budget, watch, lambda seconds: weight.point(kernel, first_t, seconds)
    )
    slice_visits, slice_updates = LEAST_VISITS, LEAST_UPDATES
    while progress.status is None:
        seconds, visits, t = progress.seconds, int(state["visits"]), int(state["t"])
        with progress.learning():
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
                min(first_t + progress.next_stop, t + slice_updates),
                visits + slice_visits,
                progress.limits.max_epochs,
            )
        if not kept.products.size and not per_trial and keeping_pays(space, state):
            kernel = _keeping(kernel, rule, space.storage, progress)
            with progress.learning():
                kept = Kept(gram(space), np.zeros(space.labels.size))
        growth = min(SLICE_SECONDS / max(progress.seconds - seconds, 1e-9), 8.0)
        slice_visits = max(LEAST_VISITS, int(growth * (state["visits"] - visits)))
        slice_updates = max(LEAST_UPDATES, int(growth * (state["t"] - t)))
        epoch_ended = state["position"] == 0 and state["minis_left"] == 0
        epochs = int(state["epochs"]) if epoch_ended else 0
        progress.look(int(state["t"]) - first_t, epochs, reason == CONVERGED)
        if epoch_ended and permute:
            weight.permute(kernel, permute)
    scale = state["scale"]
    return Run(
        progress.status, weight.plane[:-1] * scale, weight.everything.duals * scale, progress.curve
    )


def _keeping(kernel, rule, storage, progress):
    """The loop that keeps products. To compile it, or to find it on disk, is no part of the run."""
    entered = perf_counter()
    keeping = bind("sequential_kernel", rule, storage, KEEP=True)
    for signature in kernel.advance.signatures:
        keeping.advance.compile(signature)
    progress.started += perf_counter() - entered
    return keeping


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
            ratio(smallest, norm),
            ratio(smallest, plain_norm),
            ratio(norm, self.everything.duals.sum()),
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
