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
from maxmargin.drivers.shared.measured_points import MOST, MeasuredPoints
from maxmargin.drivers.shared.progress import NO_BUDGET, Point, ProgressMonitor
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
    points, stored, delta = MeasuredPoints.room(), (space.patterns, space.labels), space.delta
    measured = scaled, weight.duals, room, delta  # room, so that the run does not change
    measure = kernel.measure.compiled_for(*measured, deciding=stored)
    advance, t, at_once = None, 0, 1

    def point(seconds):
        return Point(t, t, 0, t * m, seconds, *measure(*measured))

    monitor = ProgressMonitor(budget, watch, point, space.separates)
    limits = monitor.limits
    targets = float(limits.enough_margin), float(limits.certify)
    while monitor.status is None:
        before, seconds = t, monitor.seconds
        end = min(limits.max_epochs, t + at_once)
        stops = monitor.next_stops(MOST + 1, end, sees_targets=True)
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
            Plan(np.array(stops, np.int64), *targets, delta, CLOCK),
            points,
        )
        advance = advance or kernel.advance_through.compiled_for(
            *arguments, deciding=(*stored, memory, params)
        )
        with monitor.learning():
            reason, t, number, measuring = advance(*arguments)
        monitor.seconds -= measuring
        monitor.extend(points.points(number, seconds))
        spent = max(monitor.seconds - seconds, 1e-9)
        at_once = max(1, int(min(4.0, SLICE_SECONDS / spent) * (t - before)))
        monitor.check(t, t, reason == ENDED_CONVERGED, reason == ENDED_STUCK)
    return monitor.record(unit**2 * room.coordinates[:-1], weight.duals)
