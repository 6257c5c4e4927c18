"""The answer to a question of separability: its proof, its file and its explanation."""

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copymode
from threading import get_ident
from typing import Any

import numpy as np

from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.input.numbers import lower_digits, upper_digits
from maxmargin.separable.certificate import Refused, check_inseparability, check_separation
from maxmargin.separable.exact import null_space
from maxmargin.separable.patterns import Patterns, are_equal, checked

FORMAT = "maxmargin.separable 1"
TYPES = {int: "an integer", float: "a decimal", bool: "true or false", list: "a list"}


@dataclass(frozen=True, eq=False, repr=False)
class Answer:
    """The answer of `separable`. It holds no data; `proof` takes them.

    Attributes
    ----------
    separable : bool or None
        True if a weight separates the patterns, False if none does, None if this was not decided.
    rows, columns : int
        The shape of X.
    with_threshold : bool
        Whether the weight may have a threshold.
    weight : ndarray of shape (n,) or None
        If True, a separating weight: these very numbers, taken exactly, separate the patterns. They
        are float64 or, where float64 is not precise enough, an array of Python's integers. The
        weight does not have the maximum margin. If None, the best weight found.
    threshold : float, int or None
        The threshold b of the weight: w·x + b > 0 for the class that is larger in sort order.
    margin : float or None
        If True, a lower bound of the weight's margin min |w·x_k + b|/‖w‖, rounded down. Patterns
        that are shorter than about 1e-300 can make it 0.
    patterns : ndarray of shape (s,) or None
        If False, the rows of X, counted from 0, that exclude each weight. `separable` finds at most
        n + 2 rows, or n + 1 without a threshold; the updates of a learner may prove it with more.
    integers : tuple of int or None
        If False, their factors α_k > 0, with Σ α_k label_k (x_k, 1) = 0 exactly. None in an answer
        that was saved without them.
    equal_rows : bool
        Whether the patterns are two equal rows with opposite labels.
    errors : int or None
        If None, the number of patterns on the wrong side of the best weight, or on it.
    combination : float or None
        If None, the length of the shortest convex combination Σ α_k label_k (x_k, 1), Σ α_k = 1,
        that was found. The margin of no weight (w, b) of length 1 is larger.
    """

    separable: bool | None
    rows: int
    columns: int
    with_threshold: bool
    weight: Any = None
    threshold: Any = None
    margin: float | None = None
    patterns: Any = None
    integers: Any = None
    equal_rows: bool = False
    errors: int | None = None
    combination: float | None = None

    def __repr__(self) -> str:
        known = {name: value for name, value in vars(self).items() if value is not None}
        known = {"separable": None} | known
        known.pop("integers", None)  # they may have thousands of digits
        with np.printoptions(threshold=8, edgeitems=3, linewidth=10**6):
            return f"Answer({', '.join(f'{name}={value!r}' for name, value in known.items())})"

    def __str__(self) -> str:
        return self.explain()

    def __bool__(self) -> bool:
        raise TypeError("an Answer is neither true nor false: ask for its attribute `separable`.")

    def proof(self, X: MatrixLike, y: ArrayLike) -> bool:
        """Check the answer again, from the data and the certificate alone, in exact arithmetic.

        `maxmargin.separable.certificate` does the check. It shares no code with the search.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns of the question.
        y : array-like of shape (m,)
            Their classes.

        Returns
        -------
        bool
            True. An answer that is not proved is an error.

        Raises
        ------
        ValueError
            If the certificate does not prove the answer for these data, with the reason.
        """
        data, labels = checked(X, y, self.with_threshold)
        if data.shape != (self.rows, self.columns):
            shape = f"{self.rows} rows and {self.columns} columns"
            raise ValueError(f"X has the shape {data.shape}, but the answer is about {shape}.")
        if self.separable is None:
            raise ValueError("nothing is proved: the question was not decided in the time given.")
        if self.separable and (self.threshold is not None) != self.with_threshold:
            raise ValueError("the weight has a threshold where none is allowed, or lacks one.")
        if self.separable:
            margin = check_separation(data, labels, self.weight.tolist(), self.threshold)
            if self.margin is None or not 0.0 <= self.margin <= margin:
                raise ValueError(f"the margin is {margin}, but the answer states {self.margin}.")
        else:
            places = self.patterns.tolist()
            integers = self.integers or _solved(data, labels, self.with_threshold, places)
            check_inseparability(data, labels, places, list(integers), self.with_threshold)
            if self.equal_rows and not (len(places) == 2 and are_equal(data, *places)):
                raise ValueError("the patterns are not two equal rows, as the answer states.")
        return True

    def save(self, path: str | Path, integers: bool = True) -> None:
        """Write the answer to a JSON file, which `load` reads.

        Numbers are texts: integers in hexadecimal, as Python's `hex` writes them, and floats as
        `float.hex` writes them.

        Parameters
        ----------
        path : path
            The file.
        integers : bool, default True
            Whether to write the integers of an inseparable answer, which may have thousands of
            digits. Without them, `proof` solves for them again.

        Raises
        ------
        OSError
            If the file cannot be written. It then keeps its old content.
        """
        content = {"format": FORMAT, "separable": self.separable}
        content |= {"rows": self.rows, "columns": self.columns, "threshold": self.with_threshold}
        if self.separable is not False:
            content["weight"] = [_text(number) for number in self.weight.tolist()]
            content["b"] = None if self.threshold is None else _text(self.threshold)
            content["margin"] = None if self.margin is None else _text(self.margin)
            content |= {"errors": self.errors, "combination": self.combination}
        else:
            content |= {"patterns": self.patterns.tolist(), "equal_rows": self.equal_rows}
            if integers and self.integers:
                content["integers"] = [_text(number) for number in self.integers]
        _write(path, json.dumps(content, indent=1) + "\n")

    def explain(self) -> str:
        """Return what the answer means, in two sentences."""
        plane = "hyperplane" if self.with_threshold else "hyperplane through the origin"
        if self.separable is None:
            return (
                f"Not decided in the time given: the best weight has {self.errors} of {self.rows} "
                "patterns on the wrong side. A convex combination of the patterns has the length "
                f"{upper_digits(self.combination, 3)}, and no weight of length 1 has a larger "
                "least product."
            )
        if self.separable:
            return (
                f"The classes are linearly separable: a {plane} has all {self.rows} patterns on "
                "the side of their class, with a margin of at least "
                f"{lower_digits(self.margin, 6)}. So a hard-margin classifier exists, and the "
                "maximum likelihood estimates of a logistic regression do not."
            )
        if self.equal_rows:
            first, second = self.patterns.tolist()
            return (
                f"The classes are not linearly separable: rows {first} and {second} of X, counted "
                "from 0, are equal and have opposite labels. No classifier that sees these columns "
                "alone can tell the two rows apart."
            )
        what = "The classes are not linearly separable"
        if not self.with_threshold:  # a hyperplane elsewhere may separate them
            what = "No hyperplane through the origin separates the classes"
        if len(self.patterns) == 1:
            return (
                f"{what}: row {self.patterns[0]} of X, counted from 0, is all zero. Each weight "
                "gives it the product 0."
            )
        return (
            f"{what}: {len(self.patterns)} of the {self.rows} patterns prove it, because a "
            f"combination of them with factors above 0 is 0. Each {plane} has at least one of "
            "these patterns on the wrong side, or on itself."
        )


