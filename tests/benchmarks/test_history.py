"""The history of our speed: which rows became slower, the figure, and the committed entries."""

import json
import math
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

import data
from analyses.overview.problems import read_overview
from benchmarks import drivers
from benchmarks.history import __main__ as command
from benchmarks.history import rows
from benchmarks.history.entries import ENTRIES, histories, read_entries, slower, write_entry
from benchmarks.history.figure import draw
from docs.from_code import history
from maxmargin import ESTIMATORS, MaximumMargin
from peers.solvers import classifier

PROCESSOR = "Some (R) Processor @ 2 GHz"


def entry(day, values, processor=PROCESSOR, commit=None, when=None):
    """Return an entry with a value for each row. Unless given, its date and hash follow the day."""
    return {
        "commit": {
            "id": commit or f"{day:02x}" * 20,
            "timestamp": when or f"2026-01-{day:02}T12:00:00+00:00",
            "message": f"Change of day {day}",
        },
        "tool": "customSmallerIsBetter",
        "machine": {"processor": processor, "cores": 2, "system": "Linux"},
        "versions": {"python": "3.11.7", "numba": "0.65.0"},
        "benches": [
            {"name": name, "unit": "ratio to C++", "value": value} for name, value in values.items()
        ],
    }


def with_ratios(ratios):
    """Return entries of one row with these ratios, a day each."""
    return [entry(day, {"row": ratio}) for day, ratio in enumerate(ratios, 1)]


@pytest.mark.parametrize("usual", [1.0, 0.3, 0.1357])
def test_ten_percent_above_the_usual_ratio_is_not_yet_slower(usual):
    assert slower(with_ratios([usual, round(1.1 * usual, 6)])) == []
    assert len(slower(with_ratios([usual, 1.101 * usual]))) == 1


def test_the_sentence_names_the_row_and_both_ratios():
    assert slower(with_ratios([0.5, 0.6, 0.8])) == [
        "row, ratio to C++: 0.8 instead of 0.55, the median of the entries before (2)."
    ]


@pytest.mark.parametrize(
    ("ratios", "is_slower"),
    [
        ([], False),
        ([7.0], False),
        ([1.0, 1.2], True),
        ([1.0, 1.2, 1.0], False),  # the last entry counts, not an earlier one
        ([1.2, 1.0, 1.2], False),  # the usual ratio is 1.1
        ([*[9.0] * 6, *[1.0] * 5, 1.2], True),  # only five entries before count
        ([*[1.0] * 6, *[9.0] * 5, 1.2], False),
        ([1.0, 1.0, 1.0, 1.0, 5.0, 1.2], True),  # the median, not the mean
        ([1.0, 1.0, 1.0, 0.1, 0.1, 1.05], False),  # nor the least
        ([1.0, 1.0, 1.0, 1.0, 1.0, 0.5], False),
    ],
)
def test_the_usual_ratio_is_the_median_of_up_to_five_entries_before(ratios, is_slower):
    assert bool(slower(with_ratios(ratios))) is is_slower


def test_a_row_that_the_last_entry_lacks_is_not_slower():
    entries = [entry(1, {"a": 1.0, "b": 1.0}), entry(2, {"a": 2.0, "b": 1.0}), entry(3, {"b": 1.0})]
    assert slower(entries) == []
    assert len(slower(entries[:2])) == 1


def test_entries_that_lack_a_row_do_not_count_for_it():
    values = [{"a": 1.0}, {"b": 5.0}, {"a": 1.2, "b": 5.0}]
    entries = [entry(day, own) for day, own in enumerate(values, 1)]
    assert slower(entries) == [
        "a, ratio to C++: 1.2 instead of 1, the median of the entries before (1)."
    ]
    assert [(row.name, row.places) for row in histories(entries)] == [("a", [0, 2]), ("b", [1, 2])]


