"""The parameters of runs: how tables show them, and whether they are those that a paper prints."""

import json
from decimal import Decimal, InvalidOperation
from math import inf

from paper_tables.errors import TableError
from paper_tables.verdicts import printed_number, rounded_like


def check_parameters(table, runs):
    """Compare the runs with the parameters that a table prints or its text states.

    `runs` is the result of `read_runs`; missing runs are not compared. Return a sentence for each
    parameter that differs in the printed digits.
    """
    wanted = [
        (cell.run, key, text, cell.scale)
        for cell in table.cells
        if cell.parameters and cell.printed is not None and not cell.label
        for key, text in _parts(table, cell)
    ]
    wanted += [
        (run, key, text, "1") for run in table.stated for key, text in table.stated[run].items()
    ]
    return [
        f"{table.paper}/{table.name} prints {key} = {text}"
        f"{'' if scale == '1' else f' (times {scale})'}, but {run} has {given(runs[run], key)}."
        for run, key, text, scale in wanted
        if run in runs and not _equal(given(runs[run], key), text, scale)
    ]


def given(row, key):
    """Return a parameter of a run or a column of runs.csv, or None.

    The value is a Decimal or a string.
    """
    parameters = json.loads(row["parameters"] or "{}", parse_float=Decimal, parse_int=Decimal)
    return parameters.get(key, row.get(key))


def value_text(value):
    """Return the value of a parameter, as the tables show it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "∞" if value == inf else f"{value:.4g}"
    return str(value)


def _parts(table, cell):
    parts = cell.printed.split(", ")
    if len(parts) != len(cell.parameters):
        raise TableError(
            f"{table.paper}/{table.name}: rows.{cell.row}: {cell.printed!r} does not have one "
            f"number for each of {', '.join(cell.parameters)}."
        )
    return zip(cell.parameters, parts, strict=True)


def _equal(value, text, scale):
    if value is None or str(value) == text:
        return value is not None
    try:
        printed = printed_number(text)
        return rounded_like(Decimal(value) * Decimal(scale), printed) == printed
    except (TableError, InvalidOperation):
        return False  # a word is not a number, and equal words were found above
