"""WBC-11: Wisconsin Breast Cancer without the 11 rows that make it inseparable."""

import numpy as np

from data.loaders import wbc

# Positions in the complete rows, counted from 1 (MICRA paper, Section 4).
LEFT_OUT = (2, 4, 191, 217, 227, 245, 252, 286, 307, 420, 475)


def load(path):
    """Return (X, y) of `wbc` without the positions LEFT_OUT, X (672, 9)."""
    X, y = wbc.load(path)
    left_out = np.array(LEFT_OUT) - 1
    return np.delete(X, left_out, axis=0), np.delete(y, left_out)
