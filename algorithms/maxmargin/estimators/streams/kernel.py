"""Streams in a kernel's space, of learners and of classifiers of several classes."""

from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from maxmargin import kernels
from maxmargin.drivers.dual.driver import norms_and_bound
from maxmargin.drivers.dual.learner import DUAL_STATE, SUPPORT_AT_ONCE, DualLearner, KernelSpace
from maxmargin.drivers.dual.stream import (
    PIECE,
    SQUARED_NORM_OF,
    Columns,
    DualStream,
    LearnerState,
    StreamRows,
    in_form_of,
    squared_norms,
)
from maxmargin.drivers.shared.progress import Point, Run, margin_of
from maxmargin.drivers.shared.state import DONE, HAS_FAILED, IS_STUCK, failure
from maxmargin.estimators.streams.stream import Stream, run_states_after_fit
from maxmargin.input.numbers import is_number
from maxmargin.statuses import FAILED, MAX_EPOCHS, STOPPED

STATUS = {DONE: MAX_EPOCHS, IS_STUCK: STOPPED, HAS_FAILED: FAILED}


class KernelBlock(NamedTuple):
    """A block of a stream in a kernel's space. labels: (m,)."""

    X: Any
    labels: np.ndarray
    space: KernelSpace

    @property
    def squared_norms(self):
        return self.space.squared_norms

    @property
    def squared_radius(self):
        return self.space.squared_radius

    @property
    def rounding(self):
        """The relative rounding error of a product."""
        return self.space.error


@dataclass
class KernelStream(Stream):
    """The state of a stream in a kernel's space.

    Attributes
    ----------
    dual : DualStream
        The stored patterns and the states of the learners.
    """

    dual: DualStream

    @classmethod
    def before_fit(cls, learner, settings, classes, budget):
        """Return the stream of a learner with a kernel before its first pattern."""
        _check_plain(learner)
        return cls(settings, make_dual_stream(learner, False, budget))

    @classmethod
    def after_fit(cls, learner, budget):
        """Return the stream that continues the run of a fitted learner with a kernel."""
        _check_plain(learner)
        settings, memory = learner._fitted.settings, learner._fitted.memory
        dual = make_dual_stream(learner, False, budget)
        dual.squared_radius, dual.seen = learner.squared_radius_, learner.dual_coef_.size
        dual.ids, dual.X = learner.support_, in_form_of(None, learner._support_X)
        dual.norms = squared_norms(dual.X)
        dual.longest, dual.entries = dual.extremes(dual.X, dual.norms)
        dual.labels = np.sign(learner._support_coef).astype(np.int64)
        if budget is not None:
            _check_memory(dual.ids.size, dual.memory, "raise kernel_memory.")
            columns = Columns(dual.X, dual.norms)
            dual.gram = columns.base_values(dual.kernel.base, dual.X, dual.norms)
        dual.states = [_state_after_fit(learner, dual, memory)]
        stream = cls(settings, dual)
        stream.continue_run(learner)
        return stream

    def check_budget(self, learner, budget):
        """Raise ValueError if a call has another budget than the stream."""
        is_same = isinstance(budget, Integral) and budget == self.dual.budget
        if budget is not None and not is_same:
            raise ValueError(
                f"budget is {budget!r}, but is {self.dual.budget!r} in this stream: give it at the "
                "first call only."
            )

    def block(self, X, signs):
        """Return checked patterns, (m, n), and their labels, ±1 or class codes, for `present`.

        Raises ValueError for patterns that the kernel's space does not allow.
        """
        X = in_form_of(self.dual.X, X)
        norms, base = squared_norms(X), self.dual.kernel.base
        longest, entries = self.dual.extremes(X, norms)
        kernels.relative_error(self.dual.kernel, longest, entries)
        empty = Columns(X[:0], norms[:0])
        rows = StreamRows(base, empty, Columns(X, norms), 0)
        space = KernelSpace(self.dual.kernel, rows, self.dual.rho, self.dual.delta)
        return KernelBlock(X, signs, space)

    @property
    def class_weights(self):
        """Return the weights of the two classes, (2,), which are 1."""
        return np.ones(2)

    @property
    def squared_radius(self):
        """Return R²."""
        return self.dual.squared_radius

    @squared_radius.setter
    def squared_radius(self, value):
        self.dual.squared_radius = value

    @property
    def rho(self):
        """Return ρ."""
        return self.dual.rho

    @property
    def delta(self):
        """Return Δ."""
        return self.dual.delta

    @property
    def labels(self):
        """Return the labels of all patterns seen, (m,), and 0 for patterns with α = 0."""
        labels = np.zeros(self.dual.seen, np.int8)
        labels[self.dual.ids] = self.dual.labels
        return labels

    def rows_of(self, support):
        """Return the stored patterns at these places of the stream, all or fewer.

        The stream also stores a pattern whose α is above 0 in v, but underflows in the weight.
        """
        ids, X = self.dual.ids, self.dual.X
        return X if support.size == ids.size else X[np.searchsorted(ids, support)]

    def _learn(self, rule, parameters, block, stopwatch):
        def make_learners(labels, space):
            return [DualLearner(rule, parameters, labels, space)]

        if self.dual.states:
            self.dual.states[0].run_states["epochs"] = self.fitted_epochs
        with stopwatch.learning():
            (learner,), stored_places, (result,) = self.dual.present(
                make_learners, block.X, block.labels
            )
        duals = np.zeros(self.dual.seen)
        duals[self.dual.ids] = learner.duals()[stored_places]
        norm, point = self._point(learner, stored_places, block, duals, stopwatch.seconds)
        failed = failure(learner.state, learner.updates) if result == HAS_FAILED else ""
        return Run(STATUS[result], None, duals, [point], failure=failed, norm=norm)

    def _point(self, learner, stored_places, block, duals, seconds):
        """Return (‖a‖, `Point`), with the margin of a block.

        stored_places: of the stored patterns in the learner. duals: α of all patterns seen.
        """
        labels, factors, _, squared_delta = learner.patterns
        own = SQUARED_NORM_OF(
            labels, factors, squared_delta, learner.hypothesis.scores, learner.weight.duals
        )
        alphas, squared_scale = duals[self.dual.ids], float(learner.state["scale"]) ** 2
        norm, plain_norm, bound = norms_and_bound(
            learner.space, (labels * factors)[stored_places], alphas, squared_scale * own
        )
        products = block.labels * self._outputs(block.X, alphas)
        products += squared_delta * duals[-products.size :]
        smallest = float(products.min())
        return norm, Point(
            updates=learner.updates,
            epochs=max(1, self.fitted_epochs),
            mini_epochs=0,
            visits=int(learner.state["visits"]),
            seconds=seconds,
            directional_margin=margin_of(smallest, norm),
            geometric_margin=margin_of(smallest, plain_norm),
            upper_bound=bound,
        )

    def _outputs(self, X, alphas):
        """Return a·φ(x) of the rows of X, without the extending coordinates."""
        dual, outputs = self.dual, np.zeros(X.shape[0])
        X, signed = in_form_of(dual.X, X), dual.labels * alphas
        for start in range(0, signed.size, SUPPORT_AT_ONCE):
            part = slice(start, start + SUPPORT_AT_ONCE)
            K = kernels.values_of_checked(dual.kernel, X, dual.X[part], dual.rho)
            outputs += K @ signed[part]
        return outputs


