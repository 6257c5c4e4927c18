"""Verdicts: does a measured number agree with the printed one?

A number is "exact" if it is equal in every printed digit, or if a claimed inequality holds. It is
"close" if it lies within the tolerance that the table's file states with its reason. Otherwise it
"differs"; a better result differs too. A verdict of "not measured" has a reason. Seconds are not
judged; only claims about their ratios are. All arithmetic is decimal, on the digits in both files.

The same verdicts apply to averages over n random permutations, to the lowest average of several
epochs and to deviations over the permutations. The number is exact if it rounds to the printed
number. It is close if the choice of permutations, together with half a unit of the last printed
digit, explains the difference. The test is Student's t, or F for deviations, at a level of 5 %
(`paper_tables/sampling.py`). Hence about five of a hundred correct averages differ by chance;
`claims.csv` has the probability for each. One permutation allows no test: its number is exact or
differs. A parameter chosen by cross-validation is close if its printed value is almost as good
here: its error exceeds the lowest error by no more than the test allows, fold by fold.

A number inside a printed range, "(0.03%, 0.09%)", is exact. Otherwise it is compared with the
nearest end of the range. A claimed inequality, "≥ 0.9" or "≤ 2", is compared likewise, but our
number is not rounded. A claim in words is a range that the table's file states: "the claim is <
1.00". If a paper says "significantly" or "considerably" better or faster, only the direction is
judged, as the papers do not quantify these words. A ratio of 0.99 ± 0.01 then makes the claim true.
"""

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.permutations import (
    CHOICE,
    DEVIATION,
    behind_the_choice,
    estimate,
    why_no_estimate,
)
from paper_tables.sampling import LEVEL, compare_averages, compare_deviations
from records.statuses import Status

EXACT, CLOSE, DIFFERS, NOT_MEASURED = VERDICTS = ("exact", "close", "differs", "not measured")
AROUND_NUMBER = re.compile(r"^about |^√|[*%]$| ?\([0-9]\)$|,")
SECONDS = "seconds depend on the machine; they are compared as ratios in time_ratios.csv"


class Verdict(NamedTuple):
    """A verdict with the measured number and the reason.

    Attributes
    ----------
    verdict : str
        One of VERDICTS.
    measured : str
        The measured number in printed units; "" without one.
    reason : str
        The reason, or "".
    chance_of_differing : float or None
        The probability that an average differs although it is correct. It is None unless the
        average is printed as one number. For an inequality it would depend on how far inside the
        correct number lies.
    """

    verdict: str
    measured: str
    reason: str
    chance_of_differing: float | None = None


def judge(cell, runs, online):
    """Return the `Verdict` on a claim, a `Cell` with `is_claim`.

    `runs` and `online` are the results of `read_runs` and `read_online`.
    """
    if cell.seconds:
        return Verdict(NOT_MEASURED, "", SECONDS)
    why = why_not_measured(cell, runs, online)
    if why:
        return Verdict(NOT_MEASURED, "", why)
    if cell.quantity and cell.quantity.statistic == CHOICE:
        verdict = _judge_choice(cell, online)
    elif cell.quantity:
        verdict = _judge_estimate(cell, estimate(cell.quantity, cell.run, online))
    else:
        verdict = _judge_inequality(cell, runs) if cell.above else _judge_number(cell, runs)
    remark = runs[cell.run]["reason"]  # a converged run reports the search for its parameter
    means = f"the claim is {cell.means}" if cell.means else ""
    return verdict._replace(reason="; ".join(filter(None, (means, verdict.reason, remark))))


def why_not_measured(cell, runs, online):
    """Return a clause that says why a cell with a field or quantity has no number, or ""."""
    if cell.not_run:
        return cell.not_run
    if cell.quantity:
        why = _why_not(runs, cell.run, Status.COMPLETED)
        return why or why_no_estimate(cell.quantity, cell.run, online)
    for run in filter(None, (cell.run, cell.relative_to, *(other for other, _ in cell.above))):
        why = _why_run_has_none(runs, run, cell.field)
        if why:
            return why if run == cell.run else f"the run to compare with, {run}: {why}"
    return ""


