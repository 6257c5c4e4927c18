"""Promises of docs/architecture.md: imports point one way, and functions are short."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import data
from data.register import data_set_entry
from workflows.configuration import ROOT
from workflows.sources import with_imports

# Each package and those that it may import, besides itself.
GROUND = ("maxmargin", "data")
ABOVE_RUNS = ("records", "paper_tables", *GROUND)
MAY_IMPORT = {
    "maxmargin": (),
    "data": (),
    "records": ("data",),
    "paper_tables": ("records", *GROUND),
    "figures": ABOVE_RUNS,
    "analyses": ("figures", *ABOVE_RUNS),
    "report": ("analyses", "figures", *ABOVE_RUNS),
    "workflows": ("report", "figures", "analyses", *ABOVE_RUNS),
    "benchmarks": ("analyses", *GROUND),
    "benchopt": ("analyses", *GROUND),  # which imports the package of that name too
}
FOLDERS = {name: ROOT / name for name in MAY_IMPORT} | {
    "maxmargin": ROOT / "algorithms" / "maxmargin"
}
LONGEST_FUNCTION = 70
# Compiled loops, whose state has to stay in local variables to be fast: a function that changed it
# would have to be given all of it and to return all of it.
LONG_FUNCTIONS = {f"{name}_kernel.advance" for name in ("sequential", "dual", "worst_first")}


def python_files(folder):
    return [path for path in folder.rglob("*.py") if "__pycache__" not in path.parts]


def imported(path):
    """The modules that a file imports, by their whole names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_arrows_point_one_way(package):
    allowed = {package, *MAY_IMPORT[package]}
    found = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in python_files(FOLDERS[package])
        for module in imported(path)
        if module.partition(".")[0] in MAY_IMPORT.keys() - allowed
    }
    assert not found


def test_nothing_that_computes_reads_a_printed_number():
    """The commands that run learners import neither the papers' tables nor what imports them."""
    of_runs = ("execute", "execute_online", "search", "attempts", "sources")
    for name in of_runs:
        packages = {module.partition(".")[0] for module in imported(ROOT / f"workflows/{name}.py")}
        assert not packages & {"paper_tables", "analyses", "figures", "report"}, name


def test_no_analysis_computes_from_a_printed_number():
    """What computes knows of the papers who they are; tables and figures compare."""
    names = {"papers.py", "errors.py", "__init__.py"}
    for path in ROOT.glob("analyses/*/*.py"):
        if path.name not in ("table.py", "figure.py"):
            found = {Path(file) for file in with_imports([path])}
            read = {file.name for file in found if file.parent == ROOT / "paper_tables"}
            assert read <= names, path


@pytest.mark.parametrize(
    "command",
    ["configuration", "collect", "compare", "render", "report", "provenance"],
)
def test_commands_that_run_no_learner_start_fast(command):
    """Each of these imports takes longer than what such a command does for one batch."""
    slow = {"maxmargin", "numba", "sklearn", "pandas", "scipy.sparse", "scipy.stats", "matplotlib"}
    code = f"import sys, workflows.{command}; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not slow & set(ran.stdout.split())


def test_every_data_set_is_of_papers_that_there_are():
    papers = {path.parent.name for path in ROOT.glob("paper_tables/*/paper.yaml")}
    for name in data.names():
        assert set(data_set_entry(name)["papers"]) <= papers, name


def test_no_paper_is_named_in_a_module_of_papers_and_pages():
    papers = [path.parent.name for path in (ROOT / "paper_tables").glob("*/paper.yaml")]
    assert len(papers) >= 5
    for package in ("records", "paper_tables", "report", "workflows"):
        for path in (ROOT / package).glob("*.py"):
            names = {
                node.value
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not names & set(papers), path


def test_no_test_module_imports_another():
    found = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in python_files(ROOT / "tests")
        for module in imported(path)
        if any(part.startswith("test_") for part in module.split(".")[:-1])
        or module.rpartition(".")[2] in {other.stem for other in path.parent.glob("test_*.py")}
    }
    assert not found


def test_functions_are_short():
    long_functions = set()
    for folder in (*FOLDERS.values(), ROOT / "docs", ROOT / "envs", ROOT / "tests"):
        for path in python_files(folder):
            long_functions |= {
                f"{path.stem}.{node.name}"
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.FunctionDef)
                and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
            }
    assert long_functions == LONG_FUNCTIONS
