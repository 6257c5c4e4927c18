"""Judges the printed numbers of a table, and the evidence in it for the paper's statements."""

from paper_tables.speed import judge_speed, time_ratios_of, why_no_ratio
from paper_tables.verdicts import (
    NOT_JUDGED,
    NOT_MEASURED,
    Verdict,
    judge,
    judge_evidence,
)

SECONDS = "seconds are not judged; beside them is their ratio to other seconds of this run"


def claims_of(table, runs, online, seconds):
    """Return rows of claims.csv (dicts), one for each printed number, in the order of the table.

    `runs` and `online` are the results of `read_runs` and `read_online`. `seconds` is a dict from
    run to seconds of training, as strings.
    """
    ratios = {
        (row["row"], row["column"]): f"{row['ratio_bound']} ×{row['ratio']}".strip()
        for row in time_ratios_of(table, runs, seconds)
        if row["ratio"]
    }
    rows = []
    for cell in (cell for cell in table.cells if cell.is_claim):
        if not cell.seconds:
            verdict = judge(cell, runs, online)
        elif ratio := ratios.get((cell.row, cell.column)):
            verdict = Verdict(NOT_JUDGED, ratio, SECONDS)
        else:
            why = why_no_ratio(cell, table.seconds_unit(cell), runs, seconds)
            verdict = Verdict(NOT_MEASURED, "", why)
        place = table.place(cell) | {"run": cell.run, "kind": cell.kind}
        rows.append(place | verdict._asdict())
    return rows


def evidence_of(table, runs, online, seconds):
    """Return rows of evidence.csv (dicts), one for each cell with a statement.

    The parameters are those of `claims_of`.
    """
    rows = []
    for cell in (cell for cell in table.cells if cell.statement):
        if cell.seconds:
            outcome, measured, reason = judge_speed(cell, runs, seconds)
        else:
            outcome, measured, reason = judge_evidence(cell, runs, online)
        found = {"measured": measured, "outcome": outcome, "reason": reason, "run": cell.run}
        place = {key: text for key, text in table.place(cell).items() if key != "printed"}
        rows.append(place | {"statement": cell.statement, "claim": cell.means} | found)
    return rows
