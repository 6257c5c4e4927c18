"""The user's own data: a CSV or libsvm file, read as a problem of two classes."""

import csv
import re
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from pathlib import Path

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.held_out import STANDARD, hint, hold_out, standardised
from data.loaders.libsvm_text import read_pairs
from data.loaders.rows import Row, is_number
from data.problem import Problem

LARGEST_INDEX = 2**31 - 2
MISSING = {"", "?", "na", "n/a", "nan", "null", "none"}  # in lower case
QUOTED, BARE_QUOTE = re.compile('"[^"]*"'), re.compile('[^," ] *"')  # the second without the first


def read_own(
    name, path, label=None, positive=None, head=None, scale=None, test=None, seed=0, tell=None
):
    """The Problem `name` in a file: CSV if its name ends in .csv, otherwise in libsvm's format.

    head: whether a CSV file's first line has the columns' names; None to tell by whether it holds
    numbers. label: the column of classes of a CSV file, the last one by default: its name, if there
    are names, or its place from 1. positive: the classes that form the positive class, as they are
    written in the file, numbers compared as numbers, exactly; without it there have to be two, and
    the larger in sort order is positive. test: the part of the patterns, between 0 and 1, that is
    held out, drawn from the seed; the result is then a SplitProblem. scale: "standard" to bring the
    attributes to one scale, by the patterns for training. tell: called with a hint, if there is
    one. Raises DataError, naming file, line and token; for a first line of which it cannot be told
    whether it has names, too.

    A libsvm file is as `read_pairs` says. A CSV file is in UTF-8, its cells separated by commas and
    perhaps in quotation marks, where a doubled one stands for one; spaces and tabs around a cell do
    not count, nor do empty lines. Attributes are finite decimal numbers.
    """
    is_csv = Path(path).suffix.lower() == ".csv"
    if not is_csv and (label is not None or head is not None):
        raise DataError(
            f"{path} is not a .csv file, so its columns have no names: leave out label and head."
        )
    classes, X = _read_csv(path, label, head) if is_csv else _read_libsvm(path)
    problem = Problem(name, X, _labels(path, classes, positive))
    try:
        problem = problem if test is None else hold_out(problem, float(test), seed)
        if scale == STANDARD:
            return standardised(problem)
    except DataError as error:
        raise DataError(f"{path}: {error}") from None
    if tell and (text := hint(problem)):
        tell(text)
    return problem


def _read_libsvm(path):
    heads, X = read_pairs(path, LARGEST_INDEX)
    n = int(X.indices.max()) + 1 if X.nnz else 1
    return [str(head) for head in heads], sparse.csr_matrix(
        (X.data, X.indices, X.indptr), (len(heads), n)
    )


def _read_csv(path, label, head):
    rows = list(_rows(path))
    if not rows:
        raise DataError(f"{path} is empty.")
    width = len(rows[0].tokens)
    if width == 1:
        raise DataError(
            f"{rows[0].place}: there is only one column, that of the classes; attributes are "
            "needed too."
        )
    for row in rows:
        if len(row.tokens) != width:
            raise DataError(f"{row.place}: {len(row.tokens)} columns, where {width} are expected.")
    names = rows[0].tokens if (_has_names(rows) if head is None else head) else None
    column = _column(rows[0], label, names)
    patterns = rows[1:] if names else rows
    attributes = [place for place in range(width) if place != column]
    X = [[row.number(place) for place in attributes] for row in patterns]
    classes = [_class(row, column) for row in patterns]
    return classes, np.array(X, dtype=np.float64).reshape(len(classes), len(attributes))


def _rows(path):
    """Yields a Row for each line that is not empty; a quoted cell ends in the line it begins in."""
    with open(path, encoding="utf-8-sig", errors="backslashreplace") as file:
        for number, line in enumerate(file, start=1):
            place, line = f"{path}, line {number}", line.rstrip("\n")
            if '"' in line and BARE_QUOTE.search(QUOTED.sub('""', line)):
                raise DataError(
                    f"{place}: a quotation mark is inside a cell that does not begin with one."
                )
            try:
                for cells in csv.reader([line], strict=True, skipinitialspace=True):
                    if cells:
                        yield Row(place, [cell.strip(" \t") for cell in cells])
            except csv.Error as error:
                said = "a quotation mark is not closed" if "end of data" in str(error) else error
                raise DataError(f"{place}: {said}.") from None


