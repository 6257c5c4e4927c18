"""The compiled loop of PUMMA: patterns one after the other, updates with pairs of patterns.

The weight is w = scale·v with v = Σ β_k label_k x_k and the extending coordinates Δ β_k. β_k
includes the label's sign once, so that patterns of both classes have β_k >= 0. The distance of two
patterns is computed from their difference, which is written into room for a weight.
"""

from collections import namedtuple
from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.compiled_clock import seconds_of
from maxmargin.compilation.placeholders import add, product, take_squares
from maxmargin.drivers.shared.measured_points import Margins, write_point
from maxmargin.drivers.shared.state import ENDED_AT_UPDATE, ENDED_FAILED, GO_ON, PASSES
from maxmargin.drivers.shared.update_core import end_pass, finite, squared_norm_after
from maxmargin.rules import romma

PAIR = [
    ("squared_norm", "f8"),  # ‖w‖², by recurrence
    ("scale", "f8"),  # w = scale·v
    ("threshold", "f8"),
    ("t", "i8"),  # updates
    *PASSES,
]
PAIR_STATE = np.dtype((np.record, PAIR))
PairNumbers = namedtuple("PairNumbers", [name for name, _ in PAIR])
SMALL = 1e-100  # the scale at which v is rescaled
romma_step = inner()(romma.step)


class Given(NamedTuple):
    """What the loop works on.

    patterns are a storage's. labels are (m,). level is 1 − δ. ids is the order of the epoch, (m,).
    weights and room are (n + 2,), v and 0. duals are β, (m,). pair holds the last negative and the
    last positive pattern of an update. run_states has one record of PAIR_STATE.
    """

    patterns: tuple
    labels: np.ndarray
    squared_delta: float
    level: float
    ids: np.ndarray
    weights: np.ndarray
    room: np.ndarray
    duals: np.ndarray
    pair: np.ndarray
    run_states: np.ndarray


class Length(NamedTuple):
    """The part of a `State` that ROMMA's step uses: ‖w‖²."""

    squared_norm: float


@inner(allocates=False)
def value(patterns, labels, squared_delta, weights, duals, k):
    """Return x_k·v, with the label-reflected extending coordinate."""
    starts = patterns.starts
    plain = product(weights, patterns, starts[k], starts[k + 1])
    return plain + squared_delta * duals[k] * labels[k]


@inner(allocates=False)
def squared_distance(patterns, room, first, second):
    """Return ‖x_first − x_second‖², from the difference, because squares of long patterns cancel.

    room is (n + 2,), all 0 before and after.
    """
    starts = patterns.starts
    add(room, patterns, starts[first], starts[first + 1], 1.0)
    add(room, patterns, starts[second], starts[second + 1], -1.0)
    found = take_squares(room, patterns, starts[first], starts[first + 1])
    return found + take_squares(room, patterns, starts[second], starts[second + 1])


@inner(allocates=False)
def rescale(factor, weights, duals):
    """Set v to factor·v."""
    for j in range(weights.size):
        weights[j] *= factor
    for k in range(duals.size):
        duals[k] *= factor


