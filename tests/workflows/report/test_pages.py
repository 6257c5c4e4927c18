"""Tables and figures are on the right pages."""

from pathlib import Path

import pytest

from analyses import read_analyses
from figures.__main__ import NAMES
from paper_tables.grids import Grid
from paper_tables.papers import read_papers
from tests.paper_tables.examples import TABLES
from workflows.plan.captions import caption
from workflows.report.pages import pages_of
from workflows.report.site import Figure


def grid(name, page):
    return Grid(name, "title", "", [], [], [[]], page=page)


def figure(name, page, *explains):
    return Figure(name, "title", "text", explains, page, Path(name))


def test_pages_are_the_papers_in_their_order_then_the_analyses():
    grids = [
        grid("summary", ""),
        grid("theory", "theory"),
        grid("own-wine", "variants"),
        grid("alma-text", "alma"),
        grid("micra-table-1", "micra"),
        grid("alma-beside-river", "alma"),
    ]
    found = {page.name: [grid.name for grid in page.grids] for page in pages_of(grids, [])}
    assert list(found) == ["micra", "alma", "theory", "variants"]
    assert found["alma"] == ["alma-text", "alma-beside-river"]


def test_every_analysis_is_on_a_page_that_there_is():
    analyses = read_analyses()
    assert {"theory", "rates", "overview", "certificates", "falkowski", "variants"} < set(analyses)
    pages = {*read_papers(), *(name for name, own in analyses.items() if own.page == name)}
    assert {analysis.page for analysis in analyses.values()} <= pages
    assert all(
        analysis.title and analysis.about.endswith((".", "?")) for analysis in analyses.values()
    )


def test_a_figure_stands_beside_the_first_table_that_it_explains():
    both = figure("both", "micra", "micra-table-3", "micra-table-1")
    without = figure("without", "alma", "alma-table-6", "alma-table-1")
    pages = pages_of(
        [grid("micra-table-1", "micra"), grid("micra-table-3", "micra")], [both, without]
    )
    micra, alma = pages
    assert micra.figures == [("micra-table-1", both)]
    assert (alma.name, alma.grids, alma.figures) == ("alma", [], [("", without)])


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_explains_tables_that_there_are(name):
    own = {
        "theory",
        "rates",
        "overview-advice",
        "overview-summary",
        "claimed-rates",
        "choice",
        "exact-solver",
        "exact-solver-growth",
        "exact-solver-ends",
        "first-by-hardness",
        "first-choice",
        "one-pass",
        "falkowski-questions",
        "falkowski/text",
        "separability-classes",
        "variants",
    }
    assert caption(name).explains and set(caption(name).explains) <= {*TABLES, *own}


def test_captions_are_read_without_drawing():
    found = caption("margin_along_a_run")
    assert found.title.startswith("Margin and certified bound along single runs")
    assert "hollow if its budget stopped the run." in found.text and "\n" not in found.text
    assert found.explains == ("micra/table-1",)