def test_entries_are_ordered_by_the_commits_date_in_any_time_zone(tmp_path):
    written = [
        entry(1, {"row": 1.0}, commit="c" * 40, when="2026-01-02T01:30:00+03:00"),
        entry(2, {"row": 1.0}, commit="a" * 40, when="2026-01-01T23:00:00+00:00"),
        entry(3, {"row": 1.2}, commit="b" * 40, when="2026-01-01T22:00:00-02:00"),
    ]
    for one in reversed(written):
        write_entry(one, tmp_path)
    assert read_entries(tmp_path) == {PROCESSOR: written}
    assert len(slower(read_entries(tmp_path)[PROCESSOR])) == 1


def test_entries_of_two_processors_are_apart(tmp_path):
    here = [entry(1, {"row": 1.0}), entry(3, {"row": 1.0})]
    there = [entry(day, {"row": 2.0}, "Other") for day in (1, 2)]
    for one in here + there:
        write_entry(one, tmp_path)
    assert read_entries(tmp_path) == {PROCESSOR: here, "Other": there}
    assert len(list(tmp_path.glob("some-r-processor-2-ghz/*.json"))) == 2


def test_a_commit_that_is_measured_again_has_one_entry(tmp_path):
    write_entry(entry(1, {"row": 1.0}), tmp_path)
    write_entry(entry(1, {"row": 3.0}), tmp_path)
    assert read_entries(tmp_path) == {PROCESSOR: [entry(1, {"row": 3.0})]}


def drawn(axes):
    """Return the points of each line of a panel, without the line at 1."""
    lines = [line for line in axes.lines if line.get_transform() == axes.transData]
    return [list(map(tuple, line.get_xydata())) for line in lines if line.get_gid() != "over"]


def marked(axes):
    """Return the places of the ratios that are marked as slower."""
    return [x for line in axes.lines if line.get_gid() == "over" for x in line.get_xdata()]


def test_one_entry_is_a_figure():
    figure = draw({PROCESSOR: [entry(1, {"a": 0.5, "b": 2.0}, commit="0123456" + "f" * 33)]})
    figure.draw_without_rendering()
    for axes, ratio in zip(figure.axes, (0.5, 2.0), strict=True):
        assert drawn(axes) == [[(0.0, ratio)]] and marked(axes) == []
        low, high = axes.get_ylim()
        assert low < min(1, ratio) and max(1, ratio) < high
    assert [label.get_text() for label in figure.axes[-1].get_xticklabels()] == ["0123456"]


def test_no_entry_is_a_figure_with_a_sentence():
    assert [text.get_text() for text in draw({}).texts] == ["No commit has been measured."]


def test_a_figure_has_a_panel_for_each_row_and_marks_each_slower_entry():
    entries = [
        entry(1, {"a": 1.0, "b": 1.0}),
        entry(2, {"a": 1.2}),
        entry(3, {"a": 1.0, "b": 1.0}),
        entry(4, {"a": 1.1, "b": 3.0}),
    ]
    entries[0]["benches"].append({"name": "c", "unit": "ratio to LIBLINEAR", "value": 0.1})
    figure = draw({PROCESSOR: entries})
    figure.draw_without_rendering()
    found = {axes.get_title("left"): axes for axes in figure.axes if axes.axison}
    assert list(found) == ["a / C++", "b / C++", "c / LIBLINEAR"]
    assert drawn(found["a / C++"]) == [[(0, 1.0), (1, 1.2), (2, 1.0), (3, 1.1)]]
    assert drawn(found["b / C++"]) == [[(0, 1.0), (2, 1.0), (3, 3.0)]]
    assert [marked(axes) for axes in found.values()] == [[1.0], [3.0], []]
    for axes in found.values():
        assert any(list(line.get_ydata()) == [1.0, 1.0] for line in axes.lines)
    for name in ("b / C++", "c / LIBLINEAR"):  # the last panels of their columns
        labels = found[name].get_xticklabels()
        texts = {label.get_position()[0]: label.get_text() for label in labels}
        assert texts == {0: "0101010", 1: "0202020", 2: "0303030", 3: "0404040"}


