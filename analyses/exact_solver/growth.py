"""How time and memory grow with a problem, from what `python -m benchmarks.growth` measures.

growth.csv has the milliseconds of each solver to 99.9 % of the maximum margin, and the megabytes
that it needs beside the patterns. Along an axis one property of the problem changes.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from analyses.exact_solver.measured import read_stored

AXES = {"m": "m", "n": "n", "density": "density", "margin": "R/γ"}  # with what grows
MILLISECONDS, MEGABYTES = "ms", "MB"
PART = 0.999  # of the maximum margin, which the times reach
LEAST = 1.0  # milliseconds; below them the overhead of a call hides the growth
FEWEST = 3  # the fewest sizes to which a line is fitted
NUMBER = 8  # bytes of a number of X, a float64


class Growth(NamedTuple):
    """The milliseconds or megabytes of all solvers at one size; inf if a solver has none.

    axis is from AXES and says what changes. quantity is MILLISECONDS or MEGABYTES. density is 1 for
    arrays. extension is Δ/R without Δ, hardness is R/γ with Δ.
    """

    axis: str
    quantity: str
    m: int
    n: int
    density: float
    extension: float
    hardness: float
    numbers: dict[str, float]

    @property
    def size(self):
        """The value of the property that changes."""
        return {"m": self.m, "n": self.n, "density": self.density, "margin": self.hardness}[
            self.axis
        ]


class MemoryLine(NamedTuple):
    """The bytes that a solver needs beside X, start + per_row × rows of X. columns is n."""

    start: float
    per_row: float
    columns: int

    def rows_that_fill(self, memory):
        """Return the number of rows at which X and the solver's own need fill `memory` bytes."""
        return (memory - self.start) / (self.columns * NUMBER + self.per_row)


def read_growth():
    """Return the rows of growth.csv, and the content of growth.json."""
    return read_stored("growth", Growth)


def measured_points(rows, axis, quantity, solver):
    """Return the sizes and the numbers of a solver along an axis, where it has numbers."""
    own = [row for row in rows if (row.axis, row.quantity) == (axis, quantity)]
    own = [(row.size, row.numbers[solver]) for row in own if row.numbers[solver] < inf]
    sizes, numbers = np.array(sorted(own), float).reshape(-1, 2).T
    return sizes, numbers


def exponent(sizes, milliseconds):
    """Return (x, c) of the line c size^x, by least squares in the logarithms.

    Only times of at least LEAST count. Return None if there are fewer than FEWEST.
    """
    counts = milliseconds >= LEAST
    if counts.sum() < FEWEST:
        return None
    x, logarithm = np.polyfit(np.log(sizes[counts]), np.log(milliseconds[counts]), 1)
    return x, np.exp(logarithm)


def memory_line(rows, solver):
    """Return the `MemoryLine` of a solver, by least squares, or None for fewer than FEWEST sizes.

    A megabyte is 10⁶ bytes.
    """
    sizes, megabytes = measured_points(rows, "m", MEGABYTES, solver)
    if len(sizes) < FEWEST:
        return None
    columns = next(row.n for row in rows if row.quantity == MEGABYTES)
    per_row, start = np.polyfit(sizes, 1e6 * megabytes, 1)
    return MemoryLine(start, per_row, columns)
