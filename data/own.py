"""The user's own data: a CSV or libsvm file, read as a problem of two classes."""

import csv
from pathlib import Path

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.loaders.libsvm_text import read_pairs
from data.loaders.rows import Row
from data.problem import Problem

LARGEST_INDEX = 2**31 - 2


def read_own(name, path, label=None, positive=None):
    """The Problem `name` in a file: CSV if its name ends in .csv, otherwise in libsvm's format.

    label: the column of classes of a CSV file, by its name or by its place from 1; the last one by
    default. positive: the classes that form the positive class, as they are written in the file;
    without it there have to be two, and the larger in sort order is positive, with numbers sorted
    as numbers. A CSV file's first line has column names if one of its attributes is not a number,
    or if its class is the only one that is not. Raises DataError, naming file, line and token.
    """
    is_csv = Path(path).suffix.lower() == ".csv"
    if label is not None and not is_csv:
        raise DataError(
            f"{path} is not a .csv file, so its columns have no names: leave out label."
        )
    classes, X = _read_csv(path, label) if is_csv else _read_libsvm(path)
    return Problem(name, X, _labels(path, classes, positive))


def _read_libsvm(path):
    heads, X = read_pairs(path, LARGEST_INDEX)
    n = int(X.indices.max()) + 1 if X.nnz else 1
    return [str(head) for head in heads], sparse.csr_matrix(
        (X.data, X.indices, X.indptr), (len(heads), n)
    )


def _read_csv(path, label):
    with open(path, newline="", encoding="utf-8-sig", errors="backslashreplace") as file:
        lines = [
            Row(f"{path}, line {number}", [cell.strip() for cell in cells])
            for number, cells in enumerate(csv.reader(file), start=1)
            if cells
        ]
    if not lines:
        raise DataError(f"{path} is empty.")
    width = len(lines[0].tokens)
    column = _column(path, label, lines[0].tokens)
    attributes = [place for place in range(width) if place != column]
    if not attributes:
        raise DataError(
            f"{lines[0].place}: there is only one column, that of the classes; attributes are "
            "needed too."
        )
    head = _is_head([row.tokens for row in lines], column)
    patterns = []
    for row in lines[head:]:
        if len(row.tokens) != width:
            raise DataError(f"{row.place}: {len(row.tokens)} columns, where {width} are expected.")
        patterns.append([row.number(place) for place in attributes])
    classes = [row.tokens[column] for row in lines[head:]]
    return classes, np.array(patterns, dtype=np.float64).reshape(len(classes), len(attributes))


def _column(path, label, head):
    if label is None:
        return len(head) - 1
    if label in head:
        return head.index(label)
    if str(label).isdigit() and 1 <= int(label) <= len(head):
        return int(label) - 1
    raise DataError(
        f"{path}, line 1: there is no column {label!r}; there are {', '.join(head[:20])}, or "
        f"places from 1 to {len(head)}."
    )


def _is_head(lines, column):
    """Whether the first line names the columns: one of its attributes is not a number, or its class
    is the only one that is not.
    """
    first, *others = lines
    numbers = [_is_number(token) for token in first]
    if not all(numbers[:column] + numbers[column + 1 :]):
        return True
    later = (_is_number(tokens[column]) for tokens in others if len(tokens) > column)
    return not numbers[column] and bool(others) and all(later)


def _is_number(token):
    try:
        float(token)
    except ValueError:
        return False
    return True


def _labels(path, classes, positive):
    """The labels +1 and -1, float64 (m,), from the classes of the patterns, which are strings."""
    known = sorted(set(classes), key=lambda c: (0, float(c), c) if _is_number(c) else (1, 0.0, c))
    if positive is None:
        if len(known) == 1:
            raise DataError(f"{path} has patterns of only one class, but a margin needs two.")
        if len(known) != 2:
            raise DataError(
                f"{path} has {len(known)} classes, {', '.join(known[:10])}: name in positive "
                "those that form the positive class, against all others."
            )
        positive = known[1:]
    unknown = [wanted for wanted in positive if wanted not in known]
    if unknown:
        raise DataError(f"{path} has no class {unknown[0]!r}; there are {', '.join(known[:10])}.")
    labels = np.where(np.isin(classes, positive), 1.0, -1.0)
    if abs(labels.sum()) == len(labels):
        raise DataError(f"{path} has patterns of only one class, but a margin needs two.")
    return labels
