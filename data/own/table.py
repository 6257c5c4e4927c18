"""Reads a user's table: columns with separators between them, one line for each pattern."""

import csv
import re
from math import isfinite
from typing import NamedTuple

import numpy as np

from data.errors import DataError
from data.loaders.rows import is_rounded
from data.own import separators
from data.own.columns import choose, shortened
from data.own.contents import text_of
from data.own.faults import Faults
from data.own.numbers import MISSING, TRUTH, has_thousands, is_written, value, with_point

SEPARATORS = {".csv": ",", ".tsv": "\t"}  # by the ending of a file's name
OF_EXCEL = re.compile(r"\"?sep=.\"?", re.IGNORECASE)  # a first line that only Excel reads
INFINITE = {"inf", "infinity"}
FEWEST = 3  # patterns, from which a column without numbers is one fault
NO_NUMBERS = "A column that has no numbers can be left out with drop."
LIKE_LIBSVM = re.compile(r"[^\s,]+([ \t]+[0-9]+:[^\s,:]+)+\s*")


class Rows(NamedTuple):
    """Patterns as written in a file.

    Attributes
    ----------
    lines : list of int
        The line of each pattern, counted from 1.
    classes : list of str
        The class of each pattern.
    X : array or csr matrix of shape (m, n)
        The attributes.
    names : list of str or None
        The names of the attributes, "" for a missing name; None if columns have no names.
    """

    lines: list
    classes: list
    X: np.ndarray
    names: list | None


def is_table(path):
    """Return whether a file is a table, by the ending of its name."""
    return path.suffix.lower() in SEPARATORS


def read_table(path, label, head, columns, drop, separator, decimal):
    """Return the Rows of a table. Arguments and errors are as for `read_own`."""
    decimal, separator = decimal or ".", "\t" if separator == "tab" else separator
    content = text_of(path)
    lines = [
        (number, line)
        for number, line in enumerate(content.split("\n"), start=1)
        if line.strip(" \t")
    ]
    faults = Faults(path)
    used = separator or SEPARATORS[path.suffix.lower()]
    if OF_EXCEL.fullmatch(lines[0][1]):
        raise DataError(
            f"{path}, line {lines[0][0]}: {lines[0][1]!r} is for Excel: delete the line, and set "
            "separator."
        )
    if LIKE_LIBSVM.fullmatch(lines[0][1]):
        raise DataError(
            f"{path}, line {lines[0][0]}: this is libsvm's format; rename the file, because a name "
            f"that ends in {path.suffix} is for tables."
        )
    other = separators.other_separator([line for _, line in lines], used)
    if other and separator is None:
        raise DataError(f"{path}, line {lines[0][0]}: {separators.advice(other, used)}.")
    rows = _rows(lines, used, faults)
    _check_widths(rows, lines, used, faults)
    if separator is None and used == ",":
        if separators.commas_may_be_decimal([line for _, line in lines]):
            raise DataError(
                f"{path}, line {lines[0][0]}: the commas may be decimal, since they stand in "
                "numbers alone: set decimal: ',' and separator to the character between the "
                "columns; or separator: ',' if commas separate them."
            )
    width = len(rows[0][1])
    whole = [(line, cells) for line, cells in rows if len(cells) == width]
    if columns is None and drop is None:
        _check_last_column(rows, used, faults)
    try:
        names, column, places = choose(path, whole, label, head, columns, drop, decimal, faults)
    except DataError:
        faults.raise_any()  # the faults may be the cause
        raise
    patterns = whole[1:] if names else whole
    for place in _without_numbers(patterns, places, decimal):
        _add_fault_of_column(patterns[0], place, names, decimal, faults)
        places.remove(place)
    X = [_attributes(row, places, names, decimal, faults) for row in patterns]
    classes = [_class(row, column, decimal, faults) for row in patterns]
    faults.raise_any()
    if not patterns:
        raise DataError(f"{path} has no patterns, only the columns' names.")
    X = np.array(X, dtype=np.float64).reshape(len(patterns), len(places))
    attributes = [names[place] for place in places] if names else None
    return Rows([line for line, _ in patterns], classes, X, attributes)


def _rows(lines, separator, faults):
    """Return (line, cells) of each line; a quoted cell must end in its own line."""
    bare_quote = re.compile(
        '[^ "] *"' if separator == " " else f'[^{re.escape(separator)}" ] *"'
    )  # applies after quoted cells have been emptied
    rows = []
    for number, line in lines:
        if '"' in line and bare_quote.search(separators.QUOTED.sub('""', line)):
            faults.add(number, "a quotation mark is inside a cell that does not begin with one")
            continue
        line = line.strip(" ") if separator == " " else line
        try:
            (cells,) = csv.reader([line], strict=True, skipinitialspace=True, delimiter=separator)
        except csv.Error as error:
            faults.add(number, _described(str(error), separator))
            continue
        rows.append((number, [cell.strip(" \t") for cell in cells]))
    return rows


