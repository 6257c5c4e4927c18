"""Learning from a stream: each call of `partial_fit` presents a block of patterns once."""

from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from maxmargin import checked_input
from maxmargin.drivers.blocks.weight import BlockWeight
from maxmargin.drivers.shared.averages import new_average
from maxmargin.drivers.shared.pattern_order import squared_norm_of
from maxmargin.drivers.shared.progress import Run, Stopwatch
from maxmargin.drivers.shared.state import (
    ENDED_FAILED,
    ENDED_STUCK,
    INTERRUPTED,
    RUN_STATE,
    STOPPED_BY_ROUNDING,
    failure,
)
from maxmargin.drivers.shared.update_core import LOST
from maxmargin.estimators.class_weights import BALANCED, class_weights_of, weighted
from maxmargin.estimators.kernel_stream import (
    KernelStream,
    kernel_block,
    make_dual_stream,
)
from maxmargin.space import make_space
from maxmargin.statuses import FAILED, MAX_EPOCHS, STOPPED


class Fitted(NamedTuple):
    """What a stream needs of a `fit`, beside its attributes, to continue the run.

    settings are from `settings_of`, memory is the rule's, and averaged is the average or None.
    """

    settings: dict
    memory: tuple
    averaged: Any


@dataclass
class Stream:
    """The state of a stream between two calls of `partial_fit`. It does not include the rule.

    Attributes
    ----------
    settings : dict
        The learner's parameters at the first call, with which all calls have to agree.
    squared_radius : float
        R², the largest ‖y_k‖² of earlier calls. If the rule's parameters are in units of R, it is
        the value of the first call, which no later pattern exceeds.
    rho, delta : float
        ρ and Δ.
    labels : array of shape (m,)
        The labels, +1 and -1, of all patterns seen.
    weights, duals, run_states, memory : arrays and a tuple
        As in `BlockWeight`. Before the first pattern memory is (), and the others are None.
    fitted_epochs : int
        The number of epochs of `fit` if the stream continues its run, otherwise 0.
    curve : list of Point
        A point for each call.
    ended : str
        Why the stream cannot continue, or "".
    class_weights : array of shape (2,)
        The weights of the classes.
    averaged : Average or None
        The average of the weights, if the learner has one.
    """

    settings: dict
    squared_radius: float
    rho: float
    delta: float
    labels: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int8))
    weights: Any = None
    duals: Any = None
    run_states: Any = None
    memory: tuple = ()
    fitted_epochs: int = 0
    curve: list = field(default_factory=list)
    ended: str = ""
    class_weights: np.ndarray = field(default_factory=lambda: np.ones(2))
    averaged: Any = None

    @classmethod
    def after_fit(cls, learner):
        """Return the stream that continues the run of a fitted learner."""
        rho, delta = float(learner.augment), float(learner.extend)
        # Patterns with α = 0 get the label 0, because their labels matter no longer.
        labels = np.sign(learner.slack_coef_).astype(np.int8)
        settings, memory, averaged = learner._fitted
        stream = cls(settings, learner.squared_radius_, rho, delta, labels)
        stream.class_weights = learner.class_weight_.copy()
        if averaged is not None:
            stream.averaged = averaged.unscaled(1.0)
        threshold = learner.intercept_[0] / rho if rho else 0.0
        stream.weights = np.r_[learner.coef_[0], threshold, 0.0]
        stream.duals, stream.memory = learner.dual_coef_.copy(), memory
        stream.run_states = np.zeros(1, dtype=RUN_STATE)
        state = stream.run_states[0]
        state["scale"], state["visits"] = 1.0, learner.n_visits_
        state["t"] = learner.n_updates_ + int(learner.rule.STARTS_FROM_FIRST_PATTERN)
        state["squared_norm"] = squared_norm_of(stream.weights, stream.duals, delta**2)
        state["least_known"] = LOST * state["squared_norm"]
        stream.fitted_epochs, stream.curve = learner.n_epochs_, [*learner.history_]
        if learner.status_ in (FAILED, STOPPED):
            stream.ended = learner.failure_ or STOPPED_BY_ROUNDING
        return stream

    def weight(self, rule, parameters, n):
        """Return the `BlockWeight` that continues the stream."""
        found = BlockWeight(rule, parameters, self.squared_radius, n, self.delta)
        if self.weights is not None:
            found.weights, found.duals, found.run_states = self.weights, self.duals, self.run_states
            found.scaled_rule.memory = self.memory
        if self.settings["average"]:
            found.averaged = self.averaged or new_average(n + 2)
        return found

    def present(self, rule, parameters, space):
        """Present the patterns of a `Space` once, in their order. Return the whole `Run`."""
        first = self.labels.size
        self.ended = INTERRUPTED
        weight = self.weight(rule, parameters, space.n)
        weight.duals = np.concatenate([weight.duals, np.zeros(space.labels.size)])
        self.labels = np.concatenate([self.labels, np.sign(space.labels).astype(np.int8)])
        if not first:
            weight.start(space, first)
        stopwatch = Stopwatch()
        stopwatch.seconds = self.curve[-1].seconds if self.curve else 0.0
        reason = weight.present(space, first, stopwatch, self.fitted_epochs)
        status, self.ended = MAX_EPOCHS, ""
        if reason == ENDED_STUCK:
            status, self.ended = STOPPED, STOPPED_BY_ROUNDING
        if reason == ENDED_FAILED:
            status, self.ended = FAILED, failure(weight.state, weight.updates)
        epochs = max(1, self.fitted_epochs)
        self.curve.append(weight.point([(space, first)], epochs, stopwatch.seconds))
        self.weights, self.duals, self.run_states = weight.weights, weight.duals, weight.run_states
        self.memory, self.averaged = weight.scaled_rule.memory, weight.averaged
        scale = weight.state["scale"]
        return Run(
            status,
            self.weights[:-1] * scale,
            self.duals * scale,
            [*self.curve],
            failure=self.ended if status == FAILED else "",
            average=self.averaged and self.averaged.of(self.weights),
        )


