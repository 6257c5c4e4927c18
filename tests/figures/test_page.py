"""A figure is drawn in the requested page format, with the same content."""

import numpy as np
import pytest
from matplotlib import rcParams

from analyses.all_figures import figure_module
from figures.__main__ import NAMES, main
from figures.page import STYLES, PanelFigure, set_page
from figures.plotted import plotted


@pytest.fixture(autouse=True)
def page_of_the_report():
    yield
    set_page("two-columns")


def drawn(name, tables, style, width=None):
    """Return a figure before it is saved."""
    set_page(style, width)
    figure = figure_module(name).draw(tables)
    figure.complete_labels()
    return figure


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_page_shows_the_same_numbers_and_cuts_no_legend(name, results):
    try:
        figure = drawn(name, results, "one-column")
    except LookupError:  # the made-up results have no runs of it
        assert name in ("variants", "margin_distributions")
        return
    figure.draw_without_rendering()
    assert figure.get_figwidth() == STYLES["one-column"][0]
    for legend in figure.legends:
        extent = legend.get_window_extent()
        assert extent.x0 >= 0 and extent.x1 <= figure.bbox.width
    numbers, designed = (
        sorted((row[3:5], *row[6:]) for row in plotted(made))
        for made in (figure, drawn(name, results, "two-columns"))
    )
    assert numbers and numbers == designed


def test_on_a_narrow_page_panels_stand_below_each_other_with_their_own_labels():
    set_page("one-column")
    figure = PanelFigure(2, 3, 3.0, sharex="col", sharey="row")
    for row, name in zip(figure.panels, "ab", strict=True):
        row[0].set_ylabel(name)
    for axes, name in zip(figure.panels[0], "xyz", strict=True):
        axes.set_title(name, loc="left")
    for axes in figure.panels[-1]:
        axes.set_xlabel("updates")
    figure.panels[0, 0].set_ylim(3, 4)
    figure.panels[1, 2].set_xlim(5, 6)
    figure.complete_labels()
    figure.draw_without_rendering()
    places = [axes.get_position() for axes in figure.panels.flat]
    assert all(above.y0 > below.y1 for above, below in zip(places, places[1:], strict=False))
    labels = [(a.get_ylabel(), a.get_title("left"), a.get_xlabel()) for a in figure.panels.flat]
    assert labels == [(y, title, "updates") for y in "ab" for title in "xyz"]
    assert [a.get_ylim() == (3, 4) for a in figure.panels.flat] == [True] * 3 + [False] * 3
    assert [a.get_xlim() == (5, 6) for a in figure.panels.flat] == [False, False, True] * 2


def test_the_width_may_be_chosen(results):
    figure = drawn("margin_against_updates", results, "slides", 4.5)
    figure.draw_without_rendering()
    assert figure.get_figwidth() == 4.5 and rcParams["font.family"] == ["sans-serif"]
    places = np.array([[axes.get_position().x0, axes.get_position().y0] for axes in figure.axes])
    assert places[0, 1] == places[1, 1] > places[2, 1]  # two abreast


def test_the_chosen_learners_alone_are_drawn_in_the_chosen_formats(files, tmp_path):
    chosen = ["--learners", "MICRA", "--format", "csv", "svg", "--width", "3.4"]
    base = tmp_path / "made" / "figure"
    assert main(["margin_against_updates", *files, *chosen, "--output", str(base)]) == 0
    assert sorted(path.name for path in base.parent.iterdir()) == ["figure.csv", "figure.svg"]
    text = base.with_suffix(".csv").read_text("utf-8")
    assert "MICRA" in text and "CRAMMA" not in text and "printed-micra-table-1-romma" not in text


def test_without_an_output_the_figure_is_named_as_itself(files, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["overview", *files, "--format", "csv"]) == 0
    assert (tmp_path / "elsewhere" / "overview.csv").exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--learners", "MIRCA"], "runs.csv: has no learner MIRCA; did you mean MIRA or MICRA"),
        (["--results", "no/where"], "error: no/where/runs.csv: there is no such file.\n"),
    ],
)
def test_what_is_not_there_is_told(files, capsys, options, sentence):
    assert main(["margin_against_updates", *files, *options]) == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("folder", ["results", "results/other"])
def test_the_folders_that_have_results_are_named(folder, tmp_path, monkeypatch, capsys):
    for name in ("mine", "quick", "empty"):
        (tmp_path / "results" / name).mkdir(parents=True)
    for name in ("mine", "quick"):
        (tmp_path / "results" / name / "runs.csv").write_text("run\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["margin_against_updates", "--results", folder]) == 1
    assert capsys.readouterr().err == (
        f"error: {folder}/runs.csv: there is no such file, but results are in results/mine, "
        "results/quick: name another folder.\n"
    )
    monkeypatch.chdir(tmp_path / "results" / "empty")  # folders outside this one are not named
    assert main(["margin_against_updates", "--results", "../../results/other"]) == 1
    assert capsys.readouterr().err == (
        "error: ../../results/other/runs.csv: there is no such file.\n"
    )


def test_a_file_of_an_older_version_is_told(files, tmp_path, capsys):
    runs = tmp_path / "runs.csv"
    runs.write_text(runs.read_text("utf-8").replace("upper_bound", "bound", 1), "utf-8")
    assert main(["margin_against_updates", *files]) == 1
    assert capsys.readouterr().err == f"error: {runs}: has no column 'upper_bound'.\n"


@pytest.mark.parametrize("width", ["0.5", "wide"])
def test_a_width_that_fits_no_page_is_refused(files, capsys, width):
    with pytest.raises(SystemExit):
        main(["overview", *files, "--width", width])
    assert f"{width} is not a width from 2.2 to 20.0 inches." in capsys.readouterr().err


def test_the_list_has_whole_titles(capsys):
    assert main(["--list"]) == 0
    said = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert set(said) == set(NAMES)
    assert said["variants"].endswith("margin reached against updates made.")
