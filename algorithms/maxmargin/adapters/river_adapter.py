"""river's learners, one pattern per call of learn_one."""

from time import perf_counter

import numpy as np
from scipy import sparse

from maxmargin.adapters.adapter import Adapter, Epoch
from maxmargin.preparation import once

BLOCK = 256  # patterns between checks of the clock


class RiverAdapter(Adapter):
    """patterns: an array, whose zeros are passed to river, or a csr matrix, whose zeros are not.

    Subclasses have `model`, which has learn_one, and count `updates`. Patterns are converted to
    river's form, a dict each, when they are first presented, while the clock stands still.
    """

    def __init__(self, patterns, labels):
        self.size = patterns.shape[1]
        self.blocks = once(_Blocks, patterns)
        self.labels = (labels > 0).tolist()

    def epoch(self, deadline):
        updates, visits = self.updates, 0
        while visits < len(self.labels) and (not visits or self.clock() < deadline):
            entered = perf_counter()
            block = self.blocks[visits]
            self.preparing += perf_counter() - entered
            end = visits + len(block)
            for pattern, label in zip(block, self.labels[visits:end], strict=True):
                self.model.learn_one(pattern, label)
            visits = end
        whole = visits == len(self.labels)
        return Epoch(visits, whole, whole and self.updates == updates)

    def array(self, weights):
        """A dict from column to weight, as an array."""
        found = np.zeros(self.size)
        found[list(weights.keys())] = list(weights.values())
        return found


class _Blocks(dict):
    """The number of a block's first pattern -> its patterns, a list of dicts."""

    def __init__(self, patterns):
        super().__init__()
        self.patterns = patterns

    def __missing__(self, start):
        self[start] = list(_dicts(self.patterns[start : start + BLOCK]))
        return self[start]


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
