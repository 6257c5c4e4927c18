"""The tables of results as text: reading them as they stand, and making CSV."""

import csv
import io
from decimal import Decimal, InvalidOperation

from paper_tables.errors import TableError
from paper_tables.permutations import ONLINE


def read_csv(path, needed):
    """The rows of a CSV file with a head, as dicts of strings, to the last digit that stands there.

    needed: names of columns. Raises TableError where there is no such file or no such column.
    """
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            rows, present = list(reader), reader.fieldnames or []
    except FileNotFoundError:
        raise TableError(f"{path}: there is no such file.") from None
    for column in needed:
        if column not in present:
            raise TableError(f"{path}: has no column {column!r}.")
    return rows


def read_runs(path):
    """results/runs.csv as a dict from the run's name to its row."""
    needed = (
        "run",
        "data",
        "augment",
        "extend",
        "N",
        "algorithm",
        "parameters",
        "status",
        "reason",
    )
    needed += ("updates", "visits", "directional_margin", "geometric_margin", "upper_bound", "r2")
    needed += ("margin_bound_by_updates", "guaranteed_fraction", "asymptotic_fraction", "kept")
    return {row["run"]: row for row in read_csv(path, needed)}


def read_online(path, draws_path):
    """results/online.csv and draws.csv, the tables of runs that are repeated, as a dict of rows.

    The key is (run, epoch, hypothesis, class), all strings; its rows are one a permutation or draw,
    in the order of the file. A draw stands for the last hypothesis after epoch 1 and all classes.
    Raises TableError also where a permutation or draw stands there twice.
    """
    needed = ("run", "permutation", "epoch", "hypothesis", "class")
    online = {}
    for row in read_csv(path, (*needed, *ONLINE)):
        rows = online.setdefault((row["run"], row["epoch"], row["hypothesis"], row["class"]), [])
        if any(row["permutation"] == other["permutation"] for other in rows):
            where = ", ".join(f"{column} {row[column]}" for column in needed)
            raise TableError(f"{path}: there are two rows of {where}.")
        rows.append(row)
    needed = ("run", "draw", "status", "updates", "geometric_margin", "maximum_margin")
    for row in read_csv(draws_path, needed):
        rows = online.setdefault((row["run"], "1", "last", "all"), [])
        if any(row["draw"] == other["draw"] for other in rows):
            raise TableError(f"{draws_path}: {row['run']} has draw {row['draw']} twice.")
        rows.append({**row, "epoch": "1", **_drawn(row, draws_path)})
    return online


def _drawn(row, path):
    """What is measured on a draw, as strings."""
    try:
        part = Decimal(row["geometric_margin"]) / Decimal(row["maximum_margin"])
    except (InvalidOperation, ZeroDivisionError):
        raise TableError(f"{path}: draw {row['draw']} of {row['run']} has no margin.") from None
    return {"margin_part": str(part), "converged": str(int(row["status"] == "converged"))}


def csv_text(columns, rows):
    """CSV of rows, an iterable of sequences as long as `columns`."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return file.getvalue()
