"""The figures draw the right things, and equal results give equal bytes."""

import csv
import re

import numpy as np
import pytest

from analyses.all_figures import figure_module
from figures import margin_against_updates, margin_along_a_run
from figures.__main__ import NAMES, main
from tests.chosen import first_of_each
from tests.figures.examples import ALONG_RUNS, tables, written

OTHERS = [name for name in NAMES if name != "overview"]


def lines_of(axes):
    return {
        (line.get_color(), line.get_marker()): np.array(line.get_data())
        for line in axes.get_lines()
        if not str(line.get_gid()).startswith("printed")
    }


def test_margin_against_updates_draws_what_was_reached(results):
    figure = margin_against_updates.draw(results)
    sonar = figure.axes[0]
    updates, reached = lines_of(sonar)["#009E73", "o"]
    # with the last row of Table 1, and without the sweep's run that was stopped at its limit
    np.testing.assert_array_equal(updates, [1e4, 1e5, 1e6, 1e6])
    np.testing.assert_allclose(reached, [0.8, 0.9, 1 - 0.2 / 3, 0.0083 / 0.0084])


def test_no_panel_draws_the_runs_of_another(results):
    for axes in margin_against_updates.draw(results).axes[1:]:
        for (_, marker), (updates, _) in lines_of(axes).items():
            if marker != "None":
                np.testing.assert_array_equal(updates, [1e4, 1e5, 1e6])


def test_a_data_set_whose_maximum_is_not_known_has_no_panel(rows):
    left = [row for row in rows if row["run"] != "maximum-wbc"]
    titles = [a.get_title("left") for a in margin_against_updates.draw(tables(left)).axes]
    assert len(titles) == 2 and titles[0].startswith("Sonar")


def test_margin_against_updates_marks_every_printed_pair(results):
    figure = margin_against_updates.draw(results)
    rings = [
        [line for line in axes.get_lines() if str(line.get_gid()).startswith("printed")]
        for axes in figure.axes
    ]
    assert [len(panel) for panel in rings] == [12 + 1, 9, 9]
    printed = margin_against_updates.printed_points()
    assert printed["micra-table-1-micra-4"] == (11610899, pytest.approx(0.00837))
    assert printed["micra-table-2-alma"] == (pytest.approx(53.4e6), 0.00819)


def test_margin_along_a_run_keeps_the_maximum_between_margin_and_bound(results):
    figure = margin_along_a_run.draw(results)
    assert len(figure.axes) == 3
    for axes in figure.axes:
        maximum, bound, margin, end = (line.get_ydata() for line in axes.get_lines())
        assert set(maximum) == {1}
        assert (margin < 1).all() and (bound > 1).all() and end == margin[-1]


def test_a_run_that_was_stopped_ends_hollow(results):
    runs = results.runs
    runs.loc[runs["run"] == ALONG_RUNS[0], "status"] = "max_updates"
    ends = [axes.get_lines()[-1] for axes in margin_along_a_run.draw(results).axes]
    assert [end.get_markerfacecolor() == "w" for end in ends] == [True, False, False]


# test_page.py renders every figure.
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_written_as_a_table(files, tmp_path, name):
    output = ["--output", str(tmp_path / "drawn" / name)]
    assert main([name, *files, *output, "--format", "csv"]) == 0
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == [f"{name}.csv"]
    with open(tmp_path / "drawn" / f"{name}.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for which in "xy":  # on an axis in percent the numbers are in percent
        shown = [float(row[which]) for row in rows if "%" in row[f"{which}_axis"] and row[which]]
        assert not shown or max(shown) > 1.5


# All figures are drawn in one way. The first uses most of it.
@pytest.mark.long
@pytest.mark.parametrize("name", first_of_each(lambda _: None, ["overview", *OTHERS]))
def test_the_same_results_give_the_same_bytes(files, tmp_path, name):
    kinds = ("svg", "pdf", "png", "csv") if name == "overview" else ("svg", "csv")
    for folder in ("first", "second"):
        output = ["--output", str(tmp_path / folder / name)]
        assert main([name, *files, *output, "--format", *kinds]) == 0
    for kind in kinds:
        first, second = (tmp_path / folder / f"{name}.{kind}" for folder in ("first", "second"))
        assert first.read_bytes() == second.read_bytes()
        assert b"CreationDate" not in first.read_bytes() and b"dc:date" not in first.read_bytes()
    assert len(list((tmp_path / "first").iterdir())) == len(kinds)


def test_list_names_every_figure_and_says_what_it_shows(capsys):
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "amira_and_romma",
        "amira_margins",
        "claimed_rates",
        "exact_solver",
        "exact_solver_growth",
        "falkowski",
        "first_choice",
        "growth_with_training_size",
        "margin_against_seconds",
        "margin_against_updates",
        "margin_along_a_run",
        "margin_distributions",
        "margin_distributions_artificial",
        "margin_distributions_last_and_average",
        "margin_distributions_usps",
        "online_errors",
        "overview",
        "rates",
        "separability",
        "theory",
        "variants",
    ]
    assert all(len(line.split(": ", 1)[1]) > 20 for line in lines)


