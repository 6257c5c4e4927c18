"""The compiled steps of `maxmargin.exact.newton`. `newton_state` describes their arguments.

`advance` takes the steps of a run, without Python between them. They minimise over w, (n + 1,), the
function

    ½ D ‖w‖² + ½ Σ max(0, r_k)²,    r_k = c_k − w·y_k.

If the threshold is free, ‖w‖ leaves out the last coordinate of w. The active patterns are those
with r_k > 0, and α_k = max(0, r_k)/D.
"""

from math import frexp, inf, ldexp, nan, sqrt

import numpy as np

from maxmargin.compilation.binding import REASSOCIATE, compiled, inner
from maxmargin.compilation.compiled_clock import seconds_of
from maxmargin.compilation.placeholders import add, add_diagonal, add_squares, product
from maxmargin.drivers.shared.vectors import copy_to, dot, take
from maxmargin.exact.gaps import GAP, ROUNDING
from maxmargin.exact.newton_state import Goal

FLAT = 0.01  # the fraction of the initial slope below which a slope counts as 0
LONGEST = 10.0
MOST_TRIALS = 40  # of step lengths
AT_ONCE = 4096  # patterns whose squares are added together
PAUSE = 0.1  # seconds, after which the end of a step lets Python look for Ctrl-C
PRECISE = 1e-10  # a distance, or a residual relative to the first residual, that is small enough
PATIENCE = 40  # steps before the run ends if neither the gap nor D falls
NEAR_ENOUGH = 0.2  # a distance below which steps on a part of the patterns end
FALL = 0.4  # the factor by which √D falls
NEARLY = 0.01  # ‖Σ α_k y_k − w‖/‖w‖ below which D or λ change
FINER = 0.01  # the factor by which `roughly` falls if rough steps end the progress
CLOSE = 1e-3  # the gap below which D stays


@inner(allocates=False)
def shortfalls(part, targets, weights, into):
    """Compute r_k of all patterns."""
    patterns, labels, starts = part.patterns, part.labels, part.patterns.starts
    threshold, each = part.rho * weights[weights.size - 2], int(targets.size == into.size)
    stride, one = np.uint64(part.stride), np.uint64(1)  # unsigned: no index from the end
    for i in range(np.uint64(into.size)):
        k = i * stride
        plain = product(weights, patterns, starts[k], starts[k + one]) + threshold
        into[i] = targets[i * each] - labels[k] * plain


@inner(allocates=False, fastmath=REASSOCIATE)
def slope_at(t, short, moved, slope, curvature):
    """Return the slope at t along a step, and its derivative. `short`, `moved`: r_k at t = 0, 1."""
    fall, rise = 0.0, 0.0
    for i in range(short.size):
        along = short[i] - moved[i]
        there = short[i] - t * along
        active = along if there > 0.0 else 0.0  # a branch would prevent SIMD
        fall += active * there
        rise += active * active
    return slope + t * curvature - fall, curvature + rise


@inner(allocates=False)
def step_length(short, moved, slope, curvature):
    """Return the t > 0, at most LONGEST, at which the slope is 0.

    The slope is piecewise linear in t. `slope` and `curvature` are the contribution of ½ D ‖w‖².
    """
    same = True
    for i in range(short.size):
        same &= (short[i] > 0.0) == (moved[i] > 0.0)
    if same:  # the step solves for this set, and slopes may consist of rounding alone
        return 1.0
    start = slope_at(0.0, short, moved, slope, curvature)[0]
    t, low, high = 1.0, 0.0, LONGEST
    for _ in range(MOST_TRIALS):
        now, rise = slope_at(t, short, moved, slope, curvature)
        if not abs(now) > FLAT * abs(start) or not rise > 0.0:
            break
        if now < 0.0:
            low = t
        else:
            high = t
        t -= now / rise
        if not low < t < high:
            t = 0.5 * (low + high)
    return t


@inner()
def add_augmented_squares(part, ids, c, matrix):
    """Add c Σ y yᵀ of these patterns to the lower triangle of `matrix`, (n + 2, n + 2)."""
    patterns, starts = part.patterns, part.patterns.starts
    add_squares(matrix, patterns, ids, c)
    last = matrix[matrix.shape[0] - 2]
    if part.rho != 0.0:
        for k in ids:
            add(last, patterns, starts[k], starts[k + 1], c * part.rho)
        last[last.size - 2] += c * part.rho**2 * ids.size


