"""Covertype: 54 whole numbers and a class from 1 to 7; class 1 (spruce and fir) is positive."""

import numpy as np
from scipy import sparse

from data.loaders import scan
from data.loaders.text import Text

ATTRIBUTES, CLASSES = 54, 7
SCALE = 0.001  # factor of all attributes, including the 44 binary attributes
FAULTS = {
    scan.NOT_WHOLE: "is not a whole number",
    scan.WIDTH: f"begins a line that does not have {ATTRIBUTES + 1} columns",
    scan.NO_CLASS: f"is not a class from 1 to {CLASSES}",
}


def load(path):
    """Return (X, y) of `covtype.data`, all 581012 rows in file order, X CSR (581012, 54)."""
    text = Text(path)
    m, most = text.count(scan.NEWLINE), text.count(scan.COMMA)
    classes, indptr = np.empty(m, np.int8), np.empty(m + 1, np.int32)
    # Most attributes are 0. The unused ends of these arrays are never allocated.
    indices, values = np.empty(most, np.int32), np.empty(most, np.float64)
    fault, where = scan.table(
        text.content, ATTRIBUTES, CLASSES, SCALE, classes, indptr, indices, values
    )
    if fault != scan.FINE:
        token = text.token(where, ends=b",\n")
        raise text.error(where, f"{token!r} {FAULTS[fault]}")
    for array in (indices, values):
        array.resize(indptr[-1], refcheck=False)
    X = sparse.csr_matrix((values, indices, indptr), shape=(m, ATTRIBUTES))
    return X, np.where(classes == 1, 1.0, -1.0)
