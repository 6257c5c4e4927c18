"""The figure of variants and own data shows the right panels and every learner."""

import pytest

from analyses.variants import figure as comparison
from figures.learner_styles import styles_of
from tests.figures.examples import row, tables


def runs_of(data, name, algorithm, margins, **more):
    return [
        row(f"{name}-{i}", data, algorithm, 100 * 10**i, margin, upper_bound=0.02, **more)
        for i, margin in enumerate(margins, start=1)
    ]


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
    assert len(mine.get_lines()) == 3  # markers, their frontier, the maximum
    labels = {handle.get_label() for handle in figure.legends[0].get_lines()}
    assert labels == {"Mine", "MICRA", "PDM", "maximum margin"}


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
