"""USPS digits of the Elements of Statistical Learning (ESL): 16 x 16 grey levels in [-1, 1]."""

import numpy as np

from data.errors import DataError
from data.loaders.rows import read_rows

PIXELS = 256
DIGITS = {f"{digit}{end}": digit for end in ("", ".0000") for digit in range(10)}


def load(train, test):
    """Return (X, y, X_test, y_test) of `zip.train` and `zip.test`, all rows in file order.

    X is float64 (7291, 256) and X_test (2007, 256); y and y_test are int64, the digits.
    """
    return *_read(train), *_read(test)


def _read(path):
    X, y = [], []
    for row in read_rows(path, width=1 + PIXELS, separator=None):
        y.append(row.choice(0, DIGITS))
        levels = np.array([row.number(column) for column in range(1, 1 + PIXELS)])
        outside = np.flatnonzero(np.abs(levels) > 1)
        if outside.size:
            token = row.tokens[1 + outside[0]]
            raise DataError(f"{row.place}: {token!r} is not a grey level from -1 to 1.")
        X.append(levels)
    return np.array(X), np.array(y, dtype=np.int64)
