"""A table of numbers with one column that names the class."""

import numpy as np

from data.loaders.rows import read_rows


def load(path, n, classes, label=None):
    """Return (X, y) of a file with commas, all rows in file order.

    Parameters
    ----------
    path : str or Path
        The file.
    n : int
        The number of attributes, in the first n columns. Other columns are ignored.
    classes : list of str
        The names of the classes. Of two classes the second is positive.
    label : int, optional
        The column of the class, from 0. By default it is column n.

    Returns
    -------
    tuple of arrays
        X is float64 (m, n). For two classes y is float64, +1 or -1. For more classes y is int64, a
        place in `classes`.

    Raises
    ------
    DataError
        For an attribute that is not a number and for an unknown class.
    """
    label = n if label is None else label
    with open(path, encoding="ascii", errors="backslashreplace") as file:
        width = file.readline().count(",") + 1
    numbers = {name: number for number, name in enumerate(classes)}
    rows = list(read_rows(path, width=max(width, label + 1)))
    X = np.array([[row.number(column) for column in range(n)] for row in rows])
    y = np.array([row.choice(label, numbers) for row in rows], np.int64)
    return (X, 2.0 * y - 1.0) if len(classes) == 2 else (X, y)
