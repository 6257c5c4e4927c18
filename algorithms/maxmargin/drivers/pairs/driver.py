"""The driver of PUMMA, whose updates take pairs of patterns (see `maxmargin.estimators.pumma`)."""

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.compilation.compiled_clock import CLOCK
from maxmargin.drivers.pairs import kernel as pairs_kernel
from maxmargin.drivers.shared.measured_points import MOST_POINTS, PAUSE, MeasuredPoints, point_of
from maxmargin.drivers.shared.progress import NEVER, NO_BUDGET, ProgressMonitor
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
    given = pairs_kernel.Given(
        patterns=space.patterns,
        labels=labels,
        squared_delta=space.delta**2,
        level=1.0 - tolerance,
        ids=ids,
        weights=weights,
        room=np.zeros(space.n + 2),
        duals=duals,
        pair=pair,
        run_states=run_states,
    )
    # The measured products are x·w + b, and |b| is at most about ‖w‖ R.
    error = 2.0 * rounding_of(int(np.diff(space.patterns.starts).max())) * radius
    bound_error = error + rounding_of(m) * radius
    measure = kernel.measure.compiled_for(given, bound_error)
    points, advance = MeasuredPoints.room(MOST_POINTS), None

    def numbers():
        return pairs_kernel.PairNumbers._make(run_states.item())

    def point(seconds):
        now = numbers()
        return point_of(measure(given, bound_error), now.t, now.epochs, now.visits, seconds)

    def separates(point):
        return point.geometric_margin * SHARE * tolerance > error

    monitor = ProgressMonitor(budget, None, point, separates, "geometric_margin", cost=m)
    now = numbers()
    while monitor.status is None:
        if permute and not now.position:
            with monitor.learning():
                permute.shuffle(ids)
        seconds, at_visit = monitor.seconds, now.visits + (1 if permute else AT_ONCE)
        end = now.t + m if permute else NEVER  # an epoch makes at most m updates
        stops = np.array(monitor.next_stops(MOST_POINTS + 1, end), np.int64)
        limits = stops, at_visit, monitor.limits.max_epochs, bound_error, PAUSE, CLOCK, points
        advance = advance or kernel.advance_and_measure.compiled_for(given, *limits)
        with monitor.learning():
            reason, number, measuring = advance(given, *limits)
        monitor.extend(points.as_points(number, seconds), measuring)
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
