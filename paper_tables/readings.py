"""Readings: other protocols than the one a paper states, and what the printed numbers are by them.

PAPER/readings.yaml has them, each with its reason and how many constants it fits to the printed
numbers. A reading gives a second verdict beside that on the stated protocol, never in its place.
"""

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.papers import HERE
from paper_tables.verdicts import judge
from records.checked_yaml import read_checked


class Reading(NamedTuple):
    """A reading, as readings.schema.json says. runs: of the stated protocol -> of the reading."""

    name: str
    reading: str
    reason: str
    constants: int
    tables: list
    runs: dict

    def of(self, cell):
        """A `Cell` by this reading; None where the reading does not speak of it."""
        run = self._other(cell.run)
        if run is None:
            return None
        keys = {"run": run}
        if cell.relative_to:
            keys["relative_to"] = self._other(cell.relative_to) or cell.relative_to
        if cell.quantity:
            points = [(self._other(name) or name, x) for name, x in cell.quantity.points]
            others = {key: getattr(cell.quantity, key) for key in ("relative_to", "minus")}
            others = {key: self._other(name) or name for key, name in others.items()}
            keys["quantity"] = cell.quantity._replace(points=tuple(points), **others)
        return replace(cell, **keys)

    def _other(self, run):
        for stated, other in self.runs.items():
            before, _, behind = map(re.escape, stated.partition("{learner}"))
            found = re.fullmatch(f"{before}(.+){behind}" if "{learner}" in stated else before, run)
            if found:
                return other.format(learner=found[1] if found.groups() else "")
        return None


@cache
def read_readings(paper):
    """The readings of a paper; none where it has no file. Raises TableError, naming file and key.

    >>> [reading.name for reading in read_readings("falkowski")]
    []
    """
    path = HERE / paper / "readings.yaml"
    return readings_from_file(path) if path.is_file() else []


def readings_from_file(path):
    """The readings in a file. Raises TableError."""
    found = read_checked(path, HERE / "readings.schema.json", TableError)
    names = [entry["name"] for entry in found]
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"{path}: two readings are called {name}.")
    return [Reading(**entry) for entry in found]


def claims_by_readings(table, runs, online):
    """Rows of readings.csv, as dicts: the claims of a table by each reading that speaks of them.

    runs, online: as `read_runs` and `read_online` give them.
    """
    rows = []
    for reading in read_readings(table.paper):
        for cell in table.cells if table.name in reading.tables else ():
            other = reading.of(cell) if cell.is_claim and not cell.seconds else None
            if other:
                place = {"paper": table.paper, "table": table.name}
                place |= {"row": cell.row, "column": cell.column, "printed": cell.printed}
                verdict = judge(other, runs, online)._asdict()
                rows.append({**place, "reading": reading.name, **verdict, "run": other.run})
    return rows
