"""Computes the fraction of the maximum margin that each learner is certified to have reached.

A learner's weight is a = Σ α_k y_k with α_k >= 0, so no directional margin exceeds ‖a‖/Σα. Each run
thus gives an interval around the maximum. The smallest bound of all runs on a problem (data, ρ and
Δ) applies to all of them. A baseline without a directional margin is measured by the geometric
margin, against bounds of the same kind. A failed run gives neither margin nor bound, since exact
arithmetic may have refuted them.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

from records.problems import EXACT_SOLVER, problem_of
from records.statuses import Status


class Certificate(NamedTuple):
    """A row of the table, as strings.

    Margin and bounds are in the data's units, fractions in %. `bound` and `fraction` come from the
    run's own ‖a‖/Σα, `best_bound` and `best_fraction` from the smallest of all runs on the same
    problem. Bounds are rounded up and all other numbers down, so that every row stays true.
    """

    run: str
    algorithm: str
    problem: str
    status: str
    kind: str
    margin: str
    bound: str
    fraction: str
    best_bound: str
    best_fraction: str
    best_run: str


def certificates(tables, runs):
    """Return a `Certificate` for each run behind a field of the tables, in order."""
    names = {cell.run: None for table in tables for cell in table.cells if cell.field}
    return certificates_of(
        [runs[name] for name in names if name in runs and _learns(runs[name])], runs
    )


def certificates_of(rows, runs):
    """Return a `Certificate` for each of these rows of runs."""
    best = {}
    for row in runs.values():
        if bound := _bound(row):
            own = Decimal(bound), row["run"]
            key = problem_of(row), _kind(row)
            best[key] = min(best.get(key, own), own)
    return [_certificate(row, best) for row in rows]


def _learns(row):
    """Return whether a run is a learner's, and not the exact solver's."""
    return row["algorithm"] != EXACT_SOLVER


def _bound(row):
    return "" if row["status"] == Status.FAILED else row["upper_bound"]


def _kind(row):
    """Return the kind of margin that measures a run, "" if it has no margin."""
    if row["status"] == Status.FAILED:
        return ""
    kinds = (kind for kind in ("directional", "geometric") if row[f"{kind}_margin"])
    return next(kinds, "")


def _certificate(row, best):
    kind = _kind(row)
    margin, bound = row[f"{kind}_margin"] if kind else "", _bound(row)
    best_bound, best_run = best.get((problem_of(row), kind), ("", ""))
    return Certificate(
        run=row["run"],
        algorithm=row["algorithm"],
        problem=f"{row['data']}, ρ = {float(row['augment']):g}, Δ = {float(row['extend']):g}",
        status=row["status"],
        kind=kind,
        margin=_rounded(margin, ROUND_FLOOR),
        bound=_rounded(bound, ROUND_CEILING),
        fraction=_percent(margin, bound),
        best_bound=_rounded(best_bound, ROUND_CEILING),
        best_fraction=_percent(margin, best_bound),
        best_run=best_run,
    )


def _rounded(text, rounding):
    """Write a number with six digits."""
    if text == "":
        return ""
    value = Decimal(text)
    return f"{value.quantize(Decimal((0, (1,), value.adjusted() - 5)), rounding):f}"


def _percent(margin, bound):
    """Return a percentage with three decimals; a negative margin certifies nothing."""
    if margin == "" or bound == "":
        return ""
    percent = max(Decimal(0), 100 * Decimal(margin) / Decimal(bound))
    return f"{percent.quantize(Decimal('0.001'), ROUND_FLOOR):f}"
