"""Decides whether patterns are linearly separable, with a proof either way."""

from typing import Any

import numpy as np

from maxmargin.compilation.binding import clock
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.input.numbers import fits_float64, is_number, shown
from maxmargin.one_thread import one_thread
from maxmargin.separable import search
from maxmargin.separable.certificate import Refused, check_separation
from maxmargin.separable.exact import OutOfTime, null_space, simplex
from maxmargin.separable.patterns import Patterns, checked, dense
from maxmargin.separable.result import Answer, inseparable, vector

# How many violators may join the working set, relative to its size: with the largest D, and with
# smaller ones. If the margin is small, most patterns matter, and a few alone mislead the search.
GROWTH = 0.5, 3.0
UNRESOLVED = 0.01  # α is tried as a proof if |Σ α_k z_k·w| is below this part of Σ α_k


def separable(
    X: MatrixLike, y: ArrayLike, *, threshold: bool = True, max_seconds: float | None = None
) -> Answer:
    """Decide whether a hyperplane separates the patterns of two classes, with a proof either way.

    The numbers are taken exactly as they are: a float is a whole number times a power of two, and
    integers may have any size. Each True and each False is checked in integers before it is
    returned.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (m, n)
        The patterns, finite numbers. A sparse matrix stays sparse.
    y : array-like of shape (m,)
        Their classes: any two values. Without a threshold, one value will do, and the question is
        whether all patterns are on one side of a hyperplane through the origin.
    threshold : bool, default True
        Whether the hyperplane w·x + b = 0 may have a threshold b other than 0.
    max_seconds : float, optional
        When to give up. By default the search goes on until the question is decided. It may exceed
        the time by its current step, which takes seconds for thousands of columns. The first
        call's seconds of compiling do not count.

    Returns
    -------
    Answer
        Its `separable` is True, False, or None if the time was too short. `Answer.proof` checks it
        again, `Answer.explain` says what it means, and `Answer.save` writes it to a file.

    Raises
    ------
    ValueError
        If X does not hold finite numbers, if y has missing labels or more than two classes, or
        one class although there is a threshold, if `threshold` is neither True nor False, or if
        `max_seconds` is not above 0.

    See Also
    --------
    maxmargin.separable.separation : Tells complete and quasi-complete separation apart.
    MaximumMargin : Finds the separating weight of maximum margin.

    Notes
    -----
    No weight separates the patterns z_k = label_k (x_k, 1) if and only if there are α_k >= 0, not
    all 0, with Σ α_k z_k = 0 (Gordan). At most n + 2 patterns have α_k > 0, or n + 1 without a
    threshold (Carathéodory).

    References
    ----------
    P. Gordan, "Über die Auflösung linearer Gleichungen mit reellen Coefficienten", Mathematische
    Annalen 6, 1873, 23-28.

    Examples
    --------
    >>> from maxmargin import separable
    >>> X = [[0, 0], [1, 1], [0, 1], [1, 0]]
    >>> exclusive_or = separable(X, [0, 0, 1, 1])
    >>> exclusive_or.separable, exclusive_or.patterns.tolist(), exclusive_or.integers
    (False, [0, 1, 2, 3], (1, 1, 1, 1))
    >>> both = separable(X, [0, 1, 1, 1])
    >>> both.separable, both.proof(X, [0, 1, 1, 1])
    (True, True)
    """
    fits = is_number(max_seconds) and fits_float64(max_seconds)
    if max_seconds is not None and not (fits and max_seconds > 0):
        raise ValueError(
            f"max_seconds is {shown(max_seconds)}, but has to be a number above 0 that float64 "
            "holds, or None."
        )
    X, y = checked(X, y, threshold)
    deadline = np.inf if max_seconds is None else clock() + float(max_seconds)
    question = Question(X, y, bool(threshold), deadline)
    try:
        # One thread, so that the search takes the same path on every machine. Every answer is
        # checked in integers.
        with one_thread(), np.errstate(all="ignore"):
            return question.decide()
    except OutOfTime:
        return question.undecided()


