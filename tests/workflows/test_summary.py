"""The summary at the end of a call."""

import json

from records.analysis_files import CLAIMS, STATEMENTS
from records.writing import write
from workflows.summary import print_failures, print_summary, print_unreachable


def test_verdicts_are_counted_and_the_report_is_named(tmp_path, capsys):
    cell = dict(zip(CLAIMS.key, ("micra", "table-1", "1"), strict=False))
    verdicts = ["exact", "exact", "differs"]
    rows = [{**cell, "column": str(i), "verdict": v} for i, v in enumerate(verdicts)]
    write(tmp_path / "claims.csv", CLAIMS, rows)
    statements = [{"paper": "micra", "name": "a", "verdict": "holds"}]
    write(tmp_path / "statements.csv", STATEMENTS, statements)
    print_summary(tmp_path)
    assert capsys.readouterr().out == ""
    for folder in ("report", "partial"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").touch()
    print_summary(tmp_path)
    said = "3 printed numbers: 2 exact, 1 differs. 1 statements: 1 holds. "
    said += f"The report: {tmp_path}/report/index.html\n"
    assert capsys.readouterr().out == said
    assert not (tmp_path / "partial").exists()


def test_data_sets_that_could_not_be_fetched_are_counted(tmp_path, capsys):
    (tmp_path / "runs").mkdir()
    for name in "ab":
        reason = f"{name} is unreachable: x."
        gone = {"data": name, "status": "unavailable", "reason": reason}
        missing = {"data": "c", "status": "unavailable", "reason": "svm_learn is not installed."}
        content = json.dumps([gone, gone, missing])
        (tmp_path / "runs" / f"{name}.json").write_text(content)
    print_unreachable(tmp_path, ["a", "not made"])
    said = "could not be fetched, so that numbers are not measured."
    assert capsys.readouterr().out == f"1 data set {said} The reason: a is unreachable: x.\n"
    print_unreachable(tmp_path, ["a", "b"])
    assert capsys.readouterr().out.startswith(f"2 data sets {said} One of the reasons: a is un")
    print_unreachable(tmp_path, [])
    assert capsys.readouterr().out == ""


def test_failed_runs_of_every_kind_are_counted_with_the_commonest_reason(tmp_path, capsys):
    failed = {"algorithm": "Mine", "status": "failed", "reason": "step gives NaN."}
    good = {"algorithm": "Other", "status": "converged", "reason": ""}
    for folder, name, content in (
        ("runs", "a", [failed, good]),
        ("runs", "of another config", [failed]),
        ("overview", "sonar+Mine", {"runs": [failed], "choices": []}),
        ("runs", "b", [{**failed, "reason": "a rarer one."}]),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.json").write_text(json.dumps(content))
    print_failures(tmp_path, ["a", "b", "not made"], ["sonar", "sonar+Mine"])
    assert capsys.readouterr().out == (
        "3 runs failed; the results have the reasons. Most often (2 times): Mine: step gives NaN.\n"
    )
    (tmp_path / "runs" / "c.json").write_text(json.dumps([failed]))
    print_failures(tmp_path, ["b", "c"], [])
    assert "have the reasons. One of them: Mine: a rarer one." in capsys.readouterr().out
    print_failures(tmp_path, ["b"], [])
    assert "1 run failed" in capsys.readouterr().out
    print_failures(tmp_path, ["not made"], [])
    assert capsys.readouterr().out == ""


def test_a_failed_problem_of_the_overview_is_counted_though_no_algorithm_ran(tmp_path, capsys):
    record = {"problem": "own-mine", "data": "mine", "status": "failed"}
    record |= {"reason": "a row is too long."}
    (tmp_path / "overview").mkdir()
    content = {"runs": [record], "choices": []}
    (tmp_path / "overview" / "own-mine.json").write_text(json.dumps(content))
    print_failures(tmp_path, [], ["own-mine"])
    assert capsys.readouterr().out == (
        "1 overview problem failed; the results have the reasons. The reason: "
        "own-mine: a row is too long.\n"
    )
