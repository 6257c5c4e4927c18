"""A table of numbers in which one column names the class."""

import numpy as np

from data.loaders.rows import read_rows


def load(path, n, classes, label=None):
    """(X, y) of a file with commas, all rows in file order, X float64 (m, n).

    The first n columns are the attributes; label: the place of the class, from 0, n if None; other
    columns are not used. classes: the names of the classes, in order: of two the second is
    positive, so that y is float64 of +1 and -1; of more y is int64, counted from 0. Raises
    DataError for an attribute that is no number and a class that has another name.
    """
    label = n if label is None else label
    with open(path, encoding="ascii", errors="backslashreplace") as file:
        width = file.readline().count(",") + 1
    numbers = {name: number for number, name in enumerate(classes)}
    rows = list(read_rows(path, width=max(width, label + 1)))
    X = np.array([[row.number(column) for column in range(n)] for row in rows])
    y = np.array([row.choice(label, numbers) for row in rows], np.int64)
    return (X, 2.0 * y - 1.0) if len(classes) == 2 else (X, y)
