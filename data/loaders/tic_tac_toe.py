"""Tic-tac-toe endgames: 9 squares; x/o/b are 1/-1/0, and a win for x is positive."""

from data.loaders.rows import as_arrays, read_rows

CLASSES = {"positive": 1, "negative": -1}
SQUARES = {"x": 1, "o": -1, "b": 0}


def load(path):
    """Return (X, y) of `tic-tac-toe.data`, all 958 rows in file order, X (958, 9)."""
    rows = list(read_rows(path, width=10))
    X = [[row.choice(column, SQUARES) for column in range(9)] for row in rows]
    return as_arrays(X, [row.choice(9, CLASSES) for row in rows])
