"""LIBSVM's (SVM^light's) text format: a label and then index:value pairs, one line per pattern."""

from math import isfinite

import numpy as np
from scipy import sparse

from data.loaders import scan
from data.loaders.text import Text


def load(path, n):
    """(X, y) of a two-class file, all rows in file order, X CSR (m, n).

    A pattern without any pair is kept. A label other than +1 and -1 raises DataError, naming file,
    line and token, as does anything that `read_pairs` rejects.
    """
    labels, X = read_pairs(path, n)
    wrong = np.flatnonzero(np.abs(labels) != 1)
    if wrong.size:
        text = Text(path)
        start = np.append(0, text.positions(scan.NEWLINE) + 1)[wrong[0]]
        raise text.error(start, f"{text.token(start)!r} is not a label, which is +1 or -1")
    return X, labels.astype(np.float64)


def read_pairs(path, n):
    """Lines `head index:value index:value ...`: (heads, X), int64 (m,) and CSR (m, n).

    The head begins the line and is a whole number of at most 17 digits; spaces or tabs separate;
    indices run from 1 to n and increase within a line; values are finite decimal numbers, rounded
    as Python rounds them. Anything else raises DataError, naming file, line and token, as does a
    last line that is cut short.
    """
    text = Text(path)
    m, stored = text.count(scan.NEWLINE), text.count(scan.COLON)
    heads, indptr = np.empty(m, np.int64), np.empty(m + 1, np.int32)
    indices, values = np.empty(stored, np.int32), np.empty(stored, np.float64)
    text.check(*scan.pairs(text.content, n, heads, indptr, indices, values), n=n)
    _round(text, values)
    return heads, sparse.csr_matrix((values, indices, indptr), shape=(m, n))


def _round(text, values):
    """Lets Python convert, in place, the few values that the compiled pass left as NaN."""
    left = np.flatnonzero(np.isnan(values))
    starts = text.positions(scan.COLON)[left] + 1 if left.size else []
    for k, start in zip(left, starts, strict=True):
        values[k] = float(text.whole_token(start))
        if not isfinite(values[k]):
            raise text.error(start, f"{text.token(start)!r} is not a finite number")
