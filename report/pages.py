"""The pages of the report, and which tables and figures are on them."""

from typing import NamedTuple

from analyses import read_analyses
from paper_tables.papers import read_papers


class Page(NamedTuple):
    """A page. name: its file's. grids: in order. figures: pairs (grid, figure); a figure is shown
    with the first table on the page that it explains, "" if there is none.
    """

    name: str
    title: str
    about: str
    grids: list
    figures: list


def pages_of(grids, figures):
    """The pages that are not empty: the papers, then the analyses. Tables without rows are left
    out, as is the summary, which is on the first page.

    figures: a list of `site.Figure`.
    """
    titles = {name: (paper.short, paper.citation) for name, paper in read_papers().items()}
    own = [analysis for analysis in read_analyses().values() if analysis.page == analysis.name]
    titles |= {analysis.name: (analysis.title, analysis.about) for analysis in own}
    pages = []
    for name, (title, about) in titles.items():
        shown = [grid for grid in grids if grid.rows and grid.page == name]
        drawn = [figure for figure in figures if figure.page == name]
        names = [grid.name for grid in shown]
        beside = [
            (next((n for n in names if n in figure.explains), ""), figure) for figure in drawn
        ]
        if shown or drawn:
            pages.append(Page(name, title, about, shown, beside))
    return pages
