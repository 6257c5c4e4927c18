"""Reads a paper's table from its file and checks it against table.schema.json."""

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from string import Formatter

from paper_tables.errors import TableError
from paper_tables.papers import HERE, NO_TABLES, table_names
from paper_tables.permutations import STATISTICS, Quantity, quantity_of
from paper_tables.statements import INDEPENDENT, range_of, statements_in
from records.checked_yaml import read_checked

COLUMN_ONLY = ("name", "head", *STATISTICS)  # keys of a column that its cells do not have


@dataclass(frozen=True)
class Cell:
    """A cell of a table, with the entries of its column in table.schema.json.

    Attributes
    ----------
    printed : str or None
        The string in the paper; None for a cell of ours. Evidence for a statement may have the
        statement's words.
    run : str
        The run of the cell; "" for a cell of ours without a run.
    statement : str
        The name of the statement for which the cell is evidence; "" for a printed number.
    means : str
        The range that decides about the evidence, such as "≥ 0.50"; "" for a printed number.
    left_open : str
        The range in which the statement's words leave the evidence undecided; "" for none.
    kind : str
        The kind of evidence, one of `statements.KINDS`.
    quantity : Quantity or None
        The quantity of an online run that the cell reports.
    averaged_over : int or None
        The number of permutations or draws in the paper.
    repeated : str
        "permutation" or "draw".
    allowed : Decimal or None
        The largest difference of a close number if `close` has `nearer_than`: half the difference
        between two printed numbers.
    """

    row: str
    column: str
    printed: str | None
    run: str
    statement: str = ""
    means: str = ""
    left_open: str = ""
    kind: str = INDEPENDENT
    ours: bool = False
    not_run: str | None = None
    label: bool = False
    seconds: bool = False
    parameters: tuple = ()
    field: str | None = None
    quantity: Quantity | None = None
    averaged_over: int | None = None
    repeated: str = "permutation"
    relative_to: str | None = None
    scale: str = "1"
    decimals: int = 0
    close: dict | None = None
    allowed: Decimal | None = None
    above: tuple = ()
    than: tuple = ()
    added: str | None = None

    @property
    def is_claim(self):
        """True if the paper prints a number here: a number to judge, or seconds."""
        measured = self.seconds or self.field is not None or self.quantity is not None
        return self.printed is not None and measured and not self.label and not self.statement


@dataclass(frozen=True)
class Table:
    """A table of a paper.

    `rows` is a dict from row to its cells, one for each column of `groups`, including our columns.
    `groups` is as in the file. `runs_in` has the files of config/runs/ with the runs of the printed
    cells. `stated` is a dict from run to what the caption or text states about
    the run, as strings.
    """

    paper: str
    name: str
    title: str
    note: str
    groups: list
    rows: dict
    stated: dict
    seconds_relative_to: str | None
    has_averages: bool
    runs_in: tuple

    def place(self, cell):
        """Return the columns of result files that locate a cell, as a dict."""
        names = {"paper": self.paper, "table": self.name, "row": cell.row, "column": cell.column}
        return {**names, "printed": cell.printed or ""}

    def seconds_unit(self, cell):
        """Return the cell in the row of `cell` whose seconds are the unit; None if none is."""
        own = (other for other in self.rows[cell.row] if other.column == self.seconds_relative_to)
        return next(own, None)

    @property
    def columns(self):
        """(group, column) for each column from left to right, as in the file."""
        return [(group, column) for group in self.groups for column in group["columns"]]

    @property
    def cells(self):
        """All cells, row by row."""
        return [cell for row in self.rows.values() for cell in row]


def is_printed(table):
    """Return whether a `Table` is printed in the paper; the others collect numbers in the text."""
    return table.name.startswith("table-")


def table_title(name):
    """Return a title such as "Table 1" for "table-1" or "Text" for "text"."""
    return "SVM" if name == "svm" else name.replace("-", " ").capitalize()


@cache
def read_table(name):
    """Return the table `name`, such as "micra/table-1".

    Raise TableError, naming file and key, for an unknown table or a damaged file.

    >>> cell = read_table("micra/table-1").rows["1"][2]
    >>> cell.column, cell.run, cell.field
    ('perceptron-updates', 'micra-table-1-perceptron-1', 'updates')
    """
    path = HERE / f"{name}.yaml"
    if not path.is_file() or path.stem in NO_TABLES:
        known = ", ".join(table_names())
        raise TableError(f"There is no table {name!r}; there are {known}.")
    return table_from_file(path)


def table_from_file(path):
    """Return the table in a file; the folder has the paper's name.

    Raise TableError as `read_table` does.
    """
    path = Path(path)
    content = _checked_content(path)
    statements = statements_in(path.parent)
    rows, stated = {}, {}
    for row, own in content["rows"].items():
        try:
            rows[row] = _row(row, own, content, stated, statements)
        except TableError as error:
            raise TableError(f"{path}: rows.{row}: {error}") from None
    return Table(
        paper=path.parent.name,
        name=path.stem,
        title=content["title"],
        note=content.get("note", ""),
        groups=content["groups"],
        rows=rows,
        stated=stated,
        seconds_relative_to=content.get("seconds_relative_to"),
        has_averages="averaged_over" in content,
        runs_in=tuple(content.get("runs_in", (f"{path.parent.name}/{path.stem}",))),
    )


