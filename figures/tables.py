"""The tables that the figures are drawn from: results/*.csv as pandas tables."""

from typing import NamedTuple

import pandas as pd


class Tables(NamedTuple):
    """What a figure is handed; each has the columns of the CSV file that it is named after.

    runs: a row a run, with the column of timings.csv behind its own. curves: what a run had reached
    after so many updates. online: errors, as fractions of 1, and counts of each permutation, epoch,
    hypothesis and class of an online run. distributions: the fraction of the training set whose
    margin is at most so much, after each epoch of an online run. draws: what a run did on each draw
    of an artificial data set.
    """

    runs: pd.DataFrame
    curves: pd.DataFrame
    online: pd.DataFrame
    distributions: pd.DataFrame
    draws: pd.DataFrame


FILES = ("runs", "timings", "curves", "online", "distributions", "draws")


def read_tables(paths):
    """The `Tables` of the CSV files of these paths, which are in the order of FILES."""
    read = {
        name: pd.read_csv(path, dtype={"class": str})
        for name, path in zip(FILES, paths, strict=True)
    }
    timings = read.pop("timings")
    read["runs"] = read["runs"].merge(timings, on="run", how="left", validate="one_to_one")
    return Tables(**read)
