"""Tables in a form that every output format shares: heads, cells and footnotes.

All text may contain _{subscripts} and ^{superscripts}, which paper_tables/markup.py converts.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import sqrt
from typing import NamedTuple

from paper_tables.parameters import given
from paper_tables.permutations import estimate
from paper_tables.readings import read_readings
from paper_tables.statements import (
    INDEPENDENT,
    KINDS,
    OUTCOMES,
    STATEMENT_VERDICTS,
    as_claims,
    short,
)
from paper_tables.verdicts import (
    CLOSE,
    DIFFERS,
    EXACT,
    NOT_MEASURED,
    UNDECIDED,
    VERDICTS,
    error_text,
    measured_number,
    why_not_measured,
)
from records.analysis_files import CLAIMS, EVIDENCE, READINGS, STATEMENTS, TIME_RATIOS

ERRORS = "± is the standard error of our average over random permutations."
AVERAGED = (
    f"{ERRORS} The number after it is the difference from the printed number, in standard errors "
    "of the difference (se)."
)
REMARKS = re.compile(r"(.*) \(((?:epoch|[-+]).*)\)")  # remarks of an average: "5.19 (-3.4 se)"
NUMBER = re.compile(r"(?:[-+]?[\d,]+(?:\.\d+)?(?:e[-+]?\d+)?(?: ± [\d.]+)?|–)?")
PRINTED_RATIO = re.compile(r" \(×[^)]*\)")
SIGNS = dict(zip(VERDICTS, ("=", "≈", "≠", "?", "·", "–"), strict=True))
SIGNS |= dict(zip(OUTCOMES, ("✓", "✗", "?", "–"), strict=True))
JUDGED = (EXACT, CLOSE, DIFFERS, UNDECIDED)  # the verdicts that readings can change


class GridCell(NamedTuple):
    """A cell of a grid.

    `printed` is the paper's string, or any text. `notes` has the numbers of its footnotes, from 1.
    """

    printed: str = ""
    measured: str = ""
    verdict: str = ""
    notes: tuple = ()


@dataclass
class Grid:
    """A table to be written.

    Attributes
    ----------
    name : str
        The name of the table's files.
    title, note : str
        The title, and the text below the table; a blank line begins a paragraph of the text.
    groups : list of tuple
        (head, number of columns) of each group of columns.
    columns : list of tuple
        (name, head) of each column.
    rows : list of list of GridCell
        The cells.
    notes : list of str
        The footnotes.
    has_verdicts : bool
        Whether the table compares printed with measured numbers.
    page : str
        The page of the report on which the table stands; "" for the first page.
    behind : str
        The name of the table that this table follows on the page; "" for none.
    """

    name: str
    title: str
    note: str
    groups: list
    columns: list
    rows: list
    notes: list = field(default_factory=list)
    has_verdicts: bool = False
    page: str = ""
    behind: str = ""

    @property
    def full_heads(self):
        """The head of each column, preceded by the head of its group."""
        groups = [head for head, width in self.groups for _ in range(width)]
        heads = [head for _, head in self.columns]
        return [f"{group} {head}".strip() for group, head in zip(groups, heads, strict=True)]

    @property
    def number_columns(self):
        """The indices of the columns that contain only numbers."""
        columns = enumerate(zip(*self.rows, strict=True))
        return {i for i, own in columns if all(NUMBER.fullmatch(cell.printed) for cell in own)}


def paper_grid(table, results):
    """Return a paper's table with measured numbers and verdicts, from a `Results`."""
    claims, evidence, ratios = (
        {
            (row["row"], row["column"]): row
            for row in results.rows(file)
            if (row["paper"], row["table"]) == (table.paper, table.name)
        }
        for file in (CLAIMS, EVIDENCE, TIME_RATIOS)
    )
    claims |= dict(zip(evidence, as_claims(evidence.values()), strict=True))
    runs, online = results.runs, results.online
    notes = {}  # text -> number
    rows = [
        [_shown(cell, claims, ratios, runs, online, notes) for cell in cells]
        for cells in table.rows.values()
    ]
    return Grid(
        name=f"{table.paper}-{table.name}",
        title=table.title,
        note=f"{table.note} {AVERAGED}".strip() if table.has_averages else table.note,
        groups=_merged(
            (
                f"{group['head']} (ours)" if group.get("ours") else group["head"],
                len(group["columns"]),
            )
            for group in table.groups
        ),
        columns=[(column["name"], column["head"]) for _, column in table.columns],
        rows=rows,
        notes=list(notes),
        has_verdicts=True,
        page=table.paper,
    )


