"""Generates parts of the documentation from the code.

PARTS: name -> function that returns Markdown.
"""

from docs.from_code import (
    configuration,
    data_sets,
    exact_solver,
    figures,
    files,
    gallery,
    history,
    papers,
    results,
    theorems,
)
from docs.from_code.markdown import table
from paper_tables.words import MEANING, SCALE


def _verdict_counts():
    from docs.full_run import by_table, made_by  # here, since it imports this package
    from paper_tables.full_run import read_full_run

    run = read_full_run()
    return f"{by_table(run)}\n\n{made_by(run)}"


def _scale():
    head = ["word of the scale", "range of the ratio", "a paper's words"]
    return table(head, [(word, SCALE[word], MEANING[word]) for word in SCALE])


def _statement_counts():
    from docs.full_run import statements_by_paper  # here, as above
    from paper_tables.full_run import read_full_run

    return statements_by_paper(read_full_run())


PARTS = {
    "papers": papers.papers,
    "theorems": theorems.theorems,
    "data sets": data_sets.data_sets,
    "figures": figures.figures,
    "result files": results.result_files,
    "statuses": results.statuses,
    "settings": configuration.settings,
    "file": files.file,
    "example": gallery.example,
    "docstring": files.docstring,
    "keys": files.keys,
    "verdict counts": _verdict_counts,
    "statement counts": _statement_counts,
    "scale of words": _scale,
    "exact solver": exact_solver.factors,
    "exact solver firsts": exact_solver.firsts,
    "exact solver times": exact_solver.times,
    "exact solver growth": exact_solver.growth,
    "speed history": history.history,
}
