"""Claims and time ratios."""

import pytest

from paper_tables.claims import CLAIM_COLUMNS, RATIO_COLUMNS, claims_of, time_ratios_of
from paper_tables.tables import read_table
from tests.paper_tables.examples import MICRA_TABLES, runs_as_printed


def claims(name, runs):
    return [dict(zip(CLAIM_COLUMNS, c, strict=True)) for c in claims_of(read_table(name), runs)]


@pytest.mark.parametrize("name", MICRA_TABLES)
def test_results_as_printed_are_all_exact(name):
    tables = [read_table(name), read_table("micra/table-5")]  # text compares margins of Table 5
    rows = claims(name, runs_as_printed(tables))
    assert rows == claims(name, runs_as_printed(tables))
    judged = [row for row in rows if not row["column"].endswith("-seconds")]
    assert {row["verdict"] for row in judged} == {"exact"}
    assert all(row["verdict"] == "not measured" for row in rows if row not in judged)


def test_claims_stand_in_the_order_of_the_print():
    rows = claims("micra/table-1", {})
    assert [(row["row"], row["printed"]) for row in rows[:7]] == [
        *(("1", "7.27"), ("1", "820,261"), ("1", "7.28"), ("1", "778,412")),
        *(("1", "7.29"), ("1", "327,468"), ("2", "7.85")),
    ]
    assert {row["verdict"] for row in rows} == {"not measured"}


def test_seconds_become_ratios_to_red_micra_of_the_same_row():
    table = read_table("micra/table-5")
    runs = runs_as_printed([table])
    runs["micra-table-5-votes-libsvm-tight"]["status"] = "max_seconds"
    seconds = {
        "micra-table-5-sonar-libsvm-tight": "0.25",
        "micra-table-5-sonar-micra": "0.5",
        "micra-table-5-sonar-liblinear": "0.001",
        "micra-table-5-votes-libsvm-tight": "60",
        "micra-table-5-votes-micra": "0.5",
    }
    rows = [dict(zip(RATIO_COLUMNS, r, strict=True)) for r in time_ratios_of(table, runs, seconds)]
    assert len(rows) == 6 * 7
    shown = {
        row["run"].removeprefix("micra-table-5-"): tuple(
            row[key] for key in ("printed", "printed_ratio", "seconds", "ratio")
        )
        for row in rows
    }
    assert shown["sonar-libsvm-tight"] == ("0.17", "0.0472", "0.25", "0.5")
    assert shown["sonar-micra"] == ("3.60*", "1", "0.5", "1")
    assert shown["sonar-liblinear"] == ("", "", "0.001", "0.002")
    assert shown["votes-libsvm-tight"] == ("0.02", "1", "", "")  # stopped, so not timed
    assert shown["wbc-micra"] == ("0.35", "1", "", "")


def test_a_table_without_seconds_has_no_ratios():
    assert time_ratios_of(read_table("micra/table-1"), {}, {}) == []
