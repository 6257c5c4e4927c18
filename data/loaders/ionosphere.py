"""Ionosphere: 34 numbers and a class; good returns (g) are positive."""

from data.loaders.rows import as_arrays, read_rows


def load(path):
    """Return (X, y) of `ionosphere.data`, all 351 rows in file order, X (351, 34)."""
    rows = list(read_rows(path, width=35))
    X = [[row.number(column) for column in range(34)] for row in rows]
    return as_arrays(X, [row.choice(34, {"g": 1, "b": -1}) for row in rows])
