"""Variants are compared with the papers' learners by the same measures."""

from decimal import Decimal

from analyses.variants.table import comparison_grids
from paper_tables.tables import read_table
from tests.analyses.variants.rows import (
    ELSEWHERE,
    EXACT,
    MINE,
    OWN,
    PAPERS,
    SPACE,
    made,
    runs_of,
    shown,
)
from tests.paper_tables.examples import run

TABLE = read_table("micra/table-1")


def test_variants_stand_beside_the_papers_runs_on_the_same_problem():
    (grid,) = comparison_grids([TABLE], runs_of(PAPERS, EXACT, MINE, ELSEWHERE), {})
    assert grid.name == "micra-table-1-variants"
    mine, papers = shown(grid)  # the larger margin first; the exact solver only gives the unit
    assert (mine["learner"], mine["updates"], mine["run"]) == ("Mine ★", "1,234", MINE["run"])
    assert mine["fraction"] == f"{100 * Decimal('0.0082') / Decimal('0.0084'):.3f}"
    assert mine["certified"] == "97.619"  # of 0.0084, the smallest bound of all
    assert (papers["learner"], papers["parameters"]) == ("MICRA", "eta = 50")


def test_a_table_without_a_variant_has_no_such_grid():
    assert comparison_grids([TABLE], runs_of(PAPERS), {}) == []
    assert comparison_grids([TABLE], runs_of(PAPERS, EXACT), {}) == []
    assert comparison_grids([TABLE], runs_of(PAPERS, ELSEWHERE), {}) == []


def test_a_run_without_a_result_keeps_its_row():
    why = {"status": "failed", "reason": "Mine's parameter grid fails."}
    stopped = run("stopped", algorithm="Mine", added_by="variants", **why, **SPACE)
    (grid,) = comparison_grids([TABLE], runs_of(PAPERS, EXACT, MINE, stopped), {})
    last = shown(grid)[-1]
    assert (last["run"], last["fraction"], last["status"]) == (stopped["run"], "", why["reason"])


def test_a_reason_that_many_runs_share_is_said_once():
    why = {"status": "inseparable", "reason": "No line separates them.", **SPACE}
    ended = [run(f"mine-{k}", algorithm="Mine", added_by="variants", **why) for k in (1, 2)]
    (grid,) = comparison_grids([TABLE], runs_of(PAPERS, EXACT, MINE, *ended), {})
    assert [row["status"] for row in shown(grid)[-2:]] == ["inseparable"] * 2
    assert grid.note.endswith("\n\ninseparable: No line separates them.")
    ended[1]["reason"] = "No plane separates them."
    (grid,) = comparison_grids([TABLE], runs_of(PAPERS, EXACT, MINE, *ended), {})
    assert [row["status"] for row in shown(grid)[-2:]] == [row["reason"] for row in ended]
    assert grid.note.endswith("★: a variant.")
    refuted = made("variant-Mine-3", "Mine", "0.001", status="inseparable", reason="Refuted.")
    alike = ended[0] | {"run": "mine-4"}
    (grid,) = comparison_grids([TABLE], runs_of(PAPERS, EXACT, MINE, ended[0], alike, refuted), {})
    assert grid.note.endswith("★: a variant.")
    assert [row["status"] for row in shown(grid)[-2:]] == ["No line separates them."] * 2


def test_own_data_have_a_grid_of_their_own():
    own = made("own-mine-PDM-1", "PDM", "0.4", "0.6") | OWN
    exact = made("own-mine-maximum", "MaximumMargin", "0.5", "0.5") | OWN
    grids = comparison_grids([TABLE], runs_of(PAPERS, own, exact), {})
    assert [grid.name for grid in grids] == ["own-mine"]
    (row,) = shown(grids[0])
    assert (row["fraction"], row["certified"]) == ("80.000", "80.000")


def online_rows(name, error, updates):
    rows = {}
    for epoch, hypothesis in (("1", "last"), ("1", "voted"), ("3", "last"), ("3", "average")):
        rows[name, epoch, hypothesis, "all"] = [
            {"test_error": str(error / int(epoch)), "updates": str(updates * int(epoch))}
        ] * 2
    return rows


def test_online_tables_have_errors():
    protocol = {"epochs": 3, "shuffle": "once", "permutations": 10}
    of = {"data": "letter", "status": "completed"}
    papers = run("alma-letter-perceptron", protocol, algorithm="Perceptron", **of)
    mine = run("variant-Mine-alma-letter-1", protocol, algorithm="Mine", added_by="variants", **of)
    other = run("variant-Mine-amira-1", {**protocol, "epochs": 5}, algorithm="Mine", **of)
    other["added_by"] = "variants"
    runs = runs_of(papers, mine, other)
    online = online_rows(papers["run"], 0.06, 100) | online_rows(mine["run"], 0.03, 50)
    online |= online_rows(other["run"], 0.03, 50)
    (grid,) = comparison_grids([read_table("alma/table-5")], runs, online)
    first, second = shown(grid)
    assert (first["learner"], second["learner"]) == ("Perceptron", "Mine ★")
    assert (first["first-last"], second["first-last"]) == ("6.00", "3.00")
    assert (first["end-last"], first["end-voted"], first["end-average"]) == ("2.00", "", "2.00")
    assert (first["updates"], second["updates"]) == ("300", "150")


def test_draws_have_the_part_of_the_maximum():
    of = {"data": "amira-synthetic", "status": "completed"}
    papers = run("amira-synthetic-perceptron", {"draws": 10}, algorithm="Perceptron", **of)
    mine = run("variant-Mine", {"draws": 10}, algorithm="Mine", added_by="variants", **of)
    online = {
        (row["run"], "1", "last", "all"): [
            {"fraction_of_maximum": part, "updates": "100"} for part in ("0.5", "0.7")
        ]
        for row in (papers, mine)
    }
    (grid,) = comparison_grids([read_table("amira/text")], runs_of(papers, mine), online)
    assert [row["fraction"] for row in shown(grid) if row["learner"] == "Mine ★"] == ["60.00"]


def test_a_run_that_did_not_complete_its_draws_or_permutations_has_no_average():
    for table, data, protocol, why in (
        ("amira/text", "amira-synthetic", {"draws": 10}, "In draw 2 of 10: Stopped by rounding."),
        ("alma/table-5", "letter", {"epochs": 1, "permutations": 3}, "ValueError: no."),
    ):
        of = {"data": data, "status": "completed"}
        name = next(cell.run for cell in read_table(table).cells if data in cell.run)
        papers = run(name, protocol, algorithm="Perceptron", **of)
        of |= {"status": "failed", "reason": why, "added_by": "variants"}
        mine = run("variant-Mine", protocol, algorithm="Mine", **of)
        numbers = {"test_error": "0.1", "updates": "100"}
        numbers |= {"fraction_of_maximum": "0.5"} if "draws" in protocol else {}
        online = {(papers["run"], "1", "last", "all"): [numbers]}
        if "draws" in protocol:  # the first draw ended well
            online["variant-Mine", "1", "last", "all"] = [numbers]
        (grid,) = comparison_grids([read_table(table)], runs_of(papers, mine), online)
        whole, ended = shown(grid)
        assert whole["updates"] == "100" and whole["status"] == "completed"
        assert ended["updates"] == ended.get("fraction", "") == ended.get("end-last", "") == ""
        assert (ended["learner"], ended["status"]) == ("Mine ★", why)
