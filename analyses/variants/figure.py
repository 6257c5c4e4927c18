"""Variants beside the papers' learners, and all learners on the user's own data: margin reached
against updates made.

Each panel is a problem on which variants, or all learners, were run. It shows every run on the
problem that converged. The unit is the maximum margin, from the exact solver; the missing part is
drawn on a logarithmic scale. A line, the learner's front, joins its runs that no other of its
runs beats, in margin and in updates; between two runs it is an estimate. Variants have thick lines
and large markers. The other learners with a name are those whose front needs the fewest updates for
the longest part of a panel, and then those that come nearest to the maximum; all others are grey.
Dashed lines above the maximum are the smallest of the variants' certified bounds ‖a‖/Σα. Panels
begin at 50 % of the maximum. Learners that stay below are named under the panel, with the margin
that they reached. Learners that count no updates, such as classifiers, are not shown.
"""

from itertools import chain, zip_longest
from textwrap import fill

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.textpath import TextPath

from analyses.variants.fronts import fronts_of, leaders
from figures.accuracy import DASHES, LABEL, draw_bounds, draw_ladder, set_accuracy_axis
from figures.learner_styles import Style, distinct_styles_of, styles_of
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.style import INK
from figures.tables import is_added_by
from records.entries import OWN_DATA, VARIANTS
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status

EXPLAINS = ("variants",)
COLUMNS = 3
LEAST = 0.5  # lower end of the axis, in units of the maximum margin
MOST, MOST_WITHOUT_BOUNDS = 1.5, 1.001  # its upper end, with and without variants' bounds
NAMED = 5  # the most learners with a name, besides the variants
BELOW = 3  # the most learners below a panel that are named
LETTERS = 12  # letters per inch of the sentence on these
SIZE, TITLES = 8, 0.65  # of titles: their largest size, and their part of the panel's width
LINE = 0.2  # inches, of a line of the sentence
OTHERS = Style("other learners", "#C0C0C0", ".")
VARIANT = {"width": 2.0, "size": 5.5, "zorder": 4}
LEARNER = {"width": 1.0, "size": 4.0, "zorder": 3}
GREY = {"width": 0.6, "size": 3.0, "zorder": 2}


