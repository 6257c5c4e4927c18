"""Dual learners that present a stream: each pattern once, in pieces, in a kernel's space.

A stream stores only the patterns of the weights. The products of a weight with a later pattern are
replayed: the stored patterns' changes are added in their order, starting from 0. `fit` adds the
same numbers in the same order, because a pattern that is presented once has one update at most.
Only the first pattern can have two terms, if the rule starts from it. The stream stores both.
Rescaling by powers of two rounds nothing. So the products equal the products of one epoch of `fit`
to the last bit, if the values of the kernel do.

The inner products and squared norms of rows of an array are added up coordinate by coordinate. The
bits of matrix products, and of numpy's sums over many columns, depend on the shapes. The split into
pieces therefore changes no bit. The inner products of sparse rows are scipy's, whose bits do not
depend on the shapes either.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from maxmargin import kernels
from maxmargin.compilation.binding import Entry
from maxmargin.drivers.dual.kernel_rows import BLOCK, CachedRows
from maxmargin.drivers.dual.learner import DualLearner, KernelLearner, KernelSpace
from maxmargin.drivers.dual.vectors import (
    add_products,
    add_squares,
    replay,
    squared_norm_of,
)
from maxmargin.drivers.shared.state import DONE, FULL, HAS_FAILED
from maxmargin.drivers.shared.update_core import LOST
from maxmargin.kernels import Kernel, base_of_products
from maxmargin.rounding import most_entries

PIECE = 256  # patterns whose products are stored together
TOGETHER = 16  # rows computed together
ADD_PRODUCTS, ADD_SQUARES, REPLAY = Entry(add_products), Entry(add_squares), Entry(replay)
SQUARED_NORM_OF = Entry(squared_norm_of)


class Columns:
    """Patterns as columns of rows of a base. X: (m, n). norms: (m,), the squared norms of X."""

    def __init__(self, X, norms):
        self.X, self.norms = X, norms

    @cached_property
    def transposed(self):
        """Return Xᵀ, (n, m), by rows."""
        return self.X.T.tocsr() if sparse.issparse(self.X) else np.ascontiguousarray(self.X.T)

    def base_values(self, base, X, norms):
        """Return g of the rows of X, of these squared norms, with all columns."""
        if sparse.issparse(X):
            products = (X @ self.transposed).toarray()
        else:
            products = np.zeros((X.shape[0], self.norms.size))
            ADD_PRODUCTS(X, self.transposed, products)
        return base_of_products(base, products, norms, self.norms)


class StreamRows(CachedRows):
    """Rows of a base, as a `KernelSpace` and its learners need them.

    The columns are the stored patterns, then the patterns of a piece. capacity: the number of rows
    that are cached.
    """

    def __init__(self, base, stored, piece, capacity):
        norms, m = [stored.norms, piece.norms], stored.norms.size + piece.norms.size
        super().__init__(base, [piece.X], norms, m, capacity, np.float64)
        self.stored, self.piece, self.n_stored = stored, piece, stored.norms.size
        self.next = 0  # the place for the next row

    def ensure(self, patterns):
        """Compute the missing rows of these patterns of the piece, as many as there are slots."""
        missing = patterns[self.slots[patterns] < 0]
        capacity = self.rows.shape[0]
        places = (self.next + np.arange(missing.size)) % capacity
        self.next = (self.next + missing.size) % capacity
        self.assign(missing, places)
        of_piece = missing - self.n_stored
        X, norms = self.piece.X[of_piece], self.piece.norms[of_piece]
        if self.n_stored:
            self.rows[places, : self.n_stored] = self.stored.base_values(self.base, X, norms)
        self.rows[places, self.n_stored :] = self.piece.base_values(self.base, X, norms)

    def stored_rows(self, start, end):
        """Return the rows of stored patterns from start to end, with the columns of the piece."""
        X, norms = self.stored.X[start:end], self.stored.norms[start:end]
        return self.piece.base_values(self.base, X, norms)

    def cache_stored(self, gram):
        """Cache the rows of all stored patterns. gram: their base with each other."""
        n = self.next = self.n_stored
        self.assign(np.arange(n), np.arange(n))
        self.rows[:n, :n] = gram


class LearnerState(NamedTuple):
    """A learner's numbers between two pieces.

    duals, sums_of_duals, scores: of the stored patterns, (s,) or (C, s). run_states: one record.
    progress: the learner's own. first_update: (α before, c, α after) of the update of the first
    pattern at its visit, if the rule starts from this pattern; otherwise ().
    """

    duals: np.ndarray
    sums_of_duals: np.ndarray
    scores: np.ndarray
    run_states: np.ndarray
    progress: tuple
    first_update: tuple = ()


def state_of(learner, stored_places, first_update=()):
    """Return the `LearnerState` of a learner with the patterns at `stored_places`."""
    return LearnerState(
        learner.weight.duals[..., stored_places],
        learner.weight.sums_of_duals[..., stored_places],
        learner.hypothesis.scores[..., stored_places],
        learner.run_states.copy(),
        learner.progress(),
        first_update,
    )


class Presentation:
    """A learner that presents a piece of a stream.

    The first columns of `StreamRows` are the stored patterns of the stream's earlier pieces.
    """

    def __init__(self, learner: KernelLearner, rows, ids):
        self.learner, self.rows, self.ids = learner, rows, ids
        self.first_update = ()

    def restore(self, state):
        """Continue from a `LearnerState`."""
        learner, stored = self.learner, self.rows.n_stored
        learner.weight.duals[..., :stored] = state.duals
        learner.weight.sums_of_duals[..., :stored] = state.sums_of_duals
        learner.hypothesis.scores[..., :stored] = state.scores
        learner.run_states[:] = state.run_states
        learner.state["squared_radius"] = learner.space.squared_radius
        learner.continue_from(state.progress)
        self.first_update = state.first_update

    @property
    def scores(self):
        """Return the products of the weights with all columns, (C, columns), as a view."""
        scores = self.learner.hypothesis.scores
        return scores.reshape(-1, scores.shape[-1])

    def terms(self):
        """Return (places, changes) of the sums that give the scores, in order: (r,) and (r, C)."""
        changes = self.learner.changes()
        places = np.flatnonzero((changes != 0.0).any(axis=1))
        changes = changes[places]
        if self.first_update and places.size and self.ids[places[0]] == 0:
            # The first pattern has two terms. v was since multiplied by a power of two.
            before, change, after = self.first_update
            power = self.learner.weight.duals[0] / after
            labels, factors, *_ = self.learner.patterns
            two = np.array([[before], [change]]) * power * labels[0] * factors[0]
            places, changes = np.append(0, places), np.concatenate([two, changes[1:]])
        return places, np.ascontiguousarray(changes)

    def present(self, order):
        """Present the patterns of an order. Return a result as `DualLearner.advance` does."""
        learner = self.learner
        starts = not learner.started
        learner.begin(order)
        if starts:
            result = self._advance(order, 1)
            if result != DONE:
                return result
            if learner.updates:
                state = learner.state
                after = learner.weight.duals[0]
                self.first_update = state["last_dual"], state["last_change"], after
        return self._advance(order, order.size)

    def _advance(self, order, end):
        while (result := self.learner.advance(order, end)) >= 0:
            self._fetch(order, end)
        return result

    def _fetch(self, order, end):
        """Compute the rows of the next patterns that violate with the current weight."""
        wanted = np.zeros(self.rows.slots.size, dtype=bool)
        self.learner.look_ahead(order, 0, end, wanted)
        most = min(TOGETHER, self.rows.rows.shape[0])
        self.rows.ensure(np.flatnonzero(wanted)[:most])


class PresentationWithBudget(Presentation):
    """A learner that presents a piece of a stream, and stores at most `budget` patterns."""

    learner: DualLearner

    def __init__(self, learner, rows, ids, budget):
        super().__init__(learner, rows, ids)
        self.budget = budget

    def _advance(self, order, end):
        result = FULL
        while result == FULL or result >= 0:
            self._shrink()
            room = self.budget - np.count_nonzero(self.learner.weight.duals)
            result = self.learner.advance(order, end, self.learner.updates + room + 1)
            if result >= 0:
                self._fetch(order, end)
        self._shrink()
        return result

    def _shrink(self):
        """Remove patterns until the budget is met, those with the smallest α‖y‖ first."""
        duals, sums, _ = self.learner.weight
        excess = np.count_nonzero(duals) - self.budget
        if excess <= 0:
            return
        patterns = self.learner.patterns
        lengths = np.abs(duals) * np.sqrt(patterns.squared_norms)
        lengths[duals == 0.0] = np.inf
        removed = np.argsort(lengths, kind="stable")[:excess]
        duals[removed] = sums[removed] = 0.0
        places, changes = self.terms()
        scores = self.scores
        scores[:] = 0.0
        slots = self.rows.slots[places].astype(np.int64)
        REPLAY(self.rows.rows, slots, self.learner.space.shape, changes, scores)
        labels, factors, _, squared_delta = patterns
        state = self.learner.state
        own = SQUARED_NORM_OF(labels, factors, squared_delta, scores[0], duals)
        state["squared_norm"] = state["scale"] * state["scale"] * own
        state["least_known"] = LOST * state["squared_norm"]
        state["support"] = self.budget


@dataclass
class DualStream:
    """A stream's patterns that the weights need, and the states of its learners.

    Attributes
    ----------
    kernel, rho, delta : a kernel and two numbers
        The space.
    averages : bool
        Whether the average of the weights is needed, or the last weights alone.
    budget : int or None
        The largest number of stored patterns of a single learner, or None for no limit.
    memory : float
        Bytes for rows.
    squared_radius : float
        R² of all patterns seen, or a larger number.
    X, norms, ids, labels : (s, n) and (s,)
        The stored patterns, their squared norms, their places in the stream and their labels.
    gram : (s, s)
        The base of the stored patterns with each other, if there is a budget; otherwise (0, 0).
    states : list of LearnerState
        The learners' states.
    seen : int
        The number of patterns seen.
    longest : float
        The largest squared norm of a pattern.
    entries : int
        The largest number of entries of a pattern.
    """

    kernel: Kernel
    rho: float
    delta: float
    averages: bool
    budget: int | None
    memory: float
    squared_radius: float = 0.0
    X: Any = None
    norms: np.ndarray = field(default_factory=lambda: np.zeros(0))
    ids: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    labels: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    gram: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    states: list = field(default_factory=list)
    seen: int = 0
    longest: float = 0.0
    entries: int = 0

    def extremes(self, X, norms):
        """Return `longest` and `entries` after patterns with these squared norms."""
        longest = max(self.longest, float(norms.max(initial=0.0)))
        return longest, max(self.entries, most_entries(X))

    def continue_from(self, learners: Sequence[KernelLearner], X, labels):
        """Continue the run of learners that have learned patterns. Return the places stored.

        X: (m, n), all patterns of the learners. labels: (m,), as for `present`.
        """
        space, stored_places = learners[0].space, self._needed(learners, labels.size)
        self.squared_radius, self.seen = space.squared_radius, labels.size
        self.longest, self.entries = self.extremes(X, space.rows.norms[0])
        self.X, self.norms = in_form_of(None, X[stored_places]), space.rows.norms[0][stored_places]
        self.ids, self.labels = stored_places, labels[stored_places]
        self.states = [state_of(learner, stored_places) for learner in learners]
        return stored_places

    def present(self, make_learners, X, labels):
        """Present patterns once. Return (learners, stored_places, results).

        make_learners: a function of labels and a `KernelSpace` that returns the learners. X:
        (m, n), an array or csr matrix. labels: (m,), for make_learners. The learners have numbers
        for more patterns than the stored ones, which are at `stored_places`. The results are of the
        learners, as in `DualLearner.advance`.
        """
        X = in_form_of(self.X, X)
        norms, first = squared_norms(X), self.seen
        self.longest, self.entries = self.extremes(X, norms)
        learners, stored_places, results = [], self.ids, []
        for start in range(0, X.shape[0], PIECE):
            part = slice(start, start + PIECE)
            self.seen = first + start
            learners, stored_places, results = self._present_piece(
                make_learners, Columns(X[part], norms[part]), labels[part]
            )
            if any(result != DONE for result in results):
                break
        self.seen = first + X.shape[0]
        return learners, stored_places, results

    def _present_piece(self, make_learners, piece, labels):
        if self.X is None:
            self.X = piece.X[:0]
        stored, size = self.ids.size, labels.size
        ids = np.concatenate([self.ids, self.seen + np.arange(size)])
        labels = np.concatenate([self.labels, labels])
        capacity = self._capacity(stored, size)
        columns = Columns(self.X, self.norms)
        rows = StreamRows(self.kernel.base, columns, piece, capacity)
        space = KernelSpace(self.kernel, rows, self.rho, self.delta)
        space.squared_radius = self.squared_radius
        space.error = kernels.relative_error(self.kernel, self.longest, self.entries)
        learners = make_learners(labels, space)
        presentations = [self._presentation(learner, rows, ids) for learner in learners]
        for presentation, state in zip(presentations, self.states, strict=bool(self.states)):
            presentation.restore(state)
        self._replay(rows, presentations, stored)
        order = np.arange(stored, stored + size, dtype=np.int32)
        results = [presentation.present(order) for presentation in presentations]
        for learner, result in zip(learners, results, strict=True):
            if result == HAS_FAILED:
                learner.state["fault_pattern"] = ids[learner.state["fault_pattern"]]
        stored_places = self._store(presentations, rows, ids, labels)
        return learners, stored_places, results

    def _presentation(self, learner, rows, ids):
        if self.budget is None:
            return Presentation(learner, rows, ids)
        return PresentationWithBudget(learner, rows, ids, self.budget)

    def _capacity(self, stored, size):
        """Return the number of rows to cache."""
        if self.budget is not None:
            return stored + size  # a budget needs the rows of all stored patterns
        return int(min(size, max(1, self.memory // (8 * (stored + size)))))

    def _replay(self, rows, presentations, stored):
        """Compute the products of the weights with the patterns of the piece."""
        if self.budget is not None:
            rows.cache_stored(self.gram)
        terms = [presentation.terms() for presentation in presentations]
        size = rows.piece.norms.size
        scores = [np.zeros((changes.shape[1], size)) for _, changes in terms]
        for start in range(0, stored, BLOCK):
            end = min(start + BLOCK, stored)
            block = rows.stored_rows(start, end)
            if self.budget is not None:
                rows.rows[start:end, stored:] = block
            for presentation, (places, changes), into in zip(
                presentations, terms, scores, strict=True
            ):
                part = slice(*np.searchsorted(places, [start, end]))
                shape = presentation.learner.space.shape
                REPLAY(block, places[part] - start, shape, changes[part], into)
        for presentation, into in zip(presentations, scores, strict=True):
            presentation.scores[:, stored:] = into

    def _store(self, presentations, rows, ids, labels):
        """Store the patterns that the weights need, and the states. Return their places."""
        stored_places = self._needed(
            [presentation.learner for presentation in presentations], ids.size
        )
        if self.budget is not None:
            self.gram = rows.rows[rows.slots[stored_places][:, None], stored_places]
        old = stored_places[stored_places < rows.n_stored]
        self.X = stacked(self.X, old, rows.piece.X, stored_places[old.size :] - rows.n_stored)
        self.norms = np.concatenate(rows.norms)[stored_places]
        self.ids, self.labels = ids[stored_places], labels[stored_places]
        self.states = [
            state_of(presentation.learner, stored_places, presentation.first_update)
            for presentation in presentations
        ]
        return stored_places

    def _needed(self, learners, size):
        """Return the places of the patterns that the weights need, of `size` patterns."""
        needed = np.zeros(size, dtype=bool)
        for learner in learners:
            duals, sums, _ = learner.weight
            for numbers in (duals, sums) if self.averages else (duals,):
                needed |= (numbers != 0.0).reshape(-1, size).any(axis=0)
        return np.flatnonzero(needed)


def squared_norms(X):
    """Return the squared norms of the rows of X, whose bits do not depend on the shape of X."""
    if sparse.issparse(X):
        return kernels.squared_norms(X)
    norms = np.zeros(X.shape[0])
    ADD_SQUARES(X, norms)
    return norms


def stacked(X, rows_of_x, Y, rows_of_y):
    """Return these rows of X above these rows of Y. The rows are ascending."""
    X = X if rows_of_x.size == X.shape[0] else X[rows_of_x]
    if not rows_of_y.size:
        return X
    parts = [X, Y[rows_of_y]]
    return sparse.vstack(parts, format="csr") if sparse.issparse(X) else np.concatenate(parts)


def in_form_of(stored, X) -> Any:
    """Return X as a csr matrix or a C-contiguous array, in the form of the stored patterns.

    stored: None for no stored patterns, which leave the form of X.
    """
    wants_sparse = sparse.issparse(X if stored is None else stored)
    if wants_sparse:
        return X if sparse.issparse(X) else sparse.csr_matrix(X)
    return np.ascontiguousarray(X.toarray() if sparse.issparse(X) else X)