def _described(error, separator):
    """Describe the fault of a line from the csv module's message."""
    if "end of data" in error:
        return "a quotation mark is not closed"
    if "field limit" in error:
        return f"a cell has more than {csv.field_size_limit()} characters, so it must be shortened"
    return error.replace(f"'{separator}'", separators.shown(separator))


def _check_widths(rows, lines, separator, faults):
    """Add lines that differ in width from the first to the faults; raise if the width is 1."""
    if not rows:
        faults.raise_any()
    width = len(rows[0][1])
    if width == 1:
        texts = [line for _, line in lines]
        other = separators.other_separator(texts, separator, with_commas=True)
        if other is None and texts[1:]:  # the first line may be a title
            other = separators.other_separator(texts[1:], separator, with_commas=True)
        only = "there is only one column, so there are classes but no attributes"
        if 1 not in {len(cells) for _, cells in rows[1:]} and rows[1:]:
            only = "only one column, but other lines have more; delete the line if it is a title"
        faults.add(rows[0][0], separators.advice(other, separator) if other else only)
        faults.raise_any()
    for line, cells in rows:
        if len(cells) != width:
            why = " (a table has no comments)" if cells[0].startswith("#") else ""
            if len(cells) == width + 1 and cells[-1] == "":
                why = f" (the line ends with {separators.shown(separator)})"
            faults.add(line, f"{len(cells)} columns, where {width} are expected{why}")


def _check_last_column(rows, separator, faults):
    """Raise if the last column is empty in every line as wide as the first."""
    width = len(rows[0][1])
    alike = [cells for _, cells in rows if len(cells) == width]
    if any(cells[-1] for cells in alike):
        return
    if len(alike) == 1 and width - 1 not in {len(cells) for _, cells in rows}:
        return  # the first line may be cut short
    what = f"the last column is empty, as lines end with {separators.shown(separator)}"
    hint = (
        "Delete the separators at the ends of lines, or leave the column out with drop and name "
        "the column of classes with label."
    )
    faults.add(rows[0][0], what, hint)
    faults.raise_any()


def _without_numbers(patterns, places, decimal):
    """Return the places of columns without any number, in tables of FEWEST patterns or more."""
    if len(patterns) < FEWEST:
        return []
    return [k for k in places if not any(is_written(cells[k], decimal) for _, cells in patterns)]


def _add_fault_of_column(row, place, names, decimal, faults):
    """Add one fault for a column without numbers, at its first cell."""
    line, cells = row
    cell, (_, hint) = shortened(cells[place]), _not_a_number(cells[place], decimal)
    hint = NO_NUMBERS if cells[place].lower() in MISSING else hint
    faults.add(line, f"{_called(place, names)} has no numbers, but cells such as {cell!r}", hint)


def _called(place, names):
    return f"column {place + 1}" + (f" ({names[place]!r})" if names and names[place] else "")


def _attributes(row, places, names, decimal, faults):
    line, cells = row
    found = []
    for place in places:
        number = value(cells[place], decimal)
        if number is None:
            what, hint = _not_a_number(cells[place], decimal)
            cell = shortened(cells[place])
            faults.add(line, f"{cell!r} in {_called(place, names)} {what}", hint)
        found.append(number)
    return found


def _not_a_number(token, decimal):
    """Return (description of the fault of a token, advice or None)."""
    if is_written(token, decimal):
        number = float(with_point(token, decimal))
        if isfinite(number) and is_rounded(with_point(token, decimal)):
            return "has more digits than float64 holds", "Subtract a constant, or leave it out."
        if number:
            return "is too large for a number in float64", "Use other units for a number so large."
        return "is too small for a number in float64", "Write 0 for a number so small."
    if token.lower() in TRUTH:
        return "is not a number", "Write 1 for True and 0 for False."
    if token.lower() in MISSING:
        return "is not a number", "Fill in what is missing, or leave out the line."
    if token.lower().lstrip("+-") in INFINITE:
        return "is not finite", None
    written_with = "," if decimal == "." else "."
    hints = []
    if has_thousands(token):
        hints.append("Write 1234 for 1,234 if commas separate thousands.")
    if is_written(token, written_with):
        hints.append(f"Set decimal: '{written_with}' if that is the decimal sign.")
    hints = hints or [NO_NUMBERS]
    return "is not a number", " ".join(hints)


def _class(row, column, decimal, faults):
    """Return the class of a pattern as written, but with a decimal point."""
    line, cells = row
    token = cells[column]
    if token.lower() in MISSING - {"na", "none"}:  # these two may be names of classes
        faults.add(line, f"the class {token!r} is missing")
    return with_point(token, decimal) or token
