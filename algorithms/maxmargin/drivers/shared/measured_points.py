"""Points of a curve that a compiled loop measures itself, without a stop."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import inner
from maxmargin.drivers.shared.progress import Point

MOST = 128  # points in a call of the loop


class Margins(NamedTuple):
    """The margins of a weight and the upper bound, as in a `Point`."""

    directional: float
    geometric: float
    upper_bound: float


class MeasuredPoints(NamedTuple):
    """Room for points.

    counts: int64, (points, 3): updates, epochs and visits. seconds: (points,), of learning since
    the loop was called. margins: (points, 3), the fields of `Margins`.
    """

    counts: np.ndarray
    seconds: np.ndarray
    margins: np.ndarray

    @classmethod
    def room(cls):
        """Return room for the points of a call."""
        return cls(np.zeros((MOST, 3), np.int64), np.zeros(MOST), np.zeros((MOST, 3)))

    def points(self, number, seconds):
        """Return the first `number` as `Point`s. seconds: of learning, before the loop's call."""
        columns = (part[:number].tolist() for part in self)
        return [
            Point(updates, epochs, 0, visits, seconds + own, *margins)
            for (updates, epochs, visits), own, margins in zip(*columns, strict=True)
        ]


@inner(allocates=False)
def write_point(points, number, updates, epochs, visits, seconds, margins):
    """Write a point to a place of `MeasuredPoints`."""
    counts = points.counts
    counts[number, 0], counts[number, 1], counts[number, 2] = updates, epochs, visits
    points.seconds[number] = seconds
    points.margins[number, 0] = margins.directional
    points.margins[number, 1] = margins.geometric
    points.margins[number, 2] = margins.upper_bound