def measured_grid(grid):
    """Return a paper's table with the measured numbers alone, for a report.

    `grid` is a result of `paper_grid`. Labels and given parameters stay as printed. A number that
    was not measured is a dash, and its footnote says why. Verdicts, printed numbers and differences
    are left out.
    """
    notes = {}  # text -> number
    rows = [[_measured_alone(cell, grid.notes, notes) for cell in row] for row in grid.rows]
    return replace(
        grid,
        name=f"{grid.name}-measured",
        title=f"{grid.title}: measured",
        groups=[(head.removesuffix(" (ours)"), width) for head, width in grid.groups],
        note=grid.note.replace(AVERAGED, ERRORS),
        rows=rows,
        notes=list(notes),
        has_verdicts=False,
    )


def _measured_alone(cell, texts, notes):
    if cell.verdict and not cell.measured:
        reasons = [texts[number - 1] for number in cell.notes]
        numbers = tuple(notes.setdefault(reason, len(notes) + 1) for reason in reasons)
        return GridCell("–", notes=numbers)
    found = REMARKS.fullmatch(cell.measured)
    text = PRINTED_RATIO.sub("", found[1] if found else cell.measured)
    return GridCell(text or cell.printed)


def summary_grid(results):
    """Return a table that counts the verdicts on the numbers of each table of a `Results`."""
    tables, claims = results.tables, results.rows(CLAIMS)
    groups = [
        (
            (table.paper, table.name),
            [c for c in claims if (c["paper"], c["table"]) == (table.paper, table.name)],
        )
        for table in tables
    ]
    groups = [(name, own) for name, own in groups if own] + [(("all", ""), claims)]
    for kind in KINDS:
        own = [claim for claim in claims if claim["kind"] == kind]
        if own and len(own) < len(claims):
            groups.append((("all", kind), own))
    columns = ["paper", "table", "numbers", *VERDICTS, "differ by chance"]
    rows = []
    for name, own in groups:
        counts = Counter(claim["verdict"] for claim in own)
        values = len(own), *(counts[verdict] for verdict in VERDICTS)
        rows.append((*name, *values, _by_chance(own, results.runs)))
    return Grid(
        name="summary",
        title="Printed numbers and the verdicts on them",
        note="exact: equal in every printed digit. close: within a tolerance that is stated with "
        "its reason. differs: outside. undecided: the test has too little power. not judged: "
        "seconds. not measured: the reason is given. The last rows count by kind: numbers are "
        "independent evidence, unless they are implied by other numbers or the runs were fitted to "
        "them. differ by chance: the expected number of averages that differ if all "
        "averages are correct, ± its largest possible standard deviation. Averages on one data set "
        "may vary together, because they are over the same permutations. Ranges are not counted "
        "there.",
        groups=[("", len(columns))],
        columns=[(name.replace(" ", "-"), name) for name in columns],
        rows=[[GridCell(str(value)) for value in row] for row in rows],
    )


