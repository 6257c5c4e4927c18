"""Which pairs of digits a hyperplane separates, with a proof for each.

The matrix has the pairs of the training images of MNIST. A blue pair is separable. Its number is
the logarithm of a margin that some weight surely has, over the length of the longest pattern. An
orange pair is not separable. Its number says how many images prove it. A grey pair is undecided.
Beside the matrix are the two images that weigh most in the proof of each inseparable pair, for at
most eight pairs.
"""

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from analyses.separability.questions import NO, REST, UNDECIDED, YES
from figures.page import PanelFigure
from figures.style import INK

EXPLAINS = ("separability-classes",)
DATA, PART = "mnist", "train"
COLOURS = {YES: "#9BC4E2", NO: "#E8A15C", UNDECIDED: "#D5D5D5"}
LABELS = {
    YES: r"separable: $\log_{10}$ of a proved margin over $R$",
    NO: "not separable: images that prove it",
    UNDECIDED: "undecided within the time limit",
}
EDGE = "#FFFFFF"
WIDTH = 0.1  # of an image, in units of the matrix
# The lower left corners of the pairs of images, above the matrix's diagonal.
PLACES = (
    (0.27, 0.86),
    (0.53, 0.86),
    (0.79, 0.86),
    (0.45, 0.69),
    (0.75, 0.69),
    (0.57, 0.52),
    (0.79, 0.52),
    (0.79, 0.35),
)


def draw(tables):
    """Draw the figure from tables.separability. Raise LookupError without pairs of digits."""
    rows = tables.separability
    rows = rows[(rows["data"] == DATA) & (rows["part"] == PART) & (rows["second"] != REST)]
    rows = rows[rows["first"].notna()]
    if rows.empty:
        raise LookupError(f"separability: nothing was asked about the pairs of {DATA}.")
    images = tables.separability_images
    images = images[(images["data"] == DATA) & (images["part"] == PART)]
    images = images[images["second"] != REST]
    figure = PanelFigure(1, 1, 6.2)
    (axes,) = figure.panels[0]
    _draw_matrix(axes, rows)
    _draw_images(axes, images.groupby(["first", "second"], sort=False))
    square = {"marker": "s", "ms": 8, "mew": 0, "ls": ""}
    handles = [
        Line2D([], [], color=COLOURS[answer], label=text, **square)
        for answer, text in LABELS.items()
        if answer != UNDECIDED or answer in set(rows["separable"])
    ]
    figure.add_legend(handles, 2)
    return figure


def _draw_matrix(axes, rows):
    classes = sorted({*rows["first"], *rows["second"]}, key=int)
    place = {name: number for number, name in enumerate(classes)}
    for row in rows.to_dict("records"):
        x, y = place[row["first"]], place[row["second"]]
        colour = COLOURS[row["separable"]]
        corner = (x - 0.5, y - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor=EDGE, lw=1.5))
        # An annotation, unlike a text, is in the figure's CSV file.
        axes.annotate(_number(row), (x, y), ha="center", va="center", size=7, color=INK)
    # The pairs in the figure's CSV file, below the squares.
    for answer, colour in COLOURS.items():
        own = rows[rows["separable"] == answer]
        pairs = [[place[name] for name in own[side]] for side in ("first", "second")]
        axes.plot(
            *pairs, color=colour, marker="s", ms=1, ls="", zorder=0, gid=f"separable-{answer}"
        )
    axes.set_xlim(-0.5, len(classes) - 0.5)
    axes.set_ylim(len(classes) - 0.5, -0.5)
    axes.set_xticks(range(len(classes)), classes)
    axes.set_yticks(range(len(classes)), classes)
    axes.set_aspect("equal")
    axes.set_xlabel("digit")
    axes.set_ylabel("other digit")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _number(row):
    """Return the text in the square of a pair."""
    if row["separable"] == YES:
        return f"{np.log10(row['margin'] / row['radius']):.1f}".replace("-", "−")
    return f"{row['certificate']:.0f}" if row["separable"] == NO else "?"


def _draw_images(axes, pairs):
    """Draw the images of pairs, as many as have a place above the matrix's diagonal."""
    for (left, bottom), ((first, second), own) in zip(PLACES, pairs, strict=False):
        for side, pixels in enumerate(own["pixels"]):
            box = axes.inset_axes([left + WIDTH * side, bottom, WIDTH, WIDTH])
            levels = np.frombuffer(bytes.fromhex(pixels), dtype=np.uint8)
            width = int(np.sqrt(levels.size))
            box.imshow(255 - levels.reshape(width, width), cmap="gray", vmin=0, vmax=255)
            box.set_axis_off()
        text = {"ha": "center", "va": "bottom", "size": 7, "color": INK}
        axes.text(
            left + WIDTH, bottom + WIDTH, f"{first} and {second}", transform=axes.transAxes, **text
        )
