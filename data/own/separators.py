"""Which character separates a table's columns, and which one might if it is not that."""

import re

from data.loaders.rows import is_number

NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars", " ": "blanks"}
QUOTED = re.compile('"[^"]*"')
LOOKED_AT = 1000  # lines; a separator is in every one


def shown(separator):
    """How a separator is written in a config and in a message."""
    return "tab" if separator == "\t" else f"'{separator}'"


def other_separator(lines, separator, with_commas=False):
    """Another separator that every line has as often as the others; None without one.

    Counted are those outside quotation marks and not at the edge of a cell. Blanks count only if
    they leave numbers, since texts have blanks as well. with_commas: whether commas count, which
    may be decimal.
    """
    lines = [QUOTED.sub('""', line) for line in lines[:LOOKED_AT]]
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


def advice(other, separator=","):
    """What to do about columns that seem to be separated by another character."""
    return (
        f"the columns seem to be separated by {NAMES[other]}: say separator: {shown(other)}, and "
        f"decimal: ',' if numbers have decimal commas; or separator: {shown(separator)} if "
        f"{NAMES[separator]} separate them"
    )
