"""The figure of variants and own data shows the right panels and every learner."""

from itertools import combinations

import pytest
from matplotlib.lines import Line2D

from analyses.variants import figure as comparison
from figures.learner_styles import STYLES, styles_of
from figures.page import set_page
from tests.figures.examples import row, tables


def runs_of(data, name, algorithm, margins, **more):
    return [
        row(f"{name}-{i}", data, algorithm, 100 * 10**i, margin, upper_bound=0.02, **more)
        for i, margin in enumerate(margins, start=1)
    ]


BOUND = "certified bound"
GREY = comparison.OTHERS.colour
VARIANT, OWN = {"added_by": "variants"}, {"added_by": "own_data"}
ROWS = [
    row(
        "variant-Mine-sonar-1-maximum",
        "sonar",
        "MaximumMargin",
        None,
        0.01,
        upper_bound=0.01,
        **VARIANT,
    ),
    row("own-mine-maximum", "mine", "MaximumMargin", None, 0.02, upper_bound=0.02, **OWN),
    *runs_of("sonar", "variant-Mine-sonar-1", "Mine", (0.006, 0.009), **VARIANT),
    *runs_of("sonar", "micra-table-1-micra", "MICRA", (0.007, 0.0095)),
    *runs_of("sonar", "stopped", "PDM", (0.001,), status="max_updates"),
    *runs_of("mine", "own-mine-PDM", "PDM", (0.01, 0.019), **OWN),
    *runs_of("wbc", "micra-table-4-micra", "MICRA", (0.1,)),
]


def test_a_panel_for_each_problem_with_all_runs_that_converged():
    figure = comparison.draw(tables(ROWS))
    sonar, mine = [axes for axes in figure.axes if axes.axison]
    assert sonar.get_title(loc="left").startswith("sonar")
    ends = {round(float(line.get_ydata()[-1]), 6) for line in sonar.get_lines()}
    assert ends == {0.9, 0.95, 2.0, 1.0}  # the bound of Mine; the maximum
    assert len(mine.get_lines()) == 3  # markers, their front, the maximum
    labels = {handle.get_label() for handle in figure.legends[0].get_lines()}
    assert labels == {"Mine", "MICRA", "PDM", r"maximum margin $\gamma_d$", BOUND}


def many_learners():
    """Return runs of a variant and many learners on a problem, with short and long ranges."""
    names = ["Mine", *list(STYLES)[:18]]
    rows = [row for row in ROWS if row["run"].endswith("-maximum")]
    for i, name in enumerate(names):
        margins = [0.01 * (1 - 0.3 / (2**k * (1 + i / 9))) for k in range(4)]
        added = VARIANT if name == "Mine" else {}
        rows += runs_of("sonar", f"{name}-of-sonar", name, margins, **added)
        margins = [0.02 * (1 - 0.4 / (3**k + i / 5)) for k in range(4)]
        rows += runs_of("mine", f"{name}-of-mine", name, margins, **OWN)
    for run in rows:
        if run["data"] == "sonar" and run["updates"]:
            run["updates"] = round(8e5 + run["updates"] ** 0.99)  # about one power of ten
    return rows


@pytest.mark.parametrize(("variants", "most"), [(True, 1.5), (False, 1.001)])
def test_there_is_room_above_the_maximum_only_for_bounds(variants, most):
    rows = [run for run in ROWS if variants or "variants" not in run["added_by"]]
    for axes in comparison.draw(tables(rows)).axes:
        assert axes.get_ylim() == pytest.approx((0.5, most))


def test_learners_below_the_axis_are_named_under_their_panel():
    low = [
        *runs_of("sonar", "variant-Low-sonar-1", "Low", (0.001, 0.0012), **VARIANT),
        *runs_of("sonar", "printed-romma", "ROMMA", (0.003,)),
        *runs_of("sonar", "printed-perceptron", "Perceptron", (0.0005,)),
        *runs_of("sonar", "printed-mira", "MIRA", (0.0001,)),
    ]
    sonar, mine = comparison.draw(tables([*ROWS, *low])).axes[:2]
    said = sonar.get_xlabel().replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ")
    assert said == "updates below 50 %: Low 12 %, ROMMA 30 %, Perceptron 5 %, 1 more"
    assert mine.get_xlabel() == "updates"