def statements_summary_grid(results):
    """Return a table that counts the verdicts on the statements of each paper of a `Results`."""
    statements = results.rows(STATEMENTS)
    columns = ["paper", "kind", "statements", *STATEMENT_VERDICTS]
    rows = []
    for paper in (*dict.fromkeys(row["paper"] for row in statements), "all"):
        for kind in KINDS:
            own = [
                row["verdict"]
                for row in statements
                if row["kind"] == kind and paper in (row["paper"], "all")
            ]
            if own:
                rows.append((paper, kind, len(own), *map(own.count, STATEMENT_VERDICTS)))
    return Grid(
        name="summary-statements",
        title="Statements and the verdicts on them",
        note="A statement is one sentence of a paper. holds: in all comparisons that it is made "
        "of. holds where judged: in some, and none contradicts it. holds in part: in some, "
        "and others contradict it. does not hold: in none, and at least one contradicts it. "
        "cannot be judged: no comparison decides. implied: the statement follows from numbers that "
        "have verdicts of their own. ours: the paper made no such runs.",
        groups=[("", len(columns))],
        columns=[(name.replace(" ", "-"), name) for name in columns],
        rows=[[GridCell(str(value)) for value in row] for row in rows],
    )


def statements_grids(results):
    """Return a table for each paper of a `Results`: its statements and their verdicts."""
    heads = (
        "statement",
        "place",
        "the paper's words",
        "the claim is",
        "verdict",
        "comparisons",
        "hold",
        "fail",
        "undecided",
        "not measured",
        "kind",
    )
    grids = []
    for paper in dict.fromkeys(table.paper for table in results.tables):
        own = [row for row in results.rows(STATEMENTS) if row["paper"] == paper]
        rows = [
            (
                row["statement"],
                row["place"],
                row["words"],
                row["claim"] or "stated with each comparison",
                short(row),
                row["comparisons"],
                row["hold"],
                row["fail"],
                row["undecided"],
                row["not_measured"],
                row["kind"] + (f": {row['because']}" if row["kind"] != INDEPENDENT else ""),
            )
            for row in own
        ]
        if rows:
            grids.append(
                Grid(
                    name=f"{paper}-statements",
                    title="The paper's statements, each one sentence",
                    note="A statement holds if all its comparisons hold. The tables below have the "
                    "comparisons. Which ratios fit a word is the same for all papers: "
                    "paper_tables/words.py.",
                    groups=[("", len(heads))],
                    columns=[(head.replace(" ", "-").replace("'", ""), head) for head in heads],
                    rows=[[GridCell(str(value)) for value in row] for row in rows],
                    page=paper,
                )
            )
    return grids


def readings_grids(results):
    """Return a table for each paper with readings.

    The table compares verdicts under each reading and under the stated protocol.
    """
    stated = {CLAIMS.key_of(claim): claim["verdict"] for claim in results.rows(CLAIMS)}
    grids = []
    for paper in dict.fromkeys(table.paper for table in results.tables):
        rows = [
            _reading_row(reading, results.rows(READINGS), stated)
            for reading in read_readings(paper)
        ]
        rows = [row for row in rows if row]
        if rows:
            grids.append(_readings_grid(paper, rows))
    return grids


def _readings_grid(paper, rows):
    heads = ("reading", "reason", "constants fitted", "cells")
    columns = [(head.replace(" ", "-"), head) for head in heads]
    columns += [(f"{how}-{v}", v) for how in ("stated", "read") for v in JUDGED]
    columns += [("fewer", "in all"), ("fewer-per-constant", "per constant")]
    return Grid(
        name=f"{paper}-readings",
        title="Other readings of the protocol",
        note="Two verdicts on the same cells: with the protocol as the paper states it, and by the "
        "reading. Only cells measured both ways are counted. A reading may fit constants to the "
        "printed numbers. The verdicts on the paper's tables use the stated protocol.",
        groups=[
            ("", 4),
            ("as stated", len(JUDGED)),
            ("by the reading", len(JUDGED)),
            ("fewer that differ", 2),
        ],
        columns=columns,
        rows=rows,
        page=paper,
    )


def _reading_row(reading, claims, stated):
    """Return the row of a reading; None if no cell of the reading was measured."""
    own = [claim for claim in claims if claim["reading"] == reading.name]
    pairs = [(stated.get(CLAIMS.key_of(claim), NOT_MEASURED), claim["verdict"]) for claim in own]
    pairs = [pair for pair in pairs if NOT_MEASURED not in pair]
    if not pairs:
        return None
    counts = [Counter(verdicts) for verdicts in zip(*pairs, strict=True)]
    found = [[count[verdict] for verdict in JUDGED] for count in counts]
    more = counts[0][DIFFERS] - counts[1][DIFFERS]
    each = f"{more / reading.constants:g}" if reading.constants else "none fitted"
    values = [reading.reading, reading.reason, reading.constants, len(pairs)]
    return [GridCell(str(value)) for value in (*values, *found[0], *found[1], more, each)]


