"""river's learners, one pattern per call of learn_one."""

import numpy as np
from scipy import sparse

from maxmargin.adapters.one_by_one import Blocks, OneByOneAdapter
from maxmargin.preparation import once


class RiverAdapter(OneByOneAdapter):
    """patterns: an array, whose zeros are passed to river, or a csr matrix, whose zeros are not.

    Subclasses have `model`, which has learn_one, and count `updates`.
    """

    def __init__(self, patterns, labels):
        self.size, self.columns = patterns.shape
        self.blocks = once(_as_dicts, patterns)
        self.labels = (labels > 0).tolist()

    def block(self, start):
        return self.blocks[start]

    def present(self, block, start):
        for pattern, label in zip(block, self.labels[start : start + len(block)], strict=True):
            self.model.learn_one(pattern, label)

    def array(self, weights):
        """A dict from column to weight, as an array."""
        found = np.zeros(self.columns)
        found[list(weights.keys())] = list(weights.values())
        return found


def _as_dicts(patterns):
    return Blocks(patterns, _dicts)


def _dicts(patterns):
    if not sparse.issparse(patterns):
        yield from (named(x, with_zeros=True) for x in patterns)
        return
    for start, end in zip(patterns.indptr[:-1], patterns.indptr[1:], strict=True):
        columns, values = patterns.indices[start:end], patterns.data[start:end]
        yield dict(zip(columns.tolist(), values.tolist(), strict=True))


def named(x, with_zeros):
    """A pattern, (n,), as river takes it: a dict from column to value."""
    if with_zeros:
        return dict(enumerate(x.tolist()))
    columns = np.flatnonzero(x)
    return dict(zip(columns.tolist(), x[columns].tolist(), strict=True))
