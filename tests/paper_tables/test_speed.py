"""Seconds are compared as ratios, and so are claims that a learner is faster."""

import pytest

from paper_tables.claims import evidence_of
from paper_tables.speed import time_ratios_of
from paper_tables.statements import statements_in
from paper_tables.tables import read_table, table_from_file
from records.analysis_files import TIME_RATIOS
from tests.paper_tables.examples import run, runs_as_printed


def ratios(name, statuses, seconds):
    """Return a table's rows of time_ratios.csv as dicts. statuses, seconds: by run."""
    table = read_table(name)
    runs = runs_as_printed([table])
    for name, status in statuses.items():
        runs[name]["status"] = status
    rows = time_ratios_of(table, runs, seconds)
    assert all(set(row) == set(TIME_RATIOS.header) for row in rows)
    return {row["run"]: row for row in rows}


def test_seconds_become_ratios_to_red_micra_of_the_same_row():
    seconds = {
        "micra-table-5-sonar-libsvm-tight": "0.25",
        "micra-table-5-sonar-micra-dual": "0.5",
        "micra-table-5-sonar-liblinear": "0.001",
        "micra-table-5-votes-libsvm-tight": "60",
        "micra-table-5-votes-micra": "0.5",
    }
    rows = ratios("micra/table-5", {"micra-table-5-votes-libsvm-tight": "max_updates"}, seconds)
    assert len(rows) == 6 * 7
    shown = {
        run.removeprefix("micra-table-5-"): tuple(
            row[key] for key in ("printed", "printed_ratio", "seconds", "ratio")
        )
        for run, row in rows.items()
    }
    assert shown["sonar-libsvm-tight"] == ("0.17", "0.0472", "0.25", "0.5")
    assert shown["sonar-micra-dual"] == ("3.60*", "1", "0.5", "1")
    assert shown["sonar-liblinear"] == ("", "", "0.001", "0.002")
    assert shown["votes-libsvm-tight"] == ("0.02", "1", "", "")  # stopped, so not timed
    assert shown["wbc-micra"] == ("0.35", "1", "", "")
    assert not any(row["seconds_bound"] or row["ratio_bound"] for row in rows.values())


@pytest.mark.parametrize(
    ("stopped", "took", "unit", "expected"),
    [
        ((), "1200", "0.3", ("1200", "", "4000", "")),
        (("libsvm-tight",), "1200", "0.7", ("1200", ">", "1710", ">")),  # 1714.28…, not 1720
        (("micra",), "2", "1200", ("2", "", "0.00167", "<")),  # 0.001666…
        (("libsvm-tight", "micra"), "1200", "1200", ("1200", ">", "", "")),
    ],
)
def test_seconds_that_a_budget_ended_are_bounds_and_so_are_their_ratios(
    stopped, took, unit, expected
):
    stem = "micra-table-6-a9a-"
    seconds = {f"{stem}libsvm-tight": took, f"{stem}micra": unit}
    rows = ratios("micra/table-6", {f"{stem}{name}": "max_seconds" for name in stopped}, seconds)
    row = rows[f"{stem}libsvm-tight"]
    keys = ("seconds", "seconds_bound", "ratio", "ratio_bound")
    assert tuple(row[key] for key in keys) == expected
    assert row["printed_ratio"] == "52.0"


def test_a_table_without_seconds_has_no_ratios():
    assert time_ratios_of(read_table("micra/table-1"), {}, {}) == []


COLUMN = "{name: faster, head: faster, seconds: true, relative_to: slow}"


def claimed(tmp_path, means, seconds, statuses=None, column=COLUMN):
    """Return evidence and ratio of a table whose one cell says that the run `quick` is faster."""
    path = tmp_path / "micra" / "table-1.yaml"
    path.parent.mkdir(exist_ok=True)
    path.with_name("statements.yaml").write_text(
        "- {name: faster, statement: It is faster., place: p, words: faster}"
    )
    path.write_text(
        f"title: t\ngroups: [{{head: '', run: quick, columns: [{column}]}}]\n"
        f"rows: {{one: [{{statement: faster, means: '{means}'}}]}}\n"
    )
    statements_in.cache_clear()
    table = table_from_file(path)
    runs = {name: run(name) for name in seconds}
    for name, status in (statuses or {}).items():
        runs[name] |= {"status": status, "reason": "stopped."}
    (found,) = evidence_of(table, runs, {}, seconds)
    (ratio,) = time_ratios_of(table, runs, seconds)
    return found, ratio