def test_few_learners_have_names_and_the_others_are_grey():
    figure = comparison.draw(tables(many_learners()))
    legend = figure.legends[0]
    assert len(legend.get_texts()) == 1 + comparison.NAMED + 3
    colours = [handle.get_color() for handle in legend.get_lines()]
    assert len(set(colours[:-2])) == len(colours) - 2  # the maximum and the bound have one colour
    grey = [line for line in figure.axes[0].get_lines() if line.get_color() == GREY]
    assert len({line.get_gid() for line in grey}) == 18 - comparison.NAMED


@pytest.mark.long
@pytest.mark.parametrize("style", ["two-columns", "one-column"])
def test_nothing_overlaps_and_panels_are_tall_enough(style):
    set_page(style)
    try:
        low = [run for i in range(4) for run in runs_of("sonar", f"low-{i}", f"Low{i}", (0.001,))]
        figure = comparison.draw(tables([*many_learners(), *low]))
        figure.complete_labels()
        figure.draw_without_rendering()
    finally:
        set_page("two-columns")
    inch = figure.dpi
    panels = [axes for axes in figure.axes if axes.axison]
    boxes = [axes.get_tightbbox() for axes in panels] + [figure.legends[0].get_window_extent()]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert all(box.x0 >= 0 and box.x1 <= figure.bbox.width for box in boxes)
    for axes in panels:
        assert axes.get_window_extent().height >= 1.2 * inch
        assert axes.get_window_extent().width >= 1.5 * inch
        for axis in (axes.xaxis, axes.yaxis):
            labels = [tick.label1 for tick in axis.get_major_ticks() if tick.label1.get_visible()]
            extents = [label.get_window_extent() for label in labels if label.get_text()]
            low, high = sorted(axis.get_view_interval())
            shown = [at for at in axis.get_majorticklocs() if low <= at <= high]
            assert len(shown) >= 3
            # A label's box has room below its digits, which have no descenders.
            assert not [pair for pair in combinations(extents, 2) if overlap(*pair, allowed=3)]


@pytest.mark.parametrize(
    ("name", "style"),
    [("drei-klassen-mit-sehr-langem-namen", "two-columns"), ("M" * 40, "one-column")],
)
def test_a_title_is_as_wide_as_its_panel_at_most(name, style):
    set_page(style)
    try:
        longer = [run | {"data": name if run["data"] == "mine" else run["data"]} for run in ROWS]
        figure = comparison.draw(tables(longer))
        figure.draw_without_rendering()
    finally:
        set_page("two-columns")
    panels = [axes for axes in figure.axes if axes.axison]
    boxes = [axes._left_title.get_window_extent() for axes in panels]
    assert all(box.x1 <= figure.bbox.width for box in boxes)
    assert not overlap(*boxes)
    assert panels[1].get_title(loc="left").replace("\n", " ").startswith(f"{name}, ")


def test_every_line_style_is_in_the_legend_and_variants_are_drawn_over_the_others():
    figure = comparison.draw(tables(many_learners()))
    explained = {look(handle) for handle in figure.legends[0].get_lines()}
    lines = [line for axes in figure.axes for line in axes.get_lines()]
    dashed = {line.get_linestyle() for line in lines if line.get_marker() == "None"}
    assert dashed == {"-", "--"} and {"-", "--"} <= {style for _, style in explained}
    markers = {line.get_marker() for line in lines} - {"None"}
    assert markers <= {marker for marker, _ in explained}
    marked = [line for line in lines if line.get_marker() != "None"]
    of_mine = [line for line in marked if line.get_gid() == "Mine"]
    others = [line for line in marked if line.get_gid() != "Mine"]
    for measure in (Line2D.get_zorder, Line2D.get_markersize):
        assert min(map(measure, of_mine)) > max(map(measure, others))


def look(line):
    return line.get_marker(), line.get_linestyle()


def overlap(one, other, allowed=0.5):
    """Return whether two boxes share more than some pixels in both directions."""
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return wide > allowed and high > allowed


def test_looks_are_different():
    names = [f"learner-{i}" for i in range(20)]
    styles = styles_of(["MICRA", *names])
    assert len({(style.colour, style.marker) for style in styles.values()}) == 21
    assert styles["learner-3"].label == "learner-3"


def test_without_variants_and_own_data_it_is_not_drawn():
    with pytest.raises(LookupError, match="no run of a variant or on the user's own data"):
        comparison.draw(
            tables([r for r in ROWS if "variant" not in r["run"] and "own" not in r["run"]])
        )
