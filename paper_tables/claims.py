"""The claims of a table with their verdicts, and its seconds as ratios."""

from decimal import Decimal

from paper_tables.verdicts import judge, printed_number

CLAIM_COLUMNS = "paper table row column printed measured verdict reason run".split()
RATIO_COLUMNS = "paper table row column printed printed_ratio seconds ratio run".split()


def claims_of(table, runs):
    """Rows of claims.csv, one for each printed result, in the order of the table."""
    return [
        (
            table.paper,
            table.name,
            cell.row,
            cell.column,
            cell.printed,
            *_judged(cell, runs),
            cell.run,
        )
        for cell in table.cells
        if cell.is_claim
    ]


def _judged(cell, runs):
    verdict = judge(cell, runs)
    return verdict.measured, verdict.verdict, verdict.reason


def time_ratios_of(table, runs, seconds):
    """Rows of time_ratios.csv: the seconds of a table, relative to one column of the same row.

    seconds: run -> seconds of training, as strings. A run that did not converge has none, as it did
    not reach what it was timed for. A column of ours has nothing printed.
    """
    rows = []
    for row, cells in table.rows.items():
        unit = next((cell for cell in cells if cell.column == table.seconds_relative_to), None)
        for cell in cells:
            if cell.seconds:
                took, took_unit = (_seconds(c.run, runs, seconds) for c in (cell, unit))
                ratio = _ratio(took, took_unit)
                printed_ratio = _ratio(
                    *(c.printed and printed_number(c.printed) for c in (cell, unit))
                )
                rows.append(
                    (table.paper, table.name, row, cell.column, cell.printed or "", printed_ratio)
                    + (took or "", ratio, cell.run)
                )
    return rows


def _seconds(run, runs, seconds):
    return seconds.get(run) if run in runs and runs[run]["status"] == "converged" else None


def _ratio(took, unit):
    """Three digits, or "" where one of the two is not there."""
    return f"{Decimal(took) / Decimal(unit):.3g}" if took and unit else ""
