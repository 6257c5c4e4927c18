"""Reads LIBSVM's (SVM^light's) text format: each line has a label and then index:value pairs."""

from math import isfinite
from typing import NamedTuple

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.loaders import scan
from data.loaders.rows import ROUNDED, is_number, is_rounded, is_too_small
from data.loaders.text import Text

OF_TABLES = "the name of a table has to end in .csv or .tsv"


class Pairs(NamedTuple):
    """The content of a file, or its faults.

    Attributes
    ----------
    labels : list of str
        The labels.
    starts : array of shape (m,)
        The byte at which each label starts.
    X : csr matrix of shape (m, n) or None
        The patterns; None if the file has faults.
    faults : list of tuple
        Pairs of a line number and a description of the fault.
    found : int
        The number of lines with a fault.
    """

    labels: list
    starts: np.ndarray
    X: sparse.csr_matrix | None
    faults: list
    found: int


def load(path, n):
    """Return (X, y) of a two-class file, all rows in file order, X CSR (m, n).

    A pattern without any pair counts. A label other than +1 and -1 raises DataError, which names
    file, line and token. So does any fault that `read_pairs` rejects.
    """
    labels, lines, X = read_pairs(path, n)
    wrong = np.flatnonzero(np.abs(labels) != 1)
    if wrong.size:
        at = wrong[0]
        raise DataError(f"{path}, line {lines[at]}: the label '{labels[at]}' must be +1 or -1.")
    return X, labels.astype(np.float64)


def read_pairs(path, n):
    """Return (labels, lines, X): int64 (m,), int64 (m,) and CSR (m, n).

    Labels are whole numbers.

    `lines` has the line of each pattern, counted from 1. Raise DataError, naming file, line and
    token, for text that is not in the format and for a last line that is cut short.
    """
    text = Text(path)
    pairs = find_pairs(text, n, most_faults=1)
    if pairs.faults:
        line, what = pairs.faults[0]
        raise DataError(f"{path}, line {line}: {what}.")
    if not pairs.labels:
        raise DataError(f"{path} is empty.")
    lines = text.lines_of(pairs.starts)
    whole = {token: _whole(token) for token in dict.fromkeys(pairs.labels)}
    if None in whole.values():
        wrong = next(k for k, token in enumerate(pairs.labels) if whole[token] is None)
        token = pairs.labels[wrong]
        raise DataError(f"{path}, line {lines[wrong]}: {token!r} is not a whole number.")
    return np.array([whole[token] for token in pairs.labels], np.int64), lines, pairs.X


def _whole(token):
    """Return a label as a whole number of at most 17 digits, or None."""
    digits = token.lstrip("+-")
    return int(token) if digits.isdecimal() and len(digits.lstrip("0")) <= 17 else None


def find_pairs(text, n, most_faults):
    """Return the Pairs in a Text, with at most `most_faults` faults described.

    A label is a decimal number. Spaces or tabs separate a line's tokens. Indices are from 1 to n
    and increase within a line. Values are finite decimal numbers, rounded as Python rounds them; a
    value is 0 only if it is written as 0. Blank lines are skipped.
    """
    m, stored = text.count(scan.NEWLINE), text.count(scan.COLON)
    labels, indptr = np.empty((m, 2), np.int64), np.empty(m + 1, np.int32)
    indices, values = np.empty(stored, np.int32), np.empty(stored, np.float64)
    places = np.empty((most_faults, 2), np.int64)
    rows, found = scan.pairs(text.content, n, labels, indptr, indices, values, places)
    faults = [
        (int(text.lines_of(where)), _described(fault, text.token(where), n))
        for fault, where in places[:found].tolist()
    ]
    content, starts = memoryview(text.content), labels[:rows, 0]
    if not found:
        faults = _round(text, values)
        found = len(faults)
    if found:
        return Pairs([], starts, None, faults[:most_faults], found)
    texts = [str(content[begin:end], "ascii") for begin, end in labels[:rows].tolist()]
    X = sparse.csr_matrix((values, indices, indptr[: rows + 1]), shape=(rows, n))
    return Pairs(texts, starts, X, [], 0)


def _round(text, values):
    """Convert, in place, the few values that the compiled pass left as NaN, with Python's float.

    Return the faults: values that are too large or too small for float64.
    """
    left = np.flatnonzero(np.isnan(values))
    starts = text.positions(scan.COLON)[left] + 1 if left.size else []
    faults = []
    for k, start in zip(left, starts, strict=True):
        token = text.whole_token(start).removesuffix("\r")  # of a line end
        values[k] = float(token)
        if isfinite(values[k]) and is_rounded(token):
            faults.append((int(text.lines_of(start)), f"{text.token(start)!r} {ROUNDED}"))
        elif not isfinite(values[k]) or is_too_small(token):
            size = "small" if isfinite(values[k]) else "large"
            what = f"{text.token(start)!r} is too {size} for a number in float64"
            what += "; write 0 if it is meant" if size == "small" else ""
            faults.append((int(text.lines_of(start)), what))
    return faults


def _described(fault, token, n):
    """Describe the fault of a token."""
    if fault == scan.NO_LABEL:
        return _wrong_label(token)
    if fault == scan.NO_PAIR and token.startswith("qid:"):
        return f"{token!r} is a query of a ranking, where patterns have no classes"
    if fault == scan.NOT_NUMBER and is_number(token.partition(":")[2].replace(",", ".")):
        return f"{token!r} has a value with a decimal comma; write a point"
    return {
        scan.NO_PAIR: f"{token!r} is not a pair index:value ({OF_TABLES})",
        scan.INDEX_ZERO: f"{token!r} has the index 0, but indices count from 1; scikit-learn's "
        "dump_svmlight_file writes them so with zero_based=False",
        scan.INDEX_ABOVE: f"{token!r} has an index above {n}, the largest that is allowed",
        scan.INDEX_ORDER: f"{token!r} has an index that is not above the one before it",
        scan.NOT_NUMBER: f"{token!r} has a value that is not a finite decimal number",
    }[fault]


def _wrong_label(token):
    """Describe the fault of a token that begins a line but is not a label."""
    if ":" in token:
        return f"{token!r} begins the line, where the label has to be"
    parts = token.split(",")
    if len(parts) > 1 and all(map(is_number, parts)):
        what = "is not one label: a pattern has one class, without a comma"
    else:
        what = "is not a number, as the label that begins a line has to be"
    is_row = any(separator in token for separator in ",;|")
    return f"{token!r} {what}{f' (and {OF_TABLES})' if is_row else ''}"