def _checked_content(path):
    """Return the content of a file after checking it against the schema and for consistency."""
    content = read_checked(path, HERE / "table.schema.json", TableError)
    columns = [column for group in content["groups"] for column in group["columns"]]
    names = [column["name"] for column in columns]
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"{path}: two columns are named {name}.")
    timed = [c["name"] for c in columns if "seconds" in c and "relative_to" not in c]
    unit = content.get("seconds_relative_to")
    if (timed or unit) and unit not in timed:
        raise TableError(f"{path}: seconds_relative_to must name one of the columns of seconds.")
    content["rows"] = {
        row: own if isinstance(own, dict) else {"cells": own}
        for row, own in content["rows"].items()
    }
    expected = sum(len(g["columns"]) for g in content["groups"] if not g.get("ours"))
    for row, own in content["rows"].items():
        found = len(own["cells"])
        if found != expected:
            raise TableError(f"{path}: rows.{row} has {found} cells for {expected} columns.")
    return content


def _row(row, own, content, stated, statements):
    """Return the cells of a row from its entry `own`; add its statements to `stated`."""
    facts = {"row": row, **own.get("facts", {})}
    shared = {key: own[key] for key in ("not_run", "kind") if key in own}
    over = own.get("averaged_over", content.get("averaged_over"))
    if isinstance(over, dict):
        shared |= {"averaged_over": over["draws"], "repeated": "draw"}
    elif over:
        shared["averaged_over"] = over
    remaining = iter(own["cells"])
    cells = []
    for group in content["groups"]:
        printed = [None if group.get("ours") else next(remaining) for _ in group["columns"]]
        found = [
            _cell(column, text, group, facts, shared, statements)
            for column, text in zip(group["columns"], printed, strict=True)
        ]
        if any(cell.printed is not None for cell in found):
            of_run = {**group.get("stated", {}), **own.get("stated", {})}
            known = stated.setdefault(_filled(group["run"], facts), {})
            known |= {key: _filled(text, facts) for key, text in of_run.items()}
        cells += found
    return [_with_allowed(cell, cells) for cell in cells]


def _with_allowed(cell, cells):
    """Return a cell of a row with the difference that `nearer_than` in its `close` allows."""
    other = (cell.close or {}).get("nearer_than")
    if not other or not cell.is_claim:
        return cell
    texts = [own.printed for own in cells if own.column == other and own.printed is not None]
    if not texts:
        raise TableError(f"column {cell.column} is compared with {other}, which is not printed.")
    return replace(cell, allowed=abs(Decimal(cell.printed) - Decimal(texts[0])) / 2)


def _filled(text, facts):
    """Fill in the {facts} of a text; return "" if one of them is null."""
    wanted = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    for name in wanted:
        if name not in facts:
            raise TableError(f"{text} needs a fact {name}; there are {', '.join(facts)}.")
    return "" if any(facts[name] is None for name in wanted) else text.format(**facts)


def _cell(column, printed, group, facts, shared, statements):
    keys = {key: group[key] for key in ("ours", "kind") if key in group} | shared
    quantity = quantity_of(column, lambda text: _filled(text, facts))
    keys |= {key: value for key, value in column.items() if key not in COLUMN_ONLY}
    keys |= {
        key: _filled(column[key], facts) for key in ("run", "relative_to", "added") if key in column
    }
    keys["than"] = tuple(_filled(run, facts) for run in column.get("than", ()))
    keys["above"] = tuple(
        (_filled(other["run"], facts), other["times"]) for other in column.get("above", ())
    )
    keys |= printed if isinstance(printed, dict) else {"printed": printed}
    if "statement" in keys:
        keys |= _evidence(keys, statements)
    keys = {"run": _filled(group["run"], facts), **keys, "quantity": quantity}
    cell = Cell(row=facts["row"], column=column["name"], **keys)
    if cell.means and not cell.statement:
        raise TableError(f"column {cell.column} has a range (means), but no statement.")
    if cell.printed is not None and not cell.run:
        raise TableError(f"column {cell.column} is printed, but the fact with its run is null.")
    if cell.printed is not None and cell.quantity and not cell.averaged_over:
        raise TableError(f"column {cell.column} needs averaged_over, the paper's permutations.")
    return cell


def _evidence(keys, statements):
    """Return the words, the range and the kind of a cell that is evidence for a statement."""
    name = keys["statement"]
    if name not in statements:
        known = ", ".join(statements) or "none"
        raise TableError(f"no statement is called {name!r}; statements.yaml has {known}.")
    statement = statements[name]
    means = keys.get("means", statement.claim)
    if not means and not keys["above"]:
        raise TableError(f"neither the statement {name} nor its cell has a range to decide by.")
    if means:
        range_of(means)
    return {
        "printed": keys.get("printed", statement.words),
        "means": means,
        "left_open": statement.open,
        "kind": statement.kind,
    }
