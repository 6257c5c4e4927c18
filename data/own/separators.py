"""Finds the character that separates a table's columns if it is not the expected one."""

import re

from data.loaders.rows import is_number

NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars", " ": "blanks"}
QUOTED = re.compile('"[^"]*"')
DIGIT, SEPARATING = re.compile("[0-9]"), re.compile(r"[;|:/\s]")
DECIMAL = re.compile(r"(?<![0-9,])[0-9]+,[0-9]+(?![0-9,])")  # one comma, as in 5,1 but not 5,1,2
CHECKED = 1000  # first lines to check; a separator is in each of them


def shown(separator):
    """Return a separator as written in a config and in a message."""
    return "tab" if separator == "\t" else f"'{separator}'"


def other_separator(lines, separator, with_commas=False):
    """Return another separator that occurs equally often in every line; None without one.

    Separators count outside quotation marks, and not at the edge of a cell. Blanks count only if
    they separate numbers, since texts contain blanks too. With `with_commas`, commas count,
    although they may be decimal.
    """
    lines = [QUOTED.sub('""', line) for line in lines[:CHECKED]]
    others = (";", "\t", "|", ",") if with_commas else (";", "\t", "|")
    for other in [other for other in others if other != separator]:
        cells = ([cell.strip(" \t") for cell in line.split(separator)] for line in lines)
        counts = {sum(cell.count(other) for cell in row) for row in cells}
        if len(counts) == 1 and counts != {0}:
            return other
    return " " if separator != " " and _are_separated_by_blanks(lines) else None


def _are_separated_by_blanks(lines):
    rows = [line.strip(" \t").replace("\t", "|").split() for line in lines]  # | is in no number
    widths = {len(row) for row in rows}
    at_edge = any(cell[0] in NAMES or cell[-1] in NAMES for row in rows for cell in row)
    if len(widths) != 1 or widths == {1} or at_edge:
        return False
    numbers = [[is_number(cell.replace(",", ".")) for cell in row] for row in rows]
    body = numbers[1:] if len(numbers) > 1 and not any(numbers[0]) else numbers
    return all(row.count(False) <= 1 and row[0] for row in body)


def commas_may_be_decimal(lines):
    """Return whether all lines have commas in numbers alone, and may be separated otherwise.

    A first line without digits has names. Quoted cells do not count.
    """
    lines = [QUOTED.sub('""', line).strip() for line in lines]
    body = lines if DIGIT.search(lines[0]) else lines[1:]
    return bool(body) and all(map(_has_decimal_commas_alone, body))


def _has_decimal_commas_alone(line):
    """Return whether a line has commas in numbers alone, and a character that may separate them."""
    rest = DECIMAL.sub("", line)
    return "," not in rest and rest != line and bool(SEPARATING.search(rest))


def advice(other, separator=","):
    """Return advice for columns that seem to be separated by another character."""
    return (
        f"the columns seem to be separated by {NAMES[other]}: set separator: {shown(other)}, and "
        f"decimal: ',' if numbers have decimal commas; or separator: {shown(separator)} if "
        f"{NAMES[separator]} separate them"
    )
