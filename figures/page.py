"""The page that a figure is drawn for: its width and type, and panels and a legend that fit it."""

from textwrap import fill

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

SERIF = {
    "font.family": "serif",
    "font.serif": ["STIXGeneral"],  # part of matplotlib, so every machine has it
    "mathtext.fontset": "stix",
}
SANS_SERIF = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # likewise
    "mathtext.fontset": "dejavusans",
}
# Style -> (width in inches, type). Slides are for enlarging, so that their type becomes larger.
STYLES = {"two-columns": (6.9, SERIF), "one-column": (3.4, SERIF), "slides": (6.0, SANS_SERIF)}
WIDE = 5.5  # inches; a page from which on panels stand side by side as designed
NARROWEST, NARROWER = 2.2, 1.5  # inches, of a panel on a narrower page, and where that is too tall
TALLEST = 9.0  # inches
LETTERS = 16  # of a legend's title, to an inch


def set_page(style, width=None):
    """Figures are drawn for a page in a style of STYLES, and of another width if one is given."""
    own, fonts = STYLES[style]
    mpl.rcParams.update({**fonts, "figure.figsize": (width or own, 4.0)})


def _folded(rows, columns, abreast, height):
    """The lines of panels, and the inches that they take, of a design that is `height` inches."""
    lines = -(-rows * columns // abreast)
    return lines, height * (1 + 0.75 * (lines / rows - 1))


class PanelFigure(Figure):
    """A figure with rows and columns of panels, that on a narrow page are one below the other.

    panels: (rows, columns), their axes as designed. height: inches, when they stand as designed.
    sharex, sharey: False, True, "row" or "col", as matplotlib has it, of the design. narrowest: the
    inches that a panel needs at least.
    """

    def __init__(self, rows, columns, height, sharex=False, sharey=False, narrowest=NARROWER):
        width, _ = mpl.rcParams["figure.figsize"]
        abreast = columns if width >= WIDE else min(columns, max(1, int(width / NARROWEST)))
        lines, tall = _folded(rows, columns, abreast, height)
        if tall > TALLEST and abreast == 1 < columns and width / 2 >= narrowest:
            abreast = 2
            lines, tall = _folded(rows, columns, abreast, height)
        super().__init__(figsize=(width, tall))
        self.set_layout_engine("constrained")
        self._is_folded = abreast < columns
        if self._is_folded:
            grid = self.add_gridspec(lines, abreast)
            placed = [self.add_subplot(grid[divmod(i, abreast)]) for i in range(rows * columns)]
            self.panels = np.array(placed, dtype=object).reshape(rows, columns)
            self._share("x", sharex)
            self._share("y", sharey)
        else:
            self.panels = self.subplots(rows, columns, sharex=sharex, sharey=sharey, squeeze=False)

    def _share(self, axis, how):
        groups = {True: [self.panels.ravel()], "row": self.panels, "col": self.panels.T}
        for first, *others in groups.get(how, ()):
            for axes in others:
                getattr(axes, f"share{axis}")(first)

    def complete_labels(self):
        """Gives panels that no longer stand side by side what they had from their neighbours."""
        if not self._is_folded:
            return
        for (row, column), axes in np.ndenumerate(self.panels):
            left, top, bottom = self.panels[row, 0], self.panels[0, column], self.panels[-1, column]
            axes.set_ylabel(axes.get_ylabel() or left.get_ylabel())
            axes.set_xlabel(axes.get_xlabel() or bottom.get_xlabel())
            if not axes.get_title("left"):
                axes.set_title(top.get_title("left"), loc="left", size=top.title.get_size())

    def add_legend(self, handles, ncols, note=""):
        """A legend below the panels, with as many columns as fit, ncols at most.

        note: its title, in as many lines as it takes.
        """
        title = fill(note, int(LETTERS * self.get_figwidth()))
        below = {"handles": handles, "title": title, "loc": "outside lower center"}
        for columns in range(ncols, 0, -1):
            legend = self.legend(**below, ncols=columns)
            if columns == 1 or legend.get_window_extent().width <= self.bbox.width:
                return
            legend.remove()