def stream_and_space(learner, X, y, classes, squared_radius, budget):
    """Return the stream of a learner, and the space of a block of patterns.

    They are a `Stream` and a `Space`. With a kernel they are a `KernelStream` and a `KernelBlock`.
    Sets classes_ and n_features_in_ at the first call. Raises ValueError for input that
    `Learner.partial_fit` refuses. A refused call does not change the stream.
    """
    stream = getattr(learner, "stream_", None)
    check_not_balanced(learner.class_weight)
    settings = settings_of(learner)
    if learner.kernel is None and budget is not None:
        raise ValueError(
            f"budget is {budget!r}, but {type(learner).__name__} has no kernel and stores no "
            "patterns: leave budget out, or set kernel."
        )
    if learner.kernel is not None:
        _check_plain(learner)
    if stream is None and hasattr(learner, "converged_"):
        _check_same(learner._fitted.settings, settings)
        if learner.kernel is None:
            stream = Stream.after_fit(learner)
        else:
            stream = KernelStream.after_fit(learner, budget)
    classes, X, codes = checked_block(learner, stream, settings, X, y, classes)
    signs = np.where(codes == 1, 1, -1)
    rho, delta = float(learner.augment), float(learner.extend)
    if learner.kernel is None:
        class_weights = class_weights_of(learner.class_weight, classes, None)
        stream = stream or Stream(settings, 0.0, rho, delta, class_weights=class_weights)
        space = make_space(X, weighted(signs, class_weights), rho, delta)
    else:
        if not isinstance(stream, KernelStream):
            stream = KernelStream(settings, make_dual_stream(learner, np.float64, False, budget))
        _check_same_budget(stream.dual, budget)
        space = kernel_block(stream.dual, X, signs)
    is_scaled = is_in_units_of_radius(learner)
    stream.squared_radius = checked_radius(learner, is_scaled, stream, space, squared_radius)
    learner.classes_ = classes
    return stream, space


def checked_block(model, stream, settings, X, y, classes, two=True):
    """Return the classes of a stream, and X and the class codes, (m,), of its next block.

    stream: None at the first call, which sets n_features_in_. two: whether there must be two
    classes instead of two or more. Raises ValueError for bad input, for a stream that has ended,
    and if the classes or one of the `settings` changed since the first call.
    """
    if stream is not None:
        if stream.ended:
            who = type(model).__name__
            raise ValueError(f"the run of {who} has ended: {stream.ended} Use a new learner.")
        _check_same(stream.settings, settings)
    classes = _classes(None if stream is None else model.classes_, classes, two)
    X, y = checked_input.block(model, X, y, reset=stream is None)
    place = int(np.isin(y, classes).argmin())
    if y[place] not in classes:
        raise ValueError(
            f"y has the label {y[place]!s} at place {place}, counted from 0, but classes are "
            f"{_listed(classes)}."
        )
    return classes, X, np.searchsorted(classes, y)


