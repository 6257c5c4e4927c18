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

from math import gcd, inf, sqrt
from typing import NamedTuple

import numpy as np

from maxmargin.compilation import compiled_clock
from maxmargin.compilation.binding import as_perf_counter, bind, clock
from maxmargin.drivers.shared.progress import NEVER, Point
from maxmargin.exact import coordinate_steps, newton_kernel
from maxmargin.exact.newton_state import (
    POINTS,
    RUN_STATE,
    Part,
    Plan,
    RunNumbers,
    new_ends,
    new_state,
)
from maxmargin.storages import dense

DIRECT_UP_TO = 2000  # coordinates; above, conjugate gradients replace the Cholesky factor
FEW_ENTRIES = 1.0  # relative to the factor's entries; below, conjugate gradients replace it too
# Three pairs, each for sparse and for dense patterns; BLAS computes the matrix of dense patterns.
MANY_ENTRIES = (64.0, 40.0)  # of a pattern, above which some steps use conjugate gradients
GRADIENTS_AN_ENTRY = (0.25, 0.045)  # on a pattern, while one of its entries enters the matrix
FEW_GRADIENTS = (5, 4)  # the number that the first step is expected to take
PRODUCTS = 1e8  # that enter the matrix between two checks of the clock
MOST_GRADIENTS, MOST_ENTRIES = 300, 5e7  # conjugate gradients, and entries read, in a Newton step
ROUGHLY = 0.2  # residual at which conjugate gradients end in the first steps
LARGEST_STRIDE = 8
STEPS_ON_A_PART = 3
PART_PRECISION = (0.2, 0.1)  # ROUGHLY on a part, for sparse and dense patterns
SMALL_STRIDE = 4  # up to which rough steps on a part use conjugate gradients, for sparse patterns
PART_FACTOR, SMALLEST_PART = 4, 500  # least patterns in the first steps: a multiple of n, a number
SWEEPS = 2  # of dual coordinate steps
# Mean cosine of two patterns up to which these steps come first. They paid on w1a, w8a, Reuters and
# planted-sparse, up to 0.14, and not on a9a, a1a and Covertype, from 0.42 on.
LITTLE = 0.25
SAMPLED = 32  # patterns, at least, whose pairs give the mean; all if there are fewer
GOLDEN = 0.6180339887498949  # a sweep steps by this part of m, so that neighbours are far apart
START = 0.03  # √D relative to R
# The same for Δ = 0. A larger D keeps more patterns active, which nearly halves the steps to 99 %
# on sparse-target. With a small Δ, it only adds values of D on the way to Δ².
START_WITHOUT_EXTENSION = 0.15
SMALLEST = 1e-10  # D relative to R²


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
    run.solve()
    return run.found()


def coprime(number, m):
    """Return the least number, at least `number` and 1, that has no factor in common with m."""
    number = max(number, 1)
    while gcd(number, m) > 1:
        number += 1
    return number


