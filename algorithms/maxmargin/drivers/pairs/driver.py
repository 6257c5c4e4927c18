"""The driver of PUMMA, whose updates take pairs of patterns (see `maxmargin.estimators.pumma`)."""

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.drivers.pairs import kernel as pairs_kernel
from maxmargin.drivers.shared.progress import (
    NEVER,
    NO_BUDGET,
    Point,
    ProgressMonitor,
    bound_of,
    margin_of,
)
from maxmargin.drivers.shared.state import ENDED_CONVERGED, ENDED_FAILED
from maxmargin.rounding import rounding_of

AT_ONCE = 1 << 18  # visits between checks of the clock, rounded up to an epoch
SHARE = 0.01  # the fraction of δ that rounding may take in a converged run


def run(space, tolerance, radius, *, permute=None, budget=NO_BUDGET):
    """Run PUMMA until it converges or the budget ends it. Return a `Run`, and the threshold, (1,).

    space is a `Space`; its ρ is not used. tolerance is δ. radius is R without ρ. permute is a numpy
    random generator that reorders each epoch, or None for the order of the file.
    """
    kernel, labels, m = bind(pairs_kernel, storage=space.storage), space.labels, len(space.labels)
    ids = np.arange(m)
    pair = np.array([np.flatnonzero(labels < 0)[0], np.flatnonzero(labels > 0)[0]])
    weights, duals = np.zeros(space.n + 2), np.zeros(m)
    run_states = np.zeros(1, dtype=pairs_kernel.PAIR_STATE)
    run_states[0]["scale"] = 1.0
    patterns, squared_delta = space.patterns, space.delta**2
    arguments = (
        patterns,
        labels,
        squared_delta,
        1.0 - tolerance,
        ids,
        weights,
        np.zeros(space.n + 2),
        duals,
        pair,
        run_states,
    )
    measured = patterns, labels, squared_delta, weights, duals
    # The measured products are x·w + b, and |b| is at most about ‖w‖ R.
    error = 2.0 * rounding_of(int(np.diff(space.patterns.starts).max())) * radius
    advance = kernel.advance.compiled_for(*arguments, NEVER, NEVER, NEVER)
    measure = kernel.measure.compiled_for(*measured, 1.0, 0.0)

    def numbers():
        return pairs_kernel.PairNumbers._make(run_states.item())

    def point(seconds):
        now = numbers()
        smallest, norm = measure(*measured, now.scale, now.threshold)
        return Point(
            updates=now.t,
            epochs=now.epochs,
            mini_epochs=0,
            visits=now.visits,
            seconds=seconds,
            directional_margin=np.nan,
            geometric_margin=margin_of(smallest, norm),
            upper_bound=bound_of(norm, now.scale * duals) + error,
        )

    def separates(point):
        return point.geometric_margin * SHARE * tolerance > error

    monitor = ProgressMonitor(budget, None, point, separates, "geometric_margin", cost=m)
    now = numbers()
    while monitor.status is None:
        if permute and not now.position:
            with monitor.learning():
                permute.shuffle(ids)
        at_visit = now.visits + (1 if permute else AT_ONCE)
        with monitor.learning():
            reason = advance(*arguments, monitor.next_stop, at_visit, monitor.limits.max_epochs)
        now = numbers()
        if reason == ENDED_FAILED:
            monitor.fail(
                f"the step for patterns {pair[0]} and {pair[1]} (counted from 0) is not finite "
                f"after {now.t} updates: no weight meets both their constraints and the "
                "constraint of the last weight."
            )
            break
        epochs = now.epochs if now.position == 0 else 0
        monitor.check(now.t, epochs, reason == ENDED_CONVERGED, visits=now.visits)
    found = monitor.record(now.scale * weights[: space.n], now.scale * duals)
    return found, np.array([now.threshold])
