"""The claims of a table with their verdicts."""

from paper_tables.speed import judge_speed
from paper_tables.verdicts import judge


def claims_of(table, runs, online, seconds):
    """Rows of claims.csv, as dicts, one for each printed result, in the order of the table.

    runs, online: as `read_runs` and `read_online` give them. seconds: run -> seconds of training,
    as strings.
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
