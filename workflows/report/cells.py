"""Describes each cell of a paper's table for the report: anchor, difference, command."""

import re
from decimal import Decimal
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.full_run import read_full_run
from paper_tables.grids import REMARKS, GridCell
from paper_tables.questions import concerning, read_questions
from paper_tables.statements import as_claims
from paper_tables.verdicts import CLOSE, DIFFERS, EXACT, printed_number

NUMBER = re.compile(r"([-+]?[\d,]+(?:\.\d+)?)%?(?= |$)")


class CellDetails(NamedTuple):
    """All details of a cell with a result.

    head: the head of the column, with the head of its group. difference: measured − printed, in the
    units of the print and in percent of the print; may be "". command: the command that repeats the
    cell. readings: number and verdict by each other reading of the protocol. full_run: the verdict
    of the fullest run, if that verdict differs. questions: the entries of questions.yaml
    about the cell.
    """

    anchor: str
    row: str
    head: str
    printed: str
    measured: str
    difference: str
    verdict: str
    reason: str
    run: str
    command: str
    readings: str = ""
    full_run: str = ""
    questions: tuple = ()


class PageCell(NamedTuple):
    """A cell of a page.

    details: None for a cell without a result. is_head: whether the cell names its row.
    """

    cell: GridCell
    details: CellDetails | None = None
    is_head: bool = False

    @property
    def measured(self):
        """The measured value, without the remarks that `difference` repeats."""
        found = REMARKS.fullmatch(self.cell.measured)
        return found[1] if found else self.cell.measured

    @property
    def difference(self):
        """The line below the measured value: an average's remarks, or the difference.

        The difference is shown for cells that are close or differ. It is in percent, unless it is a
        whole number.
        """
        found = REMARKS.fullmatch(self.cell.measured)
        if found:
            return found[2].replace("-", "−")
        if self.details is None or self.details.verdict not in (CLOSE, DIFFERS):
            return ""
        number, _, part = self.details.difference.partition(" ")
        return part.strip("()") if "." in number and part else number


def anchor(paper, table, row, column):
    """Return a cell's permanent anchor, such as "micra-table-1-2-micra-updates"."""
    return f"{paper}-{table}-{row}-{column}"


def command(paper, table, row, column):
    """Return the command that repeats a cell."""
    return f"python -m workflows.repeat {paper}/{table} --row {row} --column {column}"


def paper_rows(table, grid, claims, evidence=(), readings=()):
    """Return the rows of a paper's table, as lists of `PageCell`.

    Rows that the grid adds below the printed rows have no details.

    Parameters
    ----------
    table, grid
        The printed table and its `Grid`.
    claims, evidence, readings : list of dict
        Rows of claims.csv, evidence.csv and readings.csv, of this and other tables.
    """
    own, by_readings = {}, {}
    for claim in (*_of_table(table, claims), *as_claims(_of_table(table, evidence))):
        own[claim["row"], claim["column"]] = claim
    for claim in _of_table(table, readings):
        text = f"{claim['reading']}: {claim['measured']} {claim['verdict']}".replace("  ", " ")
        by_readings.setdefault((claim["row"], claim["column"]), []).append(text)
    is_head = ["label" in column for _, column in table.columns]
    questions = read_questions(table.paper)
    rows = []
    for cells, shown in zip(table.rows.values(), grid.rows, strict=False):
        details = [
            _details(
                table,
                cell,
                one,
                head,
                own.get((cell.row, cell.column)),
                "; ".join(by_readings.get((cell.row, cell.column), ())),
                concerning(questions, table.name, cell.row, cell.column),
            )
            for cell, one, head in zip(cells, shown, grid.full_heads, strict=True)
        ]
        rows.append([PageCell(*own) for own in zip(shown, details, is_head, strict=True)])
    behind = grid.rows[len(table.rows) :]
    for shown in behind:
        rows.append([PageCell(one, is_head=head) for one, head in zip(shown, is_head, strict=True)])
    return rows


def _of_table(table, rows):
    return (row for row in rows if (row["paper"], row["table"]) == (table.paper, table.name))


def plain_rows(grid):
    """Return the rows of any other table as lists of `PageCell`; the first cell names its row."""
    return [
        [PageCell(shown, is_head=index == 0) for index, shown in enumerate(row)]
        for row in grid.rows
    ]


def _details(table, cell, shown, head, claim, readings, questions):
    if claim is None and not shown.measured and not shown.verdict:
        return None
    place = table.paper, table.name, cell.row, cell.column
    stored = read_full_run().otherwise(place, claim["verdict"]) if claim else ""
    claim = claim or {"verdict": shown.verdict, "reason": cell.not_run or ""}
    return CellDetails(
        anchor(*place),
        cell.row,
        head,
        cell.printed or "",
        shown.measured,
        "" if cell.seconds else difference(cell.printed or "", shown.measured),
        claim["verdict"],
        claim["reason"],
        cell.run,
        command(*place),
        readings,
        stored,
        () if claim["verdict"] == EXACT else tuple(questions),
    )


def difference(printed, measured):
    """Return measured − printed and its percentage, as in "+1 (+0.0003 %)".

    measured: a number that its error and remarks may follow. The result is "" if printed or
    measured is not a number.
    """
    found = NUMBER.match(measured)
    if not found or not printed:
        return ""
    try:
        print_ = printed_number(printed)
    except TableError:
        return ""
    by = Decimal(found[1].replace(",", "")) - print_
    if not by:
        return "0"
    percent = 100 * by / print_ if print_ else None
    digits = "+.2g" if percent is None or abs(percent) < 100 else "+.0f"
    part = "" if percent is None else f" ({percent:{digits}} %)"
    return f"{by.normalize():+f}{part}".replace("-", "−")
