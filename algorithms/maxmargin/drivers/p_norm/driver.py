"""The p-norm driver: ALMA_p (Gentile 2001, Section 3) for any p >= 2, on normalised patterns.

The q-norm measures weights. Its dual, the p-norm with 1/p + 1/q = 1, measures patterns. A
`PNormLearner` is judged online, by the last, average and voted hypotheses. `run` lets ALMA_p learn
in a `PNormSpace` until it converges.
"""

from copy import copy
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from maxmargin.compilation.binding import bind
from maxmargin.drivers.p_norm import kernel as p_norm_kernel
from maxmargin.drivers.p_norm.space import q_norm
from maxmargin.drivers.shared.progress import (
    NEVER,
    NO_BUDGET,
    Point,
    ProgressMonitor,
    bound_of,
    margin_of,
)
from maxmargin.drivers.shared.state import ENDED_CONVERGED, PASSES
from maxmargin.rules import alma

P_NORM_STATE = np.dtype(
    (
        np.record,
        [
            ("scale", "f8"),
            ("power_sum", "f8"),  # S = Σ |τ_i|^p
            ("recomputed_sum", "f8"),  # S when it was last recomputed
            ("factor", "f8"),  # w = factor·powers
            ("total", "f8"),  # Σ factor over the visits since then
            ("updates", "i8"),
            ("survived", "i8"),  # visits since the last update
            ("logged", "i8"),  # updates in the log
            *PASSES,
        ],
    )
)
SLICE_VISITS = 1 << 16  # between two checks of the clock
BLOCK = 256  # hypotheses whose votes are counted together


class Schedule(NamedTuple):
    """The constants of the threshold and of the learning rate, which both fall as 1/√k.

    gamma: the threshold times √k, (1 − α) B √(p−1). eta: the rate times √k, C/√(p−1). p: the order
    of the norm. whole: p − 1 if it is a whole number, 0 otherwise. always: whether every weight is
    scaled to unit length.
    """

    gamma: float
    eta: float
    p: float
    whole: int
    always: bool


class Patterns(NamedTuple):
    """Patterns in memory.

    values: the entries of the patterns, one pattern after the other. columns: uint32, the entries'
    columns; None for dense patterns. starts: (m + 1,), first entries. labels: int8, (m,). empty:
    (m,), bool, whether a pattern is all zero.
    """

    values: np.ndarray
    columns: np.ndarray | None
    starts: np.ndarray
    labels: np.ndarray
    empty: np.ndarray


class Weight(NamedTuple):
    """A weight in memory.

    tau: τ, (n,). powers and sums: (n,), as in kernel.py. duals: (m,), α of τ = Σ α_k y_k x̂_k.
    """

    tau: np.ndarray
    powers: np.ndarray
    sums: np.ndarray
    duals: np.ndarray


class Log(NamedTuple):
    """The updates in order.

    patterns: int32. survived: int32, the number of visits that the weight before each update had
    survived.
    """

    patterns: np.ndarray
    survived: np.ndarray


NO_LOG = Log(np.zeros(0, np.int32), np.zeros(0, np.int32))