def _check_plain(learner):
    """Raise ValueError for parameters that a stream with a kernel cannot have."""
    for name, plain in (("class_weight", None), ("average", False)):
        if getattr(learner, name) != plain:
            raise ValueError(
                f"{name}={getattr(learner, name)!r} is not possible in partial_fit with a kernel: "
                f"leave it at {plain}, or use fit."
            )


def make_dual_stream(model, averages, budget=None):
    """Return an empty `DualStream` of a learner with its kernel, augment and extend."""
    kernel, memory = kernels.checked(model.kernel or kernels.Linear()), model.kernel_memory * 2**30
    if budget is not None:
        _check_budget(budget, memory)
        budget = int(budget)
    rho, delta = float(model.augment), float(model.extend)
    return DualStream(kernel, rho, delta, averages, budget, memory)


def _check_budget(budget, memory):
    """Raise ValueError if the budget is not a whole number above 0, or exceeds kernel_memory."""
    if not (isinstance(budget, Integral) and is_number(budget) and int(budget) >= 1):
        raise ValueError(f"budget is {budget!r}, but has to be a whole number above 0, or None.")
    _check_memory(int(budget), memory, "lower the budget, or raise kernel_memory.")


def _check_memory(size, memory, remedy):
    """Raise ValueError if the kernel's values for `size` stored patterns exceed kernel_memory."""
    needed = 8 * (size + PIECE) ** 2
    if needed > memory:
        raise ValueError(
            f"kernel_memory is {memory / 2**30:.3g} GiB, but with a budget the kernel's values of "
            f"{size} stored patterns take {needed / 2**30:.3g} GiB: {remedy}"
        )


def _state_after_fit(learner, dual, memory):
    """Return the `LearnerState` of a fitted learner, whose patterns a `DualStream` stores."""
    duals = learner.dual_coef_[learner.support_]
    outputs = np.zeros(duals.size)
    for start in range(0, duals.size, SUPPORT_AT_ONCE):
        part = slice(start, start + SUPPORT_AT_ONCE)
        K = kernels.values_of_checked(dual.kernel, dual.X, dual.X[part], dual.rho)
        outputs += K @ learner._support_coef[part]
    squares = kernels.diagonal(dual.kernel, dual.norms, dual.rho)
    factors = 1.0 / np.sqrt(squares) if dual.kernel.normalised else np.ones(duals.size)
    squared_norm = float(duals @ (dual.labels * outputs + dual.delta**2 * duals))
    run_states = run_states_after_fit(learner, DUAL_STATE, squared_norm)
    run_states[0]["support"] = duals.size
    progress = memory, int(learner.rule.STARTS_FROM_FIRST_PATTERN), True
    return LearnerState(duals, np.zeros(duals.size), outputs / factors, run_states, progress)