class Question:
    """Patterns, the time given for them, and the working set of the search."""

    def __init__(self, X, y, threshold, deadline):
        self.patterns = Patterns(X, y, threshold)
        self.deadline = deadline
        self.shape: Any = (*X.shape, threshold)
        self.best: Any = None
        self.combination: float | None = None
        self.pair_sought = False
        self.small = self.patterns.m * self.patterns.d <= search.SMALL_QUESTION
        self.working = self._first()

    def _first(self):
        """Return the first working set: all patterns, or random ones of both classes."""
        m, size = self.patterns.m, 2 * self.patterns.d + 20
        if self.small or m <= 3 * size:
            return np.arange(m)
        random = np.random.default_rng(0).permutation(m)
        positive = self.patterns.signs[random] > 0
        return np.sort(np.concatenate([random[positive][:size], random[~positive][:size]]))

    def decide(self) -> Answer:
        """Return the answer. Raises OutOfTime after the deadline."""
        if self.patterns.sparse:  # here a pair is found in less time than a step takes
            answer = self._with_pair()
            if answer is not None:
                return answer
        rows, weight = self.patterns.rows(self.working), np.zeros(self.patterns.d)
        for decay in search.SMALL_DECAYS if self.small else search.DECAYS:
            grown = True
            while grown:
                self._check_time()
                weight = search.newton(rows, weight, decay, self.deadline)
                growth = GROWTH[decay < search.DECAYS[0]]
                answer, violators = self._step(rows, weight, growth)
                if answer is not None:
                    return answer
                grown = len(violators) > 0
                if grown:
                    self.working = np.union1d(self.working, violators)
                    if 2 * self.working.size > self.patterns.m:
                        self.working = np.arange(self.patterns.m)
                    rows = self.patterns.rows(self.working)
        return self._by_simplex(rows @ weight)

    def _step(self, rows, weight, growth) -> Any:
        """Return an answer or None, and the patterns that shall join the working set."""
        products, size = rows @ weight, len(self.working)
        if products.min() > 0:
            least, most = int(growth * size), int(max(1, growth) * size)
            answer, violators = self._with_weight(weight, least, most)
            if answer is not None:
                return answer, []
            return None, np.setdiff1d(violators, self.working)
        answer = self._with_pair()
        if answer is not None:
            return answer, []
        alpha = np.maximum(0, 1 - products)
        self._remember(weight, rows, alpha)
        # At the minimum, Σ α_k z_k·w is D‖w‖².
        if abs(alpha @ products) < UNRESOLVED * alpha.sum():
            return self._with_factors(rows, alpha), []
        return None, []

    def _with_pair(self):
        """Return the answer if two equal rows or a row of 0 exclude each weight, or None.

        They are sought once.
        """
        pair = [] if self.pair_sought else self.patterns.pair()
        self.pair_sought = True
        return self._inseparable(dict.fromkeys(pair, 1)) if pair else None

    def _with_weight(self, weight, least, most):
        """Return an answer, if a scaled weight separates all patterns, or the places of violators.

        The patterns that are nearest to being violators are added, up to `least` places. There are
        `most` places at most.
        """
        weight = self.patterns.centred(weight)
        products = self.patterns.products(weight)
        errors = int((products <= 0).sum())
        if errors:
            return None, np.argsort(products, kind="stable")[: min(max(errors, least), most)]
        return self._separable(self.patterns.unscaled(weight))

    def _separable(self, numbers) -> Any:
        """Return an answer if exact numbers (w, b) separate all patterns, or a violator."""
        n = self.patterns.n
        weight, threshold = numbers[:n], numbers[n] if self.patterns.threshold else None
        try:
            margin = check_separation(self.patterns.X, self.patterns.y, weight, threshold)
        except Refused as refused:
            return None, [] if refused.row is None else [refused.row]
        weight = vector(weight)
        return Answer(True, *self.shape, weight=weight, threshold=threshold, margin=margin), []

    def _inseparable(self, factors):
        """Return the answer for α of patterns, {place: α}, or None if it proves nothing."""
        X, y, threshold = self.patterns.X, self.patterns.y, self.patterns.threshold
        return inseparable(X, y, threshold, factors)

    def _with_factors(self, rows, alpha):
        """Return an answer if exact α near these ones prove that no weight separates, or None."""
        places = np.flatnonzero(alpha > 1e-9 * alpha.max())
        part = dense(rows[places])
        places = places[search.possible(part)]
        if not places.size:
            return None
        chosen = search.reduced(dense(rows[places]), alpha[places])
        places = self.working[places]
        while chosen is not None and len(chosen[0]):
            self._check_time()
            places, alpha = places[chosen[0]], chosen[1]
            answer, vectors = self._with_patterns(places)
            if len(vectors) < 2:
                return answer
            chosen = search.fewer(alpha, vectors)
        return None

    def _with_patterns(self, places):
        """Return an answer if patterns prove that no weight separates, and their relations."""
        vectors = null_space(self.patterns.exact_rows(places).T, self.deadline)
        if len(vectors) != 1:
            return None, vectors
        factors = {int(k): v for k, v in zip(places, vectors[0], strict=True) if v}
        return self._inseparable(factors), vectors

    def _by_simplex(self, products) -> Answer:
        """Return the answer of the simplex method, in floats as long as these help, or in integers.

        It works on the patterns of the smallest products, of both classes, so that no weight of 0
        has products above 0. Violators of its weights join them.
        """
        order = self.working[np.argsort(products, kind="stable")]
        positive, most = self.patterns.signs[order] > 0, self.patterns.d
        part = np.concatenate([order[positive][:most], order[~positive][:most]])
        exactly = False
        while True:
            rows = self.patterns.exact_rows(part) if exactly else dense(self.patterns.rows(part))
            weight, places = simplex(rows, self.deadline)
            answer, violators = None, np.arange(0)
            if places:
                answer, _ = self._with_patterns(part[places])
            elif exactly:
                answer, violators = self._separable(weight.tolist())
            elif weight is not None:
                answer, violators = self._with_weight(weight, 0, self.patterns.d)
            if answer is not None:
                return answer
            new = np.setdiff1d(violators, part).astype(int)
            exactly = exactly or not new.size
            part = np.concatenate([new, part])

    def _remember(self, weight, rows, alpha):
        """Remember the best weight and the shortest combination."""
        products = self.patterns.products(weight)
        errors = int((products <= 0).sum())
        if self.best is None or errors < self.best[0]:
            self.best = errors, self.patterns.unscaled(weight)
        length = self.patterns.length(rows, alpha)
        self.combination = min(self.combination or np.inf, length)

    def _check_time(self):
        if clock() > self.deadline:
            raise OutOfTime

    def undecided(self):
        """Return the answer after the deadline."""
        n, rows = self.patterns.n, self.patterns.rows(self.working)
        if self.best is None:
            self._remember(np.ones(self.patterns.d), rows, np.ones(len(self.working)))
        best: Any = self.best
        errors, numbers = best
        return Answer(
            None,
            *self.shape,
            weight=vector(numbers[:n]),
            threshold=numbers[n] if self.patterns.threshold else None,
            errors=errors,
            combination=self.combination,
        )
