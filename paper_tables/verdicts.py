"""Verdicts: does a measured number agree with the printed one?

- "exact": the numbers are equal in every printed digit, or the measured one is in a printed range.
- "close": the difference is within a tolerance that the table's file states with its reason.
- "differs": the difference is larger. A better number than the paper's also differs.
- "undecided": a test has too little power to say whether the number is close or differs.
- "not judged": seconds, which depend on the machine. Their ratio to other seconds is shown instead.
- "not measured": there is no run, data or solver, or the run failed or was stopped at a limit. The
  reason is given.

All arithmetic is decimal, on the digits in both files.

Many printed numbers are averages over m random permutations; ours are averages over n. Student's t
says how large a difference may be due to the choice of the permutations, at a level of 5 %
(`paper_tables/sampling.py`). Half a unit of the last printed digit is added for the rounding. Fewer
permutations allow a larger difference. An average is

- exact if it rounds to the printed number;
- close if the difference is small enough for the larger of n and m;
- undecided if n is smaller than m, and the difference is small enough for n, but too large for m;
- differs if it is too large for n.

One permutation allows no test: its number is exact or undecided. If the order of the patterns does
not matter, one run decides: its number is exact or differs. About five of a hundred correct
averages differ by chance; `claims.csv` has the probability for each. "6.31 ± 0.06 (+3.3 se)" is an
average with its standard error. It is above the printed one, by 3.3 standard errors (se) of the
difference.

A standard deviation is close if it is within a quarter of the printed one. Otherwise it differs if
the F test says so, and is undecided if not.

Some printed numbers are choices: the parameter that cross-validation chose, or the epoch with the
lowest error. If ours is another one, it differs if the printed choice has a significantly higher
error in our runs, and is undecided if not. The lowest of several averages is partly low by chance.
So a choice among equal candidates differs by chance more often than an average: with ten
permutations in 7 of a hundred cases for five candidates, and in 11 for eight.

A printed range, "(0.03%, 0.09%)" or "> 50", has no sampling error of its own. A number outside of
it differs if our own sampling error is too small for the distance, and is undecided if not.

Statements in words are no numbers: `paper_tables/statements.py` says how they are judged.
"""

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.permutations import (
    CHOICE,
    DEVIATION,
    LEAST,
    behind_the_choice,
    estimate,
    why_no_estimate,
)
from paper_tables.sampling import LEVEL, MANY, compare_averages, compare_deviations, student
from paper_tables.statements import DOES_NOT_HOLD, HOLDS, outcome_of
from records.statuses import Status

EXACT, CLOSE, DIFFERS, UNDECIDED, NOT_JUDGED, NOT_MEASURED = VERDICTS = (
    "exact",
    "close",
    "differs",
    "undecided",
    "not judged",
    "not measured",
)
DERIVED = {  # a field -> the columns of runs.csv that it is computed from
    "R": ("squared_radius",),
    "ratio_of_bounds": ("margin_bound_by_updates", "guaranteed_fraction", "directional_margin"),
    "interval": ("margin_bound_by_updates", "directional_margin"),
}
CLOSE_DEVIATION = Decimal("0.25")  # the largest difference of a close deviation, over the print
AROUND_NUMBER = re.compile(r"^about |^√|[*%]$")
NUMBER = r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.\d*)?([eE][-+]?\d+)?|[-+]?\.\d+"


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
    """Return the `Verdict` on a printed number, a `Cell` with `is_claim` that is not of seconds.

    `runs` and `online` are the results of `read_runs` and `read_online`.
    """
    why = why_not_measured(cell, runs, online)
    if why:
        return Verdict(NOT_MEASURED, "", why)
    if cell.quantity and cell.quantity.statistic == CHOICE:
        verdict = _judge_choice(cell, online)
    elif cell.quantity:
        verdict = _judge_estimate(cell, estimate(cell.quantity, cell.run, online))
    else:
        verdict = _judge_number(cell, runs)
    remark = runs[cell.run]["reason"]  # a converged run reports the search for its parameter
    return verdict._replace(reason="; ".join(filter(None, (verdict.reason, remark))))