@inner(allocates=False)
def advance(given, at_update, at_visit, at_epoch):
    """Present patterns until there is a reason to stop, and return the reason.

    ENDED_FAILED: the step is not finite, and the weight stays as it was. ENDED_AT_UPDATE: t has
    reached at_update. `end_pass` describes the other reasons. given: what the loop works on.
    """
    patterns, labels, squared_delta, level, ids, weights, room, duals, pair, run_states = given
    starts, run_state = patterns.starts, run_states[0]
    scale, squared_norm, threshold = run_state.scale, run_state.squared_norm, run_state.threshold
    t, visits = run_state.t, run_state.visits
    position, updated = run_state.position, run_state.updated
    reason = GO_ON
    while reason == GO_ON:
        k = ids[position]
        mine = int(labels[k] > 0)
        own = scale * value(patterns, labels, squared_delta, weights, duals, k)
        visits += 1
        position += 1
        if labels[k] * (own + threshold) < level:
            pair[mine] = k
            other = pair[1 - mine]
            theirs = scale * value(patterns, labels, squared_delta, weights, duals, other)
            p = 0.5 * labels[k] * (own - theirs)  # w·z, z = (x_pos − x_neg)/2
            q = 0.25 * squared_distance(patterns, room, k, other) + 0.5 * squared_delta
            s, d = romma_step(p, q, Length(squared_norm), ())
            if not (finite(s) and finite(d)):
                reason = ENDED_FAILED
                break
            squared_norm = squared_norm_after(squared_norm, p, q, s, d)
            scale *= s
            if scale < SMALL:
                rescale(scale, weights, duals)
                scale = 1.0
            threshold = 0.0
            for one in (k, other):
                c = 0.5 * d / scale
                add(weights, patterns, starts[one], starts[one + 1], c * labels[one])
                duals[one] += c
            for one in (k, other):
                threshold -= (
                    0.5 * scale * value(patterns, labels, squared_delta, weights, duals, one)
                )
            t += 1
            updated = 1
            if t == at_update:
                reason = ENDED_AT_UPDATE
        if position == ids.size:
            run_state.updated, run_state.visits = updated, visits
            ended = end_pass(run_state, 0, False, False, at_epoch, at_visit)
            reason = ended if reason == GO_ON else reason
            position = updated = 0
    run_state.scale, run_state.squared_norm, run_state.threshold = scale, squared_norm, threshold
    run_state.t, run_state.visits = t, visits
    run_state.position, run_state.updated = position, updated
    return reason


@compiled(allocates=False)
def measure(given, error):
    """Return the `Margins` of the weight, computed from the patterns.

    The directional margin is nan. error: how much rounding may take from the upper bound when it is
    measured.
    """
    patterns, labels, squared_delta, _, _, weights, _, duals, _, run_states = given
    run_state, squared_norm, smallest = run_states[0], 0.0, inf
    total, least = 0.0, inf
    for weight in weights:
        squared_norm += weight * weight
    for k in range(labels.size):
        own = run_state.scale * value(patterns, labels, squared_delta, weights, duals, k)
        smallest = min(smallest, labels[k] * (own + run_state.threshold))
        squared_norm += squared_delta * duals[k] * duals[k]
        total, least = total + duals[k], min(least, duals[k])
    norm = run_state.scale * sqrt(squared_norm)
    known = total > 0.0 and least >= 0.0
    return Margins(
        directional=nan,
        geometric=smallest / norm if norm != 0.0 else 0.0,
        upper_bound=sqrt(squared_norm) / total + error if known else nan,
    )


@compiled()
def advance_and_measure(given, stops, at_visit, at_epoch, error, pause, clock, points):
    """Do what `advance` does up to the stops, measure the weight there, and go on.

    Return the reason, the number of points, and the seconds of measuring. ENDED_AT_UPDATE: t has
    reached a stop whose point is left to the driver. This is the last stop, a stop at the end of a
    pass, or the first after `pause` seconds. stops: numbers of updates. error: as in `measure`.
    clock: its number, as for `time.clock_gettime`. points: `MeasuredPoints`.
    """
    run_state, number = given.run_states[0], 0
    started, measuring = seconds_of(clock), 0.0
    while True:
        reason = advance(given, stops[number], at_visit, at_epoch)
        entered = seconds_of(clock)
        late = number == stops.size - 1 or entered - started > pause
        if reason != ENDED_AT_UPDATE or run_state.position == 0 or late:
            return reason, number, measuring
        margins = measure(given, error)
        t, visits, seconds = run_state.t, run_state.visits, entered - started - measuring
        write_point(points, number, t, run_state.epochs, visits, seconds, margins)
        measuring += seconds_of(clock) - entered
        number += 1
