"""Margins around the maximum: an axis that is logarithmic in what is missing, and frontiers."""

import numpy as np
from matplotlib.ticker import FixedLocator, NullLocator

NEAR = 1e-3  # part of the maximum; margins that are this near to it are on a linear piece
MISSING = (0.9, 0.5, 0.1, 0.01, 1e-3)
TICKS = (*(1 - part for part in MISSING), 1.0, *(1 + part for part in reversed(MISSING)))
DASHES = (0, (3, 1.5))
LABEL = r"margin (% of the maximum $\gamma_d$)"


def set_accuracy_axis(axes, limits):
    """The vertical axis of margins in units of the maximum, such as 0.99; limits: of what it shows.

    1 % and 0.1 % that are missing are as far apart as 10 % and 1 %, and bounds above 1 likewise.
    """
    axes.set_yscale("function", functions=(_position, _margin))
    axes.set_ylim(*limits)
    axes.yaxis.set_major_locator(FixedLocator(TICKS))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(lambda margin, _: f"{100 * margin:.6g}")


def frontier(updates, margins):
    """Indices of the runs that no other one beats, none having more margin after as few updates.

    updates, margins: (n,), arrays. Returns the indices by ascending updates.

    >>> print(frontier(np.array([10, 20, 30]), np.array([0.5, 0.4, 0.9])))
    [0 2]
    """
    order = np.lexsort((-margins, updates))
    best = np.maximum.accumulate(margins[order])
    return order[margins[order] > np.append(-np.inf, best[:-1])]


def draw_ladder(axes, updates, margins, look, width):
    """Draws runs of a learner with different parameters: a marker each, and their frontier.

    updates, margins: (n,), in units of the maximum. width: of the line, in points.
    """
    line = {"color": look.colour, "gid": look.label}
    axes.plot(updates, margins, marker=look.marker, ms=3.5, mew=0, ls="", **line)
    best = frontier(updates, margins)
    axes.plot(updates[best], margins[best], lw=width, **line)


def draw_bounds(axes, updates, bounds, look):
    """Draws the least of the certified bounds up to each number of updates, dashed."""
    updates, bounds = updates[np.isfinite(bounds)], bounds[np.isfinite(bounds)]
    best = frontier(updates, -bounds)
    axes.plot(updates[best], bounds[best], color=look.colour, ls=DASHES, lw=0.8)


def _position(margin):
    return np.arcsinh((np.asarray(margin) - 1) / NEAR)


def _margin(position):
    return 1 + NEAR * np.sinh(position)
