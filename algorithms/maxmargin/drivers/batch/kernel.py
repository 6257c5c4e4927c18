"""The compiled loop of the driver of batch methods: all products before each update.

`advance` makes updates, and `advance_and_measure` also measures points of the curve.

An update is (1 − λ κ) a + λ u with u = Σ d_k y_k. The loop adds up the patterns with non-zero d_k,
and computes the products of all patterns with u. The products with a follow from these. They are
recomputed now and then.
"""

from math import nan, sqrt

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.compiled_clock import seconds_of
from maxmargin.compilation.placeholders import combine, step
from maxmargin.drivers.batch.state import State
from maxmargin.drivers.shared.measured_points import Margins, write_point
from maxmargin.drivers.shared.state import ENDED_AT_UPDATE, ENDED_CONVERGED, ENDED_STUCK, GO_ON
from maxmargin.drivers.shared.update_core import NOTHING
from maxmargin.drivers.shared.vectors import copy_to, dot, mix, smallest

RECOMPUTE_EVERY = 256  # updates between two computations of the products from the patterns
CLOSE = 1e-12  # the relative gap of the certificate at which the run converges


@inner()
def best_length(weight, change, squared_norm, kappa, longest):
    """Return the λ in [0, longest] for which ‖a + λ (u − κ a)‖ is smallest."""
    along = dot(change.duals, weight.products)  # a·u
    slope = along - kappa * squared_norm
    curvature = dot(change.duals, change.products) - 2.0 * kappa * along
    curvature += kappa * kappa * squared_norm
    if not slope < 0.0:
        return 0.0
    return min(-slope / curvature, longest) if curvature > 0.0 else longest


@inner()
def is_closed(products, squared_norm, total):
    """Return whether min p_k/‖a‖ and ‖a‖/Σα agree within CLOSE."""
    return smallest(products) * total >= (1.0 - CLOSE) * squared_norm > 0.0


@inner()
def advance(scaled, weight, change, memory, params, searches, squared_radius, t, at_update):
    """Make updates until there is a reason to stop. Return the reason, and t.

    weight and change are a and room for u. searches says whether to search for the best λ.
    ENDED_CONVERGED: the margin cannot grow. ENDED_AT_UPDATE: t has reached at_update. ENDED_STUCK:
    no step is left, or a is 0 up to rounding, so that nothing separates the patterns.
    """
    reason, fresh = GO_ON, False  # fresh: products are from the patterns, not from earlier products
    while reason == GO_ON:
        if t % RECOMPUTE_EVERY == 0 and not fresh:
            combine(scaled, weight)
            fresh = True
        total = 0.0
        for dual in weight.duals:
            total += dual
        squared_norm = max(0.0, dot(weight.duals, weight.products))
        if is_closed(weight.products, squared_norm, total):
            if fresh:
                return ENDED_CONVERGED, t
            fresh = True
            combine(scaled, weight)
            continue
        if total > 0.0 and squared_norm <= (NOTHING * total) ** 2 * squared_radius:
            return ENDED_STUCK, t
        state = State(t, squared_norm, total, squared_radius)
        kappa, longest = step(weight.products, weight.duals, memory, state, params, change.duals)
        combine(scaled, change)
        length = 1.0
        if searches:
            length = best_length(weight, change, squared_norm, kappa, longest)
        if longest == 0.0 or length == 0.0:
            return ENDED_STUCK, t
        factor = 1.0 - length * kappa
        mix(factor, length, change.duals, weight.duals)
        mix(factor, length, change.coordinates, weight.coordinates)
        mix(factor, length, change.products, weight.products)
        for k in range(weight.duals.size):
            dropped = searches and length == longest and change.duals[k] < 0.0
            weight.duals[k] = 0.0 if dropped else max(0.0, weight.duals[k])
        t, fresh = t + 1, False
        if t == at_update:
            reason = ENDED_AT_UPDATE
    return reason, t


@compiled()
def measure(scaled, duals, room):
    """Return the `Margins` of the weight with these duals, computed in `room`, a `Weight`."""
    # Norms come from the coordinates, because for a short weight Σ α_k p_k is rounding.
    copy_to(duals, room.duals)
    combine(scaled, room)
    unit, total = sqrt(scaled.squared_unit), 0.0
    for dual in duals:
        total += dual
    own, squared_slack = room.coordinates[: room.coordinates.size - 2], dot(duals, duals)
    augmenting = unit * room.coordinates[own.size]
    plain = scaled.squared_unit * dot(own, own)
    plain += scaled.squared_delta / scaled.squared_unit * squared_slack
    product, norm = smallest(room.products), sqrt(plain + augmenting * augmenting)
    return Margins(
        directional=unit * (product / norm) if norm != 0.0 else 0.0,
        geometric=unit * (product / sqrt(plain)) if plain != 0.0 else 0.0,
        upper_bound=unit * (norm / total) if total != 0.0 and smallest(duals) >= 0.0 else nan,
    )


@inner(allocates=False)
def may_be_at_target(plan, margins):
    """Return whether the margin reaches a target. The driver then examines its rounding error."""
    margin = margins.directional
    return margin >= plan.enough_margin or margin >= plan.certify * margins.upper_bound


@compiled()
def advance_and_measure(
    scaled, weight, change, room, memory, params, searches, squared_radius, t, plan, points
):
    """Make updates up to the stops of a `Plan`, measure the weight there, and go on.

    Return the reason, t, the number of points, and the seconds of measuring. The reasons are those
    of `advance`. ENDED_AT_UPDATE: t has reached a stop whose point is left to the driver. This is
    the last stop, a stop where the weight may be at a target, or the first after
    `plan.pause` seconds. room is a `Weight` to compute in. points are `MeasuredPoints`.
    """
    stops, number = plan.stops, 0
    started, measuring = seconds_of(plan.clock), 0.0
    while True:
        reason, t = advance(
            scaled, weight, change, memory, params, searches, squared_radius, t, stops[number]
        )
        entered = seconds_of(plan.clock)
        late = number == stops.size - 1 or entered - started > plan.pause
        if reason != ENDED_AT_UPDATE or late:
            return reason, t, number, measuring
        margins = measure(scaled, weight.duals, room)
        at_target = may_be_at_target(plan, margins)
        if not at_target:
            seconds = entered - started - measuring
            write_point(points, number, t, t, t * weight.duals.size, seconds, margins)
            number += 1
        measuring += seconds_of(plan.clock) - entered
        if at_target:
            return reason, t, number, measuring
