"""river's learners, one pattern per call of learn_one."""

import numpy as np
from scipy import sparse

from maxmargin.preparation import memoised
from peers.online.one_by_one import Blocks, OneByOneAdapter


class RiverAdapter(OneByOneAdapter):
    """An adapter for a river learner. Subclasses set `model`, with learn_one, and count `updates`.

    patterns: an array or csr matrix. river gets the zeros of an array, but not of a csr matrix.
    """

    def __init__(self, patterns, labels):
        self.size, self.columns = patterns.shape
        self.blocks = memoised(_as_dicts, patterns)
        self.labels = (labels > 0).tolist()

    def block(self, start):
        return self.blocks[start]

    def present(self, block, start):
        for pattern, label in zip(block, self.labels[start : start + len(block)], strict=True):
            self.model.learn_one(pattern, label)

    def array(self, weights):
        """Return a dict from column to weight as an array."""
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
    """Return a pattern, (n,), in river's form: a dict from column to value."""
    if with_zeros:
        return dict(enumerate(x.tolist()))
    columns = np.flatnonzero(x)
    return dict(zip(columns.tolist(), x[columns].tolist(), strict=True))
