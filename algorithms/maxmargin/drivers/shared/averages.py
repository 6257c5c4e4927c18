"""The average of the weights after all visits (Freund & Schapire 1999), beside a run.

With a_t = scale_t·v_t, the sum of the weights after all visits is total·v + sums, where v is the
current one. Only an update changes the sums: v + c·y_k adds −total·c·y_k to them. The run itself
computes the same numbers with and without an average.
"""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import compiled

# Of the scale since the sums took in v, up and down. total·v and the sums may become larger than
# their sum by this factor, so that the average loses at most as many bits.
RANGE = 2.0**16


class Average(NamedTuple):
    """The state of an average. sums: (n + 2,), like the weights.

    numbers: (5,), the total of v's factors up to the last update, the visits that it counts, the
    scale when the sums last took in v, the factor of the visits since then, and all visits. The
    total grows only at updates, so that no bit depends on where the loop stops in between.
    """

    sums: np.ndarray
    numbers: np.ndarray

    @property
    def total(self):
        """Return the factor of v."""
        return self.numbers[0] + self.numbers[3]

    @property
    def visits(self):
        """Return the number of visits."""
        return self.numbers[4]

    def of(self, weights):
        """Return the average, (n + 1,), with the augmenting coordinate last. weights: v, (n + 2,).

        It is 0 before the first visit.
        """
        return (self.total * weights[:-1] + self.sums[:-1]) / max(self.visits, 1.0)

    def unscaled(self, scale):
        """Return a copy that belongs to the weight scale·v instead of v."""
        total, counted, base, since, visits = self.numbers
        numbers = np.array([total / scale, counted, base / scale, since / scale, visits])
        return Average(self.sums.copy(), numbers)


def completed(average):
    """Return an `Average` with all its numbers; one pickled by an older version has only three.

    Return None for None.
    """
    if average is None or average.numbers.size == 5:
        return average
    total, visits, base = average.numbers
    return Average(average.sums, np.array([total, visits, base, 0.0, visits]))


def new_average(size):
    """Return the `Average` before the first visit, for weights of this size; 0 for no average."""
    return Average(np.zeros(size), np.array([0.0, 0.0, 1.0, 0.0, 0.0]))


@compiled(allocates=False)
def take_in(sums, weights, total):
    """Add total·v to the sums."""
    for j in range(sums.size):
        sums[j] += total * weights[j]


@compiled(allocates=False)
def multiply(sums, factor):
    """Multiply the sums."""
    for j in range(sums.size):
        sums[j] *= factor