def _why_run_has_none(runs, run, field):
    column = "squared_radius" if field == "R" else field
    why = _why_not(runs, run, Status.CONVERGED)
    return why or ("" if runs[run][column] else f"the run has no {column}")


def _why_not(runs, run, status):
    """Return why a run does not have this status, or ""."""
    if run not in runs:
        return "there is no such run"
    row = runs[run]
    if row["status"] == status:
        return ""
    return f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]


def measured_number(cell, runs):
    """Return the Decimal of a cell with a field, scaled; it may be relative to another run."""
    value = _number(runs[cell.run], cell.field)
    if cell.relative_to:
        value /= _number(runs[cell.relative_to], cell.field)
    return value * Decimal(cell.scale)


def _number(row, field):
    """Return a number of a run (a row of runs.csv) as a Decimal; R is √squared_radius."""
    try:
        return Decimal(row["squared_radius"]).sqrt() if field == "R" else Decimal(row[field])
    except InvalidOperation:
        raise TableError(
            f"{row['run']}: {field} is {row[field]!r}, which is not a number."
        ) from None


def printed_number(printed):
    """Return the number in a printed string; its exponent gives the number of printed digits.

    Thousands separators, footnote stars, root and percent signs, "about" and the epoch in "6.16
    (5)" are ignored; for a root the result is the square.

    >>> printed_number("820,261"), printed_number("6.160 (5)")
    (Decimal('820261'), Decimal('6.160'))
    """
    try:
        return Decimal(AROUND_NUMBER.sub("", printed))
    except InvalidOperation:
        raise TableError(f"The printed string {printed!r} is not a number.") from None


def printed_range(printed):
    """Return the two ends of a printed range, "(0.03%, 0.09%)" or "≥ 0.9".

    A missing end is infinite. For a number both ends are the number.

    >>> printed_range("(0.03%, 0.09%)"), printed_range("≥ 0.9")
    ((Decimal('0.03'), Decimal('0.09')), (Decimal('0.9'), Decimal('Infinity')))
    """
    if printed.startswith(("≥ ", "> ")):
        return printed_number(printed[2:]), Decimal("Infinity")
    if printed.startswith(("< ", "≤ ")):
        return Decimal("-Infinity"), printed_number(printed[2:])
    ends = printed.strip("()").split(", ") if printed.startswith("(") else [printed, printed]
    try:
        lowest, highest = map(printed_number, ends)
    except ValueError:
        raise TableError(f"The printed string {printed!r} is not a range of two ends.") from None
    return lowest, highest


def _printed_digits(printed):
    """Return a number with as many decimals as were printed."""
    return next(end for end in printed_range(printed) if end.is_finite())


def rounded_like(value, printed):
    """Return a Decimal rounded to the digits of a printed one, halves away from zero as by hand.

    >>> rounded_like(Decimal("7.285"), printed_number("7.28"))
    Decimal('7.29')
    """
    return value.quantize(Decimal((0, (1,), printed.as_tuple().exponent)), ROUND_HALF_UP)


def _judge_number(cell, runs):
    value = measured_number(cell, runs)
    lowest, highest = printed_range(cell.claimed)
    if lowest != highest:
        text = _measured_text(value, _printed_digits(cell.claimed))
        return Verdict(EXACT if lowest <= value <= highest else DIFFERS, text, "")
    printed = lowest
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
    """Write a whole number in full, any other number with three more decimals than printed."""
    if value == value.to_integral_value() and printed.as_tuple().exponent >= 0:
        return f"{value:.0f}"
    return f"{value:.{3 - min(0, printed.as_tuple().exponent)}f}"