@inner()
def recompute_matrix(part, state, most):
    """Update Σ y yᵀ of the active patterns by at most `most` patterns that enter or leave.

    Returns how many patterns remain to be added or removed.
    """
    short, inside, active, changed = state.short, state.inside, 0, 0
    for i in range(inside.size):
        now = short[i] > 0.0
        active += now
        changed += now != (inside[i] > 0)
    if changed > active:
        state.matrix[:] = 0.0
        inside[:] = 0
        changed = active
    ids = np.empty(min(AT_ONCE, inside.size), np.int64)
    for now in (True, False):
        size = 0
        for i in range(inside.size):
            if most > 0 and (short[i] > 0.0) == now and (inside[i] > 0) != now:
                inside[i] = now
                ids[size] = i * part.stride
                size, most, changed = size + 1, most - 1, changed - 1
                if size == ids.size:
                    add_augmented_squares(part, ids, 1.0 if now else -1.0, state.matrix)
                    size = 0
        if size:
            add_augmented_squares(part, ids[:size], 1.0 if now else -1.0, state.matrix)
    return changed


@inner()
def solve(matrix, goal, right):
    """Compute (D + Σ y yᵀ)⁻¹ right, (n + 1,), in place. Raise LinAlgError without an inverse."""
    n = right.size
    system = np.zeros((n, n))
    for i in range(n):
        copy_to(matrix[i, : i + 1], system[i])  # only this triangle is read
        system[i, i] += 0.0 if goal.free and i == n - 1 else goal.penalty
    lower = np.linalg.cholesky(system)
    for i in range(n):
        right[i] = (right[i] - dot(lower[i, :i], right[:i])) / lower[i, i]
    for i in range(n - 1, -1, -1):
        right[i] /= lower[i, i]
        take(right[i], lower[i, :i], right[:i])


@inner(allocates=False)
def multiply(part, goal, short, vector, into):
    """Compute (D + Σ y yᵀ) vector, (n + 2,), into `into`, for conjugate gradients."""
    patterns, starts, last = part.patterns, part.patterns.starts, vector.size - 2
    for i in range(into.size):
        into[i] = goal.penalty * vector[i]
    total = 0.0 if goal.free else into[last]
    stride, one = np.uint64(part.stride), np.uint64(1)  # unsigned: no index from the end
    for i in range(np.uint64(short.size)):
        if short[i] > 0.0:
            k = i * stride
            p = product(vector, patterns, starts[k], starts[k + one]) + part.rho * vector[last]
            add(into, patterns, starts[k], starts[k + one], p)
            total += part.rho * p
    into[last] = total


