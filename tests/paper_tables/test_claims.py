"""Claims and time ratios."""

import pytest

from paper_tables.claims import claims_of
from paper_tables.tables import read_table
from records.analysis_files import CLAIMS
from tests.paper_tables.examples import TABLES, by_key, online_as_printed, runs_as_printed


def claims(name, runs, online=None):
    rows = claims_of(read_table(name), runs, online or {}, {})
    assert all(set(row) == set(CLAIMS.header) for row in rows)
    return rows


@pytest.mark.parametrize("name", TABLES)
def test_results_as_printed_are_all_exact(name):
    tables = [read_table("micra/table-5"), read_table(name)]  # text compares margins of Table 5
    online = by_key(online_as_printed(tables))
    rows = claims(name, runs_as_printed(tables), online)
    assert rows == claims(name, runs_as_printed(tables), online)
    judged = [row for row in rows if not row["column"].endswith("-seconds")]
    not_run = [row for row in judged if "no package index has" in row["reason"]]
    assert {row["verdict"] for row in not_run} <= {"not measured"}
    assert {row["verdict"] for row in judged if row not in not_run} <= {"exact"}
    assert {row["verdict"] for row in rows if row not in judged} <= {"not judged"}


def test_claims_stand_in_the_order_of_the_print():
    rows = claims("micra/table-1", {})
    assert [(row["row"], row["printed"]) for row in rows[:7]] == [
        ("1", "7.27"),
        ("1", "820,261"),
        ("1", "7.28"),
        ("1", "778,412"),
        ("1", "7.29"),
        ("1", "327,468"),
        ("2", "7.85"),
    ]
    assert {row["verdict"] for row in rows} == {"not measured"}
