"""The maximum margin by Newton's method on the active patterns, enclosed at every step.

With Δ > 0 the hard margin in the extended space is an SVM with squared slacks. w minimises

    ½ D ‖w‖² + ½ Σ max(0, c_k − p_k)²,    p_k = w·y_k,

with D = Δ² and c_k = 1. Its duals are α_k = max(0, c_k − p_k)/D. The function is quadratic while
the set of active patterns, with α_k > 0, stays the same. A step solves for the current set. An
exact line search keeps the step from overshooting (Keerthi & DeCoste, JMLR 6, 2005; Mangasarian,
Optimization Methods and Software 17, 2002). The matrix Σ y_k y_kᵀ over the set is updated by the
patterns that enter and leave. Conjugate gradients replace the matrix if its updates would take
longer, as for patterns with many entries. If there are many patterns, the first steps use about
every eighth pattern. Sparse patterns that have little in common start with dual coordinate steps
instead, which then lead far in two sweeps.

Without extension, or with little, D is larger at first and falls towards Δ². The constraints are
then c_k = 1 + (D − Δ²) λ_k, where λ are the duals of the last solution. With these c_k the
solutions tend to the hard margin for any D (the method of multipliers; Rockafellar, SIAM Journal on
Control and Optimization 14, 1976). Here D falls while that brings progress.

Any w and α enclose the maximum margin: w has a margin, and no margin exceeds ‖Σ α_k y_k‖/Σ α_k. So
each step yields both ends for the cost of a pass over the patterns.
"""

from math import gcd, inf, nan, sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import bind, clock, kinds
from maxmargin.drivers.shared.progress import Point
from maxmargin.exact import coordinate_steps, newton_kernel
from maxmargin.exact.gaps import GAP, ROUNDING
from maxmargin.exact.newton_state import Goal, Part, new_state
from maxmargin.storages import dense

DIRECT_UP_TO = 2000  # coordinates; above, conjugate gradients replace the Cholesky factor
FEW_ENTRIES = 1.0  # relative to the factor's entries; below, conjugate gradients replace it too
# Three pairs, each for sparse and for dense patterns; BLAS computes the matrix of dense patterns.
MANY_ENTRIES = (64.0, 40.0)  # of a pattern, above which some steps use conjugate gradients
GRADIENTS_AN_ENTRY = (0.25, 0.045)  # on a pattern, while one of its entries enters the matrix
FEW_GRADIENTS = (5, 4)  # the number that the first step is expected to take
PRODUCTS = 1e8  # that enter the matrix between two checks of the clock
MOST_GRADIENTS, MOST_ENTRIES = 300, 5e7  # conjugate gradients, and entries read, in a Newton step
PRECISE = 1e-10  # a distance, or a residual relative to the first residual, that is small enough
PATIENCE = 40  # steps before the run ends if neither the gap nor D falls
LARGEST_STRIDE, STRIDE_STEPS = 8, 3
PART_PRECISION = (0.2, 0.1)  # residual of conjugate gradients there, for sparse and dense patterns
SMALL_STRIDE = 4  # up to which rough steps on a part use conjugate gradients, for sparse patterns
PART_FACTOR, SMALLEST_PART = 4, 500  # least patterns in the first steps: a multiple of n, a number
SWEEPS = 2  # of dual coordinate steps
# Mean cosine of two patterns up to which these steps come first. They paid on w1a, w8a, Reuters and
# planted-sparse, up to 0.14, and not on a9a, a1a and Covertype, from 0.42 on.
LITTLE = 0.25
SAMPLED = 32  # patterns, at least, whose pairs give the mean; all if there are fewer
GOLDEN = 0.6180339887498949  # a sweep steps by this part of m, so that neighbours are far apart
START = 0.03  # √D relative to R
FALL = 0.4  # the factor by which √D falls
NEARLY = 0.01  # ‖Σ α_k y_k − w‖/‖w‖ below which D or λ change
ROUGHLY = 0.2  # the same, and the residual of conjugate gradients, in the first steps
FINER = 0.01  # the factor by which that residual falls if rough steps end the progress
CLOSE = 1e-3  # the gap below which D stays
SMALLEST = 1e-10  # D relative to R²
COMPILED: dict = {}  # the compiled functions of a step, for each kind of patterns