def _by_chance(claims, runs):
    """Return the number of claims that differ by chance, such as "4.1 ± 3.0", or ""."""
    of_data = {}
    for claim in claims:
        if claim["chance_of_differing"]:
            chances = of_data.setdefault(runs[claim["run"]]["data"], [])
            chances.append(float(claim["chance_of_differing"]))
    if not of_data:
        return ""
    expected = sum(map(sum, of_data.values()))
    deviations = (sum(sqrt(p * (1 - p)) for p in chances) for chances in of_data.values())
    return f"{expected:.1f} ± {sqrt(sum(deviation**2 for deviation in deviations)):.1f}"


def _shown(cell, claims, ratios, runs, online, notes):
    key = cell.row, cell.column

    def numbered(reason):
        return (notes.setdefault(reason, len(notes) + 1),) if reason else ()

    if cell.seconds and key in ratios:
        ratio = _ratio(ratios[key])
        if cell.statement:
            claim = claims[key]
            return GridCell(cell.printed, ratio, claim["verdict"], numbered(claim["reason"]))
        if cell.ours:
            return GridCell("", ratio, "" if ratio else NOT_MEASURED)
        claim = claims[key]
        why = claim["reason"] if claim["verdict"] == NOT_MEASURED else ""
        return GridCell(cell.printed, ratio, claim["verdict"], numbered(why))
    if cell.ours:
        measures = cell.run and (cell.field or cell.quantity)
        why = why_not_measured(cell, runs, online) if measures else ""
        return GridCell(
            "", our_number(cell, runs, online), NOT_MEASURED if why else "", numbered(why)
        )
    if key not in claims:
        return GridCell(cell.printed or "")
    claim = claims[key]
    measured = claim["measured"]
    if "," in cell.printed and measured.isdigit():
        measured = f"{int(measured):,}"
    return GridCell(cell.printed, measured, claim["verdict"], numbered(claim["reason"]))


def _ratio(row):
    """Return the measured ratio and, in brackets, the printed ratio; bounds have their sign.

    Seconds are shown only if a time budget ended the run.
    """
    parts = []
    if row["seconds_bound"]:
        parts.append(f"{row['seconds_bound']} {float(row['seconds']):.0f} s")
    if row["ratio"]:
        printed = f" (×{row['printed_ratio']})" if row["printed_ratio"] else ""
        parts.append(f"{row['ratio_bound']} ×{row['ratio']}{printed}".strip())
    return ", ".join(parts)


def our_number(cell, runs, online):
    """Return the text of a cell of ours; "" if it was not measured."""
    if cell.quantity:
        return _our_estimate(cell, runs, online)
    if cell.parameters and cell.run in runs:
        values = [given(runs[cell.run], key) for key in cell.parameters]
        values = [Decimal(value) * Decimal(cell.scale) for value in values if value is not None]
    elif cell.field and cell.run and not why_not_measured(cell, runs, online):
        values = [measured_number(cell, runs)]
    else:
        values = []
    return ", ".join(f"{value:.{cell.decimals}f}" for value in values)


def _our_estimate(cell, runs, online):
    if why_not_measured(cell, runs, online):
        return ""
    found = estimate(cell.quantity, cell.run, online)
    text = f"{found.value * Decimal(cell.scale):.{cell.decimals}f}"
    if found.scatter is None:
        return text
    error = found.standard_error(found.n) * Decimal(cell.scale)
    return f"{text} ± {error_text(error, cell.decimals)}"


def _merged(groups):
    """Merge neighbouring groups with the same head."""
    merged = []
    for head, width in groups:
        if merged and merged[-1][0] == head:
            width += merged.pop()[1]
        merged.append((head, width))
    return merged
