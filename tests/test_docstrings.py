"""The examples in docstrings give the results that they show."""

import doctest
import importlib
import re

import pytest

from workflows.plan.configuration import ROOT

EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
PACKAGES = (
    "algorithms/maxmargin",
    "analyses",
    "benchmarks",
    "data",
    "docs",
    "figures",
    "paper_tables",
    "records",
    "workflows",
)
FILES = sorted(
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if "__pycache__" not in path.parts and EXAMPLE.search(path.read_text(encoding="utf-8"))
)
MODULES = [
    ".".join(path.with_suffix("").parts).removeprefix("algorithms.").removesuffix(".__init__")
    for path in FILES
]


def test_what_users_meet_first_has_examples():
    first = {"maxmargin", "maxmargin.kernels", "data.loading", "paper_tables.verdicts"}
    assert first <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted and not outcome.failed
