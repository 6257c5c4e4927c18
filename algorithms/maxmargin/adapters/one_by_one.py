"""Libraries that take one pattern per call, in a form of their own."""

from abc import abstractmethod
from time import perf_counter

from maxmargin.adapters.adapter import Adapter, Epoch

BLOCK = 256  # patterns between checks of the clock


class Blocks(dict):
    """The number of a block's first pattern -> its patterns as `form` makes them of their rows, a
    list; made when they are first asked for.
    """

    def __init__(self, patterns, form):
        super().__init__()
        self.patterns, self.form = patterns, form

    def __missing__(self, start):
        self[start] = list(self.form(self.patterns[start : start + BLOCK]))
        return self[start]


class OneByOneAdapter(Adapter):
    """Subclasses set size, the number of patterns. In the first epoch they are brought into the
    library's form while the clock stands still.
    """

    size: int
    presented_all = False

    @abstractmethod
    def block(self, start):
        """The block of patterns from number start on, in the library's form: a list."""

    @abstractmethod
    def present(self, block, start):
        """Presents each pattern of a block once."""

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
        return Epoch(visits, visits == self.size)
