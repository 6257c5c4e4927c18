"""Lists every number that a figure draws, as rows of a CSV file.

The rows are in the order of the axes' contents.

A point of a line or a marker is a row. A bar, such as an error bar, has a row for each end. A step
of a histogram has a row for each of its two edges. A straight line through a whole panel has one
row, with a number only for the axis that it crosses. Numbers on an axis in percent are in percent.
"""

from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch
from matplotlib.text import Annotation

from figures.percent import Percent

COLUMNS = ("panel", "x_axis", "y_axis", "kind", "series", "legend", "x", "y", "text")


def plotted(figure):
    """Yield rows of COLUMNS for everything in a figure's axes.

    `series` is the artist's own name, or "". `legend` is the label of the artist's style in the
    legend. `text` is the text of an annotation.
    """
    legend = _legend(figure)
    for number, axes in enumerate(figure.axes, 1):
        columns = [other for other in figure.axes if _beside(axes, other, "colspan")]
        titles = [other.get_title("left") or other.get_title() for other in (axes, *columns)]
        panel = " ".join(next(filter(None, titles), str(number)).split())
        labels = panel, _label(axes, "x", "colspan"), _label(axes, "y", "rowspan")
        of_x, of_y = _shown(axes.xaxis), _shown(axes.yaxis)
        for artist in axes.get_children():
            name = artist.get_gid() or ""
            for kind, style, x, y, text in _points(axes, artist):
                called = next((legend[style[:n]] for n in (3, 2, 1) if style[:n] in legend), "")
                yield (*labels, kind, name, called, _digits(of_x(x)), _digits(of_y(y)), text)


def _points(axes, artist):
    """Yield (kind, style, x, y, text) for each point of an artist; nothing if it has no data."""
    if isinstance(artist, Line2D):
        style, points = _style(artist), [(float(x), float(y)) for x, y in artist.get_xydata()]
        if artist.get_transform() == axes.get_xaxis_transform():
            yield "through", style, points[0][0], None, ""
        elif artist.get_transform() == axes.get_yaxis_transform():
            yield "through", style, None, points[0][1], ""
        else:
            yield from (("line", style, x, y, "") for x, y in points)
    elif isinstance(artist, LineCollection):
        colours = [to_hex(colour) for colour in artist.get_edgecolor()]
        for i, segment in enumerate(artist.get_segments()):
            for x, y in segment:
                yield "bar", (colours[i % len(colours)],), float(x), float(y), ""
    elif isinstance(artist, StepPatch) and not artist.get_fill():  # the outline, not the area
        values, edges, _ = artist.get_data()
        style = (to_hex(artist.get_edgecolor()),)
        for ends, value in zip(zip(edges[:-1], edges[1:], strict=True), values, strict=True):
            yield from (("step", style, float(x), float(value), "") for x in ends)
    elif isinstance(artist, Annotation):
        at = map(float, artist.xy) if artist.xycoords == "data" else (None, None)
        yield "text", (to_hex(artist.get_color()),), *at, " ".join(artist.get_text().split())


def _shown(axis):
    """Return a function from a drawn number, or None, to the number in the unit of the axis."""
    formatter = axis.get_major_formatter()
    if not isinstance(formatter, Percent):
        return lambda drawn: drawn
    return lambda drawn: None if drawn is None else formatter.number(drawn)


def _style(line):
    return to_hex(line.get_color()), str(line.get_marker()), line.get_linestyle()


def _digits(value):
    """Write a number with enough digits to read it back exactly."""
    return "" if value is None else f"{value:.17g}"


def _label(axes, which, span):
    """Return the label of an axis, or of the axis in the same row or column that shares it."""
    shared = getattr(axes, f"get_shared_{which}_axes")().get_siblings(axes)
    alike = [other for other in shared if _beside(axes, other, span)]
    return next(filter(None, (getattr(a, f"get_{which}label")() for a in (axes, *alike))), "")


def _beside(axes, other, span):
    """Return whether two panels are in the same row or column."""
    return getattr(axes.get_subplotspec(), span) == getattr(other.get_subplotspec(), span)


def _legend(figure):
    """Return style -> label, with the first label for a colour and marker, and for a colour."""
    found = {}
    for legend in figure.legends:
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True):
            for n in (3, 2, 1):
                found.setdefault(_style(handle)[:n], text.get_text())
    return found