def test_a_row_far_above_its_reference_has_an_axis_from_0():
    figure = draw({PROCESSOR: with_ratios([690.0, 700.0])})
    (axes,) = figure.axes
    low, high = axes.get_ylim()
    assert low == 0.0 and 700.0 < high < 1400.0 and axes.get_yscale() == "linear"
    assert drawn(axes) == [[(0, 690.0), (1, 700.0)]]
    assert not any(list(line.get_ydata()) == [1.0, 1.0] for line in axes.lines)


def test_processors_share_the_axis_of_commits():
    here = [entry(1, {"a": 1.0}), entry(3, {"a": 1.0})]
    there = [entry(2, {"a": 2.0}, "Other"), entry(3, {"a": 2.0}, "Other")]
    figure = draw({PROCESSOR: here, "Other": there})
    assert drawn(figure.axes[0]) == [[(0, 1.0), (2, 1.0)], [(1, 2.0), (2, 2.0)]]
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend[:2] == [PROCESSOR, "Other"]


def test_many_commits_have_labels_that_fit_and_the_last_has_one():
    figure = draw({PROCESSOR: with_ratios([1.0] * 28)})
    ticks = figure.axes[0].get_xticks()
    assert len(ticks) == 14 and max(ticks) == 27


def test_the_table_has_the_last_and_the_usual_ratio(monkeypatch):
    entries = [entry(1, {"a": 1.0}), entry(2, {"a": 1.5, "b": 0.25})]
    monkeypatch.setattr(history, "read_entries", lambda: {PROCESSOR: entries})
    text = history.history()
    assert "| a, ratio to C++ | 1.50 | 1.00 | **+50 %** | 2 |" in text
    assert "| b, ratio to C++ | 0.250 | – | – | 1 |" in text
    assert "commit `0202020` of 2026-01-02, with python 3.11.7, numba 0.65.0." in text


@pytest.mark.parametrize("path", sorted(ENTRIES.glob("*/*.json")), ids=lambda path: path.stem)
def test_a_committed_entry_has_the_form(path, tmp_path):
    text = path.read_text(encoding="utf-8")
    found = json.loads(text)
    assert list(found) == ["commit", "tool", "machine", "versions", "benches"]
    assert list(found["commit"]) == ["id", "timestamp", "message"]
    assert re.fullmatch("[0-9a-f]{40}", found["commit"]["id"])
    assert found["tool"] == "customSmallerIsBetter"
    assert list(found["machine"]) == ["processor", "cores", "system"]
    units = {result["unit"] for result in found["benches"]}
    references = {"C++", "warm LIBLINEAR", "compiling C++", "scikit-learn"}
    assert units and units <= {f"ratio to {reference}" for reference in references}
    # Entries without rows of scikit-learn are older than the record of its version.
    unrecorded = set() if "ratio to scikit-learn" in units else {"scikit-learn"}
    assert {"python", *command.PACKAGES} - unrecorded == set(found["versions"]) - unrecorded
    for result in found["benches"]:
        assert list(result) == ["name", "unit", "value"]
        assert 0 < result["value"] < math.inf
    strings = re.findall('"([^"]*)"', text)
    assert not [string for string in strings if string.startswith(("/", "~")) or "\\\\" in string]
    write_entry(found, tmp_path)
    assert (tmp_path / path.relative_to(ENTRIES)).read_text(encoding="utf-8") == text


def test_the_rows_are_rows_of_the_benchmarks():
    assert set(rows.OF_CPP) <= set(drivers.ROWS)
    problems = [name for group in read_overview()["problems"].values() for name in group]
    assert all(problems.count(name) == 1 for name in rows.OF_LIBLINEAR)
    assert set(rows.OF_SKLEARN) <= set(ESTIMATORS)
    names = rows.OF_CPP + rows.OF_LIBLINEAR + rows.OF_SKLEARN
    assert len(set(names)) == len(names)


