"""Reading the tables of results, and writing files that are whole or not there."""

import csv
import io
from pathlib import Path

from paper_tables.errors import TableError


def read_csv(path, needed):
    """The rows of a CSV file with a head, as dicts of strings: what stands there, to the last digit.

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
    needed = ("run", "data", "augment", "extend", "algorithm", "parameters", "status", "reason")
    needed += ("updates", "directional_margin", "geometric_margin", "upper_bound", "r2")
    return {row["run"]: row for row in read_csv(path, needed)}


def csv_text(columns, rows):
    """CSV of rows, an iterable of dicts or of sequences as long as `columns`."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([row[c] for c in columns] if isinstance(row, dict) else row)
    return file.getvalue()


def write_text(path, text):
    """Writes a file under another name and then renames it, so that it is never half written."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
