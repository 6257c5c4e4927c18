"""Curves and axes for the figures of margin distributions.

A curve gives, for every margin, the fraction of the training set with at most this margin after
training, averaged over the permutations (ALMA paper, Section 4).
"""

import numpy as np

from figures.style import INK, ended

AXIS = "margin"
VALUE = "cumulative patterns (%)"
NEARLY = 1e-3  # the fraction of the training set that may lie beyond each edge of the panel
BESIDE = 0.02  # the space at the panel's edges, in units of the margin


def with_distribution(named, distributions):
    """Return the rows of `named`, a table of runs, that completed and have a distribution."""
    return ended(named[named["run"].isin(distributions["run"])])


def draw_curve(axes, distributions, run, epoch, hypothesis, **line):
    """Draw one curve, in percent, if the run has it. `line` has matplotlib's options."""
    own = distributions[
        (distributions["run"] == run)
        & (distributions["epoch"] == epoch)
        & (distributions["hypothesis"] == hypothesis)
    ]
    if len(own):
        percent = 100 * own["fraction"].to_numpy(float)
        name = f"{run}-{epoch}-{hypothesis}"
        axes.plot(own["margin"].to_numpy(float), percent, gid=name, **line)


def finish(panels):
    """Set the limits of a list of panels to where the curves leave 0 and reach 100 %."""
    inside = [0.0]
    for axes in panels:
        for line in axes.get_lines():
            margins, percent = line.get_data()
            rising = (percent > 100 * NEARLY) & (percent < 100 * (1 - NEARLY))
            inside += list(np.asarray(margins)[rising])
    for axes in panels:
        axes.axvline(0.0, color=INK, lw=0.5, ls=(0, (1, 2)))  # a negative margin is an error
        axes.set_xlim(min(inside) - BESIDE, max(inside) + BESIDE)
        axes.set_ylim(0, 102)
