"""The claims of a table with their verdicts, and its seconds as ratios."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

from paper_tables.verdicts import judge, printed_number
from records.statuses import Status

ROUNDING = {"": ROUND_HALF_EVEN, ">": ROUND_FLOOR, "<": ROUND_CEILING}


def claims_of(table, runs, online):
    """Rows of claims.csv, one for each printed result, in the order of the table.

    runs, online: as `read_runs` and `read_online` give them.
    """
    return [
        (
            table.paper,
            table.name,
            cell.row,
            cell.column,
            cell.printed,
            *_judged(cell, runs, online),
            cell.run,
        )
        for cell in table.cells
        if cell.is_claim
    ]


def _judged(cell, runs, online):
    verdict = judge(cell, runs, online)
    return verdict.measured, verdict.verdict, verdict.reason


def time_ratios_of(table, runs, seconds):
    """Rows of time_ratios.csv: the seconds of a table, relative to one column of the same row.

    seconds: run -> seconds of training, as strings. Of a run that its time budget stopped they are
    a bound, ">": it would have taken longer; and so is a ratio of which one part is a bound, ">"
    (at least) or "<" (at most). Any other run that did not converge has none, as it did not reach
    what it was timed for. A column of ours has nothing printed.
    """
    rows = []
    for row, cells in table.rows.items():
        unit = next((cell for cell in cells if cell.column == table.seconds_relative_to), None)
        for cell in cells:
            if cell.seconds:
                took = _seconds(cell.run, runs, seconds)
                printed_ratio, _ = _ratio(
                    *((c.printed and printed_number(c.printed), "") for c in (cell, unit))
                )
                rows.append(
                    (table.paper, table.name, row, cell.column, cell.printed or "", printed_ratio)
                    + took
                    + _ratio(took, _seconds(unit.run, runs, seconds))
                    + (cell.run,)
                )
    return rows


def _seconds(run, runs, seconds):
    """The seconds of a run, "" where it has none, and whether they are a bound, ">" or ""."""
    bounds = {Status.CONVERGED: "", Status.MAX_SECONDS: ">"}
    status = runs[run]["status"] if run in runs else None
    return (seconds.get(run, ""), bounds[status]) if status in bounds else ("", "")


def _ratio(took, unit):
    """The ratio of two `_seconds`, with three digits, and whether it is a bound, ">", "<" or "".

    A bound is rounded to the side on which it stays true. "" for both where there is no ratio.
    """
    (took, took_bound), (unit, unit_bound) = took, unit
    if not took or not unit or (took_bound and unit_bound):
        return "", ""
    bound = took_bound or unit_bound.replace(">", "<")
    ratio = Context(prec=3, rounding=ROUNDING[bound]).divide(Decimal(took), Decimal(unit))
    return f"{ratio:f}", bound