@inner()
def preconditioner(part, goal, short, size):
    """Return the diagonal of D + Σ y yᵀ, (n + 2,), plus its geometric mean.

    D counts for a free threshold too. The mean is rounded down to a power of two. Without it, few
    active patterns need more steps. An arithmetic mean would hide all columns but the largest if
    the columns' scales differ.
    """
    found = np.zeros(size)
    patterns, starts, active = part.patterns, part.patterns.starts, 0
    stride, one = np.uint64(part.stride), np.uint64(1)  # unsigned: no index from the end
    for i in range(np.uint64(short.size)):
        if short[i] > 0.0:
            k = i * stride
            add_diagonal(found, patterns, starts[k], starts[k + one])
            active += 1
    found[size - 2] += active * part.rho**2
    exponents = 0
    for i in range(size):
        found[i] += goal.penalty
        exponents += frexp(found[i])[1]
    mean = ldexp(1.0, exponents // size)
    for i in range(size):
        found[i] += mean
    return found


@inner()
def conjugate_gradients(part, goal, state, accuracy, most, right):
    """Compute (D + Σ y yᵀ)⁻¹ right, (n + 2,), approximately and in place.

    Steps end when the residual is `accuracy` times the first residual, or after `most` steps.
    Returns the number of steps.
    """
    size, first, before = right.size, 0.0, inf
    found, direction = np.zeros(size), np.zeros(size)
    scaled, onto = np.empty(size), np.empty(size)
    scales = preconditioner(part, goal, state.short, size)
    made = 0
    while made < most:
        for i in range(size):
            scaled[i] = right[i] / scales[i]
        now = dot(right, scaled)
        first = now if made == 0 else first
        if not now > accuracy * accuracy * first:
            break
        for i in range(size):
            direction[i] = scaled[i] + (now / before) * direction[i]
        multiply(part, goal, state.short, direction, onto)
        t = now / dot(direction, onto)
        take(-t, direction, found)
        take(t, onto, right)
        before, made = now, made + 1
    copy_to(found, right)
    return made


@inner()
def gather(part, state):
    """Compute Σ r_k y_k of each class over the active patterns.

    Returns Σ r_k and Σ r_k² of each class, (2, 2), and how many patterns are either active or
    marked by `inside`, but not both.
    """
    short, inside, combined = state.short, state.inside, state.combined
    combined[:] = 0.0
    sums, changed = np.zeros((2, 2)), 0
    labels, starts, last = part.labels, part.patterns.starts, combined.shape[1] - 2
    stride, one = np.uint64(part.stride), np.uint64(1)  # unsigned: no index from the end
    for i in range(np.uint64(short.size)):
        changed += (short[i] > 0.0) != (inside[i] > 0)
        if short[i] > 0.0:
            k = i * stride
            c = int(labels[k] > 0)
            add(combined[c], part.patterns, starts[k], starts[k + one], labels[k] * short[i])
            sums[0, c] += short[i]
            sums[1, c] += short[i] * short[i]
    combined[0, last], combined[1, last] = -part.rho * sums[0, 0], part.rho * sums[0, 1]
    return sums, changed


@inner(allocates=False)
def lowest(part, state, share):
    """Return the smallest w·y_k + share·max(0, r_k) of each class, first of the negative class."""
    targets, short = state.targets, state.short
    negative, positive, each = inf, inf, int(targets.size == short.size)
    for i in range(short.size):
        p = targets[i * each] - short[i] + share * max(0.0, short[i])
        if part.labels[i * part.stride] > 0:
            positive = min(positive, p)
        else:
            negative = min(negative, p)
    return negative, positive


@inner()
def certificate(part, goal, state):
    """Return (margin, geometric margin, upper bound, distance, changed) of w and the α_k.

    The extending coordinates are Δ α_k. The distance is ‖Σ α_k y_k − w‖/‖w‖. `gather` describes
    `changed`. With a free threshold, margins are geometric, the threshold is half-way between the
    classes, and the α of each class are scaled to a sum of ½. Without active patterns, bound and
    distance are infinite; with a free threshold each class needs one.
    """
    (totals, squares), changed = gather(part, state)
    weights, combined, last = state.weights, state.combined, state.weights.size - 2
    share = goal.squared_delta / goal.penalty
    low = lowest(part, state, share)
    total = totals[0] + totals[1]
    plain = dot(weights[:last], weights[:last])
    plain += share / goal.penalty * (squares[0] + squares[1])
    if goal.free:
        first, second = 0.5 / totals[0], 0.5 / totals[1]
        smallest, norm = (low[0] + low[1]) / 2, sqrt(plain)
    else:
        first = second = 1.0 / total
        smallest, norm = min(low[0], low[1]), sqrt(plain + weights[last] ** 2)
    sums, apart = np.empty(weights.size), np.empty(weights.size)
    for i in range(weights.size):
        sums[i] = first * combined[0, i] + second * combined[1, i]
    if goal.free:
        sums[last] = 0.0
    for i in range(weights.size):
        apart[i] = total / goal.penalty * sums[i] - weights[i]
    if goal.free:
        apart[last] = 0.0
    of_slacks = goal.squared_delta * (first**2 * squares[0] + second**2 * squares[1])
    bound = sqrt(dot(sums, sums) + of_slacks)
    distance = sqrt(dot(apart, apart) / dot(weights, weights))
    if total == 0.0 or goal.free and min(totals[0], totals[1]) == 0.0:
        bound = distance = inf
    return smallest / norm, smallest / sqrt(plain), bound, distance, changed


@inner()
def evaluate(part, goal, state):
    """Compute the products of a state's weight, and return its `certificate`."""
    shortfalls(part, state.targets, state.weights, state.short)
    return certificate(part, goal, state)


@inner()
def step(part, goal, state, accuracy, most):
    """Take a step from a state after `evaluate` or `step`.

    Returns the `certificate` of the next state and the number of conjugate gradients. `accuracy`
    and `most` are as in `conjugate_gradients`. With most = 0 the step updates the matrix and solves
    by it. Raises LinAlgError.
    """
    weights, direction, n = state.weights, state.direction, state.weights.size - 1
    for i in range(n):
        direction[i] = state.combined[0, i] + state.combined[1, i] - goal.penalty * weights[i]
    direction[n] = 0.0
    if goal.free:
        direction[n - 1] += goal.penalty * weights[n - 1]
    made = 0
    if most == 0:
        recompute_matrix(part, state, state.inside.size)
        solve(state.matrix, goal, direction[:n])
    else:
        made = conjugate_gradients(part, goal, state, accuracy, most, direction)
        if not state.matrix.size:
            for i in range(state.short.size):
                state.inside[i] = state.short[i] > 0.0
    penalised = n - 1 if goal.free else n
    slope = goal.penalty * dot(weights[:penalised], direction[:penalised])
    curvature = goal.penalty * dot(direction[:penalised], direction[:penalised])
    take(-1.0, weights, direction)
    shortfalls(part, state.targets, direction, state.moved)
    t = step_length(state.short, state.moved, slope, curvature)
    if t == 1.0:
        copy_to(direction, weights)
        copy_to(state.moved, state.short)
    else:
        for i in range(weights.size):
            weights[i] += t * (direction[i] - weights[i])
        for i in range(state.short.size):
            state.short[i] += t * (state.moved[i] - state.short[i])
    return certificate(part, goal, state), made


@inner(allocates=False)
def begin(plan, state, run):
    """Set the targets and the numbers of a new run."""
    for i in range(state.targets.size):
        state.targets[i] = 1.0
    run.penalty, run.made, run.differing = plan.largest, plan.few_gradients, state.inside.size
    run.nearest_row, run.is_exact, run.patience, run.roughly = -1, 1, PATIENCE, plan.roughly
    run.nearest = run.least = run.before = inf
    if run.bound == 0.0:
        run.bound = inf


@inner(allocates=False)
def goal_of(plan, run):
    return Goal(run.penalty, plan.squared_delta, plan.free)


@inner(allocates=False)
def gap_of(run):
    """Return the relative gap of the enclosure; infinite without a positive margin."""
    return run.bound / run.margin - 1.0 if run.margin > 0.0 else inf


@inner()
def seconds_since_start(plan, run):
    return seconds_of(plan.clock) - run.started


@inner()
def left(plan, run):
    """Return the seconds until the limit."""
    return plan.limit - seconds_since_start(plan, run) if plan.limit < inf else inf


@inner(allocates=False)
def active_patterns(state):
    active = 0
    for i in range(state.short.size):
        active += state.short[i] > 0.0
    return active


@inner(allocates=False)
def gradients_pay(plan, state, run):
    """Return whether conjugate gradients take less time than an update of the matrix.

    The estimate assumes as many conjugate gradients as in the last step that used them. Each reads
    every active pattern twice.
    """
    active = active_patterns(state)
    entering = min(run.differing, active) * plan.entries_each
    return run.made * active < plan.gradients_an_entry * entering


@inner()
def timed_evaluate(part, goal, plan, state, run):
    """Return the `certificate` of the state's weight, and note the seconds that this takes."""
    started = seconds_of(plan.clock)
    found = evaluate(part, goal, state)
    run.pass_seconds = seconds_of(plan.clock) - started
    return found


@inner()
def gradients_of_next_step(part, plan, state, run):
    """Return `most` for the next `step`, or -1 if no time is left for a step.

    With a time limit this updates the matrix for a direct step, in parts.
    """
    direct = plan.direct and not (plan.mixed and gradients_pay(plan, state, run))
    to_come = int(direct and plan.limit < inf)
    while to_come > 0 and left(plan, run) > 0.0:
        to_come = recompute_matrix(part, state, plan.at_once)
    remaining, most = left(plan, run), 0 if direct else plan.most_gradients
    if not remaining > 0.0:
        return -1
    if remaining < run.pass_seconds * most:
        most = max(1, int(remaining / run.pass_seconds) - 2)  # two for the rest of the step
    return most


@inner(allocates=False)
def count_differing(active, short):
    """Return how many patterns are either active or marked by `active`, but not both."""
    differing = 0
    for i in range(active.size):
        differing += active[i] != (short[i] > 0.0)
    return differing


@inner()
def record(plan, points, run):
    """Add a point to the history."""
    point = points[run.recorded]
    point[0], point[1], point[2] = run.epochs, run.visits, seconds_since_start(plan, run)
    point[3] = nan if plan.free else run.margin
    point[4], point[5] = run.geometric_margin, run.bound
    run.epochs, run.recorded = run.epochs + 1, run.recorded + 1


@inner()
def enclose(goal, plan, state, found, ends, points, run):
    """Let a step replace the ends of the enclosure at which it is better, and record a point."""
    margin, geometric_margin, bound, distance, _ = found
    run.visits += state.short.size
    # The first weight counts in any case, even with a negative margin.
    first = margin <= 0.0 and not ends.weights[run.weight_row].any()
    has_weight, has_bound = first or margin > run.margin, bound < run.bound
    own = bound / margin - 1.0 if margin > 0.0 else inf
    is_nearest = own < GAP and own + distance < run.nearest
    if has_weight or has_bound or is_nearest:
        row = 0  # the first that nothing else needs
        while (
            (row == run.weight_row and not has_weight)
            or (row == run.bound_row and not has_bound)
            or (row == run.nearest_row and not is_nearest)
        ):
            row += 1
        copy_to(state.short, ends.short[row])
        copy_to(state.weights, ends.weights[row])
        ends.penalties[row] = goal.penalty
        if has_weight:
            run.margin, run.geometric_margin, run.weight_row = margin, geometric_margin, row
        if has_bound:
            run.bound, run.bound_row = bound, row
        if is_nearest:
            run.nearest, run.nearest_row = own + distance, row
    record(plan, points, run)


@inner(allocates=False)
def lower_penalty(plan, state, run):
    """Change D, which may fall, and the λ in the targets c_k. `evaluate` has to follow."""
    penalty, gap = run.penalty, gap_of(run)
    if plan.smallest == plan.squared_delta or not 0.0 <= gap < CLOSE:
        run.penalty = max(FALL**2 * penalty, plan.smallest)
    outside = run.penalty - plan.squared_delta
    for i in range(state.short.size):
        state.targets[i] = 1.0 + outside * (max(0.0, state.short[i]) / penalty)


@inner(allocates=False)
def is_finished(goal, run):
    """Return whether steps come no further, and note the progress of the last one."""
    run.unchanged = 0 if run.changed != 0 else run.unchanged + 1
    gap = max(gap_of(run), ROUNDING)
    run.patience = PATIENCE if gap < 0.9 * run.least else run.patience - 1
    run.least = min(run.least, gap)
    if run.patience == PATIENCE // 2:
        run.roughly *= FINER
    if run.patience == 0 or (goal.penalty != goal.squared_delta and gap == ROUNDING):
        return True
    solved = goal.penalty == goal.squared_delta and run.unchanged > 1
    if solved and not PRECISE < run.distance < run.before / 2:
        if run.is_exact or run.distance <= PRECISE or run.roughly <= PRECISE:
            return True
        run.roughly *= FINER
    run.before = run.distance
    return False


@compiled()
def advance(part, plan, state, ends, points, run_states, started):
    """Take steps until the run ends, and return True, or until a pause, and return False.

    On a part of the patterns, which only finds a weight to start from, steps end early.
    run_states: (1,) of RUN_STATE. started: what the clock showed then. Raises LinAlgError.
    """
    run, entered = run_states[0], seconds_of(plan.clock)
    run.started, run.recorded = started, 0
    if run.epochs == 0:
        begin(plan, state, run)
    goal = goal_of(plan, run)
    if run.epochs == 0:
        found = timed_evaluate(part, goal, plan, state, run)
        run.distance, run.changed = found[3], found[4]
        enclose(goal, plan, state, found, ends, points, run)
    while not (gap_of(run) < plan.accuracy or left(plan, run) <= 0.0):
        nearly = run.distance < NEARLY or run.changed == 0
        if part.stride == 1 and goal.penalty != goal.squared_delta and nearly:
            lower_penalty(plan, state, run)
            if run.penalty < goal.penalty:
                run.patience = PATIENCE
            goal = goal_of(plan, run)
            found = timed_evaluate(part, goal, plan, state, run)
            enclose(goal, plan, state, found, ends, points, run)
            run.before, run.unchanged = inf, 0
        precision = min(max(run.distance, PRECISE), run.roughly)
        most = gradients_of_next_step(part, plan, state, run)
        if most < 0:
            run.epochs -= 1  # the last point again, with its seconds
            record(plan, points, run)
            break
        active = state.short > 0.0 if plan.mixed else np.empty(0, np.bool_)
        found, made = step(part, goal, state, precision, most)
        run.distance, run.changed = found[3], found[4]
        run.differing, run.is_exact = run.changed, made == 0
        if made > 0:
            run.made = made
        if plan.mixed:  # the matrix may be that of an earlier step
            run.changed = count_differing(active, state.short)
        enclose(goal, plan, state, found, ends, points, run)
        if is_finished(goal, run) or run.epochs > plan.most_steps:
            break
        if part.stride > 1 and (run.distance < NEAR_ENOUGH or run.changed == 0):
            break
        if run.recorded + 3 > len(points) or seconds_of(plan.clock) - entered > PAUSE:
            return False
    return True
