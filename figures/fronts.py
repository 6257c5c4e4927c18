"""The front of a learner: its runs that no other of its runs beats, and the line through them.

Figures draw this line with logarithmic updates and on the axis of margins that `position` defines.
Between two runs the line is an estimate.
"""

from typing import NamedTuple

import numpy as np

NEAR = 1e-3  # fraction of the maximum; the axis is linear within this distance from the maximum


class Front(NamedTuple):
    """The runs of a front: their updates and margins, arrays (n,), both strictly ascending.

    Margins are fractions of the maximum margin.
    """

    updates: np.ndarray
    margins: np.ndarray

    @property
    def least(self):
        """The smallest margin of the front."""
        return float(self.margins[0])

    @property
    def most(self):
        """The largest margin of the front."""
        return float(self.margins[-1])

    def updates_at(self, margins):
        """Return the updates with which the front reaches at least each of these margins.

        Between two runs this is an estimate: the number on the line as figures draw it. Below the
        front's smallest margin it is the updates of that run. Above the largest it is infinite.

        >>> front = front_of(np.array([10, 1000]), np.array([0.9, 0.999]))
        >>> print(front.updates_at(np.array([0.5, 0.9, 0.99, 0.9995])).round())
        [ 10.  10. 110.  inf]
        """
        return np.exp(self.log_updates_at(position(margins)))

    def log_updates_at(self, positions):
        """Return the logarithm of `updates_at`, at positions on the axis of margins."""
        own = position(self.margins)
        return np.interp(positions, own, np.log(self.updates), right=np.inf)


def front_of(updates, margins):
    """Return the `Front` of runs: arrays (n,), with n at least 1. No update counts as one."""
    updates = np.maximum(np.asarray(updates, float), 1.0)
    margins = np.asarray(margins, float)
    best = frontier(updates, margins)
    return Front(updates[best], margins[best])


def frontier(updates, margins):
    """Return the indices of the runs that no other run beats, by ascending updates.

    A run is beaten by a run with at most as many updates and at least as much margin. `updates` and
    `margins` are arrays (n,).

    >>> print(frontier(np.array([10, 20, 30]), np.array([0.5, 0.4, 0.9])))
    [0 2]
    """
    order = np.lexsort((-margins, updates))
    best = np.maximum.accumulate(margins[order])
    return order[margins[order] > np.append(-np.inf, best[:-1])]


def position(margins):
    """Return the positions of margins on the axis, logarithmic in the missing part.

    The step from 1 % missing to 0.1 % missing is as long as the step from 10 % to 1 %.
    """
    return np.arcsinh((np.asarray(margins) - 1) / NEAR)


def margin_at(positions):
    """Return the margins at positions on the axis, the inverse of `position`."""
    return 1 + NEAR * np.sinh(positions)
