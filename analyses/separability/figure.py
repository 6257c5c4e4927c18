"""Which pairs of digits a hyperplane separates, with a proof for each.

The matrix has the pairs of the training images of MNIST. A blue pair is separable. Its number is
the logarithm of a margin that some weight surely has, over the length of the longest pattern. An
orange pair is not separable. Its number says how many images prove it. Beside the matrix are the
two images that weigh most in the proof of each inseparable pair.
"""

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from figures.page import PanelFigure
from figures.style import INK

EXPLAINS = ("separability-classes",)
DATA, PART = "mnist", "train"
YES, NO = "yes", "no"
SEPARABLE, INSEPARABLE, EMPTY = "#9BC4E2", "#E8A15C", "#FFFFFF"
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
    rows = rows[(rows["data"] == DATA) & (rows["part"] == PART) & (rows["second"] != "rest")]
    rows = rows[rows["first"].notna()]
    if rows.empty:
        raise LookupError(f"separability: nothing was asked about the pairs of {DATA}.")
    images = tables.separability_images
    images = images[(images["data"] == DATA) & (images["part"] == PART)]
    images = images[images["second"] != "rest"]
    figure = PanelFigure(1, 1, 6.2)
    (axes,) = figure.panels[0]
    _draw_matrix(axes, rows)
    _draw_images(axes, images.groupby(["first", "second"], sort=False))
    labels = {
        SEPARABLE: r"separable: $\log_{10}$ of a proved margin over $R$",
        INSEPARABLE: "not separable: images that prove it",
    }
    square = {"marker": "s", "ms": 8, "mew": 0, "ls": ""}
    handles = [
        Line2D([], [], color=colour, label=text, **square) for colour, text in labels.items()
    ]
    figure.add_legend(handles, 2)
    return figure


def _draw_matrix(axes, rows):
    classes = sorted({*rows["first"], *rows["second"]}, key=int)
    place = {name: number for number, name in enumerate(classes)}
    for row in rows.to_dict("records"):
        x, y = place[row["first"]], place[row["second"]]
        colour = SEPARABLE if row["separable"] == YES else INSEPARABLE
        corner = (x - 0.5, y - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor=EMPTY, lw=1.5))
        if row["separable"] == YES:
            text = f"{np.log10(row['margin'] / row['radius']):.1f}".replace("-", "−")
        else:
            text = f"{row['certificate']:.0f}"
        axes.text(x, y, text, ha="center", va="center", size=7, color=INK)
    # The numbers of the figure's CSV file: the digits of the pairs, below the squares.
    for answer, colour in ((YES, SEPARABLE), (NO, INSEPARABLE)):
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


def _draw_images(axes, pairs):
    """Draw the images of pairs in the free upper half of the matrix."""
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
