"""Libraries that take one pattern per call, in their own form."""

from abc import abstractmethod
from time import perf_counter

from peers.online.adapter import Adapter, Epoch

BLOCK = 256  # patterns between checks of the clock


class Blocks(dict):
    """Blocks of patterns in a library's form, by the number of their first pattern.

    A block is a list that `form` makes of the patterns' rows at the first access.
    """

    def __init__(self, patterns, form):
        super().__init__()
        self.patterns, self.form = patterns, form

    def __missing__(self, start):
        self[start] = list(self.form(self.patterns[start : start + BLOCK]))
        return self[start]


class OneByOneAdapter(Adapter):
    """An adapter that presents one pattern per call. Subclasses set size, the number of patterns.

    The first epoch converts patterns to the library's form, and the clock does not count this.
    """

    size: int
    presented_all = False

    @abstractmethod
    def block(self, start):
        """Return the block of patterns from number `start` on, as a list in the library's form."""

    @abstractmethod
    def present(self, block, start):
        """Present each pattern of a block once."""

    def epoch(self, deadline):
        visits = 0
        while visits < self.size and (not visits or self.clock() < deadline):
            entered = perf_counter()
            block = self.block(visits)
            if not self.presented_all:
                self.preparing += perf_counter() - entered
            self.present(block, visits)
            visits += len(block)
        self.presented_all |= visits == self.size
        return Epoch(visits, int(visits == self.size))
