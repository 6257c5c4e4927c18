"""diff_results reports what changed between two runs of the suite, and ignores noise."""

from pathlib import Path

import pytest

from paper_tables.speed import OF_SECONDS
from tests.workflows.compared import CLAIM, RUN, folder_of, timings
from workflows import diff_results
from workflows.diff_results import Seconds, changed_rows, changed_seconds, main


def test_nothing_changes_from_a_run_to_itself(tmp_path, capsys):
    clock = [{"problem": "p", "learner": "PDM", "parameters": "{}", "seconds_0.99": "0.0"}]
    tables = {"claims": [CLAIM], "runs": [RUN], "timings": timings(1.0), "overview_timings": clock}
    folders = [folder_of(tmp_path / name, **tables) for name in "ab"]
    assert main(folders) == 0
    assert capsys.readouterr().out.count("nothing changed") == 9


def test_what_moved_is_told(tmp_path, capsys):
    before = folder_of(
        tmp_path / "a",
        claims=[CLAIM, {**CLAIM, "row": "2"}],
        runs=[RUN, {**RUN, "run": "gone"}, {**RUN, "run": "slow", "status": "max_seconds"}],
        online=[{"run": "on", "permutation": "1", "epoch": "1", "test_error": "0.5"}],
        timings=timings(1.0),
    )
    after = folder_of(
        tmp_path / "b",
        claims=[{**CLAIM, "measured": "820262", "verdict": "differs"}, {**CLAIM, "row": "2"}],
        runs=[{**RUN, "updates": "2"}, {**RUN, "run": "slow", "updates": "9"}],
        online=[{"run": "on", "permutation": "1", "epoch": "1", "test_error": "0.4"}],
        theory=[{"run": "one", "holds": "no"}],
        timings=timings(2.0, seed=1, run7=1.5),
    )
    assert main([before, after]) == 1
    said = capsys.readouterr().out
    line = "micra table-1 1 updates: measured 820261 → 820262, verdict exact → differs"
    assert f"claims: 1 changed\n  {line}\n" in said
    counted = "1 changed, 1 only before, 1 ended by limits not compared"
    assert f"runs: {counted}\n  one: updates 1 → 2\n" in said
    assert "online, runs: 1 changed\n  on\n" in said
    assert "theory: nothing changed, 1 only after" in said and "rates: nothing changed" in said
    assert "1 changed\n  run7: " in said and "slow" not in said and "gone" not in said
    assert main([before, after, "--all"]) == 1
    said = capsys.readouterr().out
    assert "\n  one: updates 1 → 2\n  gone: only before\n" in said


@pytest.mark.parametrize(
    ("status", "updates", "code", "said"),
    [
        ("max_updates", "2", 0, "runs: nothing changed, 1 ended by limits not compared"),
        ("max_updates", "1", 1, "runs: 1 changed\n  one: status max_updates → converged"),
        ("converged", "2", 1, "runs: 1 changed\n  one: updates 1 → 2"),
    ],
)
def test_a_limit_that_only_one_had(tmp_path, capsys, status, updates, code, said):
    """The limit stopped one run after an update while the other run made two updates."""
    stopped = {**RUN, "status": status}
    ended = {**RUN, "updates": updates}
    claim = {**CLAIM, "run": "one", "measured": updates}
    folders = [
        folder_of(tmp_path / "a", runs=[stopped], claims=[claim | {"measured": "1"}]),
        folder_of(tmp_path / "b", runs=[ended], claims=[claim]),
    ]
    assert main(folders) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(("verdict", "code"), [("not judged", 0), ("close", 1)])
def test_ratios_of_seconds_are_not_compared(tmp_path, verdict, code):
    claim = {**CLAIM, "verdict": verdict, "measured": "×1.02"}
    folders = [
        folder_of(tmp_path / name, claims=[claim | {"measured": ratio}], runs=[RUN])
        for name, ratio in (("a", "×1.02"), ("b", "×1.05"))
    ]
    assert main(folders) == code


