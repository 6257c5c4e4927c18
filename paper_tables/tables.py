"""A paper's table, read from its file and checked against table.schema.json."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from paper_tables.errors import TableError

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Cell:
    """One cell of a table, with what table.schema.json says of its column.

    printed: the string in the paper, None where there is none. run: the run that it belongs to.
    """

    row: str
    column: str
    printed: str | None
    run: str
    ours: bool = False
    not_run: str | None = None
    label: bool = False
    seconds: bool = False
    parameters: tuple = ()
    field: str | None = None
    relative_to: str | None = None
    scale: str = "1"
    decimals: int = 0
    close: dict | None = None
    above: tuple = ()

    @property
    def is_claim(self):
        """Whether the paper claims a result here, one to be judged or seconds."""
        measured = self.seconds or self.field is not None
        return self.printed is not None and measured and not self.label


@dataclass(frozen=True)
class Table:
    """A table. rows: row -> its cells, one for each column of `groups`, ours included.

    groups: as in the file. stated: run -> what caption or text state of it, as strings.
    """

    paper: str
    name: str
    title: str
    note: str
    groups: list
    rows: dict
    stated: dict
    seconds_relative_to: str | None

    @property
    def columns(self):
        """(group, column) for each column from left to right, as in the file."""
        return [(group, column) for group in self.groups for column in group["columns"]]

    @property
    def cells(self):
        """All cells, row by row."""
        return [cell for row in self.rows.values() for cell in row]


@cache
def read_table(name):
    """The table `name`, such as "micra/table-1". Raises TableError, naming file and key."""
    path = HERE / f"{name}.yaml"
    if not path.is_file():
        known = sorted(str(p.relative_to(HERE).with_suffix("")) for p in HERE.glob("*/*.yaml"))
        raise TableError(f"There is no table {name!r}; known: {', '.join(known)}.")
    return table_from_file(path)


def table_from_file(path):
    """The table in a file, whose folder is named after the paper; TableError as `read_table`."""
    path = Path(path)
    content = _checked_content(path)
    rows, stated = {}, {}
    for row, printed in content["rows"].items():
        remaining = iter(printed)
        rows[row] = []
        for group in content["groups"]:
            ours = group.get("ours", False)
            run = group["run"].format(row=row)
            cells = [
                _cell(row, column, run, None if ours else next(remaining), group)
                for column in group["columns"]
            ]
            if any(cell.printed is not None for cell in cells):
                facts = {k: v.format(row=row) for k, v in group.get("stated", {}).items()}
                stated.setdefault(run, {}).update(facts)
            rows[row] += cells
    return Table(
        paper=path.parent.name,
        name=path.stem,
        title=content["title"],
        note=content.get("note", ""),
        groups=content["groups"],
        rows=rows,
        stated=stated,
        seconds_relative_to=content.get("seconds_relative_to"),
    )


def _checked_content(path):
    """What stands in a file that fits the schema, and fits together."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise TableError(f"{path}: is no YAML: {' '.join(str(error).split())}.") from None
    schema = json.loads((HERE / "table.schema.json").read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(schema).iter_errors(content))
    if error:
        where = ".".join(str(step) for step in error.absolute_path) or "the top level"
        raise TableError(f"{path}: at {where}: {error.message}.")
    columns = [column for group in content["groups"] for column in group["columns"]]
    names = [column["name"] for column in columns]
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"{path}: two columns are named {name}.")
    timed = [column["name"] for column in columns if "seconds" in column]
    unit = content.get("seconds_relative_to")
    if (timed or unit) and unit not in timed:
        raise TableError(f"{path}: seconds_relative_to has to name one of the columns of seconds.")
    expected = sum(len(g["columns"]) for g in content["groups"] if not g.get("ours"))
    for row, printed in content["rows"].items():
        if len(printed) != expected:
            raise TableError(f"{path}: rows.{row} has {len(printed)} cells for {expected} columns.")
    return content


def _cell(row, column, run, printed, group):
    keys = {key: group[key] for key in ("ours", "not_run") if key in group}
    keys |= {key: value for key, value in column.items() if key not in ("name", "head")}
    keys |= {key: column[key].format(row=row) for key in ("run", "relative_to") if key in column}
    keys["above"] = tuple(
        (other["run"].format(row=row), other["times"]) for other in column.get("above", ())
    )
    keys |= printed if isinstance(printed, dict) else {"printed": printed}
    return Cell(row=row, column=column["name"], **{"run": run, **keys})
