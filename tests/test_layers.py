"""Arrows point one way, downwards: what each package may import of the project."""

import ast

import pytest

from workflows.configuration import ROOT

BELOW = {
    "records": {"data"},
    "paper_tables": {"records", "data"},
    "figures": {"analyses", "paper_tables", "records", "data"},
    "analyses": {"figures", "paper_tables", "records", "data", "maxmargin"},
    "report": {"analyses", "paper_tables", "records", "data"},
}
OF_THE_PROJECT = {*BELOW, "data", "maxmargin", "workflows", "docs", "benchmarks", "tests"}


def imported(path):
    """The packages of the project that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module.partition(".")[0])
    return found & OF_THE_PROJECT


@pytest.mark.parametrize("package", BELOW)
def test_a_package_imports_only_what_is_below_it(package):
    files = list((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        assert imported(path) <= BELOW[package] | {package}, path


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
