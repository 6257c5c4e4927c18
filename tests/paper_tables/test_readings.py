"""Other readings of a protocol name their cells and give second verdicts."""

import pytest

from paper_tables.errors import TableError
from paper_tables.grids import readings_grids
from paper_tables.papers import read_papers, table_names
from paper_tables.permutations import Quantity
from paper_tables.readings import Reading, claims_by_readings, read_readings, readings_from_file
from paper_tables.tables import Cell, read_table
from records.analysis_files import CLAIMS, READINGS
from tests.paper_tables.examples import by_key, online_as_printed, results_of, runs_as_printed
from workflows.plan.configuration import all_runs, read_batches

READING = Reading("wide", "It is wider.", "So.", 1, ["table-1"], {"a-{learner}-c": "b-{learner}"})


def test_runs_are_replaced_wherever_a_cell_names_them():
    growth = Quantity("growth", "updates", ("1",), points=(("a-1-c", "0.5"), ("other", "1")))
    cell = Cell("1", "c", "2", "a-x-c", quantity=growth, relative_to="a-y-c")
    read = READING.of(cell)
    assert (read.run, read.relative_to) == ("b-x", "b-y")
    assert read.quantity.points == (("b-1", "0.5"), ("other", "1"))
    assert READING.of(Cell("1", "c", "2", "a-x-d")) is None


def test_every_reading_speaks_of_cells_and_its_runs_exist():
    runs = {name for batch in read_batches(all_runs()).values() for name in batch["runs"]}
    for paper in read_papers():
        for reading in read_readings(paper):
            for name in reading.tables:
                assert f"{paper}/{name}" in table_names()
                cells = read_table(f"{paper}/{name}").cells
                cells = [cell for cell in cells if cell.is_claim or cell.statement]
                read = [found for found in map(reading.of, cells) if found]
                assert read and {cell.run for cell in read} <= runs, (reading.name, name)
            # Each of its lines is of use.
            for stated in reading.runs:
                one = reading._replace(runs={stated: reading.runs[stated]})
                tables = [read_table(f"{paper}/{name}") for name in reading.tables]
                assert any(one.of(cell) for table in tables for cell in table.cells), stated


def claims_of_table_1(factor):
    """Return readings.csv of ALMA's Table 1; the readings' runs make `factor` times the updates."""
    table = read_table("alma/table-1")
    rows = online_as_printed([table])
    others = [
        {**row, "run": row["run"].replace("alma-usps-", "alma-usps-libsvm-")}
        for row in rows
        if row["run"].startswith(("alma-usps-p", "alma-usps-a"))
    ]
    for row in others:
        row["updates"] = str(float(row["updates"]) * factor) if row["updates"] else ""
    runs = runs_as_printed([table])
    runs |= {row["run"]: {**runs["alma-usps-alpha-1"], "run": row["run"]} for row in others}
    rows = [row for row in rows if not row["run"].startswith("alma-usps-libsvm-")]
    return claims_by_readings(table, runs, by_key([*rows, *others]))


@pytest.mark.parametrize(("factor", "verdict"), [(1, "exact"), (2, "differs")])
def test_a_reading_has_verdicts_of_its_own(factor, verdict):
    found = [claim for claim in claims_of_table_1(factor) if claim["reading"] == "libsvm-images"]
    assert len(found) == 48
    updates = [claim for claim in found if "corrections" in claim["column"]]
    assert {claim["verdict"] for claim in updates} == {verdict}
    assert {claim["run"] for claim in found} == {
        f"alma-usps-libsvm-{name}" for name in ("perceptron", "alpha-1", "alpha-095", "alpha-09")
    }


def test_what_a_reading_explains_is_counted_for_each_constant():
    place = {"paper": "alma", "table": "table-1", "row": "r"}
    stated, read = ("differs", "differs", "exact"), ("exact", "close", "differs")
    names = [f"c{k}" for k in range(3)]
    claims = [{**place, "column": c, "verdict": v} for c, v in zip(names, stated, strict=True)]
    rows = [
        {**place, "column": c, "verdict": v, "reading": "libsvm-images"}
        for c, v in zip([*names, "other"], [*read, "not measured"], strict=True)
    ]
    results = results_of(["alma/table-1"], rows={CLAIMS: claims, READINGS: rows})
    (grid,) = readings_grids(results)
    assert grid.name == "alma-readings" and len(grid.rows) == 1
    assert [cell.printed for cell in grid.rows[0]][2:] == [
        "0",
        "3",
        *"10201110",
        "1",
        "none fitted",
    ]


def test_a_faulty_file_is_named(tmp_path):
    path = tmp_path / "readings.yaml"
    assert read_readings("p") == []
    entry = "{name: a, reading: r, reason: s, constants: 0, tables: [t], runs: {a: b}}"
    path.write_text(f"- {entry}\n- {entry}\n")
    with pytest.raises(TableError, match=f"{path}: two readings are called a"):
        readings_from_file(path)
    path.write_text(f"- {entry.replace('constants: 0', 'constants: -1')}\n")
    with pytest.raises(TableError, match=f"{path}: at 0.constants"):
        readings_from_file(path)
