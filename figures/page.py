"""The page that a figure is drawn for: its width and fonts, and panels and a legend that fit it."""

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
    "font.sans-serif": ["DejaVu Sans"],  # part of matplotlib too
    "mathtext.fontset": "dejavusans",
}
# Style -> (width in inches, fonts). Slides are enlarged when shown, and their type with them.
STYLES = {"two-columns": (6.9, SERIF), "one-column": (3.4, SERIF), "slides": (6.0, SANS_SERIF)}
WIDE = 5.5  # inches; on a page at least this wide, panels stand side by side as designed
LEAST_WIDTH = 2.2  # of a figure, in inches
PANEL_WIDTH = 2.2  # the least of a panel on a narrower page
NARROW_PANEL_WIDTH = 1.5  # the same, if the page would be too tall
TALLEST = 9.0  # inches
LETTERS = 16  # letters per inch of a legend's title
LARGEST_LEGEND = 0.25  # of the figure's height; with a larger legend, the figure grows


def set_page(style, width=None):
    """Set the page for all figures: a style of STYLES and, if given, another width in inches."""
    own, fonts = STYLES[style]
    mpl.rcParams.update({**fonts, "figure.figsize": (width or own, 4.0)})


def _folded(rows, columns, abreast, height):
    """Return the number of lines and the height of a design with `abreast` panels in a line."""
    lines = -(-rows * columns // abreast)
    return lines, height * (1 + 0.75 * (lines / rows - 1))


class PanelFigure(Figure):
    """A figure with rows and columns of panels; on a narrow page the panels are stacked.

    Parameters
    ----------
    rows, columns : int
        The numbers of panels in the design.
    height : float
        The height of the design, in inches.
    sharex, sharey : bool or str
        False, True, "row" or "col", as in matplotlib, for the design.
    narrowest : float
        The smallest width of a panel, in inches.

    Attributes
    ----------
    panels : array of shape (rows, columns)
        The axes.
    abreast : int
        The number of panels side by side on the page.
    """

    def __init__(
        self, rows, columns, height, sharex=False, sharey=False, narrowest=NARROW_PANEL_WIDTH
    ):
        width, _ = mpl.rcParams["figure.figsize"]
        abreast = columns if width >= WIDE else min(columns, max(1, int(width / PANEL_WIDTH)))
        lines, tall = _folded(rows, columns, abreast, height)
        if tall > TALLEST and abreast == 1 < columns and width / 2 >= narrowest:
            abreast = 2
            lines, tall = _folded(rows, columns, abreast, height)
        super().__init__(figsize=(width, tall))
        self.set_layout_engine("constrained")
        self.abreast, self._is_folded = abreast, abreast < columns
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
        """Give stacked panels the labels and titles that the design shared."""
        if not self._is_folded:
            return
        for (row, column), axes in np.ndenumerate(self.panels):
            left, top, bottom = self.panels[row, 0], self.panels[0, column], self.panels[-1, column]
            axes.set_ylabel(axes.get_ylabel() or left.get_ylabel())
            axes.set_xlabel(axes.get_xlabel() or bottom.get_xlabel())
            if not axes.get_title("left"):
                axes.set_title(top.get_title("left"), loc="left", size=top.title.get_size())

    def add_legend(self, handles, ncols, note=""):
        """Add a legend below the panels, with as many columns as fit, at most `ncols`.

        `note` is the title of the legend, in as many lines as needed.
        """
        title = fill(note, int(LETTERS * self.get_figwidth()))
        below = {"handles": handles, "title": title, "loc": "outside lower center"}
        for columns in range(ncols, 0, -1):
            legend = self.legend(**below, ncols=columns)
            extent = legend.get_window_extent()
            if columns == 1 or extent.width <= self.bbox.width:
                height = extent.height / self.dpi / LARGEST_LEGEND
                self.set_figheight(max(self.get_figheight(), height))
                return
            legend.remove()