def _judge_estimate(cell, found):
    lowest, highest = printed_range(cell.claimed)
    scale, ours, papers = Decimal(cell.scale), found.n, cell.averaged_over
    value = found.value * scale
    difference = value - min(max(value, lowest), highest)
    digits = _printed_digits(cell.claimed)
    is_range = lowest.is_finite() and highest.is_finite()
    half_unit = Decimal((0, (5,), digits.as_tuple().exponent - 1)) if is_range else Decimal(0)
    exact = lowest <= (rounded_like(value, digits) if is_range else value) <= highest
    repetitions = f"{ours} {cell.repeated}{'s' if ours > 1 else ''} for the paper's {papers}"
    if found.scatter is None:
        text = _estimate_text(cell.claimed, value, None, [])
        reason = f"{repetitions}, so the sampling error is unknown"
        return Verdict(EXACT if exact else DIFFERS, text, reason)
    remarks = [f"epoch {found.epoch}"] if found.epoch else []
    if cell.quantity.statistic == DEVIATION:
        compared = compare_deviations(value, ours, lowest, highest, papers, half_unit)
    else:
        error = found.standard_error_of_difference(papers) * scale
        remarks += [f"{difference / error:+.1f} se"] if error and is_range else []
        compared = compare_averages(difference, error, ours, half_unit)
    text = _estimate_text(cell.claimed, value, found.standard_error(ours) * scale, remarks)
    chance = compared.chance if lowest == highest else None
    if exact:
        return Verdict(EXACT, text, repetitions, chance)
    return Verdict(
        CLOSE if compared.close else DIFFERS,
        text,
        f"{'within' if compared.close else 'beyond'} {compared.allowed}, and half a unit of the "
        f"last printed digit: the level of {100 * LEVEL:g} % for {compared.test}; {repetitions}",
        chance,
    )


def _judge_choice(cell, online):
    """Judge the point with the lowest average: close if the printed point is hardly higher."""
    found, printed = estimate(cell.quantity, cell.run, online), printed_number(cell.claimed)
    text = f"{rounded_like(found.value, printed):f}"
    if found.value == printed:
        return Verdict(EXACT, text, f"the lowest average over {found.n} folds")
    behind = behind_the_choice(cell.quantity, printed, online)
    if behind is None:
        return Verdict(DIFFERS, text, f"{printed} was not tried")
    error = behind.standard_error(behind.n)
    compared = compare_averages(behind.value, error, behind.n, Decimal(0))
    return Verdict(
        CLOSE if compared.close else DIFFERS,
        text,
        f"with {printed} the average is higher by {100 * behind.value:.2f} ± {100 * error:.2f} %, "
        f"{'within' if compared.close else 'beyond'} {compared.allowed}: the level of "
        f"{100 * LEVEL:g} % for differences over {behind.n} folds, by Student's t",
    )


def _estimate_text(printed, value, error, remarks):
    """Write the number with the printed digits, ± its standard error, and remarks in brackets."""
    digits = _printed_digits(printed)
    text = f"{rounded_like(value, digits):{',' if ',' in printed else ''}f}"
    if error is not None:
        text += f" ± {error_text(error, -digits.as_tuple().exponent)}"
    return f"{text} ({', '.join(remarks)})" if remarks else text


def error_text(error, decimals):
    """Return a standard error with `decimals` decimals, or enough for one significant digit."""
    if error:
        decimals = max(decimals, -error.adjusted())
    return f"{error:.{max(0, decimals)}f}"


def _judge_inequality(cell, runs):
    value = _number(runs[cell.run], cell.field)
    ratios = [value / _number(runs[other], cell.field) for other, _ in cell.above]
    bounds = [Decimal(times) for _, times in cell.above]
    holds = all(ratio > bound for ratio, bound in zip(ratios, bounds, strict=True))
    measured = " and ".join(f"{100 * ratio:.3f} %" for ratio in ratios)
    claimed = " and ".join(f"{100 * bound:.0f} %" for bound in bounds)
    reason = f"in percent of the other runs' margins; the claim is more than {claimed}"
    return Verdict(EXACT if holds else DIFFERS, measured, reason)
