"""The driver of batch methods (`maxmargin.batch_methods`): all products, then one update.

An update costs a pass over all patterns. It counts as an epoch and as m visits. An update that adds
many patterns costs a second pass, to add them up. The driver uses one thread. Several threads would
add patterns in another order, so that counts would depend on the number of threads.
"""

from math import log2

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.compilation.compiled_clock import CLOCK
from maxmargin.drivers.batch import kernel as batch_kernel
from maxmargin.drivers.batch.state import Plan, ScaledPatterns, new_weight
from maxmargin.drivers.shared.measured_points import MOST_POINTS, PAUSE, MeasuredPoints, point_of
from maxmargin.drivers.shared.progress import NO_BUDGET, ProgressMonitor
from maxmargin.drivers.shared.state import ENDED_CONVERGED, ENDED_STUCK

SLICE_SECONDS = 0.05  # between checks of the clock


def run(method, parameters, space, *, budget=NO_BUDGET, watch=None):
    """Run a method until it converges or the budget ends it, and return a `Run`.

    parameters: the method's. space: a `Space`. budget, watch: as in `sequential.run`. A run that
    cannot go further is "stopped".
    """
    kernel = bind(batch_kernel, method, space.storage)
    params = type(parameters)(*map(float, parameters))
    m = space.labels.size
    unit = 2.0 ** (log2(space.squared_radius) // 2)
    scaled = ScaledPatterns(space.patterns, space.labels, space.rho, space.delta**2, unit**2)
    weight, change, room = (new_weight(m, space.n) for _ in range(3))
    weight.duals[0] = float(method.STARTS_FROM_FIRST_PATTERN)
    memory = method.initial_memory(m, params) if hasattr(method, "initial_memory") else ()
    squared_radius, searches = space.squared_radius / unit**2, method.SEARCHES
    stored = space.patterns, space.labels
    measured = scaled, weight.duals, room  # in room, so that the weight stays as it is
    measure = kernel.measure.compiled_for(*measured, deciding=stored)
    points, advance, t, at_once = MeasuredPoints.room(MOST_POINTS), None, 0, 1

    def point(seconds):
        return point_of(measure(*measured), t, t, t * m, seconds)

    monitor = ProgressMonitor(budget, watch, point, space.separates)
    while monitor.status is None:
        before, seconds = t, monitor.seconds
        plan = _plan(monitor, min(monitor.limits.max_epochs, t + at_once))
        arguments = (
            scaled,
            weight,
            change,
            room,
            memory,
            params,
            searches,
            squared_radius,
            t,
            plan,
            points,
        )
        advance = advance or kernel.advance_and_measure.compiled_for(
            *arguments, deciding=(*stored, memory, params)
        )
        with monitor.learning():
            reason, t, number, measuring = advance(*arguments)
        monitor.extend(points.as_points(number, seconds), measuring)
        spent = max(monitor.seconds - seconds, 1e-9)
        at_once = max(1, int(min(4.0, SLICE_SECONDS / spent) * (t - before)))
        monitor.check(t, t, reason == ENDED_CONVERGED, reason == ENDED_STUCK)
    return monitor.record(unit**2 * room.coordinates[:-1], weight.duals)


def _plan(monitor, end):
    """Return the `Plan` up to `end` updates."""
    return Plan(
        stops=np.array(monitor.next_stops(MOST_POINTS + 1, end, sees_targets=True), np.int64),
        enough_margin=float(monitor.limits.enough_margin),
        certify=float(monitor.limits.certify),
        pause=PAUSE,
        clock=CLOCK,
    )
