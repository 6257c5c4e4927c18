"""Checks docs/architecture.md: imports point one way, and functions are short."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import data
from data.register import data_set_entry
from workflows.plan.configuration import ROOT
from workflows.plan.sources import RUNNERS, with_imports

# Each package -> the other packages that it may import.
GROUND = ("maxmargin", "peers", "data")
ABOVE_RUNS = ("records", "paper_tables", *GROUND)
MAY_IMPORT = {
    "maxmargin": (),
    "peers": ("maxmargin",),
    "data": (),
    "records": ("data",),
    "paper_tables": ("records", *GROUND),
    "figures": ABOVE_RUNS,
    "analyses": ("figures", *ABOVE_RUNS),
    "workflows": ("figures", "analyses", *ABOVE_RUNS),
    "benchmarks": ("analyses", "figures", "records", *GROUND),
}
# The command `python -m figures` also draws the figures of analyses. No module imports it.
COMMAND_LINE = ROOT / "figures" / "__main__.py"
FOLDERS = {name: ROOT / name for name in MAY_IMPORT} | {
    name: ROOT / "algorithms" / name for name in ("maxmargin", "peers")
}
LONGEST_FUNCTION = 70
# Compiled loops may be long: their state must stay in local variables to be fast, and a helper
# function would have to take and return the whole state.
LONG_FUNCTIONS = {f"{name}/kernel.advance" for name in ("sequential", "dual", "worst_first")}


def python_files(folder):
    return [path for path in folder.rglob("*.py") if "__pycache__" not in path.parts]


class Contents(NamedTuple):
    """What the checks need of a file. Its whole syntax tree would take much more memory.

    imported: the full names of the modules that the file imports. strings: all its strings.
    lines: (name, lines of code) of each function.
    """

    imported: frozenset
    strings: frozenset
    lines: tuple


@cache
def contents(path):
    """Return the `Contents` of a file, which many checks read."""
    imported, strings, lines = set(), set(), []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        elif isinstance(node, ast.FunctionDef):
            lines.append((node.name, lines_of_code(node)))
    return Contents(frozenset(imported), frozenset(strings), tuple(lines))


def imported(path):
    return contents(path).imported


def strings_in(path):
    return contents(path).strings


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_arrows_point_one_way(package):
    allowed = {package, *MAY_IMPORT[package]}
    found = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in python_files(FOLDERS[package])
        if path != COMMAND_LINE
        for module in imported(path)
        if module.partition(".")[0] in MAY_IMPORT.keys() - allowed
    }
    assert not found


def test_the_command_of_the_figures_imports_analyses_and_no_module_imports_it():
    of_command = {module.partition(".")[0] for module in imported(COMMAND_LINE)}
    assert of_command & MAY_IMPORT.keys() <= {"figures", "analyses", *ABOVE_RUNS}
    importing = {
        str(path.relative_to(ROOT))
        for name in ("figures", "analyses", "workflows")
        for path in python_files(FOLDERS[name])
        if "figures.__main__" in imported(path)
    }
    assert not importing


def test_nothing_that_computes_reads_a_printed_number():
    """Commands that run learners, and all that they import, know no tables, figures or pages."""
    allowed = {"papers.py", "errors.py", "__init__.py"}
    of_runs = [path for path in RUNNERS if path.suffix == ".py"]
    for path in (
        *of_runs,
        ROOT / "workflows/guards/attempts.py",
        ROOT / "workflows/plan/sources.py",
    ):
        found = {Path(file).relative_to(ROOT) for file in with_imports([path])}
        assert not {file for file in found if file.parts[0] in ("analyses", "figures")}, path
        assert not {file for file in found if file.parts[:2] == ("workflows", "report")}, path
        tables = {file.name for file in found if file.parts[0] == "paper_tables"}
        assert tables <= allowed, path


def test_only_the_workflow_imports_the_report():
    found = {
        f"{path.relative_to(ROOT)} imports {module}"
        for folder in ("plan", "guards")
        for path in python_files(ROOT / "workflows" / folder)
        for module in imported(path)
        if module.startswith("workflows.report")
    }
    assert not found


def test_no_analysis_computes_from_a_printed_number():
    """Computations only know the names of papers; tables and figures compare."""
    names = {"papers.py", "errors.py", "__init__.py"}
    for path in ROOT.glob("analyses/*/*.py"):
        if path.name not in ("table.py", "figure.py"):
            found = {Path(file) for file in with_imports([path])}
            read = {file.name for file in found if file.parent == ROOT / "paper_tables"}
            assert read <= names, path


@pytest.mark.parametrize(
    "command",
    [
        "plan.configuration",
        "commands.collect",
        "commands.compare",
        "commands.render",
        "commands.report",
        "provenance",
    ],
)
def test_commands_that_run_no_learner_start_fast(command):
    """Each of these imports would take longer than the command's work on one batch."""
    slow = {"maxmargin", "numba", "sklearn", "pandas", "scipy.sparse", "scipy.stats", "matplotlib"}
    code = f"import sys, workflows.{command}; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not slow & set(ran.stdout.split())


def test_parts_of_the_library_do_not_import_each_other_in_a_circle():
    """A part is a folder of the library, or a file beside the folders.

    Names of modules in strings count too. `compilation` finds the kernel of all storages by such a
    name when a driver calls it.
    """
    library = FOLDERS["maxmargin"]
    imports = {}
    for path in python_files(library):
        part = path.relative_to(library).with_suffix("").parts[0]
        names = {*imported(path), *strings_in(path)}
        parts = {name.split(".")[1] for name in names if re.fullmatch(r"maxmargin(\.\w+)+", name)}
        imports.setdefault(part, set()).update(parts - {part})
    del imports["__init__"]
    imports["compilation"].remove("drivers")  # by name, late: docs/architecture.md names it
    TopologicalSorter({part: found & imports.keys() for part, found in imports.items()}).prepare()


def test_every_data_set_is_of_papers_that_there_are():
    papers = {path.parent.name for path in ROOT.glob("paper_tables/*/paper.yaml")}
    for name in data.names():
        assert set(data_set_entry(name)["papers"]) <= papers, name


def test_no_string_of_a_module_of_papers_and_pages_is_a_papers_folder():
    papers = [path.parent.name for path in (ROOT / "paper_tables").glob("*/paper.yaml")]
    assert len(papers) >= 5
    for package in ("records", "paper_tables", "workflows"):
        for path in (ROOT / package).rglob("*.py"):
            assert not strings_in(path) & set(papers), path


@cache
def stems_of_tests_in(folder):
    return {path.stem for path in folder.glob("test_*.py")}


def test_no_test_module_imports_another():
    found = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in python_files(ROOT / "tests")
        for module in imported(path)
        if any(part.startswith("test_") for part in module.split(".")[:-1])
        or module.rpartition(".")[2] in stems_of_tests_in(path.parent)
    }
    assert not found


def lines_of_code(function):
    """Return the number of lines of a function without its docstring."""
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        lines -= function.body[0].end_lineno - function.body[0].lineno + 1
    return lines


def test_functions_are_short():
    long_functions = set()
    for folder in (*FOLDERS.values(), ROOT / "docs", ROOT / "envs", ROOT / "tests"):
        for path in python_files(folder):
            long_functions |= {
                f"{path.parent.name}/{path.stem}.{name}"
                for name, lines in contents(path).lines
                if lines > LONGEST_FUNCTION
            }
    assert long_functions == LONG_FUNCTIONS
