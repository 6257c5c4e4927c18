"""Verdicts: does a measured number agree with the printed one?

exact: equal in every printed digit, or a claimed inequality that holds. close: within the tolerance
that the table's file states, with its reason. differs: neither; a better result differs too. not
measured: with the reason why. Seconds are never judged. All arithmetic is decimal, on the digits as
they stand in both files.
"""

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from paper_tables.errors import TableError

EXACT, CLOSE, DIFFERS, NOT_MEASURED = VERDICTS = ("exact", "close", "differs", "not measured")
SECONDS = "seconds depend on the machine; they are compared as ratios in time_ratios.csv"


class Verdict(NamedTuple):
    """verdict: one of VERDICTS. measured: in the units of the print, "" where nothing is there."""

    verdict: str
    measured: str
    reason: str


def judge(cell, runs):
    """The `Verdict` on a claim, a `Cell` that `is_claim`; runs: as `read_runs` gives them."""
    if cell.seconds:
        return Verdict(NOT_MEASURED, "", SECONDS)
    why = why_not_measured(cell, runs)
    if why:
        return Verdict(NOT_MEASURED, "", why)
    verdict = _judge_inequality(cell, runs) if cell.above else _judge_number(cell, runs)
    remark = runs[cell.run]["reason"]  # of a converged run: how its parameter was searched for
    return verdict._replace(reason="; ".join(filter(None, (verdict.reason, remark))))


def why_not_measured(cell, runs):
    """One clause that says why there is no number for a cell with a field, or "" where there is."""
    if cell.not_run:
        return cell.not_run
    for run in filter(None, (cell.run, cell.relative_to, *(other for other, _ in cell.above))):
        why = _why_run_has_none(runs, run, cell.field)
        if why:
            return why if run == cell.run else f"to compare with: {why}"
    return ""


def _why_run_has_none(runs, run, field):
    if run not in runs:
        return "there is no such run"
    row = runs[run]
    if row["status"] != "converged":
        return f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]
    column = "r2" if field == "R" else field
    return "" if row[column] else f"the run has no {column}"


def measured_number(cell, runs):
    """The Decimal that stands in a cell with a field: relative to another run's, and scaled."""
    value = _number(runs[cell.run], cell.field)
    if cell.relative_to:
        value /= _number(runs[cell.relative_to], cell.field)
    return value * Decimal(cell.scale)


def _number(row, field):
    """A number of a run, one row of runs.csv, as a Decimal; R is the square root of its r2."""
    try:
        return Decimal(row["r2"]).sqrt() if field == "R" else Decimal(row[field])
    except InvalidOperation:
        raise TableError(f"{row['run']}: {field} is {row[field]!r}, which is no number.") from None


def printed_number(printed):
    """The number in a printed string, whose exponent says how many digits were printed.

    Thousands separators, the star of a footnote and the sign of a root are left out; for a root the
    square is what is given.
    """
    try:
        return Decimal(printed.removeprefix("√").removesuffix("*").replace(",", ""))
    except InvalidOperation:
        raise TableError(f"The printed string {printed!r} is no number.") from None


def rounded_like(value, printed):
    """A Decimal rounded to the digits of a printed one, halves away from zero as on paper."""
    return value.quantize(Decimal((0, (1,), printed.as_tuple().exponent)), ROUND_HALF_UP)


def _judge_number(cell, runs):
    value = measured_number(cell, runs)
    printed = printed_number(cell.printed)
    text = _measured_text(value, printed)
    if rounded_like(value, printed) == printed:
        return Verdict(EXACT, text, "")
    close = cell.close or {}
    if "plus" in close and rounded_like(value + close["plus"], printed) == printed:
        return Verdict(CLOSE, text, close["reason"])
    difference = value - printed
    by = f"{difference:+.6g} ({100 * difference / printed:+.2g} %) from the print"
    if "relative" in close and abs(difference) <= Decimal(close["relative"]) * printed:
        return Verdict(CLOSE, text, f"{by}: {close['reason']}")
    return Verdict(DIFFERS, text, by)


def _measured_text(value, printed):
    """A whole number in full, any other with three digits more than were printed."""
    if value == value.to_integral_value() and printed.as_tuple().exponent >= 0:
        return f"{value:.0f}"
    return f"{value:.{3 - min(0, printed.as_tuple().exponent)}f}"


def _judge_inequality(cell, runs):
    value = _number(runs[cell.run], cell.field)
    ratios = [value / _number(runs[other], cell.field) for other, _ in cell.above]
    bounds = [Decimal(times) for _, times in cell.above]
    holds = all(ratio > bound for ratio, bound in zip(ratios, bounds, strict=True))
    measured = " and ".join(f"{100 * ratio:.3f} %" for ratio in ratios)
    claimed = " and ".join(f"{100 * bound:.0f} %" for bound in bounds)
    reason = f"percent of the margins compared with; claimed is more than {claimed}"
    return Verdict(EXACT if holds else DIFFERS, measured, reason)
