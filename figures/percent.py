"""Axes in percent of numbers that are not in percent themselves."""

from matplotlib.ticker import Formatter


class Percent(Formatter):
    """Writes ticks in percent, without a sign. `plotted` writes what is drawn in percent, too.

    Parameters
    ----------
    form : str
        The format of a tick, such as ".0f".
    number : callable, optional
        Drawn number -> percent; by default for fractions.
    edges : dict, optional
        Drawn number -> text before its tick, such as "≥", where points beyond the axis are drawn.
    """

    def __init__(self, form=".6g", number=lambda fraction: 100 * fraction, edges=None):
        self.form, self.number, self.edges = form, number, edges or {}

    def __call__(self, drawn, pos=None):
        return f"{self.edges.get(drawn, '')}{self.number(drawn):{self.form}}"
