"""House votes of 1984: 16 votes; y/n/? are 1/-1/0, and republicans are positive."""

from data.loaders.rows import as_arrays, read_rows

CLASSES = {"republican": 1, "democrat": -1}
VOTES = {"y": 1, "n": -1, "?": 0}


def load(path):
    """Return (X, y) of `house-votes-84.data`, all 435 rows in file order, X (435, 16)."""
    rows = list(read_rows(path, width=17))
    X = [[row.choice(column, VOTES) for column in range(1, 17)] for row in rows]
    return as_arrays(X, [row.choice(0, CLASSES) for row in rows])
