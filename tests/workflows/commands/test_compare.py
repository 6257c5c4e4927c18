"""The command that compares writes its files and reports errors in one sentence."""

import csv

import pytest

from paper_tables.tables import read_table
from records.files import text_of
from records.run_files import TIMINGS
from tests.paper_tables.examples import (
    TABLES,
    online_as_printed,
    runs_as_printed,
    write_online,
    write_runs,
)
from workflows.commands.compare import main

READ = [read_table(name) for name in TABLES]


@pytest.fixture
def compare(tmp_path):
    """Compare the given runs; return (exit code, claims, ratios), the last two as text."""

    def command(runs, tables=TABLES, online=()):
        write_runs(tmp_path / "runs.csv", runs)
        write_online(tmp_path / "online.csv", online)
        timings = tmp_path / "timings.csv"
        timings.write_text(
            text_of(TIMINGS, [{"run": "micra-table-5-sonar-micra-dual", "seconds": "0.5"}])
        )
        claims, ratios = tmp_path / "out" / "claims.csv", tmp_path / "out" / "ratios.csv"
        code = main(
            ["--runs", str(tmp_path / "runs.csv"), "--timings", str(timings)]
            + ["--online", f"{tmp_path}/online.csv", "--draws", f"{tmp_path}/draws.csv"]
            + ["--tables", *tables, "--claims", str(claims), "--ratios", str(ratios)]
            + [
                f"--{name}={tmp_path}/out/{name}.csv"
                for name in ("evidence", "statements", "readings")
            ]
        )
        written = [path.read_text() if path.exists() else None for path in (claims, ratios)]
        return code, *written

    return command


def test_claims_of_all_tables_in_order(compare):
    code, claims, ratios = compare(runs_as_printed(READ), online=online_as_printed(READ))
    assert code == 0
    assert (
        claims.splitlines()[0]
        == "paper,table,row,column,printed,kind,measured,verdict,reason,chance_of_differing,run"
    )
    rows = list(csv.DictReader(claims.splitlines()))
    assert len(rows) == 338 + 792 + 14 + 9
    of_rows = dict.fromkeys(f"{row['paper']}/{row['table']}" for row in rows)
    assert [*of_rows] == [name for name in TABLES if name != "amira/table-1"]  # only evidence
    assert ratios.splitlines()[0] == (
        "paper,table,row,column,printed,printed_ratio,seconds,seconds_bound,ratio,ratio_bound,run"
    )
    assert (
        "micra,table-5,sonar,micra-seconds,3.60*,1,0.5,,1,,micra-table-5-sonar-micra-dual" in ratios
    )
    online = [row for row in rows if row["paper"] in ("alma", "amira")]
    not_run = [("alma", "table-4", "svm"), ("amira", "table-1", "alma")]
    online = [r for r in online if (r["paper"], r["table"], r["row"]) not in not_run]
    assert {row["verdict"] for row in online if not row["row"] == "svm"} == {"exact"}
    row = next(row for row in online if row["printed"] == "6.03%")
    assert row["measured"] == "6.03 ± 0.07 (+0.0 se)"
    assert row["reason"] == "3 permutations for the paper's 10"


def test_the_same_runs_give_the_same_bytes_in_any_order(compare):
    runs, online = runs_as_printed(READ), online_as_printed(READ)
    forwards = compare(runs, online=online)
    assert forwards == compare(dict(reversed(runs.items())), online=online[::-1])


def test_no_runs_are_no_error(compare):
    code, claims, _ = compare({}, ["micra/table-1"])
    assert code == 0
    assert claims.count("not measured,the config leaves this run out") == 24


def test_other_parameters_than_printed_are_an_error_and_write_nothing(compare, capsys):
    runs = runs_as_printed(READ)
    runs["micra-table-1-perceptron-2"]["augment"] = "2"
    assert compare(runs) == (1, None, None)
    assert capsys.readouterr().err == (
        "error: micra/table-1 prints augment = 1, but micra-table-1-perceptron-2 has 2.\n"
    )


def test_an_unknown_table_is_one_sentence(compare, capsys):
    assert compare({}, ["micra/table-9"])[0] == 1
    assert capsys.readouterr().err.startswith("error: There is no table 'micra/table-9'; there are")


def test_a_file_without_its_columns_is_named(tmp_path, capsys):
    path = tmp_path / "runs.csv"
    path.write_text("run,data\n")
    options = [
        "--online",
        "o",
        "--draws",
        "d",
        "--timings",
        "t",
        "--tables",
        "micra/table-1",
        "--claims",
        "c",
        "--ratios",
        "r",
        "--readings",
        "s",
        "--evidence",
        "e",
        "--statements",
        "t",
    ]
    assert main(["--runs", str(path), *options]) == 1
    assert capsys.readouterr().err == f"error: {path}: has no column 'augment'.\n"
    assert main(["--runs", str(tmp_path / "none.csv"), *options]) == 1
    assert "there is no such file" in capsys.readouterr().err


def test_online_runs_are_required(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["--runs", "r", "--timings", "t", "--tables", "x", "--claims", "c", "--ratios", "r"])
    assert "--online" in capsys.readouterr().err
    path = write_runs(tmp_path / "runs.csv", {})
    options = ["--timings", "t", "--tables", "micra/table-1", "--claims", "c", "--ratios", "r"]
    options += ["--draws", "d", "--readings", "s", "--evidence", "e", "--statements", "t"]
    assert main(["--runs", str(path), "--online", str(tmp_path / "none.csv"), *options]) == 1
    assert capsys.readouterr().err == f"error: {tmp_path}/none.csv: there is no such file.\n"
