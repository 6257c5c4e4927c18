"""The analyses: a folder a question that the runs answer and no paper's table asks.

A folder has a README.md, whose first line names the question and whose first paragraph tells it.
compute.py is a command that makes files of results, where there are any to make. table.py has
`grids(results)`, the tables of a `Results`; its PAGE is the page of the report that they stand on,
a paper's or another analysis's, where it is not their own. figure.py has `draw(tables)`, as the
modules of figures/ have. Folders are found by name, and listed nowhere.
"""

import importlib
import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = re.compile(r'^PAGE = "(\w+)"$', re.MULTILINE)  # read without importing, which takes time


class Analysis(NamedTuple):
    """An analysis. title, about: of README.md. page: name of the report's page for it."""

    name: str
    title: str
    about: str
    page: str


def read_analyses():
    """All analyses with tables, by name; on each page those that it belongs to come first."""
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
