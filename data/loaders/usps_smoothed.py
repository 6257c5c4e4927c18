"""USPS digits as LIBSVM serves them, smoothed; a label is the digit plus 1."""

import numpy as np

from data.errors import DataError
from data.loaders.libsvm_text import read_pairs
from data.loaders.usps_raw import PIXELS


def load(train, test):
    """Return (X, y, X_test, y_test) of `usps` and `usps.t`, all rows in file order.

    X is float64 (7291, 256) and X_test (2007, 256); y and y_test are int64, the digits. A label
    that is not from 1 to 10 raises DataError, as does a fault that `libsvm_text.read_pairs`
    rejects.
    """
    return *_read(train), *_read(test)


def _read(path):
    labels, lines, X = read_pairs(path, PIXELS)
    wrong = np.flatnonzero((labels < 1) | (labels > 10))
    if wrong.size:
        label = labels[wrong[0]]
        raise DataError(f"{path}, line {lines[wrong[0]]}: '{label}' is not a label from 1 to 10.")
    return X.toarray(), labels - 1
