"""Readings: protocols other than the stated one, and the verdicts on printed numbers under them.

PAPER/readings.yaml lists the readings of a paper, each with its reason and the number of constants
that it fits to the printed numbers. A reading gives a second verdict beside the verdict on the
stated protocol, never in its place.
"""

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.papers import HERE
from paper_tables.verdicts import Verdict, judge, judge_evidence
from records.checked_yaml import read_checked


class Reading(NamedTuple):
    """A reading, as described in readings.schema.json.

    `runs` is a dict from the run of the stated protocol to the run of the reading.
    """

    name: str
    reading: str
    reason: str
    constants: int
    tables: list
    runs: dict

    def of(self, cell):
        """Return a `Cell` under this reading; None if the reading does not concern the cell."""
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
    """Return the readings of a paper; an empty list if it has no file.

    Raise TableError, naming file and key, for a damaged file.

    >>> [reading.name for reading in read_readings("falkowski")]
    []
    """
    path = HERE / paper / "readings.yaml"
    return readings_from_file(path) if path.is_file() else []


def readings_from_file(path):
    """Return the readings in a file. Raise TableError if it is damaged."""
    found = read_checked(path, HERE / "readings.schema.json", TableError)
    names = [entry["name"] for entry in found]
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"{path}: two readings are called {name}.")
    return [Reading(**entry) for entry in found]


def claims_by_readings(table, runs, online):
    """Return rows of readings.csv (dicts): claims and evidence of a table by each reading.

    `runs` and `online` are the results of `read_runs` and `read_online`.
    """
    rows = []
    for reading in read_readings(table.paper):
        for cell in table.cells if table.name in reading.tables else ():
            is_judged = (cell.is_claim or cell.statement) and not cell.seconds
            other = reading.of(cell) if is_judged else None
            if other:
                judge_it = judge_evidence if cell.statement else judge
                verdict = Verdict(*judge_it(other, runs, online))._asdict()
                place = table.place(cell) | {"reading": reading.name, "run": other.run}
                rows.append(place | verdict)
    return rows
