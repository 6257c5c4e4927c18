"""Reads result files for the comparison: runs by name, and repeated runs by epoch."""

from decimal import Decimal, InvalidOperation

from paper_tables.errors import TableError
from records import files
from records.run_files import DRAWS, ONLINE, RUNS
from records.statuses import Status


def read_runs(path):
    """Return results/runs.csv as a dict from the run's name to its row."""
    return {row["run"]: row for row in files.read(path, RUNS)}


def read_online(path, draws_path):
    """Return online.csv and draws.csv, the files of repeated runs, as a dict of lists of rows.

    A key is (run, epoch, hypothesis, class), all strings. A list has one row for each permutation
    or draw, in the order of the file. A draw counts as the last hypothesis after epoch 1, for all
    classes. Raise TableError if a permutation or draw occurs twice, besides the errors of reading.
    """
    online = {}
    for row in files.read(path, ONLINE):
        rows = online.setdefault((row["run"], row["epoch"], row["hypothesis"], row["class"]), [])
        if any(row["permutation"] == other["permutation"] for other in rows):
            where = ", ".join(f"{column} {row[column]}" for column in ONLINE.key)
            raise TableError(f"{path}: there are two rows for {where}.")
        rows.append(row)
    for row in files.read(draws_path, DRAWS):
        rows = online.setdefault((row["run"], "1", "last", "all"), [])
        if any(row["draw"] == other["draw"] for other in rows):
            raise TableError(f"{draws_path}: {row['run']} has draw {row['draw']} twice.")
        rows.append({**row, "epoch": "1", **_drawn(row, draws_path)})
    return online


def _drawn(row, path):
    """Return the measured values of a draw, as strings."""
    try:
        fraction = Decimal(row["geometric_margin"]) / Decimal(row["maximum_margin"])
    except (InvalidOperation, ZeroDivisionError):
        raise TableError(f"{path}: draw {row['draw']} of {row['run']} has no margin.") from None
    converged = row["status"] == Status.CONVERGED
    return {"fraction_of_maximum": str(fraction), "converged": str(int(converged))}
