"""Margin distributions of MICRA, the Margitron, the Perceptron and LIBSVM, beside the maximum's.

Margins are geometric. They are measured in the extended space, on sonar in the plain space. Their
unit is the maximum margin γ, from the exact solver with a free threshold. The curve of a learner
begins at the margin that it reached; a learner that reaches γ has no pattern left of 1.
"""

from matplotlib.lines import Line2D

from figures.distributions import VALUE
from figures.learner_styles import STYLES, Style
from figures.page import PanelFigure
from figures.style import INK, ended, without_result
from figures.tables import runs_named
from records.problems import EXACT_SOLVER
from records.statuses import Status

EXPLAINS = ("micra/table-5",)
RUN_NAMES = ("margin-distributions-*",)
PANELS = {"sonar": "sonar", "wbc": "WBC", "a3a": "Adult, 3185", "w3a": "Web, 4912"}
METHODS = {
    "Perceptron": STYLES["Perceptron"],
    "MICRA": STYLES["MICRA"]._replace(label="red-MICRA"),
    "TwoStageMargitron": STYLES["TwoStageMargitron"]._replace(label="Margitron, two stages"),
    "LIBSVM": STYLES["LIBSVM"],
    EXACT_SOLVER: Style("the maximum", INK, ""),
}
DASHES = {EXACT_SOLVER: (0, (3, 1.5))}
LARGEST = 3.0  # the largest margin that is drawn, in units of γ


def draw(tables):
    """Draw the figure from tables.runs and distributions. Raise LookupError if it has no runs."""
    named = runs_named(tables.runs, RUN_NAMES).assign(method=lambda runs: runs["algorithm"])
    found = ended(named[named["run"].isin(tables.distributions["run"])])
    figure = PanelFigure(2, 2, 4.4, sharex=True, sharey=True)
    panels = figure.panels
    for axes, (data, title) in zip(panels.flat, PANELS.items(), strict=True):
        _draw_panel(axes, found[found["data"] == data], tables.distributions)
        axes.set_title(title, loc="left")
    panels[0, 0].set_xlim(0.0, LARGEST)
    panels[0, 0].set_ylim(0, 102)
    for axes in panels[-1]:
        axes.set_xlabel(r"margin / $\gamma$")
    for axes in panels[:, 0]:
        axes.set_ylabel(VALUE)
    handles = [
        Line2D([], [], color=style.colour, ls=DASHES.get(method, "-"), label=style.label)
        for method, style in METHODS.items()
        if method in set(found["method"])
    ]
    figure.add_legend(handles, 5, without_result(named, found, METHODS))
    return figure


def _draw_panel(axes, found, distributions):
    exact = found[(found["method"] == EXACT_SOLVER) & (found["status"] == Status.CONVERGED)]
    if exact.empty:
        return
    maximum = exact["geometric_margin"].iloc[0]
    axes.axvline(1.0, color=INK, lw=0.5, ls=(0, (1, 2)))
    for _, run in found.iterrows():
        own = distributions[distributions["run"] == run["run"]]
        style, method = METHODS[run["method"]], run["method"]
        axes.plot(
            own["margin"].to_numpy(float) / maximum,
            100 * own["fraction"].to_numpy(float),
            color=style.colour,
            ls=DASHES.get(method, "-"),
            lw=1.0,
            drawstyle="steps-post",
            gid=run["run"],
        )
