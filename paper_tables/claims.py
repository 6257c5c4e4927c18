"""Judges the claims of a table."""

from paper_tables.speed import judge_speed
from paper_tables.verdicts import judge


def claims_of(table, runs, online, seconds):
    """Return rows of claims.csv (dicts), one for each printed result, in the order of the table.

    `runs` and `online` are the results of `read_runs` and `read_online`. `seconds` is a dict from
    run to seconds of training, as strings.
    """
    return [
        table.place(cell) | {"run": cell.run} | _verdict(cell, runs, online, seconds)._asdict()
        for cell in table.cells
        if cell.is_claim
    ]


def _verdict(cell, runs, online, seconds):
    if cell.seconds and cell.means:
        return judge_speed(cell, runs, seconds)
    return judge(cell, runs, online)
