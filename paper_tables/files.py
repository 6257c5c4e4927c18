"""The tables of results as text: reading them as they stand, and making CSV."""

import csv
import io

from paper_tables.errors import TableError
from paper_tables.permutations import MEASURED


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
    needed += ("updates", "directional_margin", "geometric_margin", "upper_bound", "r2")
    needed += ("margin_bound_by_updates", "guaranteed_fraction", "asymptotic_fraction")
    return {row["run"]: row for row in read_csv(path, needed)}


def read_online(path):
    """results/online.csv, the table of online runs, as a dict of its rows.

    The key is (run, epoch, hypothesis, class), all strings; its rows are one a permutation, in the
    order of the file. Raises TableError also where a permutation stands there twice.
    """
    needed = ("run", "permutation", "epoch", "hypothesis", "class")
    online = {}
    for row in read_csv(path, (*needed, *MEASURED)):
        rows = online.setdefault((row["run"], row["epoch"], row["hypothesis"], row["class"]), [])
        if any(row["permutation"] == other["permutation"] for other in rows):
            where = ", ".join(f"{column} {row[column]}" for column in needed)
            raise TableError(f"{path}: there are two rows of {where}.")
        rows.append(row)
    return online


def csv_text(columns, rows):
    """CSV of rows, an iterable of sequences as long as `columns`."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return file.getvalue()
