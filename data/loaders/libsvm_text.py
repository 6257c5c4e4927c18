"""LIBSVM's (SVM^light's) text format: a label and then index:value pairs, one line per pattern."""

from math import isfinite
from typing import NamedTuple

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.loaders import scan
from data.loaders.rows import is_number, is_too_small
from data.loaders.text import Text

OF_TABLES = "the name of a table has to end in .csv or .tsv"


class Pairs(NamedTuple):
    """What is in a file: labels, texts, and the bytes where they start (m,); X, CSR (m, n).

    faults: pairs of a line and what is wrong there; found: how many lines have one. If there are
    any, X is None.
    """

    labels: list
    starts: np.ndarray
    X: sparse.csr_matrix | None
    faults: list
    found: int


def load(path, n):
    """(X, y) of a two-class file, all rows in file order, X CSR (m, n).

    A pattern without any pair is kept. A label other than +1 and -1 raises DataError, naming file,
    line and token, as does anything that `read_pairs` rejects.
    """
    labels, lines, X = read_pairs(path, n)
    wrong = np.flatnonzero(np.abs(labels) != 1)
    if wrong.size:
        at = wrong[0]
        raise DataError(
            f"{path}, line {lines[at]}: '{labels[at]}' is not a label, which is +1 or -1."
        )
    return X, labels.astype(np.float64)


def read_pairs(path, n):
    """(labels, lines, X) of a file with whole numbers as labels: int64 (m,) twice, CSR (m, n).

    lines: where each pattern is, counted from 1. Raises DataError, naming file, line and token, for
    anything that is not in the format, and for a last line that is cut short.
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
    """The whole number of at most 17 digits that a label is; None for another one."""
    digits = token.lstrip("+-")
    return int(token) if digits.isdecimal() and len(digits.lstrip("0")) <= 17 else None


def find_pairs(text, n, most_faults):
    """The Pairs in a Text, and at most so many faults described.

    The label is a decimal number; spaces or tabs separate; indices count from 1 to n and increase
    within a line; values are finite decimal numbers, rounded as Python rounds them, and 0 only if
    they are written so. Lines of blanks do not count.
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
    """Lets Python convert, in place, the few values that the compiled pass left as NaN.

    Returns faults: the values that are too large or too small.
    """
    left = np.flatnonzero(np.isnan(values))
    starts = text.positions(scan.COLON)[left] + 1 if left.size else []
    faults = []
    for k, start in zip(left, starts, strict=True):
        token = text.whole_token(start)
        values[k] = float(token)
        if not isfinite(values[k]) or is_too_small(token):
            size = "small" if isfinite(values[k]) else "large"
            what = f"{text.token(start)!r} is too {size} for a number in float64"
            what += "; write 0 if it is meant" if size == "small" else ""
            faults.append((int(text.lines_of(start)), what))
    return faults


def _described(fault, token, n):
    """What is wrong with a token."""
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
    """What is wrong with the token that begins a line."""
    if ":" in token:
        return f"{token!r} begins the line, where the label has to be"
    parts = token.split(",")
    if len(parts) > 1 and all(map(is_number, parts)):
        what = "is not one label: a pattern has one class, without a comma"
    else:
        what = "is not a number, as the label that begins a line has to be"
    is_row = any(separator in token for separator in ",;|")
    return f"{token!r} {what}{f' (and {OF_TABLES})' if is_row else ''}"
