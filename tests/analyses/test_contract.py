"""Every analysis keeps to the rules in analyses/__init__.py."""

import pytest

import analyses
from analyses import module_of, read_analyses
from analyses.all_figures import figure_files
from paper_tables.grids import Grid
from tests.paper_tables.examples import results_of

FOLDERS = sorted(path.name for path in analyses.HERE.iterdir() if (path / "README.md").is_file())


def test_folders_are_found_by_name():
    assert set(read_analyses()) <= set(FOLDERS)
    folders = {path.parent.name for path in analyses.HERE.glob("*/*.py")}
    assert folders == set(FOLDERS)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_has_what_its_contract_says(name):
    folder = analyses.HERE / name
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ") and lines[1] == "" and lines[2]
    if (folder / "compute.py").is_file():
        assert callable(module_of(name, "compute").main)
    if (folder / "figure.py").is_file():
        assert name in figure_files()


@pytest.mark.parametrize("name", read_analyses())
def test_tables_of_results_of_nothing_are_none_or_empty(name):
    grids = module_of(name, "table").grids(results_of(["micra/table-1"]))
    assert all(isinstance(grid, Grid) and not grid.rows for grid in grids)