class Found(NamedTuple):
    """The result of a run.

    `weight` is (n + 1,), with the augmenting coordinate or threshold last. `slacks` are (m,), its
    extending coordinates. Both are normalised as if Σ α = 1. `duals` are (m,), the α_k of the upper
    bound. `history` is a list of `Point`s.
    """

    weight: np.ndarray
    slacks: np.ndarray
    duals: np.ndarray
    history: list


def newton(space, free, accuracy, max_seconds, started=None):
    """Run until the relative gap is below `accuracy`, and return a `Found`.

    With accuracy None the run ends when rounding prevents further progress. It also ends after
    `max_seconds`, unless None. `space` is a `Space`. `free` says whether its augmenting coordinate
    is a threshold outside the norm. The seconds count from `started`, by default from now.
    """
    run = _Run(space, free, accuracy, max_seconds, started)
    try:
        run.solve()
    except np.linalg.LinAlgError:  # D is negligible compared with the squares of the patterns
        pass
    weights, of_weight, of_bound = run.weights, run.of_weight, run.of_bound
    if run.at_nearest:  # both from one step, in which Σ α_k y_k is the weight
        weights, of_weight = run.at_nearest
        of_bound = of_weight
    of_weight, duals = duals_of(*of_weight), duals_of(*of_bound)
    total = of_weight.sum() or 1.0
    return Found(weights[:-1] / total, space.delta * of_weight / total, duals, run.history)


def duals_of(short, penalty):
    """Return the α_k, (m,), for the r_k of a step and its D."""
    return np.maximum(0.0, short) / penalty


def coprime(number, m):
    """Return the least number, at least `number` and 1, that has no factor in common with m."""
    number = max(number, 1)
    while gcd(number, m) > 1:
        number += 1
    return number


