"""Assigns tables and figures to the pages of the report."""

from typing import NamedTuple

from analyses import read_analyses
from paper_tables.papers import read_papers


class Page(NamedTuple):
    """A page of the report.

    name: the file's name without suffix. grids: the tables in order. figures: pairs (name of a
    grid, figure). A figure is shown with the first table on the page that it explains; the name is
    "" if it explains none.
    """

    name: str
    title: str
    about: str
    grids: list
    figures: list


def pages_of(grids, figures):
    """Return the pages that are not empty: the papers, then the analyses.

    The summary is left out, because the first page shows it.

    Parameters
    ----------
    grids : list of Grid
        The grids of all tables.
    figures : list of site.Figure
        All figures.
    """
    titles = {name: (paper.short, paper.citation) for name, paper in read_papers().items()}
    own = [analysis for analysis in read_analyses().values() if analysis.page == analysis.name]
    titles |= {analysis.name: (analysis.title, analysis.about) for analysis in own}
    pages = []
    for name, (title, about) in titles.items():
        shown = [grid for grid in grids if grid.page == name]
        drawn = [figure for figure in figures if figure.page == name]
        names = [grid.name for grid in shown]
        beside = [
            (next((n for n in names if n in figure.explains), ""), figure) for figure in drawn
        ]
        if shown or drawn:
            pages.append(Page(name, title, about, shown, beside))
    return pages
