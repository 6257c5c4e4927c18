"""The sequential driver: patterns one after the other, in full epochs or by the reduced procedure.

A full epoch presents every pattern once, in the order of the file or permuted. The reduced
procedure of the MICRA paper (Section 3) adds N mini-epochs. The patterns that called for an update
in a full epoch form the active set. The active set is presented up to N times, or until a
mini-epoch makes no update. A run ends when a full epoch makes no update. Rules with a threshold
that grows with the visits never converge.
"""

from dataclasses import replace

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.drivers.sequential import kernel as sequential_kernel
from maxmargin.drivers.sequential.arguments import Arguments
from maxmargin.drivers.sequential.earlier_weight import EarlierWeight
from maxmargin.drivers.sequential.recorded_weights import RecordedWeights
from maxmargin.drivers.shared import storage_kernel
from maxmargin.drivers.shared.averages import new_average
from maxmargin.drivers.shared.pattern_order import GramProducts, PatternOrder
from maxmargin.drivers.shared.progress import (
    NEVER,
    NO_BUDGET,
    Point,
    ProgressMonitor,
    bound_of,
    margin_of,
)
from maxmargin.drivers.shared.scaled_rule import ScaledRule
from maxmargin.drivers.shared.state import (
    ENDED_CONVERGED,
    ENDED_FAILED,
    ENDED_REPEATED,
    ENDED_STUCK,
    RUN_STATE,
    failure,
    numbers_of,
)
from maxmargin.space import gram

RECORDED_POINTS = 128  # the most weights recorded in a call
RECORDED_NUMBERS = 1 << 16  # the most numbers of recorded weights
CACHE_UP_TO = 2048  # patterns; the Gram matrix then takes 32 MiB at most
CACHE_AFTER = 1_000_000  # visits; a shorter run ends before the Gram matrix pays off
SLICE_SECONDS = 0.25  # between two checks of the clock
LEAST_VISITS, LEAST_UPDATES = 1 << 16, 1 << 12


def run(
    rule,
    parameters,
    space,
    *,
    mini_epochs=0,
    permute=None,
    budget=NO_BUDGET,
    watch=None,
    enough=None,
    growth=None,
    prove=None,
    averages=False,
):
    """Run a rule until it converges or the budget ends it, and return a `Run`.

    parameters: the rule's, in its normalised units. mini_epochs: N, 0 for plain epochs. permute: a
    numpy random generator that reorders each full epoch, or None for the order of the file. watch:
    called with a `Point` every few seconds, or None.

    enough: called after every full epoch with the weight, (n + 1,), its duals, (m,), and the
    visits. It must not change these, and returns whether the run has converged. growth: of the
    updates between points of the curve, which cost a pass; inf for few points besides the last.

    prove: called with numbers of updates α, (m,), for which Σ α_k y_k is 0 to rounding. It returns
    a proof that no weight separates the patterns, which ends the run, or None.

    averages: whether the `Run` also has the average of the weights after all visits.
    """
    kernel = kernel_of(rule, space.storage, cached=False, averages=averages)
    scaled_rule = ScaledRule(rule, parameters, space.squared_radius)
    weight = _Weight(rule, space, permute, averages)
    first_t = int(rule.STARTS_FROM_FIRST_PATTERN)
    monitor = ProgressMonitor(
        budget, watch, weight.point, space.separates, growth=growth, cost=space.labels.size
    )
    slice_visits, slice_updates, advance = LEAST_VISITS, LEAST_UPDATES, None
    arguments = weight.arguments(scaled_rule, mini_epochs, prove is not None)
    cacheable = not scaled_rule.traits.sees_each_visit
    with monitor.learning():
        weight.start()
    now = numbers_of(weight.run_states)
    while monitor.status is None:
        seconds, before = monitor.seconds, now
        next_epoch = before.epochs + 1 if enough else NEVER
        arguments = arguments._replace(
            memory=scaled_rule.memory,
            stops=_stops(monitor, weight.most_recorded, first_t, before.t + slice_updates),
            at_visit=before.visits + slice_visits,
            at_epoch=int(min(monitor.limits.max_epochs, next_epoch)),
        )
        advance = advance or kernel.advance.compiled_for(*arguments, deciding=arguments.deciding())
        with monitor.learning():
            reason, scaled_rule.memory, number = advance(*arguments)
        now = numbers_of(weight.run_states)
        monitor.extend(weight.recorded_points(number, (before, seconds), monitor.seconds))
        if cacheable and caching_pays(space, now.t, now.visits):
            cacheable, kernel = False, kernel_of(rule, space.storage, True, averages)
            advance = kernel.advance.compiled_for(*arguments, deciding=arguments.deciding())
            with monitor.learning():
                cached = GramProducts(gram(space), np.zeros(space.labels.size))
                arguments = arguments._replace(cached=cached)
        longer = min(SLICE_SECONDS / max(monitor.seconds - seconds, 1e-9), 8.0)
        slice_visits = max(LEAST_VISITS, int(longer * (now.visits - before.visits)))
        slice_updates = max(LEAST_UPDATES, int(longer * (now.t - before.t)))
        epochs = now.epochs if now.position == now.mini_epochs_left == 0 else 0  # 0 within one
        converged, updates = reason == ENDED_CONVERGED, now.t - first_t
        if reason == ENDED_FAILED:
            monitor.fail(failure(weight.state, updates))
            break
        if reason == ENDED_REPEATED and prove:
            proof = prove(weight.unscaled()[1] - arguments.earlier.duals)
            if proof is not None:
                monitor.end_as_inseparable(proof)
                break
            arguments = arguments._replace(earlier=EarlierWeight.nothing())
        if enough and epochs:
            with monitor.learning():
                converged = enough(*weight.unscaled(), now.visits)
        monitor.check(updates, epochs, converged, reason == ENDED_STUCK, now.visits)
        if epochs and permute and monitor.status is None:
            with monitor.learning():
                weight.permute()
    found = monitor.record(*weight.unscaled(), memory=scaled_rule.memory)
    return weight.with_average(found) if averages else found