def _has_names(rows):
    """Whether the first line has the columns' names: if no cell of it is a number, while in another
    line all are, but for the class. It has none if it is a pattern like another line, and not the
    places from 0 that pandas writes where columns have no names.
    """
    first = rows[0].tokens
    numbers, *others = ([is_number(token) for token in row.tokens] for row in rows)
    patterns = [kinds for kinds in others or [numbers] if kinds.count(False) <= 1]
    known = len(set(first)) == len(first) and not MISSING & {token.lower() for token in first}
    if not any(numbers) and known and patterns:
        return True
    if numbers in patterns and not _are_places(first):
        return False
    raise DataError(
        f"{rows[0].place}: {','.join(first)[:60]!r} may be a pattern or the columns' names; say "
        "with head whether it has names."
    )


def _are_places(tokens):
    """Whether tokens are 0, 1, 2 and so on, two at least, one of more perhaps being a text."""
    texts = [token for place, token in enumerate(tokens) if token != str(place)]
    return len(texts) <= min(1, len(tokens) - 2) and not any(map(is_number, texts))


def _column(first, label, names):
    """The column of classes, from 0."""
    width = len(first.tokens)
    if label is None:
        return width - 1
    label = str(label)
    place = int(label) - 1 if label.isdecimal() and 1 <= int(label) <= width else None
    named = names.index(label) if names and label in names else None
    if named is not None and names.count(label) > 1:
        raise DataError(f"{first.place}: {label!r} is the name of {names.count(label)} columns.")
    if place is not None and named not in (None, place):
        raise DataError(
            f"{first.place}: {label!r} is the name of column {named + 1} and the place of another; "
            f"say {named + 1} or {names[place]!r}."
        )
    if place is None and named is None:
        known = f"there are {_listed(names[:20])}, or" if names else "without names there are"
        raise DataError(f"{first.place}: no column {label!r}; {known} places from 1 to {width}.")
    return place if named is None else named


def _class(row, column):
    """The class of a pattern, as it is written."""
    token = row.tokens[column]
    if token.lower() in MISSING - {"na", "none"}:  # which may be names
        raise DataError(f"{row.place}: the class {token!r} is missing.")
    return token


def _known_as(token):
    """What is equal for equal classes: a number, exactly, or else the text."""
    with suppress(InvalidOperation):  # an exponent of more than 18 digits
        return Decimal(token) if is_number(token) else token
    return token


def _listed(tokens):
    return ", ".join(token if token.isprintable() else repr(token) for token in tokens)


def _labels(path, classes, positive):
    """The labels +1 and -1, float64 (m,), from the classes of the patterns, as they are written."""
    kinds = {token: _known_as(token) for token in dict.fromkeys(classes)}
    written = {kind: token for token, kind in reversed(kinds.items())}
    known = sorted(written, key=lambda kind: (isinstance(kind, str), kind))
    listed = _listed(written[kind] for kind in known[:10])
    if positive is None:
        if len(known) == 1:
            raise DataError(f"{path} has patterns of only one class, but a margin needs two.")
        if len(known) != 2:
            raise DataError(
                f"{path} has {len(known)} classes, {listed}: name in positive those that form the "
                "positive class, against all others."
            )
        positive = [written[known[1]]]
    wanted = {_known_as(str(name)): name for name in positive}
    for kind, name in wanted.items():
        if kind not in written:
            raise DataError(f"{path} has no class {str(name)!r}; there are {listed}.")
    labels = np.array([1.0 if kinds[token] in wanted else -1.0 for token in classes])
    if abs(labels.sum()) == len(labels):
        raise DataError(f"{path} has patterns of only one class, but a margin needs two.")
    return labels