class PNormWeight:
    """A weight w = f⁻¹(θ) that learns.

    parameters: those of `rules.alma`. p: the order of the norm, >= 2. labels: (m,), ±1. X: (m, n),
    patterns with ‖x‖_p <= 1.
    """

    def __init__(self, parameters, p, labels, X):
        constants: Any = alma.scaled(parameters, 1.0)
        alpha, B, C, always = constants
        whole = int(p) - 1 if p == int(p) else 0
        root = sqrt(p - 1.0)
        gamma, eta = float((1.0 - alpha) * B * root), float(C / root)
        self.schedule = Schedule(gamma, eta, float(p), whole, always == 1.0)
        self.kernel = bind(p_norm_kernel)
        self.patterns = _packed(X, np.require(labels, np.int8, ["C", "W"]))
        self.compiled_advance = None
        self._start(*X.shape)

    def _start(self, m, n):
        """Set the weight to 0."""
        self.weight = Weight(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(m))
        self.run_states = np.zeros(1, dtype=P_NORM_STATE)
        self.state = self.run_states[0]
        self.state["scale"] = 1.0
        self.active_set = np.empty(m, np.int32)

    def zero(self):
        """Return a weight of 0 that learns from the same patterns."""
        other = copy(self)
        other._start(self.weight.duals.size, self.weight.tau.size)
        return other

    def advance(
        self,
        order,
        log=NO_LOG,
        mini_epochs=0,
        reordered=True,
        at_update=NEVER,
        at_visit=NEVER,
        at_epoch=NEVER,
    ):
        """Present patterns, by default an order of them once. See the kernel's `advance`."""
        arguments = (
            self.patterns,
            self.schedule,
            self.weight,
            self.run_states,
            log,
            order,
            self.active_set,
            mini_epochs,
            reordered,
            at_update,
            at_visit,
            at_epoch,
        )
        self.compiled_advance = self.compiled_advance or self.kernel.advance.compiled_for(
            *arguments
        )
        return self.compiled_advance(*arguments)

    def last(self):
        """Return w, (n,)."""
        return self.state["factor"] * self.weight.powers

    def average(self):
        """Return Σ_t w_t over all visits, divided by their number, (n,)."""
        sums = self.state["total"] * self.weight.powers + self.weight.sums
        return sums / max(int(self.state["visits"]), 1)

    def duals(self):
        """Return α of θ = Σ α_k y_k x̂_k, (m,)."""
        return self.state["scale"] * self.weight.duals

    def theta_norm(self):
        """Return ‖θ‖_p = ‖w‖_q."""
        return float(self.state["scale"] * self.state["power_sum"] ** (1.0 / self.schedule.p))


def _packed(X, labels):
    m, n = X.shape
    if sparse.issparse(X):
        X = sparse.csr_matrix(X)
        empty = np.bincount(X.nonzero()[0], minlength=m) == 0
        columns, starts = X.indices.astype(np.uint32), X.indptr.astype(np.int64)
        return Patterns(X.data, columns, starts, labels, empty)
    values = np.require(X, np.float64, ["C", "W"]).reshape(-1)
    starts = np.arange(m + 1, dtype=np.int64) * n
    return Patterns(values, None, starts, labels, ~X.any(axis=1))


