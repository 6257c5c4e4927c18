"""Reads a user's file in libsvm's format."""

import re

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.loaders.libsvm_text import find_pairs
from data.loaders.text import Text
from data.own.contents import content_of
from data.own.faults import LISTED, Faults
from data.own.table import Rows

LARGEST_INDEX = 2**31 - 2
COMMENT = re.compile(rb"#[^\n]*")


def read_pairs(path):
    """Return the Rows of a file in the format of `find_pairs`; X is a csr matrix.

    Empty lines are skipped, as are comments, from # to the end of the line. n is the largest index.
    """
    content = content_of(path)
    if b"#" in content:
        content = COMMENT.sub(b"", content)
    text, faults = Text(path, np.frombuffer(content, np.uint8)), Faults(path)
    pairs = find_pairs(text, LARGEST_INDEX, LISTED)
    for line, what in pairs.faults:
        faults.add(line, what)
    faults.add_undescribed(pairs.found - len(pairs.faults))
    faults.raise_any()
    if not pairs.labels:
        raise DataError(f"{path} has no patterns, only comments and empty lines.")
    n = int(pairs.X.indices.max()) + 1 if pairs.X.nnz else 1
    arrays = pairs.X.data, pairs.X.indices, pairs.X.indptr
    X = sparse.csr_matrix(arrays, shape=(len(pairs.labels), n))
    return Rows(text.lines_of(pairs.starts).tolist(), pairs.labels, X, None)
