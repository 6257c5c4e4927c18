"""Tells complete separation, quasi-complete separation and overlap apart, in exact arithmetic.

A weight w has the products z_k·w with the patterns z_k = label_k (x_k, 1). Complete separation: a
weight has all products above 0. Quasi-complete: not so, but a weight has all products >= 0 and not
all 0. Overlap: neither.

Let α > 0 and Σ α_k z_k = 0 over some patterns, the core. If all products of w are >= 0, those with
the core are 0, since their sum with the factors α is 0. So w is in the null space V of the core.
The products z_k·V c ask the same question about c, with fewer coordinates and without the patterns
of products 0. They are separable, or have a core of their own, which joins the first one.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from maxmargin.compilation.binding import clock
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.separable.decide import separable
from maxmargin.separable.exact import null_space, pivots
from maxmargin.separable.patterns import Patterns, checked, integers
from maxmargin.separable.result import Answer, vector

BLOCK = 4096  # patterns whose exact products are computed at once


@dataclass(frozen=True, eq=False)
class Separation:
    """How the patterns of two classes are separated, in the words of logistic regression.

    Attributes
    ----------
    kind : str or None
        "complete", "quasi-complete", "overlap", or None if the time was too short.
    answer : Answer
        The answer of `separable`, with its proof.
    weight : ndarray of shape (n,) or None
        If separated, a weight as an array of Python's integers. All products label_k (w·x_k + b)
        are >= 0. A product is 0 only if it is 0 for every such weight.
    threshold : int or None
        b of the weight.
    ties : ndarray of shape (t,) or None
        The rows of X with the product 0. For overlap, these are all rows.
    estimates : ndarray of shape (n + 1,) or (n,), or None
        The maximum likelihood estimate of each coefficient, the threshold last: 0 if it is finite,
        inf or -inf if it diverges, and nan if separating weights of both signs leave that open.
    redundant : tuple of int
        Columns that are linear combinations of the columns before them and of the threshold. Their
        coefficient is taken as 0, as R does, which shows it as NA.
    """

    kind: str | None
    answer: Answer
    weight: Any = field(default=None, repr=False)
    threshold: int | None = None
    ties: Any = field(default=None, repr=False)
    estimates: Any = None
    redundant: tuple = ()

    def __str__(self) -> str:
        return self.explain()

    def explain(self, names: Any = None) -> str:
        """Return the kind, and a line for each estimate that diverges and each redundant column.

        Parameters
        ----------
        names : sequence of str, optional
            The names of the columns of X; "column 0" and so on by default.

        Raises
        ------
        ValueError
            If names is a text, or if there are more or fewer names than columns.
        """
        columns = self.answer.columns
        if isinstance(names, str):
            raise ValueError(f"names is the text {names!r}, but has to be a list of names.")
        names = [f"column {j}" for j in range(columns)] if names is None else list(names)
        if len(names) != columns:
            raise ValueError(f"names has {len(names)} entries, but X has {columns} columns.")
        if self.kind is None:
            return "Kind of separation: not decided in the time given."
        names.append("the threshold")
        lines = [f"Kind of separation: {self.kind}, {len(self.ties)} patterns on the hyperplane."]
        if self.kind == "overlap":
            lines = ["Kind of separation: overlap. Maximum likelihood estimates exist."]
        for j, estimate in enumerate([] if self.estimates is None else self.estimates.tolist()):
            if estimate:
                text = f"diverges to {estimate}" if estimate == estimate else "may diverge, or not"
                lines.append(f"The estimate of {names[j]} {text}.")
        lines += [f"Redundant, and left out: {names[j]}." for j in self.redundant]
        return "\n".join(lines)


def separation(
    X: MatrixLike, y: ArrayLike, *, threshold: bool = True, max_seconds: float | None = None
) -> Separation:
    """Tell complete separation, quasi-complete separation and overlap apart, exactly.

    Parameters
    ----------
    X, y, threshold, max_seconds
        As for `separable`.

    Returns
    -------
    Separation
        The kind, a weight that shows it, and the estimates that diverge in a logistic regression.

    Raises
    ------
    ValueError
        As for `separable`.

    References
    ----------
    A. Albert and J. A. Anderson, "On the existence of maximum likelihood estimates in logistic
    regression models", Biometrika 71, 1984, 1-10.

    Examples
    --------
    >>> from maxmargin.separable import separation
    >>> X = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]]
    >>> found = separation(X, [0, 1, 0, 1, 1])
    >>> found.kind, found.ties.tolist(), found.estimates.tolist()
    ('quasi-complete', [0, 1, 2], [inf, 0.0, 0.0])
    """
    began = clock()
    answer = separable(X, y, threshold=threshold, max_seconds=max_seconds)
    deadline = np.inf if max_seconds is None else began + max_seconds
    if answer.separable is None:
        return Separation(None, answer)
    X, y = checked(X, y, threshold)
    patterns = Patterns(X, y, threshold)
    core = [] if answer.separable else answer.patterns.tolist()
    space = _space(patterns, core)
    while True:
        products = _products(patterns, space)
        rest = np.flatnonzero((products != 0).any(axis=1))
        if not rest.size:  # each weight in the space has all products 0
            return Separation(
                "overlap",
                answer,
                ties=np.arange(patterns.m),
                estimates=np.zeros(patterns.d),
                redundant=_redundant(space.T, patterns.n),
            )
        inner = _homogeneous(products[rest], deadline)
        if inner.separable is None:
            return Separation(None, answer)
        if inner.separable:
            return _separated(patterns, answer, space, products, rest, deadline)
        core += rest[inner.patterns].tolist()
        space = _space(patterns, core)


def _separated(patterns, answer, space, products, rest, deadline):
    """Return the `Separation` by a weight space·c, whose products with `rest` are above 0."""
    n, products = patterns.n, products[rest]
    choice, redundant = _without_redundancy(space, products, n)
    space, products = space @ choice, products @ choice
    inner = _homogeneous(products, deadline)
    if not inner.separable:
        return Separation(None, answer)
    factors, _ = integers(np.array([inner.weight.tolist()], dtype=object).T)
    weight = (space @ factors)[:, 0].tolist()
    signs = [
        _sign(products, row, value, deadline) for row, value in zip(space, weight, strict=True)
    ]
    shown = _products(patterns, np.array([weight], dtype=object).T)[:, 0]
    if not (np.array_equal(np.flatnonzero(shown), rest) and (shown[rest] > 0).all()):
        raise AssertionError("the weight found has other products than those solved for")
    return Separation(
        "complete" if answer.separable else "quasi-complete",
        answer,
        weight=vector(weight[:n]),
        threshold=weight[n] if patterns.d > n else None,
        ties=np.setdiff1d(np.arange(patterns.m), rest),
        estimates=None if None in signs else np.array(signs),
        redundant=redundant,
    )


def _space(patterns, core):
    """Return integers, (d, q), whose columns span the weights of product 0 with the core."""
    if not core:
        return np.eye(patterns.d, dtype=object)
    vectors = null_space(patterns.exact_rows(np.array(core)))
    return np.array(vectors, dtype=object).reshape(len(vectors), patterns.d).T


def _products(patterns, space):
    """Return the products of all patterns with the columns of a space, without common factors."""
    blocks = [np.zeros((0, space.shape[1]), dtype=object)]
    for start in range(0, patterns.m if space.shape[1] else 0, BLOCK):
        places = np.arange(start, min(start + BLOCK, patterns.m))
        products = patterns.exact_rows(places) @ space
        divisors = np.gcd.reduce(np.abs(products), axis=1)
        divisors[divisors == 0] = 1
        blocks.append(products // divisors[:, None])
    return np.concatenate(blocks)


def _without_redundancy(space, products, n):
    """Return (choice, redundant): space·choice spans the weights of 0 in each redundant column.

    A column is redundant if a weight with all products 0 uses it, and uses no column after it.
    """
    idle = null_space(products.T @ products)
    if not idle:
        return np.eye(space.shape[1], dtype=object), ()
    redundant = _redundant((space @ np.array(idle, dtype=object).T).T, n)
    choice = np.array(null_space(space[[*redundant]]), dtype=object).T
    return choice, redundant


def _redundant(weights, n):
    """Return the redundant columns, from weights, (q, d), that span those with all products 0."""
    order = [*range(n - 1, -1, -1), *range(n, weights.shape[1])]
    found = pivots(weights[:, order]) if len(weights) else []
    return tuple(sorted(order[column] for column in found))


def _homogeneous(products, deadline):
    """Return whether a c has products·c > 0, as an `Answer`."""
    seconds = None if deadline == np.inf else max(deadline - clock(), 1e-3)
    ones = np.ones(len(products))
    return separable(products, ones, threshold=False, max_seconds=seconds)


def _sign(products, row, value, deadline):
    """Return the estimate of a coefficient row·c: 0, inf, -inf, nan, or None if out of time.

    It has the sign of `value`, unless another c with products·c > 0 has the opposite sign.
    """
    if not row.any():
        return 0.0
    sign = 1 if value > 0 else -1
    if value and len(row) > 1:
        other = _homogeneous(np.vstack([products, -sign * row]), deadline).separable
        if other is None:
            return None
        value = 0 if other else value
    return sign * np.inf if value else np.nan
