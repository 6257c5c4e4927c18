"""What the report says about each cell of a paper's table: anchor, difference, command."""

import re
from decimal import Decimal
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.full_run import read_full_run
from paper_tables.grids import GridCell
from paper_tables.questions import concerning, read_questions
from paper_tables.verdicts import CLOSE, DIFFERS, EXACT, printed_number

REMARKS = re.compile(r"(.*) \(((?:epoch|[-+]).*)\)")  # of an average, as in "5.19 (-3.4 se)"
NUMBER = re.compile(r"([-+]?[\d,]+(?:\.\d+)?)%?(?= |$)")


class CellDetails(NamedTuple):
    """Everything that is known about a cell with a result. head: its column's, with its group's.

    difference: measured − printed, in the units of the print, with its percentage of the print; ""
    where there is none. command: what repeats this cell. readings: number and verdict by each
    other reading of the protocol; full_run: and what the fullest run found, if that is another
    verdict. questions: what is known of why it differs, as in questions.yaml.
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
    """A cell of a page. details: None for a cell without a result. is_head: whether it names its
    row.
    """

    cell: GridCell
    details: CellDetails | None = None
    is_head: bool = False

    @property
    def measured(self):
        """What was measured, without the remarks that `difference` repeats."""
        found = REMARKS.fullmatch(self.cell.measured)
        return found[1] if found else self.cell.measured

    @property
    def difference(self):
        """The line below: the remarks of an average; otherwise, if the cell is close or differs, by
        how much, in percent unless that is a whole number.
        """
        found = REMARKS.fullmatch(self.cell.measured)
        if found:
            return found[2].replace("-", "−")
        if self.details is None or self.details.verdict not in (CLOSE, DIFFERS):
            return ""
        number, _, part = self.details.difference.partition(" ")
        return part.strip("()") if "." in number and part else number


def anchor(paper, table, row, column):
    """A cell's anchor, its permanent address, such as "micra-table-1-2-micra-updates"."""
    return f"{paper}-{table}-{row}-{column}"


def command(paper, table, row, column):
    """The command that repeats one cell."""
    return f"python -m workflows.repeat {paper}/{table} --row {row} --column {column}"


def paper_rows(table, grid, claims, readings=()):
    """Rows of `PageCell` of a paper's table. claims, readings: rows of claims.csv and readings.csv,
    as dicts, of any table.

    Rows of the grid after the table's own have nothing printed, and no details.
    """
    own, by_readings = {}, {}
    for claim in _of_table(table, claims):
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
    """Rows of `PageCell` for any other table, whose first column names the rows."""
    return [
        [PageCell(shown, is_head=index == 0) for index, shown in enumerate(row)]
        for row in grid.rows
    ]


def _details(table, cell, shown, head, claim, readings, questions):
    if claim is None and not shown.measured and not shown.verdict:
        return None
    claim = claim or {"verdict": shown.verdict, "reason": ""}
    place = table.paper, table.name, cell.row, cell.column
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
        read_full_run().otherwise(place, claim["verdict"]),
        () if claim["verdict"] == EXACT else tuple(questions),
    )


def difference(printed, measured):
    """measured − printed, and that as a percentage: "+1 (+0.0003 %)"; "" if one is not a number.

    measured: a number, perhaps followed by its error and remarks.
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