@pytest.mark.parametrize(
    ("reason", "outcome", "code"),
    [
        (f"the claim is < 1; {OF_SECONDS}", "holds", 0),
        (f"the claim is < 1; {OF_SECONDS}", "does not hold", 1),
        ("the claim is < 1", "holds", 1),
    ],
)
def test_only_the_outcomes_of_claims_about_seconds_are_compared(tmp_path, reason, outcome, code):
    place = {"paper": "micra", "table": "comparisons", "row": "a", "column": "b", "run": "one"}
    one = {**place, "statement": "s", "reason": reason, "measured": "0.5", "outcome": "holds"}
    other = {**one, "measured": "0.51", "outcome": outcome}
    folders = [
        folder_of(tmp_path / name, evidence=[row], runs=[RUN])
        for name, row in (("a", one), ("b", other))
    ]
    assert main(folders) == code


@pytest.mark.parametrize(
    ("file", "row", "changed"),
    [
        ("separability", {"data": "wbc", "first": "a", "separable": "yes"}, {"separable": "no"}),
        (
            "statements",
            {"paper": "alma", "name": "s", "verdict": "holds"},
            {"verdict": "undecided"},
        ),
        ("readings", {"row": "1", "reading": "r", "verdict": "exact"}, {"verdict": "differs"}),
        ("theory_first_epochs", {"run": "one", "holds": "yes"}, {"holds": "no"}),
        ("alma_beside_river", {"data": "usps", "p": "2", "mistakes": "7"}, {"mistakes": "8"}),
    ],
)
def test_answers_in_further_files_are_compared(tmp_path, capsys, file, row, changed):
    folders = [
        folder_of(tmp_path / name, **{file: [own]})
        for name, own in (("a", row), ("b", row), ("c", row | changed))
    ]
    assert main(folders[:2]) == 0
    assert main([folders[0], folders[2]]) == 1
    assert f"{file}: 1 changed" in capsys.readouterr().out
    Path(folders[0], f"{file}.csv").unlink()
    assert main([folders[0], folders[2]]) == 0
    assert f"{file}: not compared, as a side lacks the file" in capsys.readouterr().out


@pytest.mark.parametrize(("measured", "code"), [("", 0), ("×1.02", 1)])
def test_seconds_without_a_run_had_another_verdict_before(tmp_path, measured, code):
    old = {**CLAIM, "verdict": "not judged", "measured": measured}
    new = {**CLAIM, "verdict": "not measured", "measured": ""}
    folders = [folder_of(tmp_path / name, claims=[c]) for name, c in (("a", old), ("b", new))]
    assert main(folders) == code


def test_fewer_draws_of_a_run_are_no_change(tmp_path, capsys):
    draws = [{"run": "one", "draw": str(i), "updates": str(i)} for i in (1, 2, 3)]
    folders = [folder_of(tmp_path / "a", draws=draws), folder_of(tmp_path / "b", draws=draws[:2])]
    assert main(folders) == 0
    assert "draws, runs: nothing changed, 1 only before" in capsys.readouterr().out


def test_what_one_has_alone_is_no_change(tmp_path, capsys):
    other = RUN | {"run": "another"}
    folders = [folder_of(tmp_path / "a", runs=[RUN]), folder_of(tmp_path / "b", runs=[other])]
    assert main(folders) == 0
    assert "runs: nothing changed, 1 only before, 1 only after" in capsys.readouterr().out


@pytest.mark.parametrize("factor", [0.25, 1.0, 3.0])
def test_a_faster_machine_and_noise_are_no_move(factor):
    tables = [
        {
            row["run"]: Seconds(row["seconds"], row["least_seconds"], row["most_seconds"])
            for row in rows
        }
        for rows in (timings(1.0), timings(factor, seed=1))
    ]
    found, scatter, rows = changed_seconds(*tables)
    assert found == pytest.approx(factor, rel=0.05) and 1.0 < scatter < 1.1 and rows == []


def test_a_run_whose_own_repetitions_reach_so_far_has_not_changed():
    plain = {f"run{i}": Seconds(1.0, 0.99, 1.01) for i in range(10)}
    again = {f"run{i}": Seconds(1.0, 0.98, 1.02) for i in range(10)}
    apart = again | {"run0": Seconds(1.5, 1.4, 1.6)}
    wide = again | {"run0": Seconds(1.5, 0.9, 1.6)}
    assert [row[0] for row in changed_seconds(plain, apart)[2]] == ["run0"]
    assert [row[0] for row in changed_seconds(apart, plain)[2]] == ["run0"]
    assert changed_seconds(plain, wide)[2] == []


