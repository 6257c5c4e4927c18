"""The pages of the report, and which table and figure stands on which."""

from typing import NamedTuple

PAPERS = {
    "micra": (
        "MICRA",
        "P. Tsampouka and J. Shawe-Taylor: Approximate maximum margin algorithms with rules "
        "controlled by the number of mistakes. ICML 2007.",
    ),
    "margitron": (
        "Margitron",
        "C. Panagiotakopoulos and P. Tsampouka: The Margitron: a generalised perceptron with "
        "margin. 2008.",
    ),
    "alma": (
        "ALMA",
        "C. Gentile: A new approximate maximal margin classification algorithm. JMLR 2, 2001.",
    ),
    "amira": (
        "AMIRA",
        "K. Zhao and L. Huang: Simple online learning with approximate max margin and fast "
        "convergence. 2013.",
    ),
    "falkowski": (
        "Falkowski",
        "B.-J. Falkowski: A note on a large margin perceptron algorithm. 2006.",
    ),
}
BEYOND = {
    "variants": (
        "Variants",
        "Rules and data of the user's own beside the papers' learners. What variants did on the "
        "problems of a paper's table stands behind that table.",
    ),
    "overview": ("Overview", "Which learner to use when: what no paper has."),
    "theory": ("Theory", "Theorems beside measurement, and what every run certifies."),
    "appendix": ("Appendix", "What else was looked at."),
}
# Grids that are of no paper's table, by the start of their names; all others go to the appendix.
PLACES = {
    "variants": "variants",
    "own": "variants",
    "overview": "overview",
    "theory": "theory",
    "rates": "theory",
    "certified": "theory",
    **{paper: paper for paper in PAPERS},
}
FIRST_SCREEN = ("summary",)


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
    """The pages that have something to show, in their order; tables without rows are left out.

    figures: of `site.Figure`.
    """
    found = {}
    for grid in grids:
        if grid.rows and grid.name not in FIRST_SCREEN:
            found.setdefault(page_of(grid.name), []).append(grid)
    for figure in figures:  # of which no table is shown, but the figure is
        found.setdefault(page_of(figure.explains[0]), [])
    pages = []
    for name, (title, about) in {**PAPERS, **BEYOND}.items():
        if name in found:
            names = [grid.name for grid in found[name]]
            beside = [
                (next((n for n in names if n in figure.explains), ""), figure)
                for figure in figures
                if page_of(figure.explains[0]) == name
            ]
            pages.append(Page(name, title, about, found[name], beside))
    return pages


def page_of(grid):
    """The name of the page on which a grid stands."""
    starts = [start for start in PLACES if grid == start or grid.startswith(f"{start}-")]
    return PLACES[starts[0]] if starts else "appendix"
