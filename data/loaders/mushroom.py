"""Mushroom: 22 categorical attributes, one-hot; edible mushrooms are positive.

The columns are the values that `agaricus-lepiota.names` documents, in the order of that file,
except "missing". They are the paper's 125. Of these values, 98 occur in the complete rows, and 97
vary, as every veil is partial. The 27 other columns are always 0 and make no difference.
"""

import numpy as np
from scipy import sparse

from data.loaders.rows import read_rows

CLASSES = {"e": 1, "p": -1}
DOCUMENTED_VALUES = (
    "bcxfks",  # cap-shape
    "fgys",  # cap-surface
    "nbcgrpuewy",  # cap-color
    "tf",  # bruises?
    "alcyfmnps",  # odor
    "adfn",  # gill-attachment
    "cwd",  # gill-spacing
    "bn",  # gill-size
    "knbhgropuewy",  # gill-color
    "et",  # stalk-shape
    "bcuezr",  # stalk-root, the only attribute that can be missing (?)
    "fyks",  # stalk-surface-above-ring
    "fyks",  # stalk-surface-below-ring
    "nbcgopewy",  # stalk-color-above-ring
    "nbcgopewy",  # stalk-color-below-ring
    "pu",  # veil-type
    "nowy",  # veil-color
    "not",  # ring-number
    "ceflnpsz",  # ring-type
    "knbhrouwy",  # spore-print-color
    "acnsvy",  # population
    "glmpuwd",  # habitat
)
STALK_ROOT = 11


def load(path):
    """Return (X, y) of the 5644 complete rows of `agaricus-lepiota.data` in file order.

    X is CSR (5644, 125) with 22 ones in each row.
    """
    columns, n = [], 0
    for values in DOCUMENTED_VALUES:
        columns.append({value: n + position for position, value in enumerate(values)})
        n += len(values)
    rows = [row for row in read_rows(path, width=23) if row.tokens[STALK_ROOT] != "?"]
    indices = [row.choice(1 + k, of) for row in rows for k, of in enumerate(columns)]
    indptr = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(len(columns))
    parts = (np.ones(len(indices)), np.array(indices, dtype=np.int32), indptr)
    y = np.array([row.choice(0, CLASSES) for row in rows], dtype=np.float64)
    return sparse.csr_matrix(parts, shape=(len(rows), n)), y
