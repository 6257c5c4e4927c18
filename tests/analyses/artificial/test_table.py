"""The tables of all artificial data sets."""

import json
from math import sqrt
from pathlib import Path
from types import SimpleNamespace

import yaml

from analyses.artificial.table import ALPHAS, NORMS, STATED, THEOREM, errors_grid, grids
from tests.paper_tables.examples import repeated

RUNS = Path(__file__).parents[3] / "config" / "runs"
LARGER = sqrt(8) / 0.5  # Theorem 3's B for α = 0.5


def texts_of(grid):
    """Return (s, ε, hypothesis) -> texts by name of column."""
    names = [name for name, _ in grid.columns]
    rows = [[cell.printed for cell in row] for row in grid.rows]
    return {tuple(row[:3]): dict(zip(names, row, strict=True)) for row in rows}


def runs_and_errors():
    runs, online = {}, {}

    def add(data, p, alpha, B, last, average, status="completed"):
        name = f"{data}-{p}-{alpha}-{B}"
        parameters = json.dumps({"p": p, "alpha": alpha, "B": B})
        runs[name] = {"data": data, "status": status, "parameters": parameters}
        for hypothesis, errors in {"last": last, "average": average}.items():
            if errors:
                key = name, "1", hypothesis, "all"
                online[key] = repeated(*errors)

    add("alma-artificial-s10-e005", 2, 0.5, 2.0, ("0.1", "0.2"), ("0.04", "0.06"))
    add("alma-artificial-s10-e005", 2, 0.5, LARGER, ("0.3",), ("0.5",))
    add("alma-artificial-s10-e005", 10, 1.0, 1.0, (), ())
    add("alma-artificial-s3-e000", 6, 0.9, 1 / 0.9, (), ("0.1234",))
    add("alma-artificial-s3-e000", 6, 1.0, 1.0, ("0.2",), ("0.3",))
    add("alma-artificial-s300-e000", 6, 0.9, 1 / 0.9, ("0.1",), ("0.1",), status="failed")
    add("letter", 2, 0.5, 2.0, ("0.1",), ("0.1",))
    return runs, online


def test_errors_of_all_sets_by_hypothesis_norm_and_alpha():
    grid = errors_grid(*runs_and_errors(), STATED)
    shown = texts_of(grid)
    sets = [("3", "0"), ("10", "0.05")]
    assert list(shown) == [(*own, of) for own in sets for of in ("last", "average")]
    assert shown["3", "0", "average"]["p6-alpha-09"] == "12.3"
    assert shown["3", "0", "last"]["p6-alpha-09"] == ""
    assert shown["10", "0.05", "last"]["p2-alpha-05"] == "15.0"
    assert shown["10", "0.05", "average"]["p2-alpha-05"] == "5.0"
    assert sum(width for _, width in grid.groups) == len(grid.columns)


def test_the_reading_has_its_own_b_and_shares_the_runs_that_b_cannot_change():
    runs, online = runs_and_errors()
    shown = texts_of(errors_grid(runs, online, THEOREM))
    assert shown["10", "0.05", "last"]["p2-alpha-05"] == "30.0"
    assert shown["10", "0.05", "average"]["p2-alpha-05"] == "50.0"
    assert shown["3", "0", "average"]["p6-alpha-09"] == ""  # it has the other B
    for reading in (STATED, THEOREM):
        own = texts_of(errors_grid(runs, online, reading))
        assert own["3", "0", "average"]["p6-alpha-1"] == "30.0"


def test_every_cell_of_both_tables_has_a_run():
    runs, online = {}, {}
    for path in ("alma/table-6.yaml", "sweeps/alma-artificial.yaml"):
        for batch in yaml.safe_load((RUNS / path).read_text("utf-8")).values():
            for name, run in batch["runs"].items():
                parameters = json.dumps(run["parameters"])
                runs[name] = {
                    "data": batch["data"],
                    "status": "completed",
                    "parameters": parameters,
                }
                for hypothesis in batch["online"]["hypotheses"]:
                    online[name, "1", hypothesis, "all"] = repeated("0.1")
    for grid in grids(SimpleNamespace(runs=runs, online=online)):
        assert len(grid.rows) == 2 * 16
        for row in grid.rows:
            assert [cell.printed for cell in row[3:]] == ["10.0"] * len(NORMS) * len(ALPHAS)
