"""The captions of the figures, read from their modules without importing them."""

import ast
from typing import NamedTuple

from analyses import read_analyses
from analyses.all_figures import figure_files


class Caption(NamedTuple):
    """A figure's caption.

    title: the first paragraph of the module's docstring, on one line. text: the rest, on one line.
    explains: tables such as "micra/table-1". page: the figure's page in the report.
    """

    title: str
    text: str
    explains: tuple
    page: str


def caption(name):
    """Return the `Caption` of a figure, from its module's docstring and its EXPLAINS.

    >>> caption("margin_along_a_run").explains
    ('micra/table-1',)
    """
    module = ast.parse(figure_files()[name].read_text(encoding="utf-8"))
    title, _, text = ast.get_docstring(module).partition("\n\n")
    constants = {
        node.targets[0].id: node.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    explains = ast.literal_eval(constants["EXPLAINS"])
    analysis = read_analyses().get(name)
    page = analysis.page if analysis else explains[0].split("/")[0]
    return Caption(" ".join(title.split()).rstrip("."), " ".join(text.split()), explains, page)