@pytest.mark.parametrize(
    ("means", "slow", "stopped", "ratio", "verdict"),
    [
        ("< 1.00", "4", (), ("0.5", ""), "holds"),
        ("≥ 9.5", "4", (), ("0.5", ""), "does not hold"),
        ("< 1.00", "4", ("slow",), ("0.5", "<"), "holds"),
        ("≥ 1", "4", ("slow",), ("0.5", "<"), "does not hold"),
        ("< 0.4", "4", ("slow",), ("0.5", "<"), "not measured"),
        ("< 1.00", "4", ("quick",), ("0.5", ">"), "not measured"),
        ("≥ 0.4", "4", ("quick",), ("0.5", ">"), "holds"),
        ("< 0.4", "4", ("quick",), ("0.5", ">"), "does not hold"),
        ("< 0.39", "4", (), ("0.5", ""), "does not hold"),
        (
            "< 0.45",
            "4",
            (),
            ("0.5", ""),
            "undecided",
        ),  # one timing is right within a factor of 1.25
        ("< 0.6", "4", (), ("0.5", ""), "undecided"),
        ("[0.3, 0.7]", "4", (), ("0.5", ""), "holds"),
        ("[0.3, 0.6]", "4", (), ("0.5", ""), "undecided"),
        ("[0.3, 0.7]", "4", ("slow",), ("0.5", "<"), "not measured"),
        ("[0.3, 0.7]", "4", ("quick",), ("0.5", ">"), "not measured"),
        ("[0.7, 0.9]", "4", ("slow",), ("0.5", "<"), "does not hold"),
        ("[0.6, 0.9]", "4", ("quick",), ("0.5", ">"), "not measured"),
        ("< 1.00", "4", ("quick", "slow"), ("", ""), "not measured"),
    ],
)
def test_a_claim_is_judged_by_what_is_known_of_the_ratio(
    tmp_path, means, slow, stopped, ratio, verdict
):
    seconds = {"quick": "2", "slow": slow}
    claim, row = claimed(tmp_path, means, seconds, dict.fromkeys(stopped, "max_seconds"))
    assert (row["ratio"], row["ratio_bound"]) == ratio and row["printed_ratio"] == ""
    assert claim["outcome"] == verdict
    if verdict == "not measured" and ratio[0]:
        assert claim["reason"] == f"the ratio is only known to be {ratio[1]} {ratio[0]}"


def test_a_run_that_did_not_reach_its_end_has_no_ratio(tmp_path):
    seconds = {"quick": "2", "slow": "4"}
    claim, row = claimed(tmp_path, "< 1.00", seconds, {"slow": "max_updates"})
    assert (claim["outcome"], row["ratio"]) == ("not measured", "")
    assert claim["reason"] == "the run to compare with, slow: max_updates: stopped."
    claim, _ = claimed(tmp_path, "< 1.00", {"quick": "2"})
    assert claim["reason"] == "there is no run slow"


def test_seconds_of_two_runs_may_be_added(tmp_path):
    column = COLUMN.replace("slow}", "slow, added: first}")
    seconds = {"quick": "2", "slow": "4", "first": "1"}
    claim, row = claimed(tmp_path, "< 0.55", seconds, column=column)
    assert (claim["outcome"], row["ratio"], row["ratio_bound"]) == ("holds", "0.4", "")
    _, row = claimed(tmp_path, "< 0.45", seconds, {"first": "max_seconds"}, column)
    assert (row["ratio"], row["ratio_bound"]) == ("0.4", "<")
    _, row = claimed(tmp_path, "< 0.45", seconds, {"first": "failed"}, column)
    assert row["ratio"] == ""


@pytest.mark.parametrize(("before", "verdict"), [("3", "holds"), ("1", "does not hold")])
def test_scaling_is_a_ratio_of_ratios(tmp_path, before, verdict):
    column = COLUMN.replace("slow}", "slow, than: [before, beside]}")
    seconds = {"quick": "2", "slow": "4", "before": before, "beside": "4"}
    claim, row = claimed(tmp_path, "< 1.00", seconds, column=column)
    assert claim["outcome"] == verdict
    assert row["ratio"] == {"3": "0.667", "1": "2"}[before]
