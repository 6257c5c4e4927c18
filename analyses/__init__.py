"""The analyses: one folder for each question that the runs answer but no paper's table asks.

A folder is found automatically; no list names it. Four of its files have fixed names. The first
line of README.md is the title, and its first paragraph asks the question. compute.py, if present,
is a command that makes result files. table.py has `grids(results)`, which returns the tables of a
`Results`. Its PAGE names the page of the report for these tables, if they belong on the page of a
paper or of another analysis. figure.py has `draw(tables)`, like the modules of figures/. A further
figure is in a file such as growth_figure.py.
"""

import importlib
import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = re.compile(r'^PAGE = "(\w+)"$', re.MULTILINE)  # reading the text is faster than importing


class Analysis(NamedTuple):
    """An analysis, with the title and the first paragraph (`about`) of its README.md.

    `page` is the name of its page in the report.
    """

    name: str
    title: str
    about: str
    page: str


def read_analyses():
    """Return all analyses with tables by name; analyses with a page of their own come first."""
    found = [_analysis(path.parent.name) for path in HERE.glob("*/table.py")]
    found.sort(key=lambda analysis: (analysis.page != analysis.name, analysis.name))
    return {analysis.name: analysis for analysis in found}


def module_of(name, part):
    """Return the module table, compute or figure of an analysis."""
    return importlib.import_module(f"analyses.{name}.{part}")


def _analysis(name):
    text = (HERE / name / "README.md").read_text(encoding="utf-8")
    head, about, *_ = text.split("\n\n")
    page = PAGE.search((HERE / name / "table.py").read_text(encoding="utf-8"))
    return Analysis(
        name, head.removeprefix("# "), " ".join(about.split()), page[1] if page else name
    )