def judge_evidence(cell, runs, online):
    """Return (outcome, measured, reason) of a `Cell` with a statement that is not of seconds.

    The outcome is one of `statements.OUTCOMES`; measured and reason are texts.
    """
    why = why_not_measured(cell, runs, online)
    if why:
        return NOT_MEASURED, "", why
    if cell.above:
        return _judge_above(cell, runs)
    if cell.quantity:
        found, scale = estimate(cell.quantity, cell.run, online), Decimal(cell.scale)
        value = found.value * scale
        repetitions = f"{found.n} {cell.repeated}s"
        if cell.quantity.statistic == LEAST:
            outcome = outcome_of(value, cell.means)
            reason = f"the claim is {cell.means}; the least of {repetitions}"
            if outcome == HOLDS and found.n < cell.averaged_over:
                outcome, reason = UNDECIDED, f"{reason} for the paper's {cell.averaged_over}"
            return outcome, f"{value:.4g}", reason
        if found.scatter is None:
            return UNDECIDED, f"{value:.4g}", _one_alone(cell)
        error = found.standard_error(found.n) * scale
        outcome = outcome_of(value, cell.means, error * student(found.n), cell.left_open)
        measured = f"{value:.4g} ± {f'{error:.2g}' if error else '0'}"
        return outcome, measured, f"the claim is {cell.means}; {repetitions}"
    value = measured_number(cell, runs)
    outcome = outcome_of(value, cell.means, left_open=cell.left_open)
    return outcome, f"{value:.6g}", f"the claim is {cell.means}"


def why_not_measured(cell, runs, online):
    """Return a clause that says why a cell with a field or quantity has no number, or ""."""
    if cell.not_run:
        return cell.not_run
    if cell.quantity:
        for run in (cell.run, *cell.quantity.runs_beside):
            if why := _why_not(runs, run, Status.COMPLETED):
                return _of_which(run, cell, why)
        return why_no_estimate(cell.quantity, cell.run, online)
    for run in filter(None, (cell.run, cell.relative_to, *(other for other, _ in cell.above))):
        why = _why_run_has_none(runs, run, cell.field)
        if not why and run == cell.relative_to and not _number(runs[run], cell.field):
            why = f"{cell.field} is 0, which divides no number"
        if why:
            return _of_which(run, cell, why)
    return ""


def _of_which(run, cell, why):
    """Return a reason, with the name of its run if that is not the cell's own."""
    return why if run == cell.run else f"the run to compare with, {run}: {why}"


def _why_run_has_none(runs, run, field):
    why = _why_not(runs, run, Status.CONVERGED)
    missing = [] if why else [name for name in DERIVED.get(field, (field,)) if not runs[run][name]]
    return why or ("" if not missing else f"the run has no {missing[0]}")


def _why_not(runs, run, status):
    """Return why a run does not have this status, or ""."""
    if run not in runs:
        return "the config leaves this run out"
    row = runs[run]
    if row["status"] == status:
        return ""
    return f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]


def _one_alone(cell):
    return f"one {cell.repeated} does not show its sampling error"


def measured_number(cell, runs):
    """Return the Decimal of a cell with a field, scaled; it may be relative to another run."""
    value = _number(runs[cell.run], cell.field)
    if cell.relative_to:
        value /= _number(runs[cell.relative_to], cell.field)
    return value * Decimal(cell.scale)


def _number(row, field):
    """Return a column of a run (a row of runs.csv), or a field of DERIVED, as a Decimal."""
    try:
        numbers = [Decimal(row[name]) for name in DERIVED.get(field, (field,))]
        if not all(number.is_finite() for number in numbers):
            raise InvalidOperation
        if field == "R":
            return numbers[0].sqrt()
        if field == "interval":
            bound, margin = numbers
            return bound - margin
        if field == "ratio_of_bounds":
            bound, estimate_of_fraction, margin = numbers
            return bound * estimate_of_fraction / margin
        return numbers[0]
    except InvalidOperation:
        raise TableError(
            f"{row['run']}: {field} is {row.get(field)!r}, which is not a finite number."
        ) from None