def draw(tables):
    """Draw the figure from tables.runs. Raise LookupError without variants and own data."""
    runs = tables.runs
    runs = runs[(runs["status"] == Status.CONVERGED) & (runs["directional_margin"] > 0)]
    runs = runs.assign(problem=[problem_of(run) for run in runs.to_dict("records")])
    exact = exact_maxima(runs.to_dict("records"))
    runs = runs[(runs["algorithm"] != EXACT_SOLVER) & runs["updates"].notna()]
    is_variant = is_added_by(runs, VARIANTS)
    compared = runs[is_variant | is_added_by(runs, OWN_DATA)]
    problems = [problem for problem in compared["problem"].unique() if problem in exact]
    if not problems:
        raise LookupError(
            "runs: no run of a variant or on the user's own data converged and counts updates."
        )
    panels = {
        problem: (
            runs[[own == problem for own in runs["problem"]]],
            exact[problem]["directional_margin"],
        )
        for problem in problems
    }
    variants = list(runs.loc[is_variant, "algorithm"].unique())
    styles = distinct_styles_of([*variants, *_named(panels.values(), variants)])
    columns = min(COLUMNS, len(problems))
    lines = -(-len(problems) // columns)
    figure = PanelFigure(lines, columns, 2.5 * lines + 1.0, sharey=True)
    for axes in figure.panels.flat[len(problems) :]:
        axes.axis("off")
    has_others = False
    for axes, (problem, (here, maximum)) in zip(figure.panels.flat, panels.items(), strict=False):
        for name, own in here.groupby("algorithm", sort=False):
            _draw(axes, own, maximum, styles.get(name), name, name in variants)
            has_others |= name not in styles
        width = figure.get_figwidth() / figure.abreast
        _label(axes, problem, MOST if variants else MOST_WITHOUT_BOUNDS, TITLES * width)
        axes.set_xlabel(_updates(here, maximum, variants, width))
    for axes in figure.panels[:, 0]:
        axes.set_ylabel(LABEL)
    most = max(axes.get_xlabel().count("\n") for axes in figure.panels.flat)
    stacked = -(-len(problems) // figure.abreast)
    figure.set_figheight(figure.get_figheight() + LINE * most * stacked)
    figure.add_legend(_handles(styles, variants, has_others), 4)
    return figure


def _named(panels, variants):
    """Return the learners that get a name: the panels' leaders in turn, then the nearest."""
    found, nearest = [], {}
    for runs, maximum in panels:
        fronts = fronts_of(runs.to_dict("records"), maximum)
        fronts = {n: f for n, f in fronts.items() if n not in variants and f.most > LEAST}
        if fronts:
            found.append(leaders(fronts, LEAST))
        for name, front in fronts.items():
            nearest[name] = max(front.most, nearest.get(name, 0.0))
    in_turn = filter(None, chain(*zip_longest(*found)))
    names = [*in_turn, *sorted(nearest, key=lambda name: -nearest[name])]
    return list(dict.fromkeys(names))[:NAMED]


def _draw(axes, own, maximum, style, name, is_variant):
    updates = np.maximum(own["updates"].to_numpy(float), 1.0)
    margins = own["directional_margin"].to_numpy(float) / maximum
    if style is None:
        grey = OTHERS._replace(label=styles_of([name])[name].label)
        draw_ladder(axes, updates, margins, grey, **GREY)
        return
    draw_ladder(axes, updates, margins, style, **(VARIANT if is_variant else LEARNER))
    if is_variant:
        draw_bounds(axes, updates, own["upper_bound"].to_numpy(float) / maximum, style)


def _updates(runs, maximum, variants, width):
    """Return the label of the updates, with the learners whose runs all lie below the panel.

    Variants come first. `width` is the width of the panel in inches.
    """
    most = runs.groupby("algorithm", sort=False)["directional_margin"].max() / maximum
    most = most[most < LEAST].sort_values(ascending=False)
    names = sorted(most.index, key=lambda name: name not in variants)
    # A no-break space keeps a number and its sign on one line.
    labels = {name: styles_of([name])[name].label for name in names[:BELOW]}
    shown = [f"{label} {100 * most[name]:.2g}\N{NO-BREAK SPACE}%" for name, label in labels.items()]
    shown += [f"{len(names) - BELOW} more"] if len(names) > BELOW else []
    if not shown:
        return "updates"
    text = f"below {100 * LEAST:g}\N{NO-BREAK SPACE}%: {', '.join(shown)}"
    return f"updates\n{fill(text, int(LETTERS * width))}"


def _label(axes, problem, most, room):
    """Draw the axes up to `most`, and the title, whose lines may have `room` inches."""
    data, augment, extend, *_ = problem
    axes.axhline(1.0, color=INK, lw=0.8)
    set_log_axis(axes, "x")
    set_accuracy_axis(axes, (LEAST, most))
    space = rf"$\rho = {augment:g}$, $\Delta = {extend:g}$"
    lines = [f"{data}, {space}"]
    if _inches(lines[0]) > room:
        lines = [f"{data},", space]
    longest = max(map(_inches, lines))
    axes.set_title("\n".join(lines), loc="left", fontsize=SIZE * min(1.0, room / longest))


def _inches(text):
    """Return the width of a line of a title."""
    return TextPath((0, 0), text, size=SIZE).get_extents().width / 72


def _handles(styles, variants, has_others):
    handles = [
        _handle(style, **(VARIANT if name in variants else LEARNER))
        for name, style in styles.items()
    ]
    handles += [_handle(OTHERS, **GREY)] if has_others else []
    handles.append(Line2D([], [], color=INK, lw=0.8, label=r"maximum margin $\gamma_d$"))
    if variants:
        handles.append(Line2D([], [], color=INK, ls=DASHES, lw=0.8, label="certified bound"))
    return handles


def _handle(style, width, size, **_):
    look = {"color": style.colour, "marker": style.marker, "ms": size, "mew": 0, "lw": width}
    return Line2D([], [], label=style.label, **look)
