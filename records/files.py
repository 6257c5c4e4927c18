"""Reads and writes result files. Every number is written in full."""

import csv
import io
import re
from math import isfinite, isnan
from pathlib import Path

from records import analysis_files, run_files
from records.columns import INTEGER, NUMBER
from records.errors import RecordError

NUMBERS = (INTEGER, NUMBER)
WRITTEN = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|-?inf|nan")

RESULT_FILES = {file.name: file for file in (*run_files.FILES, *analysis_files.FILES)}


def read(path, file, needed=None):
    """Return the rows of a result file as dicts of strings, exactly as the file has them.

    Parameters
    ----------
    path : str or Path
        The CSV file.
    file : ResultFile
        The description of the file.
    needed : iterable of str, optional
        The columns that the file must have. By default all columns of `file`.

    Raises
    ------
    RecordError
        If the file or a needed column is missing, or if the file is damaged. The message names the
        damaged line, unless the file is not UTF-8 text.
    """
    try:
        with open(path, newline="", encoding="utf-8") as opened:
            reader = csv.DictReader(opened, strict=True)
            present = list(reader.fieldnames or [])
            _check_columns(path, present, file.header if needed is None else needed)
            return list(_checked(path, reader, file))
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file.") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: is not UTF-8 text: {error.reason}.") from None
    except csv.Error as error:
        line = reader.reader.line_num
        raise RecordError(f"{path}, line {line}: is not valid CSV: {error}.") from None


def _check_columns(path, present, needed):
    for column in needed:
        if column not in present:
            raise RecordError(f"{path}: has no column {column!r}.")
    for column in present:
        if present.count(column) > 1:
            raise RecordError(f"{path}: has two columns {column!r}.")


def _checked(path, reader, file):
    """Yield the rows, checking that every cell exists and that numbers are numbers."""
    types = {column.name: column.type for column in file.columns}
    numbers = [name for name in reader.fieldnames or [] if types.get(name) in NUMBERS]
    for row in reader:
        line = f"{path}, line {reader.line_num}"
        if None in row or None in row.values():
            raise RecordError(f"{line}: must have as many cells as the first line.")
        for name in numbers:
            if row[name] and not WRITTEN.fullmatch(row[name]):
                raise RecordError(f"{line}: {row[name][:40]!r} in column {name} is not a number.")
            if row[name] and types[name] == INTEGER and not isfinite(float(row[name])):
                raise RecordError(
                    f"{line}: {row[name][:40]!r} in column {name} is not a finite count."
                )
        yield row


def file_of(path):
    """Return the `ResultFile` of a path such as results/runs.csv.

    Raise RecordError for an unknown name.

    >>> file_of("results/runs.csv").key
    ('run',)
    """
    name = Path(path).stem
    if name not in RESULT_FILES:
        raise RecordError(
            f"{path}: no result file is called {name}; the names are {', '.join(RESULT_FILES)}."
        )
    return RESULT_FILES[name]


def text_of(file, rows):
    """Return the CSV text of a result file from dicts; missing values are left empty."""
    return csv_text(file.header, ([row.get(name) for name in file.header] for row in rows))


def csv_text(header, rows):
    """Return the text of a CSV file. Each row is as long as the header."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_text(value) for value in row] for row in rows)
    return made.getvalue()


def _text(value):
    """Return a number with enough digits to read it back exactly, or "" for a missing number."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    return f"{value:.17g}" if isinstance(value, float) else value
