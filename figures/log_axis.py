"""A logarithmic axis with at least three labelled ticks, however few powers of ten it has."""

import numpy as np
from matplotlib.ticker import Locator, MaxNLocator, NullFormatter

FEWEST, MOST = 3, 6  # labelled ticks
APART = 0.15  # the least distance of two labels, as a fraction of the axis
STEPS = ((1,), (1, 3), (1, 2, 5), tuple(range(1, 10)))  # ticks in each power of ten


def set_log_axis(axes, which):
    """Make the "x" or "y" axis of a panel logarithmic, with FEWEST to MOST labelled ticks."""
    axis = getattr(axes, f"{which}axis")
    if axis.get_scale() != "log":  # it would reset the ticks of the panels that share the axis
        getattr(axes, f"set_{which}scale")("log")
    axis.set_major_locator(LabelledLocator())
    axis.set_major_formatter(_label)
    axis.set_minor_formatter(NullFormatter())


class LabelledLocator(Locator):
    """Places labelled ticks at powers of ten, and between them if these are too few."""

    def __call__(self):
        return self.tick_values(*self.axis.get_view_interval())

    def tick_values(self, vmin, vmax):
        """Return the ticks between two numbers above 0.

        >>> print(LabelledLocator().tick_values(3e5, 4e6))
        [ 300000. 1000000. 3000000.]
        """
        low, high = sorted((vmin, vmax))
        if low <= 0:
            return np.array([])
        powers = 10.0 ** np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
        for steps in STEPS:
            ticks = np.outer(powers, steps).ravel()
            ticks = ticks[(ticks >= low) & (ticks <= high)]
            ticks = ticks[:: -(-len(ticks) // MOST) or 1]
            gaps = np.diff(np.log10(ticks)) / np.log10(high / low)
            if len(ticks) >= FEWEST and gaps.min() >= APART:
                return ticks
        ticks = MaxNLocator(FEWEST + 1, min_n_ticks=FEWEST + 1).tick_values(low, high)
        ticks = ticks[(ticks >= low) & (ticks <= high)]
        return ticks[:: 2 if len(ticks) >= 2 * FEWEST - 1 else 1]


def _label(value, _):
    power = int(np.floor(np.log10(value) + 1e-9))
    factor = f"{value / 10.0**power:.3g}"
    return f"$10^{{{power}}}$" if factor == "1" else rf"${factor}{{\cdot}}10^{{{power}}}$"