class _Run:
    """A run: its plan, and what changes in it.

    `ends` and `points`, (POINTS, 6), are described in newton_state, and `run_states` is (1,) of
    RUN_STATE.
    """

    def __init__(self, space, free, accuracy, max_seconds, started=None):
        self.started = clock() if started is None else started
        self.space, self.history = space, []
        m, n, entries = space.labels.size, space.n, int(space.patterns.starts[-1])
        squared_radius = space.squared_radius - (space.rho**2 if free else 0.0)
        squared_delta = space.delta**2
        smallest = max(squared_delta, SMALLEST * squared_radius)
        start = START if squared_delta > 0.0 else START_WITHOUT_EXTENSION
        direct = n <= DIRECT_UP_TO and entries > FEW_ENTRIES * n * n
        entries_each = max(1.0, entries / m)
        self.kind = int(space.storage is dense)
        limit = inf if max_seconds is None else float(max_seconds)
        few = max(1, int(PRODUCTS / entries_each**2))
        self.plan = Plan(
            free=bool(free),
            squared_delta=squared_delta,
            largest=max(smallest, start**2 * squared_radius),
            smallest=smallest,
            accuracy=-inf if accuracy is None else float(accuracy),
            limit=limit,
            most_steps=NEVER,
            clock=compiled_clock.CLOCK,
            direct=direct,
            mixed=direct and entries_each > MANY_ENTRIES[self.kind],
            few_gradients=FEW_GRADIENTS[self.kind],
            most_gradients=int(min(MOST_GRADIENTS, 10 + MOST_ENTRIES / max(entries, 1))),
            roughly=ROUGHLY,
            gradients_an_entry=GRADIENTS_AN_ENTRY[self.kind],
            entries_each=entries_each,
            at_once=m if limit == inf else few,
        )
        self.run_states, self.points = np.zeros(1, RUN_STATE), np.empty((POINTS, 6))
        self.ends = new_ends(m, n + 2)

    def solve(self):
        m, n = self.space.labels.size, self.space.n
        stride = min(LARGEST_STRIDE, m // max(PART_FACTOR * n, SMALLEST_PART))
        weights = np.zeros(n + 2)
        if self._have_little_in_common():
            self._by_coordinates(weights)
        elif stride > 2:
            self._on_a_part(stride, weights)
        self._on_all(weights)

    def _have_little_in_common(self):
        """Return whether patterns are sparse, with a mean cosine up to LITTLE, as a sample says."""
        space = self.space
        if space.storage is dense:
            return False
        part, room = self._part(max(1, space.labels.size // SAMPLED)), np.zeros(space.n + 2)
        squares = space.squared_norms - space.delta**2
        arguments = part, squares, self.plan.free, room
        return self._compiled(coordinate_steps, "mean_cosine", *arguments)(*arguments) <= LITTLE

    def _by_coordinates(self, weights):
        """Take dual coordinate steps, and change `weights`."""
        space, m, penalty = self.space, self.space.labels.size, self.plan.largest
        step, duals = coprime(int(GOLDEN * m), m), self.ends.short[1]
        squares = space.squared_norms - space.delta**2 + penalty
        arguments = self._part(1), squares, penalty, step, duals, weights
        sweep = self._compiled(coordinate_steps, "sweep", *arguments)
        for _ in range(SWEEPS):
            if clock() - self.started < self.plan.limit:
                sweep(*arguments)
                self.run_states["visits"] += m
        total = duals.sum()
        if total > 0.0 and not self.plan.free:
            squared_norm = weights @ weights + space.delta**2 * (duals @ duals)
            self.run_states["bound"] = sqrt(squared_norm) / total
            self.run_states["bound_row"] = 1

    def _part(self, stride):
        return Part(self.space.patterns, self.space.labels, self.space.rho, stride)

    def _on_a_part(self, stride, weights):
        """Take steps towards the solution for every stride-th pattern, and change `weights`."""
        # Exact steps spare steps on all patterns. They pay on dense patterns of few entries, and on
        # a small part of sparse patterns.
        is_dense = self.space.storage is dense
        pays = not self.plan.mixed if is_dense else stride > SMALL_STRIDE
        whole = self.plan
        plan = whole._replace(
            squared_delta=whole.squared_delta / stride,  # as is the sum of squares
            largest=whole.largest / stride,
            smallest=whole.smallest / stride,
            accuracy=-inf,
            most_steps=STEPS_ON_A_PART,
            direct=whole.direct and pays,
            mixed=False,
            roughly=PART_PRECISION[self.kind],
        )
        m, run_states = -(-self.space.labels.size // stride), np.zeros(1, RUN_STATE)
        state = new_state(weights, np.empty(1), m, plan.direct)
        ends, points = new_ends(m, weights.size), np.empty((POINTS, 6))
        arguments = self._part(stride), plan, state, ends, points, run_states
        advance = self._compiled(newton_kernel, "advance", *arguments, 0.0)
        started = as_perf_counter(self.started)
        try:
            while not advance(*arguments, started):
                pass  # a pause, in which Ctrl-C ends the run
        except np.linalg.LinAlgError:  # for example because all patterns are of one class
            weights[:] = 0.0
        self.run_states["visits"] += run_states["visits"]

    def _on_all(self, weights):
        """Take steps on all patterns until the run ends."""
        reached = self.plan.largest == self.plan.squared_delta
        targets = np.empty(1 if reached else self.space.labels.size)
        state = new_state(weights, targets, self.space.labels.size, self.plan.direct)
        arguments = self._part(1), self.plan, state, self.ends, self.points, self.run_states
        advance = self._compiled(newton_kernel, "advance", *arguments, 0.0)
        started, ended = as_perf_counter(self.started), False
        while not ended:
            try:
                ended = advance(*arguments, started)
            except np.linalg.LinAlgError:  # D is negligible beside the squares of the patterns
                ended = True
            self._record_points()

    def _compiled(self, kernel, name, *arguments):
        """Return a kernel's function, compiled for arguments of these types."""
        entry = getattr(bind(kernel, storage=self.space.storage), name)
        return entry.compiled_for(*arguments, deciding=(self.space.patterns, self.space.labels))

    def _record_points(self):
        """Add the points since the last pause to the history."""
        recorded = self.points[: self._numbers().recorded].tolist()
        for epochs, visits, seconds, directional, geometric, bound in recorded:
            self.history.append(
                Point(
                    updates=None,
                    epochs=int(epochs),
                    mini_epochs=0,
                    visits=int(visits),
                    seconds=seconds,
                    directional_margin=directional,
                    geometric_margin=geometric,
                    upper_bound=bound,
                )
            )

    def _numbers(self):
        """Return the record in `run_states`. Reading one field takes nearly as long."""
        return RunNumbers._make(self.run_states.item())

    def found(self):
        """Return the run's `Found`."""
        numbers = self._numbers()
        weight_row, bound_row = numbers.weight_row, numbers.bound_row
        if numbers.nearest_row >= 0:  # both from one step, in which Σ α_k y_k is the weight
            weight_row = bound_row = numbers.nearest_row
        duals = self._duals_of(bound_row)
        duals_of_weight = duals if weight_row == bound_row else self._duals_of(weight_row)
        total = duals_of_weight.sum() or 1.0
        weight, slacks = self.ends.weights[weight_row, :-1], self.space.delta * duals_of_weight
        return Found(weight / total, slacks / total, duals, self.history)

    def _duals_of(self, row):
        """Return the α_k, (m,), of a row of `ends`."""
        return np.maximum(0.0, self.ends.short[row]) / self.ends.penalties[row]