def load(path: str | Path) -> Answer:
    """Return the answer that `Answer.save` wrote.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Answer
        The answer. Its `proof` is not checked yet.

    Raises
    ------
    ValueError
        If the file is not a saved answer.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError(f'it has no "format": {FORMAT!r}')
        separable = None if content["separable"] is None else _given(content, "separable", bool)
        shape = _given(content, "rows", int), _given(content, "columns", int)
        found = Answer(separable, *shape, _given(content, "threshold", bool))
        if separable is False:
            texts = _given({"integers": []} | content, "integers", list)
            integers = tuple(map(_number, texts))
            places = _given(content, "patterns", list)
            if not (places and all(type(place) is int for place in places)):
                raise ValueError("patterns are not integers, at least one")
            places = _read_only(np.array(places, dtype=np.int64))
            equal = _given(content, "equal_rows", bool)
            if equal and len(places) != 2:
                raise ValueError(f"two equal rows are {len(places)} patterns")
            return replace(found, patterns=places, integers=integers or None, equal_rows=equal)
        b, weight = content["b"], vector(list(map(_number, _given(content, "weight", list))))
        found = replace(found, weight=weight, threshold=None if b is None else _number(b))
        if separable:
            return replace(found, margin=_number(content["margin"]))
        errors = _given(content, "errors", int)
        return replace(found, errors=errors, combination=_given(content, "combination", float))
    except KeyError as error:
        raise ValueError(f"{path} is not a saved answer of separable: it lacks {error}.") from None
    except (TypeError, AttributeError):
        raise ValueError(
            f"{path} is not a saved answer of separable: a value is of the wrong type."
        ) from None
    except RecursionError:
        raise ValueError(f"{path} is not a saved answer of separable: it is nested.") from None
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{path} is not a saved answer of separable ({error!s:.80}).") from None


def _given(content, name, kind):
    """Return a value of a saved answer. Raises ValueError if it is of another type."""
    value = content[name]
    if type(value) is not kind:
        raise ValueError(f"{name} has to be {TYPES[kind]}, but is {value!r:.40}")
    return value


def inseparable(X, y, threshold, factors) -> Answer | None:
    """Return the answer that {row: α} excludes each weight of `checked` data, or None if not."""
    places = sorted(factors)
    integers = [factors[place] for place in places]
    try:
        check_inseparability(X, y, places, integers, threshold)
    except Refused:
        return None
    return Answer(
        False,
        rows=X.shape[0],
        columns=X.shape[1],
        with_threshold=threshold,
        patterns=_read_only(np.array(places, dtype=np.int64)),
        integers=tuple(integers),
        equal_rows=len(places) == 2 and are_equal(X, *places),
    )


def vector(numbers):
    """Return floats as a float64 array, or integers as an array of objects, not writeable."""
    kind = np.float64 if all(isinstance(number, float) for number in numbers) else object
    return _read_only(np.array(numbers, dtype=kind))


def _read_only(array):
    array.flags.writeable = False
    return array


def _solved(X, y, threshold, places):
    """Return the factors of patterns, solved again. Raise ValueError if they are not unique."""
    if not (places and len(set(places)) == len(places) and all(0 <= k < len(y) for k in places)):
        raise ValueError(f"the patterns are not different rows of the {len(y)} rows of X.")
    vectors = null_space(Patterns(X, y, threshold).exact_rows(np.array(places)).T)
    if len(vectors) != 1:
        raise ValueError(f"the patterns have {len(vectors)} relations, not one, and prove nothing.")
    return vectors[0]


def _text(number):
    return number.hex() if isinstance(number, float) else hex(number)


def _number(text):
    return float.fromhex(text) if "." in text or "p" in text else int(text, 16)


def _write(path, text):
    """Write a text to a file, which keeps its old content if that fails.

    A device, a pipe, and a file in a folder that nobody may write to are written in place.
    """
    target, given = Path(os.path.realpath(path)), Path(path)
    may_replace = os.access(target.parent, os.W_OK)
    replaces = not given.exists() or (given.is_file() and may_replace)
    unfinished = target.with_name(f".unfinished-{os.getpid()}-{get_ident()}") if replaces else given
    try:
        unfinished.write_text(text, encoding="utf-8")
        if replaces and target.exists():
            copymode(target, unfinished)
        if replaces:
            unfinished.replace(target)
    except OSError as error:
        raise OSError(error.errno, f"cannot be written: {error.strerror}", str(path)) from error
    finally:
        if replaces:
            unfinished.unlink(missing_ok=True)
