"""The driver of PUMMA, whose updates take pairs of patterns; `maxmargin.estimators.pumma` says what
they are.
"""

import numpy as np

from maxmargin.compilation import bind
from maxmargin.drivers.progress import NO_BUDGET, Point, ProgressMonitor, Run, bound_of, margin_of
from maxmargin.rounding import rounding_of

AT_ONCE = 1 << 18  # visits, or an epoch, between looks at the clock
SHARE = 0.01  # rounding may take this part of the δ that a converged run may miss


def run(space, delta, radius, *, permute=None, budget=NO_BUDGET):
    """Runs it until it converges or the budget ends it: a `Run`, and the threshold, (1,).

    space: a `Space`, whose ρ is left out. delta: δ. radius: R without ρ. permute: a numpy random
    generator that reorders each epoch, or None for the order of the file.
    """
    kernel, labels, m = bind("pumma_kernel", storage=space.storage), space.labels, len(space.labels)
    ids = np.arange(m)
    pair = np.array([np.flatnonzero(labels < 0)[0], np.flatnonzero(labels > 0)[0]])
    weights, duals = np.zeros(space.n + 2), np.zeros(m)
    numbers, counts = np.array([1.0, 0.0, 0.0]), np.zeros(5, np.int64)
    stop = np.zeros(2, np.int64)
    state = weights, np.zeros(space.n + 2), duals, pair, numbers, counts, stop
    shared = space.patterns, labels, space.delta**2
    arguments = (*shared, 1.0 - delta, ids, *state)
    measured = (*shared, weights, duals, numbers)
    # Products x·w + b are measured, and |b| is at most about ‖w‖ R.
    error = 2.0 * rounding_of(int(np.diff(space.patterns.starts).max())) * radius
    advance, measure = kernel.advance.ready(*arguments), kernel.measure.ready(*measured)

    def point(seconds):
        updates, epochs, visits, *_ = map(int, counts)
        smallest, norm = measure(*measured)
        bound = bound_of(norm, numbers[0] * duals) + error
        margin = margin_of(smallest, norm)
        return Point(updates, epochs, 0, visits, seconds, np.nan, margin, bound)

    def separates(point):
        return point.geometric_margin * SHARE * delta > error

    monitor = ProgressMonitor(budget, None, point, separates, "geometric_margin", cost=m)
    while monitor.status is None:
        if permute and not counts[3]:
            with monitor.learning():
                permute.shuffle(ids)
        each_epoch = permute or monitor.limits.max_epochs < counts[1] + AT_ONCE // m + 2
        stop[:] = monitor.next_stop, counts[2] + (1 if each_epoch else AT_ONCE)
        with monitor.learning():
            reason = advance(*arguments)
        epochs = int(counts[1]) if counts[3] == 0 else 0
        if reason == kernel.FAILED:
            monitor.fail(
                f"the step for patterns {pair[0]} and {pair[1]} (counted from 0) is not finite "
                f"after {counts[0]} updates: no weight satisfies what they and the weight before "
                "ask for."
            )
            break
        converged = reason == kernel.CONVERGED
        monitor.check(int(counts[0]), epochs, converged, visits=int(counts[2]))
    scale, _, threshold = numbers
    found = Run(
        monitor.status,
        scale * weights[: space.n],
        scale * duals,
        monitor.curve,
        monitor.failure,
    )
    return found, np.array([threshold])
