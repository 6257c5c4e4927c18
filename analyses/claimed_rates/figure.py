"""How fast learners approach the maximum margin, beside the claimed rates.

The exponents say how updates grow with 1/ε, where ε is the missing fraction of the maximum. They
are means over problems with 95 % intervals, from 90 % up (circles) and from 99 % up (squares).
Diamonds are the growth of the updates that a decade of 1/ε adds, from decade to decade: it is 0 for
a logarithm. A cross is the claim, if there is one. A claim of log(1/ε) is drawn at 0.
"""

from matplotlib.lines import Line2D

from figures.page import PanelFigure
from figures.style import INK

EXPLAINS = ("claimed-rates",)
KINDS = {
    "": ("o", "#0072B2", "from 90 %"),
    "last_": ("s", "#E69F00", "from 99 %"),
    "decade_": ("D", "#009E73", "from decade to decade"),
}
APART = (-0.24, 0.0, 0.24)  # distances of a learner's marks from its line


def draw(tables):
    """Draw the figure from tables.claimed_rates. Raise LookupError if it is empty."""
    rates = tables.claimed_rates
    if rates.empty:
        raise LookupError("claimed_rates: the overview was left out.")
    figure = PanelFigure(1, 1, 0.9 + 0.28 * len(rates))
    axes = figure.panels[0, 0]
    for place, row in enumerate(rates.to_dict("records")):
        if row["claimed"] == row["claimed"]:  # not empty
            axes.plot(row["claimed"], place, "x", color=INK, ms=6)
        for shift, (name, (marker, colour, _)) in zip(APART, KINDS.items(), strict=True):
            low, value, high = (row[f"{name}{key}"] for key in ("low", "exponent", "high"))
            if value == value:  # not empty
                axes.plot([low, high], [place + shift] * 2, color=colour, lw=1.0)
                axes.plot(value, place + shift, marker, color=colour, ms=4, mew=0)
    axes.set_yticks(range(len(rates)), rates["learner"])
    axes.invert_yaxis()
    axes.set_xlabel(r"exponent of $1/\epsilon$")
    axes.grid(axis="x", lw=0.3)
    marks = [Line2D([], [], color=c, marker=m, ms=4, lw=1.0, label=t) for m, c, t in KINDS.values()]
    marks.append(Line2D([], [], color=INK, marker="x", ls="", label="claimed"))
    figure.add_legend(marks, 4)
    return figure
