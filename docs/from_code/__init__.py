"""Generates parts of the documentation from the code.

PARTS: name -> function that returns Markdown.
"""

from docs.from_code import (
    configuration,
    data_sets,
    figures,
    files,
    gallery,
    results,
    theorems,
)


def _verdict_counts():
    from docs.full_run import by_table, made_by  # here, since it imports this package
    from paper_tables.full_run import read_full_run

    run = read_full_run()
    return f"{by_table(run)}\n\n{made_by(run)}"


PARTS = {
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
}
