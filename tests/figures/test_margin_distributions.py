"""The figures of margin distributions draw the right curves in each panel."""

import numpy as np
import pytest

from figures import (
    margin_distributions,
    margin_distributions_artificial,
    margin_distributions_last_and_average,
    margin_distributions_usps,
)
from figures.tables import Tables
from tests.figures.examples import (
    ARTIFICIAL,
    LEARNERS,
    USPS,
    distribution_example,
    row,
    tables,
)

ALL = (
    margin_distributions_artificial,
    margin_distributions_last_and_average,
    margin_distributions_usps,
)


@pytest.fixture
def made_up():
    rows, distributions = distribution_example()
    return tables(rows, distributions=distributions)


def curves(axes):
    """Return the curves of a panel by name, without the line at 0."""
    return {line.get_gid(): line for line in axes.get_lines() if "alma" in str(line.get_gid())}


def legend(figure):
    texts = figure.legends[0].get_texts()
    return figure.legends[0].get_title().get_text(), [text.get_text() for text in texts]


def test_usps_has_last_left_average_right_and_an_epoch_a_row(made_up):
    figure = margin_distributions_usps.draw(made_up)
    panels = [("last", 1), ("average", 1), ("last", 3), ("average", 3)]
    for axes, (hypothesis, epoch) in zip(figure.axes, panels, strict=True):
        assert set(curves(axes)) == {f"{run}-{epoch}-{hypothesis}" for run in USPS}
        assert axes.get_title(loc="left").startswith(f"{hypothesis}, {epoch} epoch")
    assert legend(figure) == ("", ["Perceptron", r"ALMA$_2$(0.9)"])


def test_a_curve_is_the_percentage_of_the_training_set(made_up):
    last = curves(margin_distributions_usps.draw(made_up).axes[0])
    margins, percent = last["alma-usps-perceptron-1-last"].get_data()
    np.testing.assert_allclose(margins, np.linspace(-1, 1, 201), atol=1e-9)
    np.testing.assert_allclose(percent, np.clip(1000 * margins, 0, 100))


def test_the_panels_show_where_the_curves_rise(made_up):
    for axes in margin_distributions_usps.draw(made_up).axes:
        low, high = axes.get_xlim()
        # the widest curve of all, an average, rises from 0 to 0.25
        assert low == pytest.approx(-0.02) and high == pytest.approx(0.24 + 0.02)


def test_artificial_has_the_sparse_targets_at_the_left(made_up):
    figure = margin_distributions_artificial.draw(made_up)
    for axes, data in zip(figure.axes, ARTIFICIAL, strict=True):
        assert set(curves(axes)) == {f"{data}-{name}-1-average" for name in LEARNERS}
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert [title.split(",")[0] for title in titles] == ["$s = 3$", "$s = 300$"] * 2
    assert legend(figure)[1] == [rf"ALMA$_{p}$({a})" for p in (2, 6) for a in ("1.0", "0.5")]


def test_last_and_average_are_in_the_same_panel_with_one_alpha_a_row(made_up):
    figure = margin_distributions_last_and_average.draw(made_up)
    sparse_first = [ARTIFICIAL[i] for i in (0, 2, 1, 3)]
    for i, axes in enumerate(figure.axes):
        ending = ("alpha-1", "alpha-05-theorem")[i // 4]
        runs = [f"{sparse_first[i % 4]}-p{p}-{ending}" for p in (2, 6)]
        assert set(curves(axes)) == {f"{r}-1-{h}" for r in runs for h in ("last", "average")}
        styles = {name: line.get_linestyle() for name, line in curves(axes).items()}
        assert len({styles[name] for name in styles if name.endswith("last")}) == 1
        assert styles[f"{runs[0]}-1-last"] != styles[f"{runs[0]}-1-average"]


@pytest.mark.parametrize("module", ALL)
def test_runs_without_a_distribution_are_named_and_the_others_drawn(module, made_up):
    lost = ("alma-usps-perceptron", f"{ARTIFICIAL[1]}-p6-alpha-1")
    kept = made_up.distributions[~made_up.distributions["run"].isin(lost)]
    figure = module.draw(Tables(**vars(made_up) | {"distributions": kept}))
    usps = module is margin_distributions_usps
    assert legend(figure)[0] == f"without a result: {'Perceptron' if usps else lost[1]}"
    drawn = [name for axes in figure.axes for name in curves(axes)]
    assert drawn and not any(name.startswith(lost) for name in drawn)


def test_a_data_set_without_distributions_is_an_empty_panel(made_up):
    of_it = made_up.distributions["run"].str.startswith(ARTIFICIAL[3])
    lost = Tables(**vars(made_up) | dict(distributions=made_up.distributions[~of_it]))
    figure = margin_distributions_artificial.draw(lost)
    assert legend(figure)[0] == f"without a result: {ARTIFICIAL[3]}"
    assert not curves(figure.axes[3]) and len(curves(figure.axes[1])) == 4


def test_other_runs_are_not_drawn(made_up):
    other = made_up.runs.iloc[:1].assign(run="other")
    of_it = made_up.distributions.iloc[:201].assign(run="other")
    more = Tables(**vars(made_up) | dict(runs=other, distributions=of_it))
    with pytest.raises(LookupError, match="such as alma-usps-perceptron"):
        margin_distributions_usps.draw(more)


def binary_example(**statuses):
    """Return rows of runs.csv and distributions.csv with margins of 0.9 to 2 times the maximum."""
    names = {"perceptron": "Perceptron", "micra": "MICRA", "maximum": "MaximumMargin"}
    stem, runs = "margin-distributions-sonar", []
    for name, algorithm in names.items():
        own = {"status": statuses.get(name, "converged"), "margin": 0.02}
        runs.append(row(f"{stem}-{name}", "sonar", algorithm, **own))
    margins = [(0.018, 0.25), (0.03, 0.5), (0.04, 1.0)]
    keys = ("run", "epoch", "hypothesis", "margin", "fraction")
    rows = [
        dict(zip(keys, (f"{stem}-{name}", "3", "last", *pair), strict=True))
        for name in ("micra", "maximum")
        for pair in margins
    ]
    return runs, rows


def test_binary_margins_are_in_units_of_the_maximum():
    runs, rows = binary_example()
    figure = margin_distributions.draw(tables(runs, distributions=rows))
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "sonar",
        "WBC",
        "Adult, 3185",
        "Web, 4912",
    ]
    lines = {line.get_gid(): line for line in figure.axes[0].get_lines()}
    margins, percent = lines["margin-distributions-sonar-micra"].get_data()
    np.testing.assert_allclose(margins, [0.9, 1.5, 2.0])
    np.testing.assert_allclose(percent, [25, 50, 100])
    assert "margin-distributions-sonar-perceptron" not in lines  # it has no distribution
    assert legend(figure) == ("without a result: Perceptron", ["red-MICRA", "the maximum"])


def test_without_the_maximum_there_is_no_unit_and_no_curve():
    runs, rows = binary_example(maximum="max_seconds")
    figure = margin_distributions.draw(tables(runs, distributions=rows))
    assert not figure.axes[0].get_lines()
