"""The dual driver: weights in a kernel's space, represented by their products with all patterns.

Any number of learners can be presented with the same patterns in the same order, side by side. The
learners may differ in class, parameters and kernel. They share the rows of the kernel, which are
computed in blocks. If a learner's update needs a missing row, the learner waits. The rows that all
learners need are computed together, and all learners continue.

The learners are nevertheless independent. No bit of a result depends on the number of threads. If
inner products are exact, as for whole numbers, no bit depends on the other learners or on the
memory for rows.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple, Protocol

import numpy as np

from maxmargin.compilation.binding import Entry, bind
from maxmargin.contract import Rule
from maxmargin.drivers.dual import kernel as dual_kernel
from maxmargin.drivers.dual.kernel_rows import BLOCK
from maxmargin.drivers.dual.vectors import push
from maxmargin.drivers.shared.progress import NEVER
from maxmargin.drivers.shared.scaled_rule import ScaledRule
from maxmargin.drivers.shared.state import DONE, FAULT, HAS_FAILED, IS_STUCK, failure
from maxmargin.kernels import diagonal, relative_error, values
from maxmargin.rounding import most_entries
from maxmargin.space import check_lengths, signed

DUAL_STATE = np.dtype(
    (
        np.record,
        [
            ("squared_norm", "f8"),  # ‖a‖², by recurrence
            ("least_known", "f8"),  # below this ‖a‖² has lost too many digits
            ("scale", "f8"),  # a = scale·v
            ("squared_radius", "f8"),  # R²
            ("total", "f8"),  # Σ scale over the visits, or their number
            ("t", "i8"),  # updates, from the rule's start
            ("epochs", "i8"),  # full epochs that have ended
            ("visits", "i8"),
            ("survived", "i8"),  # visits since the last update
            ("position", "i8"),  # in the current epoch
            ("support", "i8"),  # patterns with a coefficient other than 0
            ("kernel_values", "i8"),  # Σ support over the visits
            ("last_dual", "f8"),  # α of v of the last update's pattern, before the update
            ("last_change", "f8"),  # c of the last update, which added c·y to v
            ("from_final_coefficients", "b1"),  # whether the average is
            *FAULT,
        ],
    )
)
STRETCH = 512  # patterns examined together by look_ahead
LEAST_KNOWN = 100.0  # in units of its error; a smaller ‖a‖² counts as 0
SUPPORT_AT_ONCE = 256  # patterns of the weight that are multiplied with all others at a time
PUSH = Entry(push)


class Patterns(NamedTuple):
    """The training patterns, for a rule.

    labels: (m,), ±1 times the class weights. factors: (m,), f_k. squared_norms: (m,), q_k = ‖y_k‖².
    squared_delta: Δ².
    """

    labels: np.ndarray
    factors: np.ndarray
    squared_norms: np.ndarray
    squared_delta: float


class Weight(NamedTuple):
    """Numbers per pattern, (m,) each.

    duals: α of v. sums_of_duals: the α of the average, minus total·duals. touched: whether the
    pattern had an update in this epoch.
    """

    duals: np.ndarray
    sums_of_duals: np.ndarray
    touched: np.ndarray


class Hypothesis(NamedTuple):
    """Numbers per column, (m + m′,) each.

    scores: v·φ(x). sums: the average's product, minus total·scores. votes: the votes counted
    before, int32.
    """

    scores: np.ndarray
    sums: np.ndarray
    votes: np.ndarray


class Pool(NamedTuple):
    """The rows of a `KernelRows`.

    slots: (m,), int32, the place of a pattern's row in rows, −1 if it is missing. rows:
    (capacity, m + m′), float32 or float64.
    """

    slots: np.ndarray
    rows: np.ndarray


class KernelSpace:
    """The patterns of a data set in a kernel's space, augmented by ρ and extended by Δ.

    factors: (m + m′,), f = 1/√K(x, x) if the kernel is normalised, 1 otherwise. squared_norms:
    (m,), w²f²K(x, x) + Δ² with the class weight w. squared_radius: the largest. Here K includes ρ²,
    for the augmenting coordinate. Raises ValueError for a pattern of norm 0 if the kernel is
    normalised. Also raises it for kernels with values that overflow, or that rounding destroys, on
    these patterns.
    """

    def __init__(self, kernel, rows, rho=0.0, delta=0.0, class_weights=1.0):
        """Make the space from `KernelRows` of the kernel's base.

        class_weights: the weight of each pattern's class, (m,), or 1.
        """
        self.kernel, self.rows, self.rho, self.delta = kernel, rows, float(rho), float(delta)
        self.m = rows.slots.size
        squared_rho, squared_delta = self.rho * self.rho, self.delta * self.delta
        self.shape = (*kernel.power_of_base, squared_rho)
        squares = diagonal(kernel, np.concatenate(rows.norms), self.rho)
        self.factors = 1.0 / np.sqrt(squares) if kernel.normalised else np.ones(squares.size)
        plain = np.ones(self.m) if kernel.normalised else squares[: self.m]
        self.squared_norms = np.square(class_weights) * plain + squared_delta
        check_lengths(self.squared_norms)
        longest = float(max(norms.max(initial=0.0) for norms in rows.norms))
        self.error = relative_error(kernel, longest, most_entries(rows.columns[0]))
        self.squared_radius = float(self.squared_norms.max())

    def separates(self, point):
        """Return whether the margin of a `Point` exceeds the rounding error of the products.

        A weight is Σ α_k y_k, so that each product is a sum of terms of up to α_k R².
        """
        error = self.error * self.squared_radius
        return point.directional_margin * point.upper_bound > error

    def error_of(self, duals):
        """Return the rounding error of ‖Σ α_k y_k‖², computed as the sum of α_k α_l y_k·y_l."""
        longest = sqrt(self.squared_radius) * float(np.abs(duals).sum())
        return self.error * longest * longest


class KernelLearner(Protocol):
    """A learner in a `KernelSpace`, as `present` and a stream need it.

    `DualLearner` has one weight, `MulticlassLearner` one for each class. weight and hypothesis have
    the shapes of these classes.
    """

    rule: Rule
    space: KernelSpace
    patterns: Patterns
    weight: Weight
    hypothesis: Hypothesis
    run_states: np.ndarray
    state: Any
    started: bool

    @property
    def updates(self) -> int: ...
    def begin(self, order: np.ndarray) -> None: ...
    def advance(self, order: np.ndarray, end: int) -> int: ...
    def look_ahead(self, order: np.ndarray, start: int, end: int, wanted: np.ndarray) -> None: ...
    def changes(self) -> np.ndarray: ...
    def progress(self) -> tuple: ...
    def continue_from(self, progress: tuple) -> None: ...


class DualLearner:
    """A rule that learns in a `KernelSpace`. labels: (m,), ±1 times the space's class weights.

    from_final_coefficients: whether the average is Σ_j a_j (T − t_j) y_j instead of the average of
    the weights. The last weight has the coefficient a_j, added at visit t_j of T.
    """

    def __init__(self, rule, parameters, labels, space, from_final_coefficients=False):
        self.rule, self.space = rule, space
        self.kernel = bind(dual_kernel, rule)
        self.scaled_rule = ScaledRule(rule, parameters, space.squared_radius)
        m, width = space.m, space.factors.size
        factors = space.factors[:m].copy()
        self.patterns = Patterns(signed(labels), factors, space.squared_norms, space.delta**2)
        self.weight = Weight(np.zeros(m), np.zeros(m), np.zeros(m, dtype=bool))
        self.hypothesis = Hypothesis(np.zeros(width), np.zeros(width), np.zeros(width, np.int32))
        self.pool = Pool(space.rows.slots, space.rows.rows)
        self.run_states = np.zeros(1, dtype=DUAL_STATE)
        self.state = self.run_states[0]
        self.state["scale"], self.state["squared_radius"] = 1.0, space.squared_radius
        self.state["from_final_coefficients"] = from_final_coefficients
        self.first_t = 0
        self.compiled_advance = self.compiled_look_ahead = None
        self.started = not rule.STARTS_FROM_FIRST_PATTERN

    @property
    def updates(self):
        return int(self.state["t"]) - self.first_t

    @property
    def support_vectors(self):
        """Return the number of patterns with α != 0 in the last weight."""
        return int(np.count_nonzero(self.weight.duals))

    @property
    def kernel_values(self):
        """Return the number of kernel values that all visits need without a cache."""
        return int(self.state["kernel_values"])

    def begin(self, order):
        """Prepare for presenting an order of patterns."""
        self.state["position"] = 0
        self.weight.touched[:] = False
        if not self.started:
            self._start_from(int(order[0]))

    def advance(self, order, end, max_updates=NEVER):
        """Present patterns up to the place `end` of the order.

        Returns DONE, FULL after max_updates, IS_STUCK, HAS_FAILED, or a pattern whose row is
        missing.
        """
        arguments = (
            self.patterns,
            self.scaled_rule.params,
            self.space.shape,
            self.weight,
            self.hypothesis,
            self.run_states,
            self.scaled_rule.memory,
            self.pool,
            order,
            end,
            self.first_t + max_updates,
        )
        self.compiled_advance = self.compiled_advance or self.kernel.advance.compiled_for(
            *arguments
        )
        result, self.scaled_rule.memory = self.compiled_advance(*arguments)
        return result

    def look_ahead(self, order, start, end, wanted):
        """Mark in wanted, (m,), bool, the patterns that violate and have no row.

        It examines the patterns from start to end of the order with the current weight.
        """
        arguments = (
            self.patterns,
            self.scaled_rule.params,
            self.weight,
            self.hypothesis,
            self.run_states,
            self.scaled_rule.memory,
            self.pool,
            order,
            max(start, int(self.state["position"])),
            end,
            wanted,
        )
        look_ahead = self.compiled_look_ahead or self.kernel.look_ahead.compiled_for(*arguments)
        self.compiled_look_ahead = look_ahead
        look_ahead(*arguments)

    def last(self):
        """Return a·φ̂(x) for all columns, (m + m′,), with the last weight a."""
        return self.state["scale"] * self.hypothesis.scores * self.space.factors

    def average(self):
        """Return Σ_t a_t·φ̂(x) over all visits, divided by their number, (m + m′,)."""
        sums = self.state["total"] * self.hypothesis.scores + self.hypothesis.sums
        return sums * self.space.factors * self._weight_of_sums()

    def voted(self):
        """Return Σ_t sign(a_t·φ(x)) over the number of visits, (m + m′,). sign(0) is 1."""
        signs = np.where(self.hypothesis.scores >= 0.0, 1, -1)
        votes = self.hypothesis.votes + int(self.state["survived"]) * signs
        return votes / max(int(self.state["visits"]), 1)

    def duals(self):
        """Return α of the last weight, (m,)."""
        return self.state["scale"] * self.weight.duals

    def average_duals(self):
        """Return α of the average, (m,)."""
        total = self.state["total"] * self.weight.duals + self.weight.sums_of_duals
        return total * self._weight_of_sums()

    def _weight_of_sums(self):
        """Return the factor that makes the sums over the visits an average."""
        scale = self.state["scale"] if self.state["from_final_coefficients"] else 1.0
        return scale / max(int(self.state["visits"]), 1)

    def norm_of(self, hypothesis, output):
        """Return ‖a‖ of the "last" or "average" hypothesis. output: its products."""
        duals = self.duals() if hypothesis == "last" else self.average_duals()
        return norm(self.products(output, duals), duals)

    def products(self, output, duals):
        """Return p_k of a hypothesis, (m,): label · output + Δ² α_k."""
        labels, _, _, squared_delta = self.patterns
        return labels * output[: labels.size] + squared_delta * duals

    def measured_products(self):
        """Recompute p_k of the last weight, (m,), from kernel values, without the stored scores."""
        space, duals = self.space, self.duals()
        X, labels, support = space.rows.columns[0], self.patterns.labels, np.flatnonzero(duals)
        output, signed = np.zeros(space.m), (labels * duals)[support]
        for start in range(0, support.size, SUPPORT_AT_ONCE):
            part = slice(start, start + SUPPORT_AT_ONCE)
            output += values(space.kernel, X, X[support[part]], space.rho) @ signed[part]
        return self.products(output, duals)

    def changes(self):
        """Return c·label·f of each pattern, (m, 1), with v·φ(x) = Σ_k changes_k K(x_k, x)."""
        labels, factors, *_ = self.patterns
        return (self.weight.duals * labels * factors)[:, None]

    def progress(self):
        """Return what the learner needs to continue, beside its arrays and the record `state`."""
        return self.scaled_rule.memory, self.first_t, self.started

    def continue_from(self, progress):
        """Continue with the `progress` of an earlier learner of the same rule."""
        self.scaled_rule.memory, self.first_t, self.started = progress

    def _start_from(self, k):
        """Set the first weight to y_k."""
        self.space.rows.ensure(np.array([k]))
        labels, factors = self.patterns.labels, self.patterns.factors
        row = self.pool.rows[self.pool.slots[k]]
        PUSH(row, self.space.shape, labels[k] * factors[k], 0, 0.0, self.hypothesis)
        self.weight.duals[k] = 1.0
        self.state["support"] = 1
        self.state["t"], self.state["squared_norm"] = 1, self.patterns.squared_norms[k]
        self.first_t, self.started = 1, True


def norm(products, duals):
    """Return ‖a‖ = √(Σ α_k p_k); it is not finite if a number of the hypothesis is not."""
    with np.errstate(invalid="ignore", over="ignore"):
        return sqrt(max(float(duals @ products), 0.0))


def present(learners: Sequence[KernelLearner], order: np.ndarray, threads: Any = None) -> None:
    """Present the patterns of an order, int32, once to all learners.

    threads: a ThreadPoolExecutor that shares the learners, or None. Raises FloatingPointError if a
    number of a learner is not finite, or if a weight stays at 0.
    """
    each = threads.map if threads else map
    for learner in learners:
        learner.begin(order)
    start = 0
    while learners and start < order.size:
        start = _present_stretch(learners, order, start, each)
    for learner in learners:
        learner.state["epochs"] += 1


def _present_stretch(learners, order, start, each):
    """Present patterns from a place in the order. Return the place where it stopped.

    A stretch ends where a whole block of new rows is needed with the weights at its start.
    """
    wanted = {id(learner.space.rows): _Wanted(learner.space.rows) for learner in learners}

    def mark(waiting, begin, end):
        def mark_of(learner):
            learner.look_ahead(order, begin, end, wanted[id(learner.space.rows)].marks)

        list(each(mark_of, waiting))

    end = start
    while end < order.size and not any(rows.full for rows in wanted.values()):
        begin, end = end, min(end + STRETCH, order.size)
        mark(learners, begin, end)
    end = min(rows.end_of_block(order, start, end) for rows in wanted.values())
    waiting = learners
    while waiting:
        for rows in wanted.values():
            rows.fetch(order[start:end])
        results = list(each(lambda learner: learner.advance(order, end), waiting))
        for learner, result in zip(waiting, results, strict=True):
            check_result(learner, result)
        waiting = [w for w, result in zip(waiting, results, strict=True) if result != DONE]
        mark(waiting, start, end)
    return end


def check_result(learner, result):
    """Raise FloatingPointError if a learner cannot go on after this result of `advance`."""
    if result == HAS_FAILED:
        raise FloatingPointError(f"{learner.rule.NAME}: {failure(learner.state, learner.updates)}")
    if result == IS_STUCK:
        raise FloatingPointError(
            f"{learner.rule.NAME}: the weight is 0 up to rounding after {learner.updates} "
            "updates, and its steps are proportional to the weight: no margin can be reached."
        )


class _Wanted:
    """The patterns whose rows of one `KernelRows` are wanted."""

    def __init__(self, rows):
        self.rows = rows
        self.marks = np.zeros(rows.slots.size, dtype=bool)

    @property
    def full(self):
        return np.count_nonzero(self.marks) >= BLOCK

    def end_of_block(self, order, start, end):
        """Return the place after the first BLOCK wanted patterns of the order, or `end`."""
        places = np.flatnonzero(self.marks[order[start:end]])
        return start + int(places[BLOCK - 1]) + 1 if places.size >= BLOCK else end

    def fetch(self, stretch):
        """Compute the rows of the first BLOCK wanted patterns of a stretch."""
        first = stretch[self.marks[stretch]][:BLOCK]
        self.rows.ensure(np.sort(first))
        self.marks[:] = False
