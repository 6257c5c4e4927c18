"""German credit, numeric: 24 numbers and a class; good credit (class 1) is positive."""

from data.loaders.rows import as_arrays, read_rows


def load(path):
    """Return (X, y) of `german.data-numeric`, all 1000 rows in file order, X (1000, 24)."""
    rows = list(read_rows(path, width=25, separator=None))
    X = [[row.number(column) for column in range(24)] for row in rows]
    return as_arrays(X, [row.choice(24, {"1": 1, "2": -1}) for row in rows])
