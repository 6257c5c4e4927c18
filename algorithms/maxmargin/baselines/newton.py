"""The maximum margin by Newton's method on the active patterns, enclosed at every step.

With Δ > 0 the hard margin in the extended space is an SVM with squared slacks: w minimises

    ½ D ‖w‖² + ½ Σ max(0, c_k − p_k)²,    p_k = w·y_k,

with D = Δ² and c_k = 1, and α_k = max(0, c_k − p_k)/D are its duals. The function is quadratic as
long as the set of active patterns, those with α_k > 0, stays the same. A step solves for the
current set, and an exact line search keeps it from overshooting (Keerthi & DeCoste, JMLR 6, 2005;
Mangasarian, Optimization Methods and Software 17, 2002). The matrix Σ y_k y_kᵀ over the set is
brought up to date by the patterns that enter and leave; where that would take longer, as of many
coordinates or of sparse patterns with many entries, conjugate gradients do without it. Where there
are many patterns, the first steps are made on every eighth or so.

Without extension, or with little, D is larger at first and falls towards Δ², or rather: with
c_k = 1 + (D − Δ²) λ_k, λ the duals of the last solution, the solutions tend to the hard margin for
any D (the method of multipliers; Rockafellar, SIAM Journal on Control and Optimization 14, 1976).
Here D falls while that brings progress.

Whatever w and α are, they enclose the maximum margin: w has a margin, and no margin exceeds
‖Σ α_k y_k‖/Σ α_k. So each step yields both for the cost of a pass over the patterns.
"""

from math import inf, nan
from typing import NamedTuple

import numpy as np

from maxmargin.compilation import bind, clock
from maxmargin.drivers.newton_state import Goal, Part, new_state
from maxmargin.drivers.progress import Point
from maxmargin.storages import dense

DIRECT_UP_TO = 2000  # coordinates; beyond, conjugate gradients replace the Cholesky factor
FEW_ENTRIES = 1.0  # relative to those of that factor; with fewer, they replace it too
MANY_ENTRIES = 64.0  # a sparse pattern's; with more, they replace it in some of the steps
GRADIENTS_AN_ENTRY = 0.25  # on an active pattern, as long as it takes one to enter the matrix
FEW_GRADIENTS = 5  # that the first step of them is expected to take
PRODUCTS = 1e8  # that go into that matrix between two looks at the clock
MOST_GRADIENTS, MOST_ENTRIES = 300, 5e7  # steps of these, and what they read, in one of Newton's
PRECISE = 1e-10  # the distance, and the residual relative to the first, that are enough
PATIENCE = 40  # steps that may bring no progress
LARGEST_STRIDE, STRIDE_STEPS = 8, 3
PART_FACTOR, SMALLEST_PART = 4, 500  # patterns in the first steps: so many times n, and so many
START = 0.03  # √D relative to R
FALL = 0.4  # by which √D falls at a time
NEARLY = 0.01  # ‖Σ α_k y_k − w‖/‖w‖, below which D or λ change
ROUGHLY = 0.3  # the same, and the residual of conjugate gradients, in the first steps
CLOSE = 1e-3  # the gap below which D stays
SMALLEST = 1e-10  # D relative to R²
NEGLIGIBLE_GAP, ROUNDING = 1e-9, 1e-12


class Found(NamedTuple):
    """weight: (n + 1,), the augmenting coordinate or threshold last, and slacks: (m,), its
    extending coordinates, normalised as if Σ α = 1; duals: (m,), the α_k of the upper bound;
    history: `Point`s.
    """

    weight: np.ndarray
    slacks: np.ndarray
    duals: np.ndarray
    history: list


def newton(space, free, accuracy, max_seconds):
    """What is `Found` until the relative gap is below accuracy, rounding prevents further progress
    (None), or max_seconds are over (None for no limit).

    space: a `Space`; free: whether its augmenting coordinate is a threshold outside the norm.
    """
    run = _Run(space, free, accuracy, max_seconds)
    try:
        run.solve()
    except np.linalg.LinAlgError:  # D is negligible beside the squares of the patterns
        pass
    weights, of_weight, duals = run.weights, *run.duals
    if run.at_nearest:  # both of one step, Σ α_k y_k being the weight
        weights, of_weight = run.at_nearest
        duals = of_weight
    total = of_weight.sum() or 1.0
    return Found(weights[:-1] / total, space.delta * of_weight / total, duals, run.history)


