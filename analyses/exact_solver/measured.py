"""Reads and writes the times that `python -m benchmarks.exact` measures.

measured.csv has the milliseconds of each solver to each goal. measured.json says where and when
they were measured.
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
KEY = ("problem", "threshold", "percent", "goal")
AUGMENTED, FREE = THRESHOLDS = ("with ρ", "free")
REACHED, SHOWN = GOALS = ("reached", "shown")
PERCENTS = ("99", "99.9")


class Row(NamedTuple):
    """The milliseconds of all solvers to one goal; inf if a solver does not reach it.

    threshold, percent and goal are from THRESHOLDS, PERCENTS and GOALS.
    """

    problem: str
    threshold: str
    percent: str
    goal: str
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
    with open(HERE / "measured.csv", encoding="utf-8", newline="") as file:
        rows = [
            Row(*(row.pop(name) for name in KEY), {k: float(ms or inf) for k, ms in row.items()})
            for row in csv.DictReader(file)
        ]
    return rows, json.loads((HERE / "measured.json").read_text(encoding="utf-8"))


def write_measured(rows, made_by):
    """Write the rows, all of the same solvers, and a dict that says where they were measured."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*KEY, *rows[0].milliseconds])
    for row in rows:
        cells = [f"{ms:.4g}" if ms < inf else "" for ms in row.milliseconds.values()]
        table.writerow([*row[: len(KEY)], *cells])
    for name, content in (
        ("measured.csv", text.getvalue()),
        ("measured.json", json.dumps(made_by, indent=1, ensure_ascii=False) + "\n"),
    ):
        with replacing(HERE / name) as unfinished:
            unfinished.write_text(content, encoding="utf-8")
