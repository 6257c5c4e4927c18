"""The tables that the figures are drawn from: results/*.csv as pandas tables."""

from typing import NamedTuple

import pandas as pd


class Tables(NamedTuple):
    """What a figure is handed; each has the columns of the CSV file that it is named after.

    runs: a row a run, with the column of timings.csv behind its own. curves: what a run had reached
    after so many updates. online: errors, as fractions of 1, and counts of each permutation, epoch,
    hypothesis and class of an online run. distributions: the fraction of the training set whose
    margin is at most so much, after each epoch of an online run. draws: what a run did on each draw
    of an artificial data set. theory: what a theorem says of a run, and what the run did.
    rate_points: accuracy and updates of each run of a ladder. overview: when each run of the
    overview had come so far, with the columns of overview_timings.csv behind its own.
    """

    runs: pd.DataFrame
    curves: pd.DataFrame
    online: pd.DataFrame
    distributions: pd.DataFrame
    draws: pd.DataFrame
    theory: pd.DataFrame
    rate_points: pd.DataFrame
    overview: pd.DataFrame


FILES = (
    *("runs", "timings", "curves", "online", "distributions", "draws"),
    *("theory", "rate_points", "overview", "overview_timings"),
)


def read_tables(paths):
    """The `Tables` of the CSV files of these paths, which are in the order of FILES."""
    read = {
        name: pd.read_csv(path, dtype={"class": str})
        for name, path in zip(FILES, paths, strict=True)
    }
    timings = read.pop("timings")
    read["runs"] = read["runs"].merge(timings, on="run", how="left", validate="one_to_one")
    clock = read.pop("overview_timings")
    run = ["problem", "learner", "parameters"]
    read["overview"] = read["overview"].merge(clock, on=run, how="left", validate="one_to_one")
    return Tables(**read)
