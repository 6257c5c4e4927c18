"""The driver of batch methods (`maxmargin.batch_methods`): all products, then one update.

An update costs a pass over all patterns. It counts as an epoch and as m visits. An update that adds
many patterns costs a second pass, to add them up. The driver uses one thread. Several threads would
add patterns in another order, so that counts would depend on the number of threads.
"""

from math import log2, nan, sqrt

from maxmargin.compilation.binding import bind
from maxmargin.drivers.batch import kernel as batch_kernel
from maxmargin.drivers.batch.state import ScaledPatterns, new_weight
from maxmargin.drivers.shared.progress import (
    NO_BUDGET,
    Point,
    ProgressMonitor,
    margin_of,
    ratio,
)
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
    squared_radius = space.squared_radius / unit**2
    searches = method.SEARCHES
    advance = kernel.advance.compiled_for(
        scaled, weight, change, memory, params, searches, squared_radius, 0, 0
    )
    measure = kernel.measure.compiled_for(scaled, weight.duals, room)
    t, at_once = 0, 1

    def point(seconds):
        measured = measure(scaled, weight.duals, room)  # in room, so that the run does not change
        return _point(measured, space.delta, unit, t, m, seconds)

    monitor = ProgressMonitor(budget, watch, point, space.separates)
    while monitor.status is None:
        before, seconds = t, monitor.seconds
        most = min(monitor.next_stop, monitor.limits.max_epochs, t + at_once)
        with monitor.learning():
            reason, t = advance(
                scaled, weight, change, memory, params, searches, squared_radius, t, most
            )
        spent = max(monitor.seconds - seconds, 1e-9)
        at_once = max(1, int(min(4.0, SLICE_SECONDS / spent) * (t - before)))
        monitor.check(t, t, reason == ENDED_CONVERGED, reason == ENDED_STUCK)
    return monitor.record(unit**2 * room.coordinates[:-1], weight.duals)


def _point(measured, delta, unit, t, m, seconds):
    """Return the `Point` of a weight. measured: as `measure` in kernel.py returns it."""
    # Norms come from the coordinates, because for a short weight Σ α_k p_k is rounding.
    smallest, own, augmenting, squared_duals, total, least = measured
    plain = unit**2 * own + (delta / unit) ** 2 * squared_duals
    norm = sqrt(plain + (unit * augmenting) ** 2)
    return Point(
        updates=t,
        epochs=t,
        mini_epochs=0,
        visits=t * m,
        seconds=seconds,
        directional_margin=unit * margin_of(smallest, norm),
        geometric_margin=unit * margin_of(smallest, sqrt(plain)),
        upper_bound=unit * (ratio(norm, total) if least >= 0.0 else nan),
    )
