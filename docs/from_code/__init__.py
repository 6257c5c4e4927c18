"""The parts of the documentation that come from the code, as Markdown: PARTS, by their names."""

from docs.from_code import configuration, data_sets, estimators, figures, files, results


def _verdict_counts():
    from docs.verdict_counts import by_table  # here, as it imports this package

    return by_table()


PARTS = {
    "learners": estimators.learners,
    "estimators": estimators.others,
    "parameters and attributes": estimators.shared,
    "data sets": data_sets.data_sets,
    "figures": figures.figures,
    "result files": results.result_files,
    "statuses": results.statuses,
    "settings": configuration.settings,
    "file": files.file,
    "docstring": files.docstring,
    "keys": files.keys,
    "verdict counts": _verdict_counts,
}
