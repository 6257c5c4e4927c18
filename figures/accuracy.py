"""An axis of margins around the maximum, logarithmic in the missing part, and fronts of runs."""

import numpy as np
from matplotlib.ticker import FixedLocator, NullLocator

from figures.fronts import frontier, margin_at, position
from figures.percent import Percent

MISSING = (0.5, 0.1, 0.01, 1e-3)
TICKS = (*(1 - part for part in MISSING), 1.0, *(1 + part for part in reversed(MISSING)))
DASHES = (0, (3, 1.5))
LABEL = r"margin (% of $\gamma_d$)"


def set_accuracy_axis(axes, limits):
    """Set the vertical axis for margins in units of the maximum, such as 0.99.

    `limits` are the ends of the axis. The step from 1 % missing to 0.1 % missing is as long as the
    step from 10 % to 1 %. Bounds above 1 are drawn likewise.
    """
    axes.set_yscale("function", functions=(position, margin_at))
    axes.set_ylim(*limits)
    axes.yaxis.set_major_locator(FixedLocator(TICKS))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(Percent())


def draw_ladder(axes, updates, margins, style, width, size=3.5, zorder=2):
    """Draw a marker for each run of a learner, and the front of these runs.

    `updates` and `margins` are arrays (n,), margins in units of the maximum. `width` is the width
    of the front's line and `size` the size of a marker, in points. What has a larger `zorder` is
    drawn over what has a smaller one.
    """
    line = {"color": style.colour, "gid": style.label, "zorder": zorder}
    axes.plot(updates, margins, marker=style.marker, ms=size, mew=0, ls="", **line)
    best = frontier(updates, margins)
    axes.plot(updates[best], margins[best], lw=width, **line)


def draw_bounds(axes, updates, bounds, style):
    """Draw, dashed, the smallest of the certified bounds up to each number of updates."""
    updates, bounds = updates[np.isfinite(bounds)], bounds[np.isfinite(bounds)]
    best = frontier(updates, -bounds)
    axes.plot(updates[best], bounds[best], color=style.colour, ls=DASHES, lw=0.8)
