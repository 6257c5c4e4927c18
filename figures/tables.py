"""The files of results as pandas tables, from which figures are drawn."""

import pandas as pd

from records.analysis_files import OVERVIEW_KEY, OVERVIEW_TIMINGS
from records.columns import TEXT
from records.files import file_of
from records.run_files import RUNS, TIMINGS

LABELS = ["series", "used_by", "algorithm"]


class Tables:
    """What a figure is given: an attribute for each file of results, with its name.

    runs also has the columns of timings.csv, overview those of overview_timings.csv.
    """

    def __init__(self, **frames):
        vars(self).update(frames)


def read_tables(paths):
    """The `Tables` of files of results, which must include timings.csv and overview_timings.csv."""
    frames = {file_of(path).name: _read(path) for path in paths}
    runs = frames[RUNS.name]
    runs[LABELS] = runs[LABELS].fillna("")
    for name, timings, key in (
        (RUNS.name, TIMINGS, list(TIMINGS.key)),
        ("overview", OVERVIEW_TIMINGS, list(OVERVIEW_KEY)),
    ):
        own = frames.pop(timings.name)
        frames[name] = frames[name].merge(own, on=key, how="left", validate="one_to_one")
    return Tables(**frames)


def is_used_by(runs, name):
    """Which rows of `runs` are used by a figure or analysis, as their entries say."""
    return runs["used_by"].map(lambda words: name in words.split()).astype(bool)


def used_by(runs, name):
    """The rows of `runs` that are used by a figure or analysis. Raises LookupError if none is."""
    found = runs[is_used_by(runs, name)]
    if found.empty:
        raise LookupError(f"runs: none is used by {name}.")
    return found


def _read(path):
    text = {column.name: str for column in file_of(path).columns if column.type == TEXT}
    return pd.read_csv(path, dtype=text)