def test_a_run_timed_once_has_to_be_long_and_far_away():
    plain = {f"run{i}": Seconds(*[1.0 + i / 100] * 3) for i in range(10)}
    again = {run: Seconds(*[1.01 * seconds.middle] * 3) for run, seconds in plain.items()}
    short = Seconds(0.1, 0.1, 0.1), Seconds(0.3, 0.3, 0.3)
    near, far = Seconds(1.4, 1.4, 1.4), Seconds(3.0, 3.0, 3.0)
    assert changed_seconds(plain | {"x": short[0]}, again | {"x": short[1]})[2] == []
    assert changed_seconds(plain, again | {"run0": near})[2] == []
    assert [row[0] for row in changed_seconds(plain, again | {"run0": far})[2]] == ["run0"]


def test_what_was_not_run_again_tells_nothing():
    same = {f"same{i}": Seconds(1.0, 0.99, 1.01) for i in range(50)}
    old = {f"run{i}": Seconds(1.0 + i, 0.99 + i, 1.01 + i) for i in range(10)}
    new = {run: Seconds(*(2 * value for value in seconds)) for run, seconds in old.items()}
    factor, _, changed = changed_seconds(same | old, same | new)
    assert factor == 2.0 and changed == []


def test_a_few_runs_tell_nothing():
    assert changed_seconds({"a": Seconds(1, 1, 1)}, {"a": Seconds(9, 9, 9)}) == (1.0, 1.0, [])


def test_rows_that_one_has_alone():
    old, new = [{"run": "a", "x": "1"}], [{"run": "b", "x": "1"}]
    assert changed_rows(old, new, ("run",), ["x"]) == [(("a",), None), (None, ("b",))]


def test_a_column_that_an_older_version_did_not_have_counts_as_empty(tmp_path, capsys):
    folders = [folder_of(tmp_path / name, runs=[RUN | {"test_error": ""}]) for name in "ab"]
    older = tmp_path / "a" / "runs.csv"
    lines = older.read_text().splitlines()
    assert lines[0].endswith(",test_error")
    older.write_text("\n".join(line.rpartition(",")[0] for line in lines) + "\n")
    assert main(folders) == 0
    assert "runs: nothing changed" in capsys.readouterr().out


def test_two_rows_of_one_run_are_refused(tmp_path, capsys):
    folders = [folder_of(tmp_path / name, runs=[RUN]) for name in "ab"]
    path = tmp_path / "a" / "runs.csv"
    head, row = path.read_text().splitlines()
    path.write_text(f"{head}\n{row.replace(RUN['status'], 'failed')}\n{row}\n")
    assert main(folders) == 2
    assert f"{path} has two rows for {RUN['run']}" in capsys.readouterr().err


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("file", ["runs", "claims"])
def test_a_side_that_has_lost_its_rows_is_refused(tmp_path, capsys, order, file):
    tables = {"runs": [RUN], "claims": [CLAIM]}
    folders = [
        folder_of(tmp_path / "a", **tables),
        folder_of(tmp_path / "b", **tables | {file: []}),
    ]
    assert main(folders[::order]) == 2
    assert f"{tmp_path}/b/{file}.csv has no {file}" in capsys.readouterr().err


def test_a_folder_without_results_is_named(tmp_path, capsys):
    assert main([folder_of(tmp_path / "a"), str(tmp_path / "none")]) == 2
    assert (
        f"error: {tmp_path}/none is neither a folder of results nor a readable archive"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("0.0084512550036995992", "0.0084512550036991234", True),
        ("0.0084512550036995992", "0.0084512560036995992", False),
        ("1", "1.0000000000000002", True),
        ("1.0000001", "1", False),
        ("820261", "820262", False),
        ("8202610000000", "8202610000001", False),
        ("converged", "failed", False),
        ("", "0.5", False),
        ('{"radius": 0.4749999999999999}', '{"radius": 0.47500000000000003}', True),
        ('{"radius": 0.4749999999999999}', '{"radius": 0.4750000001}', False),
        ('{"radius": 0.5, "N": 10000000000001}', '{"radius": 0.5, "N": 10000000000002}', False),
        ('{"radius": 0.5}', '{"margin": 0.5}', False),
        ('{"first": true}', '{"first": 1.0}', False),
    ],
)
def test_numbers_with_a_fraction_are_compared_to_ten_digits(old, new, same):
    assert diff_results._same(old, new) is same