def printed_number(printed):
    """Return the number in a printed string; its exponent gives the number of printed digits.

    Thousands separators, footnote stars, root and percent signs and "about" are ignored; for a root
    the result is the square.

    >>> printed_number("820,261"), printed_number("6.160%")
    (Decimal('820261'), Decimal('6.160'))
    """
    bare = AROUND_NUMBER.sub("", printed)
    if not re.fullmatch(NUMBER, bare):
        raise TableError(f"The printed string {printed!r} is not a number.")
    return Decimal(bare.replace(",", ""))


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
    numbers = [printed_number(end) for end in ends]
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise TableError(f"The printed string {printed!r} is not a range of two ends, in order.")
    return numbers[0], numbers[1]


def _inside(value, printed):
    """Return whether a number is in a printed range. "> 50" does not contain 50."""
    lowest, highest = printed_range(printed)
    is_end = value in (lowest, highest)
    return lowest <= value <= highest and not (is_end and printed.startswith(("> ", "< ")))


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
    lowest, highest = printed_range(cell.printed)
    if lowest != highest:
        text = _measured_text(value, _printed_digits(cell.printed))
        return Verdict(EXACT if _inside(value, cell.printed) else DIFFERS, text, "")
    printed = lowest
    text = _measured_text(value, printed)
    if rounded_like(value, printed) == printed:
        return Verdict(EXACT, text, "")
    close = cell.close or {}
    if "plus" in close and rounded_like(value + close["plus"], printed) == printed:
        return Verdict(CLOSE, text, close["reason"])
    difference = value - printed
    by = _by(difference, printed)
    most = cell.allowed
    if "relative" in close:
        most = Decimal(close["relative"]) * printed
    if most is not None and abs(difference) <= most:
        return Verdict(CLOSE, text, f"{by}: {close['reason']}")
    return Verdict(DIFFERS, text, by)


def _by(difference, printed):
    """Return a clause that says how far from the print a number is."""
    percent = f" ({100 * difference / printed:+.2g} %)" if printed else ""
    return f"{difference:+.6g}{percent} from the print"


def _measured_text(value, printed):
    """Write a whole number in full, any other number with three more decimals than printed."""
    if value == value.to_integral_value() and printed.as_tuple().exponent >= 0:
        return f"{value:.0f}"
    return f"{value:.{3 - min(0, printed.as_tuple().exponent)}f}"


def _judge_estimate(cell, found):
    lowest, highest = printed_range(cell.printed)
    scale, ours, papers = Decimal(cell.scale), found.n, cell.averaged_over
    value = found.value * scale
    digits = _printed_digits(cell.printed)
    rounded = rounded_like(value, digits) if lowest == highest else value
    repetitions = f"{ours} {cell.repeated}{'s' if ours > 1 else ''} for the paper's {papers}"
    if found.scatter is None:
        text = _estimate_text(cell.printed, value, None, [])
        is_exact = _inside(rounded, cell.printed)
        if papers == 1 and cell.repeated == "permutation":  # the order does not matter
            by = "" if is_exact else _by(value - lowest, lowest)
            return Verdict(EXACT if is_exact else DIFFERS, text, by)
        reason = f"{repetitions}, so the sampling error is unknown"
        return Verdict(EXACT if is_exact else UNDECIDED, text, reason)
    if lowest != highest:
        verdict, reason, remarks, chance = _judge_range(cell, found, value, lowest, highest)
    elif cell.quantity.statistic == DEVIATION:
        verdict, reason, remarks, chance = _judge_deviation(value, lowest, digits, ours, papers)
    else:
        verdict, reason, remarks, chance = _judge_average(
            value, lowest, digits, found, papers, scale
        )
    remarks = ([f"epoch {found.epoch}"] if found.epoch else []) + remarks
    text = _estimate_text(cell.printed, value, found.standard_error(ours) * scale, remarks)
    if _inside(rounded, cell.printed):
        return Verdict(EXACT, text, repetitions, chance)
    return Verdict(verdict, text, f"{reason}; {repetitions}", chance)


