"""What the streams of learners with and without a kernel share."""

from abc import ABC, abstractmethod
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from maxmargin.drivers.shared.progress import Run, Stopwatch
from maxmargin.drivers.shared.state import INTERRUPTED
from maxmargin.drivers.shared.update_core import LOST
from maxmargin.statuses import STOPPED


class Fitted(NamedTuple):
    """What a stream needs of a `fit`, beside its attributes, to continue the run.

    settings are from `settings_of`, memory is the rule's, and averaged is the average or None.
    """

    settings: dict
    memory: tuple
    averaged: Any


@dataclass
class Stream(ABC):
    """The state of a stream between two calls of `partial_fit`. It does not include the rule.

    Subclasses also have `squared_radius`, `rho`, `delta`, `class_weights` and `labels`, the labels
    +1 and -1 of all patterns seen, (m,), or 0 where α = 0.

    Attributes
    ----------
    settings : dict
        The learner's parameters at the first call, with which all calls have to agree.
    fitted_epochs : int
        The number of epochs of `fit` if the stream continues its run, otherwise 0.
    curve : list of Point
        A point for each call. It is empty for classifiers of several classes.
    ended : str
        Why the stream cannot continue, or "".
    """

    settings: dict
    fitted_epochs: int = field(default=0, init=False)
    curve: list = field(default_factory=list, init=False)
    ended: str = field(default="", init=False)

    @classmethod
    @abstractmethod
    def before_fit(cls, learner, settings, classes, budget) -> "Stream":
        """Return the stream of a learner before its first pattern. classes: (2,)."""

    @classmethod
    @abstractmethod
    def after_fit(cls, learner, budget) -> "Stream":
        """Return the stream that continues the run of a fitted learner."""

    @abstractmethod
    def check_budget(self, learner, budget):
        """Raise ValueError if a call has a budget that the stream does not allow."""

    @abstractmethod
    def block(self, X, signs) -> Any:
        """Return checked patterns, (m, n), and their labels, ±1, as a block for `present`.

        Raises ValueError for patterns that the space does not allow.
        """

    @abstractmethod
    def _learn(self, rule, parameters, block, stopwatch) -> Run:
        """Present the patterns of a block. Return the `Run`, with this call's `Point` alone."""

    def present(self, rule, parameters, block):
        """Present the patterns of a block once, in their order. Return the whole `Run`."""
        self.ended = INTERRUPTED
        stopwatch = Stopwatch()
        stopwatch.seconds = self.curve[-1].seconds if self.curve else 0.0
        result = self._learn(rule, parameters, block, stopwatch)
        self.ended = _end(result.status, result.failure)
        self.curve.extend(result.curve)
        return replace(result, curve=[*self.curve])

    def continue_run(self, learner):
        """Continue the history of a fitted learner."""
        self.fitted_epochs, self.curve = learner.n_epochs_, [*learner.history_]
        self.ended = _end(learner.status_, learner.failure_)


class HasStream:
    """A classifier with `stream_`, which `partial_fit` changes in place."""

    stream_: Any

    def __copy__(self):
        """Return a shallow copy with a stream of its own, so that each continues by itself."""
        made = object.__new__(type(self))
        vars(made).update(vars(self))
        if hasattr(self, "stream_"):
            made.stream_ = deepcopy(self.stream_)
        return made


def _end(status, failure):
    """Return why a stream cannot continue after a run, or ""."""
    stopped = "it was stopped by rounding, or without a margin above 0."
    return stopped if status == STOPPED else failure


def run_states_after_fit(learner, dtype, squared_norm):
    """Return the record, of this type, of a fitted learner's run, for ‖a‖² and a scale of 1."""
    run_states = np.zeros(1, dtype)
    state = run_states[0]
    state["scale"], state["visits"] = 1.0, learner.n_visits_
    state["t"] = learner.n_updates_ + int(learner.rule.STARTS_FROM_FIRST_PATTERN)
    state["squared_norm"], state["least_known"] = squared_norm, LOST * squared_norm
    return run_states