class PNormLearner:
    """ALMA_p, judged online.

    parameters: those of `rules.alma`. p: the order of the norm, >= 2. X: (m, n), X_test: (m′, n),
    arrays or csr matrices, from `normalised` with the same p. labels: (m,), ±1. A pattern that is
    all zero causes no update.
    """

    def __init__(self, parameters, p, labels, X, X_test=None):
        self.p = p
        self.parts = [X] if X_test is None else [X, X_test]
        self.learning = PNormWeight(parameters, p, labels, self.parts[0])
        # This weight repeats the updates, so that past weights can vote.
        self.voting = self.learning.zero()
        self.logs, self.log = [NO_LOG], NO_LOG
        self.updated = np.zeros(len(labels), dtype=bool)
        self.votes = np.zeros(sum(part.shape[0] for part in self.parts), np.int64)

    @property
    def updates(self):
        return int(self.learning.state["updates"])

    @property
    def support_vectors(self):
        """Return the number of patterns that have caused an update."""
        return int(np.count_nonzero(self.updated))

    def start_log(self, order):
        """Start an empty log for the updates of an order of patterns."""
        self.log = Log(np.empty(order.size, np.int32), np.empty(order.size, np.int32))
        self.learning.state["logged"] = 0

    def present(self, order):
        """Present the patterns of an order, int32, once."""
        self.start_log(order)
        self.learning.advance(order, self.log)
        logged = int(self.learning.state["logged"])
        self.logs.append(Log(*(part[:logged].copy() for part in self.log)))
        self.updated[self.logs[-1].patterns] = True

    def last(self):
        """Return w·x̂ for all columns, (m + m′,), training patterns first, with the last weight."""
        return self._products(self.learning.last())

    def average(self):
        """Return Σ_t w_t·x̂ over all visits, divided by their number, (m + m′,)."""
        return self._products(self.learning.average())

    def voted(self):
        """Return Σ_t sign(w_t·x) over all visits, divided by their number, (m + m′,). sign(0) is 1.

        This computes the products of all past weights with all columns.
        """
        patterns, survived = (np.concatenate(parts) for parts in zip(*self.logs, strict=True))
        self.logs = [NO_LOG]
        for start in range(0, patterns.size, BLOCK):
            self._vote(patterns[start : start + BLOCK], survived[start : start + BLOCK])
        state = self.learning.state
        votes = self.votes + int(state["survived"]) * np.where(self.last() >= 0.0, 1, -1)
        return votes / max(int(state["visits"]), 1)

    def norm_of(self, hypothesis, output):
        """Return ‖w‖_q of the "last" or "average" hypothesis. `output` is not used."""
        return q_norm(getattr(self.learning, hypothesis)(), self.p)

    def _products(self, w):
        return np.concatenate([part @ w for part in self.parts])

    def _vote(self, patterns, survived):
        """Count the votes of the weights before these updates."""
        voting, first = self.voting, 0
        weights = np.empty((patterns.size, self.parts[0].shape[1]))
        voting.kernel.replay(
            voting.patterns, voting.schedule, voting.weight, voting.run_states, patterns, weights
        )
        for part in self.parts:
            votes = self.votes[first : first + part.shape[0]]
            voting.kernel.count_votes(np.ascontiguousarray(part @ weights.T), survived, votes)
            first += part.shape[0]


def run(parameters, space, *, mini_epochs=0, permute=None, budget=NO_BUDGET, watch=None):
    """Run ALMA_p in a `PNormSpace` until a full epoch makes no update or the budget ends the run.

    Like `sequential.run`, it returns a `Run`. The margins are y_k w·x/‖w‖_q, and the upper bound is
    ‖Σ α_k y_k‖_p/Σα. The weights are (n + 1,) or, in the extended space, (n + 1 + m,).
    """
    weight = PNormWeight(parameters, space.p, space.labels, space.X)
    state, order = weight.state, np.arange(space.labels.size, dtype=np.int32)
    monitor = ProgressMonitor(
        budget, watch, lambda seconds: _point(weight, space, seconds), space.separates
    )
    if permute:
        with monitor.learning():
            permute.shuffle(order)
    while monitor.status is None:
        with monitor.learning():
            reason = weight.advance(
                order,
                NO_LOG,
                mini_epochs,
                permute is not None,
                monitor.next_stop,
                int(state["visits"]) + SLICE_VISITS,
                monitor.limits.max_epochs,
            )
        epoch_ended = state["position"] == 0 and state["mini_epochs_left"] == 0
        epochs = int(state["epochs"]) if epoch_ended else 0
        monitor.check(int(state["updates"]), epochs, reason == ENDED_CONVERGED)
        if epoch_ended and permute:
            with monitor.learning():
                permute.shuffle(order)
    return monitor.record(weight.last(), weight.duals() / space.unit)


def _point(weight, space, seconds):
    """Return the current `Point` of a run's curve."""
    w = weight.last()
    smallest = space.unit * float((space.labels * (space.X @ w)).min())
    plain_norm = q_norm(np.delete(w, space.n), space.p)
    return Point(
        updates=int(weight.state["updates"]),
        epochs=int(weight.state["epochs"]),
        mini_epochs=int(weight.state["mini_epochs"]),
        visits=int(weight.state["visits"]),
        seconds=seconds,
        directional_margin=margin_of(smallest, q_norm(w, space.p)),
        geometric_margin=margin_of(smallest, plain_norm),
        upper_bound=bound_of(space.unit * weight.theta_norm(), weight.duals()),
    )
