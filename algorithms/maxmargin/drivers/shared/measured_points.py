"""Points of a curve that a compiled loop measures itself, without a stop."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import inner
from maxmargin.drivers.shared.progress import Point

MOST_POINTS = 128  # in a call of the loop
PAUSE = 0.05  # seconds, after which the loop ends at the next point


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
    def room(cls, most):
        """Return room for `most` points."""
        return cls(np.zeros((most, 3), np.int64), np.zeros(most), np.zeros((most, 3)))

    def as_points(self, number, seconds):
        """Return the first `number` as `Point`s. seconds: of learning, before the loop's call."""
        columns = (part[:number].tolist() for part in self)
        return [
            Point(updates, epochs, 0, visits, seconds + since, *margins)
            for (updates, epochs, visits), since, margins in zip(*columns, strict=True)
        ]


def point_of(margins, updates, epochs, visits, seconds):
    """Return the `Point` with these `Margins`."""
    return Point(updates, epochs, 0, visits, seconds, *map(float, margins))


@inner(allocates=False)
def write_point(points, number, updates, epochs, visits, seconds, margins):
    """Write a point to a place of `MeasuredPoints`."""
    counts = points.counts
    counts[number, 0], counts[number, 1], counts[number, 2] = updates, epochs, visits
    points.seconds[number] = seconds
    points.margins[number, 0] = margins.directional
    points.margins[number, 1] = margins.geometric
    points.margins[number, 2] = margins.upper_bound
