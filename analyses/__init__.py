"""The analyses: one folder per question that the runs answer and no paper's table asks.

A folder has a README.md, whose first line is the title and whose first paragraph asks the question.
compute.py is a command that makes files of results, if there are any to make. table.py has
`grids(results)`, the tables of a `Results`; PAGE is the page of the report that they are on, if it
is not their own but a paper's or another analysis's. figure.py has `draw(tables)`, like the modules
of figures/. Folders are found automatically, and listed nowhere.
"""

import importlib
import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = re.compile(r'^PAGE = "(\w+)"$', re.MULTILINE)  # read without importing, which takes time


class Analysis(NamedTuple):
    """An analysis. title, about: those of README.md. page: the name of its page in the report."""

    name: str
    title: str
    about: str
    page: str


def read_analyses():
    """All analyses with tables, by name; those with a page of their own come first."""
    found = [_analysis(path.parent.name) for path in HERE.glob("*/table.py")]
    found.sort(key=lambda analysis: (analysis.page != analysis.name, analysis.name))
    return {analysis.name: analysis for analysis in found}


def module_of(name, part):
    """The module table, compute or figure of an analysis."""
    return importlib.import_module(f"analyses.{name}.{part}")


def _analysis(name):
    text = (HERE / name / "README.md").read_text(encoding="utf-8")
    head, about, *_ = text.split("\n\n")
    page = PAGE.search((HERE / name / "table.py").read_text(encoding="utf-8"))
    return Analysis(
        name, head.removeprefix("# "), " ".join(about.split()), page[1] if page else name
    )
