"""Claims and time ratios."""

import pytest

from paper_tables.claims import claims_of, time_ratios_of
from paper_tables.tables import read_table
from records.analysis_files import CLAIMS, TIME_RATIOS
from tests.paper_tables.examples import TABLES, by_key, online_as_printed, runs_as_printed


def claims(name, runs, online=None):
    rows = claims_of(read_table(name), runs, online or {})
    assert all(set(row) == set(CLAIMS.header) for row in rows)
    return rows


@pytest.mark.parametrize("name", TABLES)
def test_results_as_printed_are_all_exact(name):
    tables = [read_table("micra/table-5"), read_table(name)]  # text compares margins of Table 5
    online = by_key(online_as_printed(tables))
    rows = claims(name, runs_as_printed(tables), online)
    assert rows == claims(name, runs_as_printed(tables), online)
    judged = [row for row in rows if not row["column"].endswith("-seconds")]
    not_run = [row for row in judged if "is not part of this suite" in row["reason"]]
    not_run += [row for row in judged if "updates on single draws" in row["reason"]]
    judged = [row for row in judged if row not in not_run]
    # The text says larger, but to the printed digits these two margins are equal.
    equal = [row for row in judged if (row["row"], row["column"]) == ("a3a", "micra-above-libsvm")]
    assert [row["verdict"] for row in equal] == (["differs"] if name == "micra/table-6" else [])
    assert {row["verdict"] for row in judged if row not in equal} <= {"exact"}
    assert all(row["verdict"] == "not measured" for row in rows if row not in judged)


def test_claims_stand_in_the_order_of_the_print():
    rows = claims("micra/table-1", {})
    assert [(row["row"], row["printed"]) for row in rows[:7]] == [
        *(("1", "7.27"), ("1", "820,261"), ("1", "7.28"), ("1", "778,412")),
        *(("1", "7.29"), ("1", "327,468"), ("2", "7.85")),
    ]
    assert {row["verdict"] for row in rows} == {"not measured"}


def ratios(name, statuses, seconds):
    """The rows of time_ratios.csv of a table, as dicts; statuses and seconds: run -> its own."""
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
        "micra-table-5-sonar-micra": "0.5",
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
    assert shown["sonar-micra"] == ("3.60*", "1", "0.5", "1")
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
