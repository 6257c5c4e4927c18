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
    state = run_states[0]
    state["scale"] = 1.0
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

    def point(seconds):
        scale = float(state["scale"])
        smallest, norm = measure(*measured, scale, float(state["threshold"]))
        bound = bound_of(norm, scale * duals) + error
        margin = margin_of(smallest, norm)
        return Point(
            updates=int(state["t"]),
            epochs=int(state["epochs"]),
            mini_epochs=0,
            visits=int(state["visits"]),
            seconds=seconds,
            directional_margin=np.nan,
            geometric_margin=margin,
            upper_bound=bound,
        )

    def separates(point):
        return point.geometric_margin * SHARE * tolerance > error

    monitor = ProgressMonitor(budget, None, point, separates, "geometric_margin", cost=m)
    while monitor.status is None:
        if permute and not state["position"]:
            with monitor.learning():
                permute.shuffle(ids)
        at_visit = int(state["visits"]) + (1 if permute else AT_ONCE)
        with monitor.learning():
            reason = advance(*arguments, monitor.next_stop, at_visit, monitor.limits.max_epochs)
        updates, visits = int(state["t"]), int(state["visits"])
        epochs = int(state["epochs"]) if state["position"] == 0 else 0
        if reason == ENDED_FAILED:
            monitor.fail(
                f"the step for patterns {pair[0]} and {pair[1]} (counted from 0) is not finite "
                f"after {updates} updates: no weight meets both their constraints and the "
                "constraint of the last weight."
            )
            break
        monitor.check(updates, epochs, reason == ENDED_CONVERGED, visits=visits)
    scale, threshold = float(state["scale"]), float(state["threshold"])
    return monitor.record(scale * weights[: space.n], scale * duals), np.array([threshold])
