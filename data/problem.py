"""Learning problems, their fingerprints, and the check against the facts that papers state."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from data.errors import DataError


class Problem(NamedTuple):
    """Patterns in the order of presentation.

    `X` is (m, n): a C-contiguous float64 array, or a scipy CSR matrix with float64 values and
    int32 indices. `y` is (m,): float64, +1 or -1, or int64 codes of several classes.
    """

    name: str
    X: np.ndarray | sparse.csr_matrix
    y: np.ndarray


class SplitProblem(NamedTuple):
    """Patterns of several classes in the order of presentation, and a test set.

    `X` is (m, n) and `X_test` is (m_test, n). They are csr matrices or C-contiguous arrays. Arrays
    have the data's natural type: uint8 for grey levels and small whole numbers, otherwise float64.
    `y` (m,) and `y_test` (m_test,) are int64 codes of classes. The code of a digit is the digit,
    and the letters A to Z are 0 to 25. Artificial data and the user's own data have the codes -1
    and +1.
    """

    name: str
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def of_two_classes(X, y, positive, among):
    """Return (X, y) with the labels +1 and -1.

    Parameters
    ----------
    X : array or csr matrix of shape (m, n)
        The patterns.
    y : array of shape (m,)
        The codes of their classes.
    positive : list of int or None
        The codes of the positive class. With None, X and y are returned unchanged.
    among : list of int or None
        The codes of the patterns to return. With None, all patterns are returned.

    Raises
    ------
    DataError
        For a code that no pattern has.
    """
    if positive is None:
        return X, y
    y = np.asarray(y)
    unknown = sorted({*positive, *(among or ())} - set(y.tolist()))
    if unknown:
        raise DataError(f"no pattern is of class {unknown[0]}; there are {np.unique(y).tolist()}.")
    chosen = np.isin(y, among) if among else slice(None)
    return X[chosen], np.where(np.isin(y[chosen], positive), 1, -1)


def squared_norms(X):
    """Return the squared Euclidean norms of the rows of X, dense or sparse: float64 (m,)."""
    if sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1)).ravel()
    if X.dtype == np.uint8:  # squares of uint8 would overflow
        return np.einsum("ij,ij->i", X, X, dtype=np.float64)
    return (X * X).sum(1)


def nonzero_rows(X):
    """Return whether each row of X, dense or sparse, has a number other than 0: bool (m,)."""
    if sparse.issparse(X):
        return np.asarray((X != 0).sum(axis=1)).ravel() > 0
    return (X != 0).any(axis=1)


def fingerprint(problem):
    """Return a few numbers that identify a problem, as a dict for JSON.

    `m` is the number of patterns, `n` of attributes and `nonzeros` of nonzero attributes.
    `max_norm` is the largest Euclidean norm of a pattern. Two classes are counted by `positives`
    and `negatives`; for several classes and for a SplitProblem, `classes` is the number of classes.
    A SplitProblem also has `m_test` test patterns. Except for `m_test`, all numbers refer to the
    training patterns.
    """
    X, y = problem.X, problem.y
    if isinstance(problem, SplitProblem):
        counts = {"m_test": problem.X_test.shape[0], "classes": len(np.unique(y))}
    elif len(np.unique(y)) > 2:
        counts = {"classes": len(np.unique(y))}
    else:
        counts = {"positives": int((y > 0).sum()), "negatives": int((y < 0).sum())}
    return {
        "m": X.shape[0],
        "n": X.shape[1],
        "nonzeros": int(X.count_nonzero() if sparse.issparse(X) else np.count_nonzero(X)),
        **counts,
        "max_norm": float(np.sqrt(squared_norms(X).max())),
    }


def check_facts(problem, facts):
    """Compare a problem with the facts stated in the register (see register.schema.json).

    Raise DataError if a stated fact differs or cannot be checked for this kind of problem. The
    message names the fact, the measured value and the stated value.
    """
    measured = fingerprint(problem)
    measured["ones_per_row"] = _ones_per_row(problem.X) if "ones_per_row" in facts else None
    for fact, stated in facts.items():
        if fact == "radii":
            for radius in stated:
                _check_radius(problem, measured["max_norm"], **radius)
        elif fact == "max_norm":
            norm = _as_printed(measured["max_norm"], stated)
            if norm != stated:
                raise DataError(
                    f"{problem.name}: max_norm is {norm}, but the register states {stated}."
                )
        elif fact not in measured:
            raise DataError(f"{problem.name}: the stated {fact} = {stated} cannot be checked.")
        elif measured[fact] != stated:
            raise DataError(
                f"{problem.name}: {fact} is {measured[fact]}, but the register states {stated}."
            )


def _ones_per_row(X):
    """Return the number of ones in every row, or a description of differing rows or entries."""
    X = sparse.csr_matrix(X)
    counts = np.unique(X.getnnz(axis=1))
    if not (X.data == 1).all():
        return f"mixed with {X.data[X.data != 1][0]:g}"
    return int(counts[0]) if len(counts) == 1 else f"{counts.min()} to {counts.max()}"


def _check_radius(problem, max_norm, rho, delta, printed=None, squared=None):
    square = max_norm**2 + rho**2 + delta**2
    where = f"{problem.name} with rho = {rho} and delta = {delta}"
    if squared is not None and not np.isclose(square, squared, rtol=1e-12, atol=0):
        raise DataError(f"{where}: R squared is {square:.10g}, but the register states {squared}.")
    if printed is not None:
        radius = _as_printed(np.sqrt(square), printed)
        if radius != printed:
            raise DataError(f"{where}: R is {radius}, but the register states {printed}.")


def _as_printed(value, printed):
    """Write a number with as many decimals as a printed number has."""
    return f"{value:.{len(printed.partition('.')[2])}f}"