def checked_radius(model, is_scaled, stream, space, squared_radius):
    """Return R² of a stream after the block in a space.

    is_scaled: whether R scales a parameter of the model's rule. Raises ValueError if squared_radius
    is not allowed, or if R scales a parameter and a pattern is longer than R.
    """
    check_squared_radius(squared_radius)
    radius = stream.squared_radius
    if not is_scaled:
        return max(radius, space.squared_radius)
    if not radius:
        radius = float(squared_radius or 0.0)
    elif squared_radius not in (None, radius):
        raise ValueError(
            f"squared_radius is {squared_radius:g}, but is {radius:g} in this stream: give it at "
            "the first call only."
        )
    if radius:
        _check_lengths(model, radius, space)
    return max(radius, space.squared_radius)


def settings_of(learner):
    """Return the parameters that may not change within a stream, by name."""
    names = *learner.rule.Parameters._fields, "augment", "extend", *learner.in_blocks
    settings = {name: getattr(learner, name) for name in names}
    given = learner.class_weight
    given = dict(given) if isinstance(given, dict) else given
    return settings | {"class_weight": given, "average": learner.average}


def _check_plain(learner):
    """Raise ValueError for parameters that a stream with a kernel cannot have."""
    for name, plain in (("class_weight", None), ("average", False)):
        if getattr(learner, name) != plain:
            raise ValueError(
                f"{name}={getattr(learner, name)!r} is not possible in partial_fit with a kernel: "
                f"leave it at {plain}, or use fit."
            )


def _check_same(before, settings):
    for name, value in settings.items():
        # Kernels are tuples, so that Linear(True) == Gaussian(1.0).
        is_another_kernel = isinstance(value, tuple) and type(value) is not type(before[name])
        if is_another_kernel or value != before[name]:
            raise ValueError(
                f"{name} is {value!r}, but was {before[name]!r} at the start: set it "
                "back, or use a new learner."
            )


def _check_same_budget(dual, budget):
    """Raise ValueError if a call has another budget than a `DualStream`."""
    is_same = isinstance(budget, Integral) and budget == dual.budget
    if budget is not None and not is_same:
        raise ValueError(
            f"budget is {budget!r}, but is {dual.budget!r} in this stream: give it at the first "
            "call only."
        )


def _listed(classes):
    """Return classes as words."""
    *names, last = map(str, classes)
    return f"{', '.join(names)} and {last}"


def _classes(before, classes, two):
    """Return the classes of a stream, sorted. `before` has those of earlier calls, or None."""
    if classes is None:
        if before is None:
            raise ValueError(
                "classes is missing: the first call of partial_fit has to name "
                f"{'both' if two else 'all'} classes, because a block may lack one."
            )
        return before
    checked_input.check_labels(classes, "classes")
    classes = np.unique(classes)
    if classes.size < 2 or two and classes.size > 2:
        needed = "two" if two else "at least two"
        raise ValueError(f"classes has {classes.size} values, but {needed} are needed.")
    if before is not None and not np.array_equal(classes, before):
        raise ValueError(
            f"classes are {_listed(classes)}, but were {_listed(before)} at the start: leave "
            "classes out."
        )
    return classes


def check_not_balanced(class_weight):
    """Raise ValueError for weights that a stream cannot know."""
    if class_weight == BALANCED:
        raise ValueError(
            "class_weight is 'balanced', but partial_fit does not know how many patterns of each "
            "class will come: give a dictionary of weights, such as those of sklearn's "
            "compute_class_weight."
        )


def check_squared_radius(value):
    """Raise ValueError unless R² is finite and above 0, or None."""
    if value is not None and not (isinstance(value, Real) and 0.0 < float(value) < np.inf):
        raise ValueError(f"squared_radius is {value!r}, but has to be finite and above 0, or None.")


def is_in_units_of_radius(learner):
    """Return whether R scales a parameter of the learner's rule."""
    rule, parameters = learner.rule_and_parameters()
    return rule.scaled(parameters, 1.0) != rule.scaled(parameters, 4.0)


def _check_lengths(learner, squared_radius, space):
    """Raise ValueError for a pattern that is longer than the R of a stream."""
    longest = int(space.squared_norms.argmax())
    found = space.squared_radius
    if squared_radius < found:
        raise ValueError(
            f"row {longest} of X, counted from 0, has ‖y‖² = {found:g}, but the parameters of "
            f"{type(learner).__name__} are in units of R² = {squared_radius:g}, the largest "
            "‖y‖² of the stream: give the first call of a new learner a larger squared_radius."
        )
