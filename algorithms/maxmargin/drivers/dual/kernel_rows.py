"""Rows of a kernel's base, computed in blocks on demand, and cached while memory lasts.

A row holds the base of one training pattern with every column: all training patterns, then the
patterns to be predicted. All learners on a data set share the rows, for all classes, parameters and
permutations. Kernels with the same base share them too.

Learners store rows as float64. The runs of the online papers store them as float32, which takes
half the memory and is exact for inner products of grey levels below 2^24.
"""

import numpy as np

from maxmargin import whole_products
from maxmargin.kernels import base_of_products, base_values, squared_norms

BLOCK = 256  # rows computed together, as one matrix product
LONGEST, SHORTEST = 1e18, 1e-15  # norms whose products are float32 numbers
CHUNK = 4096  # columns of a matrix product; fixed, so that no bit depends on the number of threads


def _check_range_of_products(norms):
    """Raise ValueError for patterns whose products leave the range of float32.

    norms: arrays of the squared norms of all patterns.
    """
    longest = float(np.sqrt(max(part.max(initial=0.0) for part in norms)))
    if longest and not SHORTEST <= longest <= LONGEST:
        raise ValueError(
            f"the longest row of X has a norm of {longest:.3g}, but products of rows are stored as "
            f"float32: scale X, so that it is between {SHORTEST:g} and {LONGEST:g}."
        )


class CachedRows:
    """Some of the rows of a base.

    Attributes
    ----------
    base : tuple
        The base.
    columns, norms : list of arrays or csr matrices, and list of arrays
        The patterns of the columns, and their squared norms.
    rows : array of shape (capacity, width)
        The rows.
    slots : array of shape (m,), int32
        The place of a pattern's row in rows, −1 if it is missing.
    patterns : array of shape (capacity,), int32
        The pattern whose row is in a place, −1 if the place is free.
    """

    def __init__(self, base, columns, norms, m, capacity, dtype):
        self.base, self.columns, self.norms = base, columns, norms
        self.rows = np.empty((capacity, sum(part.size for part in norms)), dtype)
        self.slots = np.full(m, -1, dtype=np.int32)
        self.patterns = np.full(capacity, -1, dtype=np.int32)

    def assign(self, patterns, places):
        """Give the places of rows to patterns. The rows that were there are missing from now on."""
        evicted = self.patterns[places]
        self.slots[evicted[evicted >= 0]] = -1
        self.slots[patterns], self.patterns[places] = places, patterns


class KernelRows(CachedRows):
    """Rows of a base for the patterns of a training set."""

    def __init__(self, base, X, others, memory, threads=None, dtype: type = np.float64):
        """Make a cache without rows.

        X: (m, n), training patterns. others: (m′, n), or None. Both are arrays or csr matrices of
        float64. memory: bytes for the rows. threads: a ThreadPoolExecutor to share the work, or
        None. dtype: of the rows. Raises ValueError if two blocks of rows need more memory.
        """
        self.map = threads.map if threads else map
        columns = [X] if others is None else [X, others]
        norms = [squared_norms(part) for part in columns]
        if dtype == np.float32 and base[0] == "product":
            _check_range_of_products(norms)
        m = X.shape[0]
        width = sum(part.shape[0] for part in columns)
        size = np.dtype(dtype).itemsize
        capacity, least = int(min(m, memory // (size * width))), min(m, 2 * BLOCK)
        if capacity < least:
            raise ValueError(
                f"kernel_memory is {memory / 2**30:.3g} GiB, but {least} rows of the kernel on "
                f"these patterns take {size * width * least / 2**30!r} GiB; set it to at least "
                "that."
            )
        super().__init__(base, columns, norms, m, capacity, dtype)
        self.parts = whole_products.parts_of(*columns)
        # The patterns to multiply: for whole numbers copies, which `memory` does not count.
        self.factors = [part.astype(np.float32) for part in columns] if self.parts else columns
        self.used = np.zeros(capacity, dtype=np.int64)  # when a slot was last used
        self.clock = 0
        self.computed = 0  # rows computed in total

    def ensure(self, patterns):
        """Compute the missing rows of these patterns, at most BLOCK, ascending."""
        self.clock += 1
        missing = patterns[self.slots[patterns] < 0]
        self.used[self.slots[patterns[self.slots[patterns] >= 0]]] = self.clock
        if missing.size == 0:
            return
        # Rows unused for longest are evicted, the first of equals: no bit depends on chance.
        free = np.argsort(self.used, kind="stable")[: missing.size].astype(np.int32)
        self.assign(missing, free)
        self.used[free] = self.clock
        self.computed += missing.size
        X, norms = self.factors[0][missing], self.norms[0][missing]
        start, jobs = 0, []
        for part, part_norms in zip(self.factors, self.norms, strict=True):
            for begin in range(0, part.shape[0], CHUNK):
                end = min(begin + CHUNK, part.shape[0])
                jobs.append((free, X, norms, part[begin:end], part_norms[begin:end], start + begin))
            start += part.shape[0]
        for _ in self.map(self._compute, jobs):
            pass

    def _compute(self, job):
        slots, X, norms, part, part_norms, start = job
        if self.parts:
            products = whole_products.products(X, part, self.parts)
            if self.base[0] != "product":
                products = products.astype(np.float64, copy=False)
            block = base_of_products(self.base, products, norms, part_norms)
        else:
            block = base_values(self.base, X, norms, part, part_norms)
        self.rows[slots, start : start + part.shape[0]] = block