def test_a_name_must_be_given(capsys):
    assert main([]) == 2
    assert capsys.readouterr().err == "error: NAME is missing; --list lists the names.\n"


ONLINE = (
    "amira_and_romma",
    "amira_margins",
    "margin_distributions_artificial",
    "margin_distributions_last_and_average",
    "margin_distributions_usps",
    "online_errors",
)
SAME_RUNS = {"margin_distributions_last_and_average": "margin_distributions_artificial"}


@pytest.mark.long
@pytest.mark.parametrize("name", ONLINE)
def test_where_data_cannot_be_reached_the_figure_says_what_it_is_without(rows, tmp_path, name):
    left = [row | {"status": "unavailable"} for row in rows]
    options = written(left, {}, tmp_path)  # whose tables have no rows
    output = ["--output", str(tmp_path / "figure"), "--format", "svg"]
    assert main([name, *options, *output]) == 0
    assert (tmp_path / "figure.svg").stat().st_size > 0
    note = figure_module(name).draw(tables(left)).legends[0].get_title()
    assert note.get_text().startswith("without a result: ")


@pytest.mark.long
@pytest.mark.parametrize("name", ONLINE)
def test_what_a_run_left_before_it_failed_is_not_drawn(results, name):
    whole = figure_module(name).draw(results)
    results.runs["status"] = "failed"
    figure = figure_module(name).draw(results)
    for axes, complete in zip(figure.axes, whole.axes, strict=True):
        names = {str(line.get_gid()) for line in axes.get_lines()}
        assert not any(re.match("al|am|romma", name) for name in names)
        assert len(axes.patches) == 0 and len(complete.get_lines()) + len(complete.patches) > 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "needed", "sentence"),
    [
        *(
            (name, "maximum-", f"runs: no run of the exact solver on {data} has converged.")
            for name, data in (
                ("margin_against_updates", "sonar and wbc-11 and wbc"),
                ("margin_along_a_run", "sonar"),
            )
        ),
        *(
            (
                name,
                "(?!maximum-)",
                "runs.csv has no run with a name such as "
                f"{figure_module(SAME_RUNS.get(name, name)).RUN_NAMES[0]}.",
            )
            for name in ("growth_with_training_size", "margin_against_seconds", *ONLINE)
        ),
    ],
)
def test_a_missing_run_is_one_sentence_in_place_of_the_figure(
    rows, others, tmp_path, capsys, name, needed, sentence
):
    left = [row for row in rows if not re.match(needed, row["run"])]
    options = written(left, others, tmp_path)
    formats = [] if name == "margin_along_a_run" else ["--format", "svg"]
    assert main([name, *options, "--output", str(tmp_path / "figure"), *formats]) == 0
    assert capsys.readouterr().err == f"NOT DRAWN: {name}: {sentence}\n"
    assert len(list(tmp_path.glob("figure.*"))) == (1 if formats else 4)


@pytest.mark.long
def test_a_narrow_figure_is_that_of_its_own_call(files, tmp_path):
    call = ["margin_along_a_run", *files, "--output"]
    assert main([*call, str(tmp_path / "both"), "--narrow", "--format", "svg"]) == 0
    assert main([*call, str(tmp_path / "own"), "--style", "one-column", "--format", "svg"]) == 0
    narrow = (tmp_path / "both-narrow.svg").read_bytes()
    assert narrow == (tmp_path / "own.svg").read_bytes()
    assert narrow != (tmp_path / "both.svg").read_bytes()
