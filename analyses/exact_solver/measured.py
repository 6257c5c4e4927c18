"""Reads and writes what `benchmarks.exact` and `benchmarks.growth` measure of each solver.

measured.csv has the milliseconds of each solver to each goal. growth.csv has its times and memory
against the size of the problem. The .json beside each file says where and when it was measured.
"""

import csv
import io
import json
from math import inf
from pathlib import Path
from typing import NamedTuple

from data.files import replacing

HERE = Path(__file__).parent
OURS = "MaximumMargin"
AUGMENTED, FREE = THRESHOLDS = ("with ρ", "free")
REACHED, SHOWN = GOALS = ("reached", "shown")
PERCENTS = ("99", "99.9")


class Row(NamedTuple):
    """The milliseconds of all solvers to one goal; inf if a solver does not reach it.

    threshold, percent and goal are from THRESHOLDS, PERCENTS and GOALS. whole_call: milliseconds of
    a whole call of our `fit` to a gap of 0.05 %, with checks, conversions and the proof.
    """

    problem: str
    threshold: str
    percent: str
    goal: str
    whole_call: float
    milliseconds: dict[str, float]

    @property
    def ours(self):
        return self.milliseconds[OURS]

    @property
    def first(self):
        """Return the name of the fastest other solver, and its milliseconds."""
        others = {name: ms for name, ms in self.milliseconds.items() if name != OURS}
        return min(others.items(), key=lambda item: item[1])

    @property
    def factor(self):
        """Return the time of the fastest other solver, divided by ours."""
        return self.first[1] / self.ours


def read_measured():
    """Return the rows of measured.csv, and the content of measured.json."""
    return read_stored("measured", Row)


def write_measured(rows, made_by):
    """Write `Row`s of the same solvers, and a dict that says where they were measured."""
    write_stored("measured", rows, made_by)


def read_stored(name, kind):
    """Return the rows of `name`.csv, and the content of `name`.json.

    `kind` is the NamedTuple of a row. Its last field has a number for each solver, inf where the
    cell is empty. The other fields have a column each.
    """
    keys = {key: kind.__annotations__[key] for key in kind._fields[:-1]}
    with open(HERE / f"{name}.csv", encoding="utf-8", newline="") as file:
        rows = [
            kind(
                *(type_of(line.pop(key)) for key, type_of in keys.items()),
                {solver: float(number or inf) for solver, number in line.items()},
            )
            for line in csv.DictReader(file)
        ]
    return rows, json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def write_stored(name, rows, made_by):
    """Write rows of one NamedTuple and the same solvers, and where they were measured."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    *keys, _ = rows[0]._fields
    table.writerow([*keys, *rows[0][-1]])
    for *own, numbers in rows:
        cells = [f"{number:.4g}" if number < inf else "" for number in numbers.values()]
        table.writerow([*own, *cells])
    for ending, content in (
        ("csv", text.getvalue()),
        ("json", json.dumps(made_by, indent=1, ensure_ascii=False) + "\n"),
    ):
        with replacing(HERE / f"{name}.{ending}") as unfinished:
            unfinished.write_text(content, encoding="utf-8")
