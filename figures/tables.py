"""Result files as pandas tables, from which figures are drawn."""

from pathlib import Path

import pandas as pd

from data.spelling import hint
from records.analysis_files import OVERVIEW_KEY, OVERVIEW_TIMINGS
from records.columns import TEXT
from records.entries import is_named
from records.errors import RecordError
from records.files import RESULT_FILES, file_of
from records.problems import EXACT_SOLVER
from records.run_files import RUNS, TIMINGS

LABELS = ["series", "added_by", "algorithm"]
CLOCKS = {RUNS.name: (TIMINGS, TIMINGS.key), "overview": (OVERVIEW_TIMINGS, OVERVIEW_KEY)}
REFERENCE = "reference"  # the series of a run whose margin is the maximum


class Tables:
    """The tables that a figure draws: an attribute for each result file, with the file's name.

    runs also has the columns of timings.csv, and overview has the columns of overview_timings.csv.
    """

    def __init__(self, **frames):
        vars(self).update(frames)


class ResultTables(Tables):
    """The result files in a folder, each read when a figure first needs it.

    If `learners` has names, only rows of these learners are included, and the runs that give the
    maximum margin. Raise RecordError if a file is missing or does not have one of the learners.
    """

    def __init__(self, folder, learners=()):
        super().__init__()
        self._folder, self._learners = Path(folder), set(learners)

    def __getattr__(self, name):
        if name not in RESULT_FILES:
            raise AttributeError(name)
        table = self._read(name)
        if name in CLOCKS:
            timings, key = CLOCKS[name]
            clock = self._read(timings.name)
            table = table.merge(clock, on=list(key), how="left", validate="one_to_one")
        setattr(self, name, table)
        return table

    def _read(self, name):
        path = self._folder / f"{name}.csv"
        text = {column.name: str for column in file_of(path).columns if column.type == TEXT}
        try:
            table = pd.read_csv(path, dtype=text)
        except FileNotFoundError:
            raise RecordError(f"{path}: there is no such file{_elsewhere(path)}.") from None
        for column in file_of(path).header:
            if column not in table:
                raise RecordError(f"{path}: has no column {column!r}.")
        if name == RUNS.name:
            table[LABELS] = table[LABELS].fillna("")
        if not self._learners or name == TIMINGS.name:
            return table
        return self._chosen(path, table)

    def _chosen(self, path, table):
        column = next((c for c in ("learner", "algorithm") if c in table), None)
        if column is None:
            return table[table["run"].isin(self.runs["run"])]
        known = set(table[column].dropna())
        if unknown := sorted(self._learners - known):
            raise RecordError(
                f"{path}: has no learner {unknown[0]}; {hint(unknown[0], sorted(known))}"
            )
        chosen = table[column].isin(self._learners)
        if "series" in table:
            chosen |= table["series"] == REFERENCE
        return table[chosen | (table[column] == EXACT_SOLVER)]


def _elsewhere(path):
    """Describe which folders in and beside the folder of a missing file have this file.

    Folders beside it count below the current folder. Elsewhere they may be anybody's.
    """
    folder = path.parent
    found = [*folder.glob(f"*/{path.name}")]
    if folder.parent.resolve().is_relative_to(Path.cwd()):
        found += folder.parent.glob(f"*/{path.name}")
    folders = sorted({str(place.parent) for place in found})
    if not folders:
        return ""
    return f", but results are in {', '.join(folders)}: name another folder"


def is_added_by(runs, name):
    """Return which rows of `runs` were added by the config's "variants" or "own_data"."""
    return runs["added_by"].map(lambda words: name in words.split()).astype(bool)


def runs_named(runs, patterns):
    """Return the rows of `runs` whose names match one of these patterns.

    Raise LookupError without any.
    """
    found = runs[[is_named(name, patterns) for name in runs["run"]]]
    if found.empty:
        raise LookupError(f"runs.csv has no run with a name such as {patterns[0]}.")
    return found
