"""Computes the positions in an animation's two pictures, in the units of the pictures."""

from math import isfinite

import numpy as np
from matplotlib.ticker import MaxNLocator

from figures.animation.captions import angles

SIZE = 400  # width and height of both pictures
LEFT, RIGHT, TOP, BOTTOM = 46, 390, 12, 352  # edges of the chart's area inside the axes
ROOM = 1.12  # size of the patterns' picture, relative to the size that the patterns need
HIGHEST = 3.0  # the largest bound that is drawn, in maximum margins
TICKS = 6


class Plane:
    """The plane of the patterns X (m, 2).

    `augment` is ρ; with 0, lines go through the origin.
    """

    def __init__(self, X, augment):
        self.centre = (X.min(axis=0) + X.max(axis=0)) / 2 if augment else np.zeros(2)
        self.scale = SIZE / 2 / (ROOM * np.abs(X - self.centre).max())

    def places(self, X):
        """Return the positions (m, 2) of points X (m, 2) in the picture."""
        return SIZE / 2 + self.scale * (X - self.centre) * (1, -1)

    def lines(self, steps):
        """Return the line, band and weight of each `Step`: a list of dictionaries.

        x and y are the line's point nearest to the centre, where the arrow of the weight begins.
        turn is the direction of the arrow, clockwise from the right, in degrees. band is the
        half-width of the band, 0 if the line separates nothing. Without a line, the dictionary has
        only turn.
        """
        return [
            {"turn": -angle, **self._line(step)}
            for step, angle in zip(steps, angles(steps), strict=True)
        ]

    def _line(self, step):
        if not step.weight.any():
            return {}
        product = step.weight @ self.centre + step.threshold
        foot = self.centre - product / (step.weight @ step.weight) * step.weight
        x, y = self.places(foot)
        return {"x": x, "y": y, "band": self.scale * max(step.band, 0.0)}


class Chart:
    """The chart of margin and bound against updates; every `Step` has the same width.

    The axis of updates is therefore linear while all updates are shown, and then logarithmic.
    """

    def __init__(self, steps, maximum_margin):
        self.steps = steps
        least = np.nanmin([step.margin for step in steps])
        most = np.nanmax([step.bound for step in steps])
        self.bottom = max(least, -maximum_margin) if least < 0.0 else 0.0
        self.top = min(most, HIGHEST * maximum_margin)

    def x(self, index):
        """Return the position of a step, from left to right."""
        return LEFT + (RIGHT - LEFT) * index / max(len(self.steps) - 1, 1)

    def y(self, value):
        """Return the position of a margin or bound, from top to bottom; None for nan."""
        part = (value - self.bottom) / (self.top - self.bottom)
        return BOTTOM - (BOTTOM - TOP) * part if isfinite(part) else None

    def updates_ticks(self):
        """Return (x, text) of each tick."""
        indices = MaxNLocator(TICKS, integer=True).tick_values(0, max(len(self.steps) - 1, 1))
        there = [int(index) for index in indices if 0 <= index < len(self.steps)]
        return [(self.x(index), f"{self.steps[index].updates:,}") for index in there]

    def margin_ticks(self):
        """Return (y, text) of each tick."""
        values = MaxNLocator(TICKS).tick_values(self.bottom, self.top)
        there = [value for value in values if self.bottom <= value <= self.top]
        return [(self.y(value), f"{value:.4g}") for value in there]