def _judge_average(value, printed, digits, found, papers, scale):
    """Return verdict, reason, remarks and chance of an average that is not exact."""
    half_unit = Decimal((0, (5,), digits.as_tuple().exponent - 1))
    difference = value - printed
    error = found.standard_error_of_difference(papers) * scale
    compared = compare_averages(difference, error, found.n, half_unit)
    most = max(found.n, papers)
    full = found.standard_error(most) ** 2 + found.standard_error(papers) ** 2
    powerful = compare_averages(difference, full.sqrt() * scale, most, half_unit)
    verdict = CLOSE if powerful.close else UNDECIDED if compared.close else DIFFERS
    used = powerful if powerful.close else compared
    by = f"{'within' if used.close else 'beyond'} {used.allowed}"
    reason = f"{by}, and half a unit of the last printed digit: the level of {100 * LEVEL:g} % for "
    reason += used.test
    if verdict == UNDECIDED:
        reason += f", but too far for {most} permutations"
    remarks = [f"{difference / error:+.1f} se"] if error else []
    return verdict, reason, remarks, compared.chance


def _judge_deviation(value, printed, digits, ours, papers):
    """Return verdict, reason, remarks and chance of a standard deviation that is not exact."""
    half_unit = Decimal((0, (5,), digits.as_tuple().exponent - 1))
    if abs(value - printed) <= CLOSE_DEVIATION * printed:
        return CLOSE, f"within {100 * CLOSE_DEVIATION:.0f} % of the print", [], None
    compared = compare_deviations(value, ours, printed, printed, papers, half_unit)
    reason = f"{'within' if compared.close else 'beyond'} {compared.allowed}: the level of "
    reason += f"{100 * LEVEL:g} % for {compared.test}"
    return UNDECIDED if compared.close else DIFFERS, reason, [], None


def _judge_range(cell, found, value, lowest, highest):
    """Return verdict, reason, remarks and chance of a number outside a printed range."""
    if cell.quantity.statistic == DEVIATION:
        compared = compare_deviations(value, found.n, lowest, highest, MANY, Decimal(0))
    else:
        difference = value - min(max(value, lowest), highest)
        error = found.standard_error(found.n) * Decimal(cell.scale)
        compared = compare_averages(difference, error, found.n, Decimal(0))
    reason = f"{'within' if compared.close else 'beyond'} {compared.allowed} of the printed range, "
    reason += "by our own sampling error"
    return UNDECIDED if compared.close else DIFFERS, reason, [], None


def _judge_choice(cell, online):
    """Judge the point with the lowest average: undecided if the printed point is hardly higher."""
    found, printed = estimate(cell.quantity, cell.run, online), printed_number(cell.printed)
    text = f"{rounded_like(found.value, printed):f}"
    over = f"{found.n} {'folds' if cell.quantity.points else 'permutations'}"
    if found.value == printed:
        return Verdict(EXACT, text, f"the lowest average over {over}")
    behind = behind_the_choice(cell.quantity, cell.run, printed, online)
    if behind is None:
        return Verdict(DIFFERS, text, f"{printed} was not tried")
    if behind.scatter is None:
        return Verdict(UNDECIDED, text, _one_alone(cell))
    error = behind.standard_error(behind.n)
    compared = compare_averages(behind.value, error, behind.n, Decimal(0))
    return Verdict(
        UNDECIDED if compared.close else DIFFERS,
        text,
        f"with {printed} the average is higher by {100 * behind.value:.2f} ± {100 * error:.2f} %, "
        f"{'within' if compared.close else 'beyond'} {compared.allowed}: the level of "
        f"{100 * LEVEL:g} % for differences over {over}, by Student's t",
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


def _judge_above(cell, runs):
    """Judge the claim that a number exceeds those of other runs, each times a factor."""
    value = _number(runs[cell.run], cell.field)
    ratios = [value / _number(runs[other], cell.field) for other, _ in cell.above]
    bounds = [Decimal(times) for _, times in cell.above]
    holds = all(ratio > bound for ratio, bound in zip(ratios, bounds, strict=True))
    measured = " and ".join(f"{100 * ratio:.3f} %" for ratio in ratios)
    claimed = " and ".join(f"{100 * bound:.0f} %" for bound in bounds)
    reason = f"in percent of the other runs' margins; the claim is more than {claimed}"
    return HOLDS if holds else DOES_NOT_HOLD, measured, reason