class _Run:
    """The state of a run: its enclosure, from possibly different steps, and its history."""

    def __init__(self, space, free, accuracy, max_seconds):
        self.space, self.free, self.accuracy = space, free, accuracy
        self.kernel = bind("newton_kernel", storage=space.storage)
        self.started, self.limit = clock(), inf if max_seconds is None else max_seconds
        self.history, self.visits = [], 0
        self.margins, self.bound = (0.0, 0.0), inf
        self.weights = np.zeros(space.n + 2)
        self.duals = [np.zeros(space.labels.size)] * 2
        self.nearest, self.at_nearest = inf, None
        squared_radius = space.squared_radius - (space.rho**2 if free else 0.0)
        self.smallest = max(space.delta**2, SMALLEST * squared_radius)
        self.penalty = max(self.smallest, START**2 * squared_radius)
        n, entries = space.n, int(space.patterns.starts[-1])
        self.direct = (
            n <= DIRECT_UP_TO and entries > FEW_ENTRIES * n * n
        )  # the patterns or their matrix
        self.entries_each = max(1.0, entries / space.labels.size)
        self.mixed = self.direct and space.storage is not dense and self.entries_each > MANY_ENTRIES
        self.scales = self._scales() if self.mixed or not self.direct else np.zeros(n + 2)
        self.gradients = int(min(MOST_GRADIENTS, 10 + MOST_ENTRIES / max(entries, 1)))
        few = max(1, int(PRODUCTS / self.entries_each**2))
        self.at_once = space.labels.size if self.limit == inf else few  # put into the matrix

    def _scales(self):
        squares = self.space.storage.squares(self.space.patterns, self.space.n)
        return np.append(squares, [self.space.labels.size * self.space.rho**2, 1.0])

    def solve(self):
        m, n = self.space.labels.size, self.space.n
        stride = min(LARGEST_STRIDE, m // max(PART_FACTOR * n, SMALLEST_PART))
        weights = np.zeros(n + 2)
        if stride > 2:
            try:
                self._on_a_part(stride, weights)
            except np.linalg.LinAlgError:  # such as for a part of one class
                weights[:] = 0.0
        self._on_all(weights)

    def goal(self, stride=1):
        return Goal(self.penalty / stride, self.space.delta**2 / stride, self.free)

    def _on_a_part(self, stride, weights):
        """Steps towards the solution, in weights, for every stride-th pattern."""
        steps, goal = _Steps(self, stride, weights, np.ones(1)), self.goal(stride)
        steps.look(goal)
        for _ in range(STRIDE_STEPS):
            found = steps.step(goal, ROUGHLY)
            if found is None:
                break
            self.visits += steps.state.short.size
            *_, distance, changed = found
            if distance < ROUGHLY or not changed:
                break

    def _on_all(self, weights):
        reached = self.penalty == self.space.delta**2
        targets = np.ones(1 if reached else self.space.labels.size)
        steps, goal = _Steps(self, 1, weights, targets), self.goal()
        state = steps.state
        distance, changed = self._enclose(goal, state, steps.look(goal))
        least, before, patience, unchanged = inf, inf, PATIENCE, 0
        while not self._ended():
            if goal.penalty != goal.delta2 and (distance < NEARLY or not changed):
                goal = self._next_goal(goal, state)
                self._enclose(goal, state, steps.look(goal))
                before, unchanged = inf, 0
            found = steps.step(goal, min(max(distance, PRECISE), ROUGHLY))
            if found is None:
                self.history.append(self.history[-1]._replace(seconds=self._seconds()))
                break
            distance, changed = self._enclose(goal, state, found)
            unchanged = 0 if changed else unchanged + 1
            gap = max(self.gap, ROUNDING)
            patience = PATIENCE if gap < 0.9 * least else patience - 1
            least = min(least, gap)
            if not patience or (goal.penalty != goal.delta2 and gap == ROUNDING):
                break
            solved = goal.penalty == goal.delta2 and unchanged > 1
            if solved and not PRECISE < distance < before / 2:
                break
            before = distance

    def _next_goal(self, goal, state):
        """The goal with another D, and the state with other λ, not yet looked at."""
        penalty = goal.penalty
        if self.smallest == goal.delta2 or not 0.0 <= self.gap < CLOSE:
            self.penalty = max(FALL**2 * penalty, self.smallest)
        duals = np.maximum(0.0, state.short) / penalty
        state.targets[:] = 1.0 + (self.penalty - goal.delta2) * duals
        return self.goal()

    @property
    def gap(self):
        return self.bound / self.margins[0] - 1.0 if self.margins[0] > 0.0 else inf

    def left(self):
        """The seconds until the limit."""
        return self.limit - self._seconds() if self.limit < inf else inf

    def _seconds(self):
        return clock() - self.started

    def _ended(self):
        enough = self.accuracy is not None and self.gap < self.accuracy
        return enough or self.left() <= 0.0

    def _enclose(self, goal, state, certificate):
        """Keeps the better ends; returns the last two of the certificate."""
        margin, geometric_margin, bound, distance, changed = certificate
        self.visits += state.short.size
        duals = np.maximum(0.0, state.short) / goal.penalty
        # Before there is a weight any will do, with a negative margin as well.
        if margin > self.margins[0] or (margin <= 0.0 and not self.weights.any()):
            self.margins = margin, geometric_margin
            self.weights, self.duals[0] = state.weights.copy(), duals
        if bound < self.bound:
            self.bound, self.duals[1] = bound, duals
        directional, geometric = self.margins
        ends = nan if self.free else directional, geometric, self.bound
        steps, seconds = len(self.history), self._seconds()
        self.history.append(Point(None, steps, 0, self.visits, seconds, *ends))
        own = bound / margin - 1.0 if margin > 0.0 else inf
        if own < NEGLIGIBLE_GAP and own + distance < self.nearest:
            self.nearest, self.at_nearest = own + distance, (state.weights.copy(), duals)
        return distance, changed


class _Steps:
    """A run's compiled steps on every stride-th pattern."""

    def __init__(self, run, stride, weights, targets):
        space, kernel, self.run = run.space, run.kernel, run
        self.part = Part(space.patterns, space.labels, space.rho, stride)
        m = -(-space.labels.size // stride)
        self.state = new_state(weights, targets, m, run.direct, run.scales)
        given = self.part, run.goal(), self.state
        self.compiled_look = kernel.look.ready(*given)
        self.compiled_step = kernel.step.ready(*given, ROUGHLY, run.gradients)
        self.renew = kernel.renew_matrix.ready(self.part, self.state, run.at_once)
        self.changed, self.made = m, FEW_GRADIENTS  # by and in the last step
        self.seconds = 0.0  # that a look takes, and about that one step of conjugate gradients

    def look(self, goal):
        """The `certificate` of the state's weight."""
        started = clock()
        found = self.compiled_look(self.part, goal, self.state)
        self.seconds = clock() - started
        return found

    def step(self, goal, precision):
        """The `certificate` after a step, or None if the time is over before."""
        run, state = self.run, self.state
        direct = run.direct and not (run.mixed and self._gradients_pay())
        to_come = direct
        while to_come and run.left() > 0.0:
            to_come = self.renew(self.part, state, run.at_once)
        left, gradients = run.left(), 0 if direct else run.gradients
        if left <= 0.0:
            return None
        if left < self.seconds * gradients:
            gradients = max(1, int(left / self.seconds) - 2)  # and what follows them
        given = self.part, goal, state
        found, made = self.compiled_step(*given, precision, gradients)
        self.changed, self.made = found[-1], made or self.made
        return found

    def _gradients_pay(self):
        """Whether as many conjugate gradients as in the last step of them take less time than
        bringing the matrix up to date: they read each active pattern twice.
        """
        active = np.count_nonzero(self.state.short > 0.0)
        entering = min(self.changed, active) * self.run.entries_each
        return self.made * active < GRADIENTS_AN_ENTRY * entering