class _Run:
    """The state of a run: its enclosure, with ends from different steps, and its history.

    `of_weight` and `of_bound` are the arguments of `duals_of` at the ends of the enclosure.
    """

    def __init__(self, space, free, accuracy, max_seconds, started=None):
        self.space, self.free, self.accuracy = space, free, accuracy
        self.kernel = bind(newton_kernel, storage=space.storage)
        self.started = clock() if started is None else started
        self.limit = inf if max_seconds is None else max_seconds
        self.history, self.visits = [], 0
        self.margins, self.bound = (0.0, 0.0), inf
        self.weights = np.zeros(space.n + 2)
        self.of_weight = self.of_bound = np.zeros(space.labels.size), 1.0
        self.nearest, self.at_nearest = inf, None
        squared_radius = space.squared_radius - (space.rho**2 if free else 0.0)
        self.smallest = max(space.delta**2, SMALLEST * squared_radius)
        self.penalty = max(self.smallest, START**2 * squared_radius)
        n, entries = space.n, int(space.patterns.starts[-1])
        self.direct = (
            n <= DIRECT_UP_TO and entries > FEW_ENTRIES * n * n
        )  # whether steps use the matrix
        self.entries_each = max(1.0, entries / space.labels.size)
        self.kind = int(space.storage is dense)
        self.mixed = self.direct and self.entries_each > MANY_ENTRIES[self.kind]
        self.gradients = int(min(MOST_GRADIENTS, 10 + MOST_ENTRIES / max(entries, 1)))
        few = max(1, int(PRODUCTS / self.entries_each**2))
        self.at_once = space.labels.size if self.limit == inf else few  # patterns for the matrix

    def solve(self):
        m, n = self.space.labels.size, self.space.n
        stride = min(LARGEST_STRIDE, m // max(PART_FACTOR * n, SMALLEST_PART))
        weights = np.zeros(n + 2)
        squares = self.space.squared_norms - self.space.delta**2
        if self._have_little_in_common(squares):
            self._by_coordinates(squares + self.penalty, weights)
        elif stride > 2:
            try:
                self._on_a_part(stride, weights)
            except np.linalg.LinAlgError:  # for example because all patterns are of one class
                weights[:] = 0.0
        self._on_all(weights)

    def _have_little_in_common(self, squares):
        """Return whether patterns are sparse, with a mean cosine up to LITTLE, as a sample says.

        squares: ‖y_k‖² without Δ, (m,).
        """
        if self.space.storage is dense:
            return False
        part = self.part(max(1, self.space.labels.size // SAMPLED))
        mean_cosine = bind(coordinate_steps, storage=self.space.storage).mean_cosine
        return mean_cosine(part, squares, self.free, np.zeros(self.space.n + 2)) <= LITTLE

    def _by_coordinates(self, squares, weights):
        """Take dual coordinate steps, and change `weights`. squares: ‖y_k‖² + D, (m,)."""
        m = self.space.labels.size
        step, duals = coprime(int(GOLDEN * m), m), np.zeros(m)
        arguments = self.part(1), squares, self.penalty, step, duals, weights
        sweep = bind(coordinate_steps, storage=self.space.storage).sweep.compiled_for(*arguments)
        for _ in range(SWEEPS):
            if self.left() > 0.0:
                sweep(*arguments)
                self.visits += m
        total = duals.sum()
        if total > 0.0 and not self.free:
            squared_norm = weights @ weights + self.space.delta**2 * (duals @ duals)
            self.bound, self.of_bound = sqrt(squared_norm) / total, (duals, 1.0)

    def part(self, stride):
        return Part(self.space.patterns, self.space.labels, self.space.rho, stride)

    def goal(self, stride=1):
        return Goal(self.penalty / stride, self.space.delta**2 / stride, self.free)

    def _on_a_part(self, stride, weights):
        """Take steps towards the solution for every stride-th pattern, and change `weights`."""
        # Exact steps spare steps on all patterns. They pay on dense patterns of few entries, and on
        # a small part of sparse patterns.
        pays = not self.mixed if self.space.storage is dense else stride > SMALL_STRIDE
        direct = self.direct and pays
        steps, goal = _Steps(self, stride, weights, np.ones(1), direct), self.goal(stride)
        steps.evaluate(goal)
        for _ in range(STRIDE_STEPS):
            found = steps.step(goal, PART_PRECISION[self.kind])
            if found is None:
                break
            self.visits += steps.state.short.size
            *_, distance, changed = found
            if distance < ROUGHLY or not changed:
                break

    def _on_all(self, weights):
        reached = self.penalty == self.space.delta**2
        targets = np.ones(1 if reached else self.space.labels.size)
        steps, goal = _Steps(self, 1, weights, targets, self.direct), self.goal()
        state = steps.state
        distance, changed = self._enclose(goal, state, steps.evaluate(goal))
        least, before, patience, unchanged, roughly = inf, inf, PATIENCE, 0, ROUGHLY
        while not self._ended():
            if goal.penalty != goal.squared_delta and (distance < NEARLY or not changed):
                penalty, goal = goal.penalty, self._next_goal(goal, state)
                patience = PATIENCE if goal.penalty < penalty else patience
                self._enclose(goal, state, steps.evaluate(goal))
                before, unchanged = inf, 0
            found = steps.step(goal, min(max(distance, PRECISE), roughly))
            if found is None:
                self.history.append(self.history[-1]._replace(seconds=self._seconds()))
                break
            distance, changed = self._enclose(goal, state, found)
            unchanged = 0 if changed else unchanged + 1
            gap = max(self.gap, ROUNDING)
            patience = PATIENCE if gap < 0.9 * least else patience - 1
            least = min(least, gap)
            if patience == PATIENCE // 2:
                roughly *= FINER
            if not patience or (goal.penalty != goal.squared_delta and gap == ROUNDING):
                break
            solved = goal.penalty == goal.squared_delta and unchanged > 1
            if solved and not PRECISE < distance < before / 2:
                if steps.is_exact or distance <= PRECISE or roughly <= PRECISE:
                    break
                roughly *= FINER
            before = distance

    def _next_goal(self, goal, state):
        """Return the goal with another D, and set other λ in the state, for `evaluate`."""
        penalty = goal.penalty
        if self.smallest == goal.squared_delta or not 0.0 <= self.gap < CLOSE:
            self.penalty = max(FALL**2 * penalty, self.smallest)
        duals = duals_of(state.short, penalty)
        state.targets[:] = 1.0 + (self.penalty - goal.squared_delta) * duals
        return self.goal()

    @property
    def gap(self):
        return self.bound / self.margins[0] - 1.0 if self.margins[0] > 0.0 else inf

    def left(self):
        """Return the seconds until the limit."""
        return self.limit - self._seconds() if self.limit < inf else inf

    def _seconds(self):
        return clock() - self.started

    def _ended(self):
        enough = self.accuracy is not None and self.gap < self.accuracy
        return enough or self.left() <= 0.0

    def _enclose(self, goal, state, certificate):
        """Record the better ends. Return the distance and the changes of the certificate."""
        margin, geometric_margin, bound, distance, changed = certificate
        self.visits += state.short.size
        of_step = state.short.copy(), goal.penalty
        # The first weight is recorded in any case, even with a negative margin.
        if margin > self.margins[0] or (margin <= 0.0 and not self.weights.any()):
            self.margins = margin, geometric_margin
            self.weights, self.of_weight = state.weights.copy(), of_step
        if bound < self.bound:
            self.bound, self.of_bound = bound, of_step
        directional, geometric = self.margins
        steps, seconds = len(self.history), self._seconds()
        self.history.append(
            Point(
                updates=None,
                epochs=steps,
                mini_epochs=0,
                visits=self.visits,
                seconds=seconds,
                directional_margin=nan if self.free else directional,
                geometric_margin=geometric,
                upper_bound=self.bound,
            )
        )
        own = bound / margin - 1.0 if margin > 0.0 else inf
        if own < GAP and own + distance < self.nearest:
            self.nearest, self.at_nearest = own + distance, (state.weights.copy(), of_step)
        return distance, changed


class _Steps:
    """The compiled steps of a run on every stride-th pattern."""

    def __init__(self, run, stride, weights, targets, direct):
        space, kernel, self.run, self.direct = run.space, run.kernel, run, direct
        self.part = run.part(stride)
        self.mixed = run.mixed and stride == 1
        m = -(-space.labels.size // stride)
        self.state = new_state(weights, targets, m, direct)
        # Only these two decide the types of the arguments. To examine all takes as long as a step.
        key = kernel.evaluate, kinds(space.patterns, space.labels)
        if key not in COMPILED:
            goal = run.goal()
            COMPILED[key] = (
                kernel.evaluate.compiled_for(self.part, goal, self.state),
                kernel.step.compiled_for(self.part, goal, self.state, ROUGHLY, run.gradients),
                kernel.recompute_matrix.compiled_for(self.part, self.state, run.at_once),
            )
        self.compiled_evaluate, self.compiled_step, self.recompute = COMPILED[key]
        # How many patterns differ from those in the matrix, and the conjugate gradients of the last
        # step that made some.
        self.differing, self.made = m, FEW_GRADIENTS[run.kind]
        self.is_exact = True  # whether the last step made no conjugate gradients
        self.seconds = 0.0  # of `evaluate`, which takes about as long as one conjugate gradient

    def evaluate(self, goal):
        """Return the `certificate` of the state's weight."""
        started = clock()
        found = self.compiled_evaluate(self.part, goal, self.state)
        self.seconds = clock() - started
        return found

    def step(self, goal, precision):
        """Return the `certificate` after a step, or None if the time is over before."""
        run, state = self.run, self.state
        direct = self.direct and not (self.mixed and self._gradients_pay())
        # A direct step recomputes the matrix. With a time limit this is done here, bit by bit.
        to_come = direct and run.limit < inf
        while to_come and run.left() > 0.0:
            to_come = self.recompute(self.part, state, run.at_once)
        left, gradients = run.left(), 0 if direct else run.gradients
        if left <= 0.0:
            return None
        if left < self.seconds * gradients:
            gradients = max(1, int(left / self.seconds) - 2)  # two for the rest of the step
        active = state.short > 0.0 if self.mixed else None
        found, made = self.compiled_step(self.part, goal, state, precision, gradients)
        self.differing, self.made, self.is_exact = found[-1], made or self.made, made == 0
        if self.mixed:  # an earlier step may have made the matrix
            changed = int(np.count_nonzero(active != (state.short > 0.0)))
            found = (*found[:-1], changed)
        return found

    def _gradients_pay(self):
        """Return whether conjugate gradients take less time than an update of the matrix.

        The estimate assumes as many conjugate gradients as in the last step that used them. Each
        reads every active pattern twice.
        """
        active = np.count_nonzero(self.state.short > 0.0)
        entering = min(self.differing, active) * self.run.entries_each
        return self.made * active < GRADIENTS_AN_ENTRY[self.run.kind] * entering
