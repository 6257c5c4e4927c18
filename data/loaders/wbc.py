"""Wisconsin Breast Cancer (original): 9 grades; malignant tumours (class 4) are positive."""

from data.loaders.rows import as_arrays, read_rows


def load(path):
    """Return (X, y) of the 683 complete rows of `breast-cancer-wisconsin.data` in file order.

    X is (683, 9): the columns between the sample's number and the class. A row with a missing grade
    (?) is left out.
    """
    rows = [row for row in read_rows(path, width=11) if "?" not in row.tokens[1:10]]
    X = [[row.number(column) for column in range(1, 10)] for row in rows]
    return as_arrays(X, [row.choice(10, {"2": -1, "4": 1}) for row in rows])
