"""Letter recognition: 16 attributes of a letter's image, whole numbers from 0 to 15."""

from string import ascii_uppercase

import numpy as np

from data.loaders.rows import read_rows

TRAINING = 16000  # rows; the rest are the test set (ALMA paper, Section 4.3)
ATTRIBUTES = 16
LETTERS = {letter: code for code, letter in enumerate(ascii_uppercase)}
GRADES = {str(grade): grade for grade in range(16)}


def load(path):
    """Return (X, y, X_test, y_test) of `letter-recognition.data`, all 20000 rows in file order.

    X is uint8 (16000, 16) and X_test (4000, 16); y and y_test are int64, 0 for A to 25 for Z.
    """
    rows = list(read_rows(path, width=1 + ATTRIBUTES))
    X = [[row.choice(column, GRADES) for column in range(1, 1 + ATTRIBUTES)] for row in rows]
    X, y = np.array(X, np.uint8), np.array([row.choice(0, LETTERS) for row in rows], np.int64)
    return X[:TRAINING], y[:TRAINING], X[TRAINING:], y[TRAINING:]
