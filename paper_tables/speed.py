"""Compares seconds as ratios: the seconds of a table, and claims that one learner is faster.

A timed run of less than five seconds is repeated, up to five times in all, and its seconds are the
median. A longer run is timed once. Seconds have no sampling error here: they are taken to be right
within a factor of 1.25. A claim is therefore undecided if an end of its range is within this factor
of the ratio. The factor is our choice, one for all statements.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

from paper_tables.statements import HOLDS, NOT_MEASURED, UNDECIDED, outcome_of, range_of
from paper_tables.verdicts import printed_number
from records.statuses import Status

ROUNDING = {"": ROUND_HALF_EVEN, ">": ROUND_FLOOR, "<": ROUND_CEILING}
INVERSE = {"": "", ">": "<", "<": ">"}
OF_SECONDS = "a ratio of seconds on this machine"
TIMING = Decimal("1.25")  # one timing does not decide about an end of a range within this factor


def time_ratios_of(table, runs, seconds):
    """Return rows of time_ratios.csv (dicts): the seconds of a table as ratios.

    The reference is one column of the row, or a run that the column names. `seconds` is a dict from
    run to seconds of training, as strings. If a time budget stopped a run, its seconds are a bound,
    ">", as it would have taken longer. A ratio with a bound on one side is itself a bound, ">" (at
    least) or "<" (at most). Any other run that did not converge has no seconds, since it did not
    reach its goal. A column of ours has no printed ratio.
    """
    rows = []
    for cell in (cell for cell in table.cells if cell.seconds):
        unit = table.seconds_unit(cell)
        if unit is None and cell.printed is None:
            continue
        took = _seconds(cell.run, runs, seconds)
        if cell.relative_to:
            printed, ratio = "", _speed(cell, runs, seconds)
        else:
            of_cell = cell.printed and printed_number(cell.printed)
            of_unit = unit.printed and printed_number(unit.printed)
            printed, _ = _ratio((of_cell, ""), (of_unit, ""))
            ratio = _ratio(took, _seconds(unit.run, runs, seconds))
        rows.append(
            {
                **table.place(cell),
                "run": cell.run,
                "printed_ratio": printed,
                "seconds": took[0],
                "seconds_bound": took[1],
                "ratio": ratio[0],
                "ratio_bound": ratio[1],
            }
        )
    return rows


def judge_speed(cell, runs, seconds):
    """Return (outcome, measured, reason) of a `Cell` of seconds with a statement about their ratio.

    If the ratio is only a bound and leaves the statement open, it is not measured.
    """
    ratio, bound = _speed(cell, runs, seconds)
    if not ratio:
        return NOT_MEASURED, "", why_no_ratio(cell, None, runs, seconds)
    wanted = range_of(cell.means)
    outcome = outcome_of(Decimal(ratio), cell.means, left_open=cell.left_open)
    if outcome == HOLDS:  # the true ratio may lie beyond the end that the bound leaves open
        is_open = wanted.highest.is_finite() if bound == ">" else wanted.lowest > 0
    else:
        is_open = bound == (">" if Decimal(ratio) <= wanted.lowest else "<")
    if bound and is_open:
        return NOT_MEASURED, "", f"the ratio is only known to be {bound} {ratio}"
    text = f"{bound} {ratio}".strip()
    reason = f"the claim is {cell.means}; {OF_SECONDS}"
    if is_near_an_end(Decimal(ratio), wanted):
        return UNDECIDED, text, f"{reason}; an end of the range is within a factor of {TIMING}"
    return outcome, text, reason


def is_near_an_end(ratio, wanted):
    """Return whether timing cannot tell a ratio of seconds from an end of a `Range`."""
    return any(ratio / TIMING < end < ratio * TIMING for end in wanted[:2] if end.is_finite())


def _speed(cell, runs, seconds):
    """Return a cell's own ratio and its bound sign; ("", "") if there is no ratio."""
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


def why_no_ratio(cell, unit, runs, seconds):
    """Return a clause that says why the seconds of a `Cell` give no ratio.

    unit: the cell of the unit, for a cell that names no run to compare with; otherwise None.
    """
    other = cell.relative_to or (unit.run if unit else "")
    for run in filter(None, (cell.run, other, cell.added, *cell.than)):
        if run not in runs:
            return f"there is no run {run}"
        if not _seconds(run, runs, seconds)[0]:
            row = runs[run]
            why = f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]
            return why if run == cell.run else f"the run to compare with, {run}: {why}"
    return "both runs were stopped"


def _seconds(run, runs, seconds):
    """Return the seconds of a run ("" without any), and ">" if they are a bound, otherwise ""."""
    bounds = {Status.CONVERGED: "", Status.MAX_SECONDS: ">"}
    status = runs[run]["status"] if run in runs else None
    return (seconds.get(run, ""), bounds[status]) if status in bounds else ("", "")


def _ratio(took, unit):
    """Return the ratio of two numbers in three digits, and its bound sign.

    Each number comes with its bound sign. A bound is rounded in the direction in which it stays
    true. If there is no ratio, the result is two empty texts.
    """
    (took, took_bound), (unit, unit_bound) = took, unit
    bounds = {took_bound, INVERSE[unit_bound]} - {""}
    if not took or not unit or len(bounds) == 2:
        return "", ""
    bound = bounds.pop() if bounds else ""
    ratio = Context(prec=3, rounding=ROUNDING[bound]).divide(Decimal(took), Decimal(unit))
    return f"{ratio:f}", bound