def test_whole_fits_are_compared_on_a_problem_that_a_hyperplane_separates(monkeypatch):
    X, y = rows.small_problem()
    assert X.shape == (100, 10) and MaximumMargin().fit(X, y).converged_
    now = 0.0

    class Clocked:
        def __init__(self, *seconds):
            self.seconds = list(seconds)

        def fit(self, X, y):
            nonlocal now
            now += self.seconds.pop(0)

    # The first call compiles. Then the least seconds of three turns count.
    monkeypatch.setattr(rows, "time", SimpleNamespace(thread_time=lambda: now))
    monkeypatch.setattr(rows, "FIT_TURNS", 3)
    monkeypatch.setattr(rows.maxmargin, "PDM", lambda: Clocked(0.5, 3.0, 2.0, 4.0))
    monkeypatch.setattr(rows, "Perceptron", lambda: Clocked(0.5, 8.0, 9.0, 8.5))
    assert rows.ratio_to_sklearn("PDM") == 0.25


def test_modules_measure_processor_time_within_the_context_only(monkeypatch):
    first = {"__main__": rows}  # as when rows.py runs as a program
    monkeypatch.setattr(sys, "modules", {**first, "classifier": classifier, "time": time})
    with rows.processor_time():
        assert classifier.perf_counter is time.thread_time
        assert time.perf_counter is not time.thread_time
    assert classifier.perf_counter is time.perf_counter


@pytest.mark.parametrize("extend", [1.0, 0.0], ids=["newton", "wolfe"])
def test_compiled_code_measures_processor_time_within_the_context_too(extend):
    X, y = rows.small_problem()
    MaximumMargin(extend=extend).fit(X, y)  # compiled
    with rows.processor_time():
        started = time.thread_time()
        model = MaximumMargin(extend=extend).fit(X, y)
        elapsed = time.thread_time() - started
    seconds = [point.seconds for point in model.history_]
    assert 0.0 < seconds[0] and seconds == sorted(seconds) and seconds[-1] < elapsed


def test_the_ratio_to_liblinear_is_measured(monkeypatch):
    monkeypatch.setattr(rows, "TURNS", 1)
    monkeypatch.setattr(rows, "SECONDS", 0.0)
    assert 0.0 < rows.ratio_to_liblinear("iris") < 1000.0


def test_a_row_without_data_or_ratio_is_left_out(monkeypatch, capsys):
    def no_data(name):
        raise data.Unreachable("no server answers.")

    monkeypatch.setattr(rows, "OF_CPP", ("lost",))
    monkeypatch.setattr(rows, "OF_LIBLINEAR", ("never", "zero", "measured"))
    monkeypatch.setattr(rows, "OF_SKLEARN", ())
    ratios = {"never": math.inf, "zero": 0.0, "measured": 0.123456}
    monkeypatch.setattr(rows, "ratio_to_cpp", no_data)
    monkeypatch.setattr(rows, "ratio_to_liblinear", ratios.get)
    found = list(rows.rows())
    assert found == [{"name": "measured", "unit": "ratio to warm LIBLINEAR", "value": 0.1235}]
    assert capsys.readouterr().err.splitlines() == [
        "never: left out, it has no ratio to warm LIBLINEAR.",
        "zero: left out, it has no ratio to warm LIBLINEAR.",
        "lost: left out, no server answers.",
    ]


