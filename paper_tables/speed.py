"""Seconds, which are compared as ratios: those of a table, and claims that a learner is faster."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

from paper_tables.verdicts import (
    DIFFERS,
    EXACT,
    NOT_MEASURED,
    Verdict,
    printed_number,
    printed_range,
)
from records.statuses import Status

ROUNDING = {"": ROUND_HALF_EVEN, ">": ROUND_FLOOR, "<": ROUND_CEILING}
INVERSE = {"": "", ">": "<", "<": ">"}


def time_ratios_of(table, runs, seconds):
    """Rows of time_ratios.csv, as dicts: the seconds of a table, relative to one column of the row,
    or to a run of the column's own.

    seconds: run -> seconds of training, as strings. For a run that its time budget stopped they are
    a bound, ">", as it would have taken longer; and so is a ratio of which one side is a bound, ">"
    (at least) or "<" (at most). Any other run that did not converge has none, as it did not reach
    what it was timed for. A column of ours has nothing printed.
    """
    rows = []
    for cells in table.rows.values():
        unit = next((cell for cell in cells if cell.column == table.seconds_relative_to), None)
        for cell in (cell for cell in cells if cell.seconds):
            if unit is None and cell.printed is None:
                continue
            took = _seconds(cell.run, runs, seconds)
            if cell.relative_to:
                printed, ratio = "", _speed(cell, runs, seconds)
            else:
                printed, _ = _ratio(
                    *((c.printed and printed_number(c.printed), "") for c in (cell, unit))
                )
                ratio = _ratio(took, _seconds(unit.run, runs, seconds))
            rows.append(
                table.place(cell)
                | {"run": cell.run, "printed_ratio": printed}
                | dict(zip(("seconds", "seconds_bound"), took, strict=True))
                | dict(zip(("ratio", "ratio_bound"), ratio, strict=True))
            )
    return rows


def judge_speed(cell, runs, seconds):
    """The `Verdict` on a claim about a ratio of seconds, which is itself in time_ratios.csv.

    Of a ratio that is only a bound, it is not measured what the bound leaves open.
    """
    ratio, bound = _speed(cell, runs, seconds)
    if not ratio:
        return Verdict(NOT_MEASURED, "", _why_no_ratio(cell, runs, seconds))
    lowest, highest = printed_range(cell.means)
    ratio = Decimal(ratio)
    reason = f"it comes to {cell.means}; the ratio of seconds is in time_ratios.csv"
    if lowest <= ratio <= highest:
        holds, is_open = EXACT, bound == (">" if highest.is_finite() else "<")
    else:
        holds, is_open = DIFFERS, bound == (">" if ratio < lowest else "<")
    if is_open:
        return Verdict(NOT_MEASURED, "", f"the ratio is only known to be {bound} {ratio:f}")
    return Verdict(holds, "", reason)


def _speed(cell, runs, seconds):
    """The ratio of a cell's own, and whether it is a bound; ("", "") if there is none."""
    took, unit = (_seconds(run, runs, seconds) for run in (cell.run, cell.relative_to))
    if cell.added:
        unit = _sum(unit, _seconds(cell.added, runs, seconds))
    own = _ratio(took, unit)
    if not cell.than:
        return own
    return _ratio(own, _ratio(*(_seconds(run, runs, seconds) for run in cell.than)))


def _sum(one, other):
    if not one[0] or not other[0]:
        return "", ""
    return str(Decimal(one[0]) + Decimal(other[0])), one[1] or other[1]


def _why_no_ratio(cell, runs, seconds):
    for run in filter(None, (cell.run, cell.relative_to, cell.added, *cell.than)):
        if run not in runs:
            return f"there is no run {run}"
        if not _seconds(run, runs, seconds)[0]:
            row = runs[run]
            why = f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]
            return why if run == cell.run else f"to compare with: {why}"
    return "both runs were stopped"


def _seconds(run, runs, seconds):
    """The seconds of a run, "" if it has none, and whether they are a bound, ">" or ""."""
    bounds = {Status.CONVERGED: "", Status.MAX_SECONDS: ">"}
    status = runs[run]["status"] if run in runs else None
    return (seconds.get(run, ""), bounds[status]) if status in bounds else ("", "")


def _ratio(took, unit):
    """The ratio of two numbers with their bounds, with three digits, and its own bound.

    A bound is rounded in the direction in which it stays true. Both are "" if there is no ratio.
    """
    (took, took_bound), (unit, unit_bound) = took, unit
    bounds = {took_bound, INVERSE[unit_bound]} - {""}
    if not took or not unit or len(bounds) == 2:
        return "", ""
    bound = bounds.pop() if bounds else ""
    ratio = Context(prec=3, rounding=ROUNDING[bound]).divide(Decimal(took), Decimal(unit))
    return f"{ratio:f}", bound