def kernel_of(rule, storage, cached=False, averages=False):
    """Return the compiled loop, bound to a rule and a storage."""
    if averages:
        return bind(sequential_kernel, rule, storage, CACHED=cached, AVERAGES=True)
    return bind(sequential_kernel, rule, storage, CACHED=cached)


def _stops(monitor, most, first_t, end):
    """Return the t of up to `most` points to record and of the next `check`, up to `end`."""
    return first_t + np.array(monitor.next_stops(most + 1, end - first_t), np.int64)


def _may_repeat_a_weight(rule, scaled_rule):
    """Return whether v is a plain sum of patterns, so that an equal v means Σ α_k y_k = 0."""
    endless = scaled_rule.traits.grows_by_visit
    return rule.ADDITIVE and not rule.SCALE_FREE and not endless


class _Weight:
    """A weight, its state, and the orders of patterns."""

    def __init__(self, rule, space, permute, averages):
        self.rule, self.space, self.generator = rule, space, permute
        self.kernel = bind(storage_kernel, storage=space.storage)
        self.weights, duals = np.zeros(space.n + 2), np.zeros(space.labels.size)
        self.averaged = new_average(space.n + 2 if averages else 0)
        ids = np.arange(space.labels.size, dtype=np.int32)
        self.in_file_order = PatternOrder(
            ids, space.patterns, space.labels, space.squared_norms, duals
        )
        self.active_set = _empty_order(space)
        self.full_order = self.in_file_order
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.state = self.run_states[0]
        self.state["scale"] = 1.0
        if permute:
            self.full_order = _empty_order(space)
            self.full_order.ids[:] = ids
        self.measured = self.in_file_order, space.rho, space.delta, self.weights
        self.stored = space.patterns, space.labels
        self.measure = self.kernel.measure.compiled_for(*self.measured, deciding=self.stored)
        most = min(RECORDED_POINTS, RECORDED_NUMBERS // (space.n + 2 + duals.size))
        # With `permute` the loop stops after each epoch.
        self.most_recorded = 0 if permute else most
        self.recorded = RecordedWeights.of(self.most_recorded, space.n, duals.size)

    def arguments(self, scaled_rule, mini_epochs, compares):
        """Return the `Arguments` of the loop at the start of a run.

        compares: whether the loop compares the weight with earlier ones, if the rule can repeat it.
        """
        earlier = None
        if compares and _may_repeat_a_weight(self.rule, scaled_rule):
            earlier = EarlierWeight.zero(self.space.n, self.space.labels.size)
        return Arguments.at_start(
            (self.in_file_order, self.full_order, self.active_set),
            self.space,
            scaled_rule,
            self.weights,
            self.run_states,
            squared_radius=self.space.squared_radius,
            reordered=self.generator is not None,
            mini_epochs=mini_epochs,
            earlier=earlier,
            recorded=self.recorded,
            averaged=self.averaged,
        )

    def start(self):
        """Arrange the first epoch, and add the first pattern for a rule that starts from it."""
        if self.generator:
            self.permute()
        if self.rule.STARTS_FROM_FIRST_PATTERN:
            self.kernel.shift(self.full_order, self.space.rho, self.weights, 0, 1.0)
            self.in_file_order.duals[self.full_order.ids[0]] = 1.0
            self.state["t"], self.state["squared_norm"] = 1, self.full_order.squared_norms[0]

    def permute(self):
        """Arrange the next full epoch."""
        self.generator.shuffle(self.full_order.ids)
        self.kernel.arrange(self.in_file_order, self.full_order, self.full_order.ids.size)

    def unscaled(self):
        """Return the coordinates of a, (n + 1,), and its duals, (m,): a view if the scale is 1."""
        scale, duals = self.state["scale"], self.in_file_order.duals
        return self.weights[:-1] * scale, duals if scale == 1.0 else duals * scale

    def with_average(self, found):
        """Return a `Run` with the average of the weights."""
        average = self.averaged.of(self.weights)
        return replace(found, average=average, averaged=self.averaged.unscaled(self.state["scale"]))

    def point(self, seconds):
        """Return the current `Point` of the run's curve."""
        smallest, norm, plain_norm = self.measure(*self.measured)
        now = numbers_of(self.run_states)
        return Point(
            updates=now.t - int(self.rule.STARTS_FROM_FIRST_PATTERN),
            epochs=now.epochs,
            mini_epochs=now.mini_epochs,
            visits=now.visits,
            seconds=seconds,
            directional_margin=margin_of(smallest, norm),
            geometric_margin=margin_of(smallest, plain_norm),
            upper_bound=bound_of(norm, self.in_file_order.duals),
        )

    def recorded_points(self, number, before, seconds):
        """Return the `Point`s of the first `number` of the recorded weights.

        before: the `RunNumbers` and the seconds at the last reading of the clock. seconds: those
        now. The seconds of the points are in proportion to their visits.
        """
        if not number:
            return []
        measured, recorded = np.empty((number, 3)), self.recorded
        totals = recorded.duals[:number].sum(axis=1)
        arguments = *self.measured[:3], recorded, totals, measured
        self.kernel.measure_recorded.compiled_for(*arguments, deciding=self.stored)(*arguments)
        (earlier, start), now = before, numbers_of(self.run_states)
        per_visit = (seconds - start) / max(now.visits - earlier.visits, 1)
        first_t, counts = int(self.rule.STARTS_FROM_FIRST_PATTERN), recorded.counts[:number]
        return [
            Point(
                t - first_t,
                epochs,
                mini_epochs,
                visits,
                start + per_visit * (visits - earlier.visits),
                *margins,
            )
            for (t, epochs, mini_epochs, visits), margins in zip(
                counts.tolist(), measured.tolist(), strict=True
            )
        ]


def _empty_order(space):
    """Return an order with room for copies of all patterns."""
    m, labels = space.labels.size, np.empty_like(space.labels)
    patterns = space.storage.empty_like(space.patterns)
    return PatternOrder(np.empty(m, np.int32), patterns, labels, np.empty(m), np.empty(m))


def caching_pays(space, updates, visits):
    """Return whether caching all products makes the rest of a run faster. It changes no bit.

    updates, visits: how many the run has made.

    The times in nanoseconds were measured on the problems of the MICRA paper's Tables 1, 3, 4 and
    5. They compare a product computed at every visit with a cached product read at every visit,
    plus a row of the Gram matrix added at every update.
    """
    m = space.labels.size
    if m > CACHE_UP_TO or visits < CACHE_AFTER:
        return False
    per_update = visits / max(updates, 1)
    stored = space.patterns[0].size / m  # entries per pattern; the first array holds all entries
    fresh = 4.0 + 0.25 * stored
    return fresh + 0.3 * m + 0.8 * per_update < fresh * per_update