@pytest.mark.long
@pytest.mark.parametrize(("text", "passes"), [("pass", True), ("assert False", False)])
def test_the_tests_are_a_row_if_they_pass(text, passes, tmp_path, monkeypatch, capsys):
    (tmp_path / "test_one.py").write_text(f"def test_one():\n    {text}\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rows, "TURNS", 2)
    monkeypatch.setattr(rows, "built", lambda *_: None)
    readings = iter((1.0, 13.0, 13.0, 17.0, 17.0, 22.0))  # 12 for tests; compiling takes 4, then 5
    monkeypatch.setattr(rows, "processor_seconds", readings.__next__)
    found, errors = rows.tests(), capsys.readouterr().err
    if passes:
        assert not errors
        assert found == {"name": "make test", "unit": "ratio to compiling C++", "value": 3.0}
    else:
        assert found is None
        assert errors.splitlines()[-1] == "make test: left out, the tests do not pass."
        assert "test_one.py::test_one" in errors


def test_the_row_is_of_the_tests_of_make_test():
    plan = subprocess.run(["make", "-n", "test"], cwd=command.ROOT, capture_output=True, text=True)
    assert f'-m "{rows.TESTS}"' in plan.stdout


def test_processor_seconds_are_those_of_programs_and_their_programs():
    busy = "import time\nwhile time.process_time() < 0.5:\n    pass\n"
    nested = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {busy!r}])"
    before = rows.processor_seconds()
    subprocess.run([sys.executable, "-c", nested], check=True)
    assert rows.processor_seconds() - before >= 0.5


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Return the hash of a commit in a new repository, which the command then uses."""
    folder = tmp_path / "repository"
    git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "Start"], check=True)
    monkeypatch.setattr(command, "ROOT", folder)
    monkeypatch.setattr("records.checkout.ROOT", folder)
    monkeypatch.setattr(command, "ENTRIES", tmp_path / "entries")
    monkeypatch.setattr(command, "FIGURE", tmp_path / "history")
    return command.full_name("HEAD")


@pytest.mark.parametrize("name", ["no-such-commit", "--all", "HEAD:file", "HEAD~1", ""])
def test_an_unknown_commit_is_one_sentence(repository, name, monkeypatch, capsys):
    monkeypatch.setattr(command, "measured", lambda *_: pytest.fail("measures before it knows"))
    assert command.main(["HEAD", "--", name]) == 1
    sentence = f"error: {name}: no commit of this repository; name a hash, a tag or a branch.\n"
    assert capsys.readouterr().err == sentence
    assert not command.ENTRIES.exists()


@pytest.mark.long
def test_a_commit_too_old_for_the_rows_is_one_sentence_and_leaves_no_tree(repository, capsys):
    assert command.main([]) == 1
    error = capsys.readouterr().err
    reason = r"ModuleNotFoundError: No module named '\w+'"
    wanted = rf"error: {repository[:12]}: its code cannot run the rows \({reason}\)\.\n"
    assert re.fullmatch(wanted, error)
    assert len(command.git("worktree", "list").splitlines()) == 1


def test_a_commit_that_cannot_be_measured_costs_no_other_entry(repository, monkeypatch, capsys):
    write_entry(entry(1, {"row": 1.0}, command.processor(), commit="0" * 40), command.ENTRIES)
    write_entry(entry(2, {"row": 1.0}, "Other", commit="1" * 40), command.ENTRIES)
    result = [{"name": "row", "unit": "ratio to C++", "value": 1.2}]
    original = command.measured

    def measured(commit, tests):
        return result if commit == repository else original(commit, tests)

    monkeypatch.setattr(command, "measured", measured)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert command.main(["--again"]) == 1
    output, errors = capsys.readouterr()
    assert [line[:19] for line in errors.splitlines()] == [
        "error: 000000000000",
        "error: 111111111111",
    ]
    assert "git cannot check it out" in errors
    sentence = "row, ratio to C++: 1.2 instead of 1, the median of the entries before (1)."
    assert output == f"::warning::slower: {sentence}\n"
    (_, last) = read_entries(command.ENTRIES)[command.processor()]
    assert last["commit"]["id"] == repository and last["commit"]["message"] == "Start"
    assert last["benches"] == result
    assert command.FIGURE.with_suffix(".svg").is_file()


def test_again_measures_the_last_five_commits_once_each():
    here = [entry(day, {}) for day in range(1, 7)]
    entries = {PROCESSOR: here, "Other": [entry(6, {}, "Other"), entry(2, {}, "Other")]}
    assert command.last_commits(entries) == [f"{day:02x}" * 20 for day in range(2, 7)]
