"""Reading and writing the files of results, which hold every number in full."""

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
    """The rows of a file of results, as dicts of strings, exactly as they are written there.

    file: its `ResultFile`. needed: names of the columns that it has to have, None for all. Raises
    RecordError if there is no such file or no such column, or if the file is damaged: with the
    line, unless it is not text at all.
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
        raise RecordError(f"{path}: is no text in UTF-8: {error.reason}.") from None
    except csv.Error as error:
        raise RecordError(f"{path}, line {reader.reader.line_num}: is no CSV: {error}.") from None


def _check_columns(path, present, needed):
    for column in needed:
        if column not in present:
            raise RecordError(f"{path}: has no column {column!r}.")
    for column in present:
        if present.count(column) > 1:
            raise RecordError(f"{path}: has two columns {column!r}.")


def _checked(path, reader, file):
    """Yields the rows, each with a cell for every column, and numbers where there should be."""
    types = {column.name: column.type for column in file.columns}
    numbers = [name for name in reader.fieldnames or [] if types.get(name) in NUMBERS]
    for row in reader:
        line = f"{path}, line {reader.line_num}"
        if None in row or None in row.values():
            raise RecordError(f"{line}: has not as many cells as the first line.")
        for name in numbers:
            if row[name] and not WRITTEN.fullmatch(row[name]):
                raise RecordError(f"{line}: {row[name][:40]!r} at {name} is no number.")
            if row[name] and types[name] == INTEGER and not isfinite(float(row[name])):
                raise RecordError(f"{line}: {row[name][:40]!r} at {name} is no count.")
        yield row


def file_of(path):
    """The `ResultFile` that a path such as results/runs.csv names. Raises RecordError.

    >>> file_of("results/runs.csv").key
    ('run',)
    """
    name = Path(path).stem
    if name not in RESULT_FILES:
        raise RecordError(
            f"{path}: no file of results is called {name}; there are {', '.join(RESULT_FILES)}."
        )
    return RESULT_FILES[name]


def text_of(file, rows):
    """A file of results as the text of a CSV file. rows: dicts; missing values are left empty."""
    return csv_text(file.header, ([row.get(name) for name in file.header] for row in rows))


def csv_text(header, rows):
    """The text of a CSV file. rows: an iterable of sequences as long as the header."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_text(value) for value in row] for row in rows)
    return made.getvalue()


def _text(value):
    """A number with enough digits to distinguish it from any other, "" if there is none."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    return f"{value:.17g}" if isinstance(value, float) else value
