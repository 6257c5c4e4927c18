"""Claims and time ratios."""

import pytest

from paper_tables.claims import SECONDS, claims_of
from paper_tables.tables import read_table
from records.analysis_files import CLAIMS
from tests.paper_tables.examples import TABLES, by_key, online_as_printed, runs_as_printed


def claims(name, runs, online=None):
    rows = claims_of(read_table(name), runs, online or {}, dict.fromkeys(runs, "2"))
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


def test_seconds_without_a_run_or_without_a_unit_are_not_measured():
    table = read_table("micra/table-5")
    runs = runs_as_printed([table])
    unit = next(c for c in table.rows["sonar"] if c.column == table.seconds_relative_to)
    (svm,) = [c for c in table.rows["sonar"] if c.column == "svmlight-tight-seconds"]
    runs[svm.run] |= {"status": "unavailable", "reason": "SVM^light is not installed."}

    def verdicts(runs):
        rows = claims_of(table, runs, {}, dict.fromkeys(runs, "2"))
        found = {r["column"]: r for r in rows if r["row"] == "sonar"}
        return [(found[c.column]["verdict"], found[c.column]["reason"]) for c in (svm, unit)]

    why = "unavailable: SVM^light is not installed."
    assert verdicts(runs) == [("not measured", why), ("not judged", SECONDS)]
    runs[unit.run] |= {"status": "max_updates", "reason": ""}
    assert verdicts(runs) == [("not measured", why), ("not measured", "max_updates")]
