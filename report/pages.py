"""The pages of the report, and which table and figure stands on which."""

from typing import NamedTuple

from analyses import read_analyses
from paper_tables.papers import read_papers


class Page(NamedTuple):
    """A page. name: of its file. grids: in order. figures: (grid, figure) pairs; a figure stands
    beside the first table on the page that it explains, "" where there is none.
    """

    name: str
    title: str
    about: str
    grids: list
    figures: list


def pages_of(grids, figures):
    """The pages that have something to show: the papers, then the analyses; tables without rows are
    left out, as is the summary, which stands on the first page.

    figures: of `site.Figure`.
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
