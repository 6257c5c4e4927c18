"""The claims of a table with their verdicts, and its seconds as ratios."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

from paper_tables.verdicts import judge, printed_number
from records.statuses import Status

ROUNDING = {"": ROUND_HALF_EVEN, ">": ROUND_FLOOR, "<": ROUND_CEILING}


def claims_of(table, runs, online):
    """Rows of claims.csv, as dicts, one for each printed result, in the order of the table.

    runs, online: as `read_runs` and `read_online` give them.
    """
    return [
        _place(table, cell) | judge(cell, runs, online)._asdict()
        for cell in table.cells
        if cell.is_claim
    ]


def _place(table, cell):
    place = {"paper": table.paper, "table": table.name, "row": cell.row, "column": cell.column}
    return {**place, "printed": cell.printed or "", "run": cell.run}


def time_ratios_of(table, runs, seconds):
    """Rows of time_ratios.csv, as dicts: the seconds of a table, relative to one column of the row.

    seconds: run -> seconds of training, as strings. For a run that its time budget stopped they are
    a bound, ">", as it would have taken longer; and so is a ratio of which one side is a bound, ">"
    (at least) or "<" (at most). Any other run that did not converge has none, as it did not reach
    what it was timed for. A column of ours has nothing printed.
    """
    rows = []
    for cells in table.rows.values():
        unit = next((cell for cell in cells if cell.column == table.seconds_relative_to), None)
        for cell in (cell for cell in cells if cell.seconds):
            printed_ratio, _ = _ratio(
                *((c.printed and printed_number(c.printed), "") for c in (cell, unit))
            )
            took = _seconds(cell.run, runs, seconds)
            ratio = _ratio(took, _seconds(unit.run, runs, seconds))
            rows.append(
                _place(table, cell)
                | {"printed_ratio": printed_ratio}
                | dict(zip(("seconds", "seconds_bound"), took, strict=True))
                | dict(zip(("ratio", "ratio_bound"), ratio, strict=True))
            )
    return rows


def _seconds(run, runs, seconds):
    """The seconds of a run, "" if it has none, and whether they are a bound, ">" or ""."""
    bounds = {Status.CONVERGED: "", Status.MAX_SECONDS: ">"}
    status = runs[run]["status"] if run in runs else None
    return (seconds.get(run, ""), bounds[status]) if status in bounds else ("", "")


def _ratio(took, unit):
    """The ratio of two `_seconds`, with three digits, and whether it is a bound, ">", "<" or "".

    A bound is rounded in the direction in which it stays true. Both are "" if there is no ratio.
    """
    (took, took_bound), (unit, unit_bound) = took, unit
    if not took or not unit or (took_bound and unit_bound):
        return "", ""
    bound = took_bound or unit_bound.replace(">", "<")
    ratio = Context(prec=3, rounding=ROUNDING[bound]).divide(Decimal(took), Decimal(unit))
    return f"{ratio:f}", bound
