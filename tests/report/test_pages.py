"""Which table and figure stands on which page."""

from pathlib import Path

import pytest

from figures.__main__ import NAMES
from paper_tables.grids import Grid
from report.pages import pages_of
from report.site import Figure
from tests.paper_tables.examples import TABLES
from workflows.captions import caption


def grid(name):
    return Grid(name, "title", "", [], [], [[]])


def figure(name, *explains):
    return Figure(name, "title", "text", explains, Path(name))


def test_tables_are_on_the_pages_of_their_papers_and_the_rest_where_it_belongs():
    names = ("summary", "micra-table-1", "alma-text", "falkowski-questions", "theory", "rates")
    pages = pages_of(
        map(grid, (*names, "overview-summary", "appendix-alma", "own-wine", "unheard-of")), []
    )
    found = {page.name: [grid.name for grid in page.grids] for page in pages}
    assert found == {
        "micra": ["micra-table-1"],
        "alma": ["alma-text"],
        "falkowski": ["falkowski-questions"],
        "variants": ["own-wine"],
        "overview": ["overview-summary"],
        "theory": ["theory", "rates"],
        "appendix": ["appendix-alma", "unheard-of"],
    }


def test_a_table_without_rows_is_left_out():
    empty = Grid("rates", "title", "", [], [], [])
    assert [page.name for page in pages_of([empty, grid("overview")], [])] == ["overview"]


def test_a_figure_stands_beside_the_first_table_that_it_explains():
    both = figure("both", "micra-table-3", "micra-table-1")
    without = figure("without", "alma-table-6", "alma-table-1")
    pages = pages_of([grid("micra-table-1"), grid("micra-table-3")], [both, without])
    micra, alma = pages
    assert micra.figures == [("micra-table-1", both)]
    assert (alma.name, alma.grids, alma.figures) == ("alma", [], [("", without)])


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_explains_tables_that_there_are(name):
    own = {
        "theory",
        "rates",
        "overview-summary",
        "falkowski-questions",
        "falkowski/text",
        "variants",
    }
    assert caption(name).explains and set(caption(name).explains) <= {*TABLES, *own}


def test_captions_are_read_without_drawing():
    found = caption("margin_along_a_run")
    assert found.title.startswith("Margin and certified bound along single runs")
    assert "hollow where its budget stopped it." in found.text and "\n" not in found.text
    assert found.explains == ("micra/table-1",)
