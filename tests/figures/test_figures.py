"""The figures: what is drawn, and that the same results give the same bytes."""

import json

import numpy as np
import pandas as pd
import pytest

from figures import margin_against_updates, margin_along_a_run
from figures.__main__ import NAMES, main
from tests.paper_tables.examples import COLUMNS

MAXIMA = {"sonar": 0.0084, "wbc-11": 0.0243, "wbc": 0.13}
LEARNERS = ("perceptron-with-margin", "aggressive-romma", "alma", "cramma", "micra")
ALGORITHMS = ("PerceptronWithMargin", "AggressiveROMMA", "ALMA", "CRAMMA", "MICRA")


@pytest.fixture(scope="module")
def results():
    """(runs, curves): sweeps of every learner, and the runs that margin_along_a_run draws."""
    runs = [row(f"maximum-{d}", d, "MaximumMargin", np.nan, m, m) for d, m in MAXIMA.items()]
    for data, maximum in MAXIMA.items():
        for learner, algorithm in zip(LEARNERS, ALGORITHMS, strict=True):
            for i in (1, 2, 3):
                name, reached = f"sweep-{data}-{learner}-{i}", maximum * (1 - 0.2 / i)
                runs.append(
                    row(name, data, algorithm, 10 ** (i + 3), reached, 2 * maximum - reached)
                )
    runs.append(row("sweep-sonar-micra-4", "sonar", "MICRA", 10**9, 0.008, 1.0, "max_updates"))
    curves = []
    algorithms = (ALGORITHMS[0], ALGORITHMS[1], ALGORITHMS[4])
    for name, algorithm in zip(margin_along_a_run.RUNS, algorithms, strict=True):
        runs.append(row(name, "sonar", algorithm, 10**6, 0.0083, 0.0085))
        for i in range(0, 7):
            curves.append([name, 10**i, i, 0, i, 0.0084 - 0.08 / 10**i, 0, 0.0084 + 0.08 / 10**i])
    columns = (
        "run updates epochs mini_epochs visits directional_margin geometric_margin upper_bound"
    )
    return pd.DataFrame(runs, columns=COLUMNS), pd.DataFrame(curves, columns=columns.split())


def row(name, data, algorithm, updates, margin, bound, status="converged"):
    space = [data, 1.0, 0.0, 0, algorithm, json.dumps({}), 0, status, ""]
    return [name, *space, updates, 1, 0, 1, margin, margin, bound, 14.5]


def lines_of(axes):
    return {
        (line.get_color(), line.get_marker()): np.array(line.get_data())
        for line in axes.get_lines()
        if not str(line.get_gid()).startswith("printed")
    }


def test_margin_against_updates_draws_what_was_reached(results):
    figure = margin_against_updates.draw(*results)
    sonar = figure.axes[0]
    updates, reached = lines_of(sonar)["#009E73", "o"]
    # with the last row of Table 1, and without the sweep's run that its budget stopped
    np.testing.assert_array_equal(updates, [1e4, 1e5, 1e6, 1e6])
    np.testing.assert_allclose(reached, [0.8, 0.9, 1 - 0.2 / 3, 0.0083 / 0.0084])


def test_no_panel_draws_the_runs_of_another(results):
    for axes in margin_against_updates.draw(*results).axes[1:]:
        for (_, marker), (updates, _) in lines_of(axes).items():
            if marker != "None":
                np.testing.assert_array_equal(updates, [1e4, 1e5, 1e6])


def test_margin_against_updates_marks_every_printed_pair(results):
    figure = margin_against_updates.draw(*results)
    rings = [
        [line for line in axes.get_lines() if str(line.get_gid()).startswith("printed")]
        for axes in figure.axes
    ]
    assert [len(panel) for panel in rings] == [12 + 1, 9, 9]
    printed = margin_against_updates.printed_points()
    assert printed["micra-table-1-micra-4"] == (11610899, pytest.approx(0.00837))
    assert printed["micra-table-2-alma"] == (pytest.approx(53.4e6), 0.00819)


def test_margin_along_a_run_keeps_the_maximum_between_margin_and_bound(results):
    figure = margin_along_a_run.draw(*results)
    assert len(figure.axes) == 3
    for axes in figure.axes:
        maximum, bound, margin, end = (line.get_ydata() for line in axes.get_lines())
        assert set(maximum) == {1}
        assert (margin < 1).all() and (bound > 1).all() and end == margin[-1]


def test_a_run_that_was_stopped_ends_hollow(results):
    runs, curves = results[0].copy(), results[1]
    runs.loc[runs["run"] == margin_along_a_run.RUNS[0], "status"] = "max_updates"
    ends = [axes.get_lines()[-1] for axes in margin_along_a_run.draw(runs, curves).axes]
    assert [end.get_markerfacecolor() == "w" for end in ends] == [True, False, False]


@pytest.fixture
def files(results, tmp_path):
    paths = [tmp_path / "runs.csv", tmp_path / "curves.csv"]
    for table, path in zip(results, paths, strict=True):
        table.to_csv(path, index=False)
    return ["--runs", str(paths[0]), "--curves", str(paths[1])]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_results_give_the_same_bytes(files, tmp_path, name):
    for folder in ("first", "second"):
        assert main([name, *files, "--output", str(tmp_path / folder / name)]) == 0
    for kind in ("svg", "pdf", "png"):
        first, second = (tmp_path / folder / f"{name}.{kind}" for folder in ("first", "second"))
        assert first.read_bytes() == second.read_bytes()
        assert b"CreationDate" not in first.read_bytes() and b"dc:date" not in first.read_bytes()
    assert len(list((tmp_path / "first").iterdir())) == 3


def test_list_names_every_figure_and_says_what_it_shows(capsys):
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "margin_against_updates",
        "margin_along_a_run",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_run_is_one_sentence(results, tmp_path, capsys, name):
    runs, curves = results
    runs[~runs["run"].str.startswith("maximum")].to_csv(tmp_path / "runs.csv", index=False)
    curves.to_csv(tmp_path / "curves.csv", index=False)
    where = [f"--{table}={tmp_path}/{table}.csv" for table in ("runs", "curves")]
    assert main([name, *where, "--output", str(tmp_path / "figure")]) == 1
    assert capsys.readouterr().err == (
        f"error: {name}: runs: no run maximum-sonar has converged to the maximum margin.\n"
    )
    assert not list(tmp_path.glob("figure*"))
