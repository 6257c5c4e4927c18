"""Exponents with which updates grow with accuracy: `python -m workflows.rates --help`."""

import argparse
import json
import re
import sys
from math import log, nan
from typing import NamedTuple

from scipy.stats import linregress

from data.commands import command
from data.files import replacing
from paper_tables.errors import TableError
from paper_tables.files import csv_text, read_csv
from paper_tables.rates import METHODS, POINT_COLUMNS, RATE_COLUMNS, THEORY

NEEDED = ("run", "data", "augment", "extend", "algorithm", "parameters", "status")
NEEDED += ("updates", "directional_margin")
# The accuracy ε among a learner's parameters; MICRA has none.
NOMINAL = {"ALMA": "alpha", "AggressiveROMMA": "delta", "KrauthMezard": "c"} | dict.fromkeys(
    ("AMIRA", "PDM", "Margitron"), "epsilon"
)
NAME = re.compile(rf"rates-(?P<data>.+?)-(?P<ladder>{'|'.join(METHODS)})-\d+")


class Fit(NamedTuple):
    """Of log y = constant + exponent log x. standard_error: nan of two points."""

    exponent: float
    standard_error: float


def fit(x, y):
    """The `Fit` by least squares of the logarithms, or None of fewer than two different x."""
    if len(set(x)) < 2:
        return None
    found = linregress([log(value) for value in x], [log(value) for value in y])
    return Fit(float(found.slope), float(found.stderr) if len(x) > 2 else nan)


def points_of(runs):
    """Rows of POINT_COLUMNS, as dicts, of the rows of runs.csv: of the runs of theory/rates that
    converged on a problem with an exact maximum margin, in their order.

    nominal: ε, None where the learner has none; missing: 1 − γ′_d/γ_d.
    """
    exact = (run for run in runs if run["algorithm"] == "MaximumMargin")
    maxima = {
        _problem(run): float(run["directional_margin"])
        for run in exact
        if run["status"] == "converged"
    }
    for run in runs:
        name = NAME.fullmatch(run["run"])
        if not name or run["status"] != "converged" or _problem(run) not in maxima:
            continue
        missing = 1 - float(run["directional_margin"]) / maxima[_problem(run)]
        yield {
            **{"data": run["data"], "ladder": name["ladder"], "run": run["run"]},
            **{"nominal": _nominal(run), "missing": missing},
            "updates": int(float(run["updates"])),
        }


def rates_of(points):
    """Rows of RATE_COLUMNS, as dicts, of `points_of`: of each ladder by each accuracy."""
    ladders = {}
    for point in points:
        ladders.setdefault((point["data"], point["ladder"]), []).append(point)
    for (data, ladder), own in ladders.items():
        for accuracy, key in (("nominal", "nominal"), ("measured", "missing")):
            used = [point for point in own if point[key] is not None and point[key] > 0]
            found = fit([1 / point[key] for point in used], [point["updates"] for point in used])
            if found:
                yield {
                    **{"data": data, "ladder": ladder, "accuracy": accuracy},
                    **{"exponent": found.exponent, "standard_error": found.standard_error},
                    **{"runs": len(used), "theory": THEORY.get(ladder, "")},
                }


def _problem(run):
    return run["data"], float(run["augment"]), float(run["extend"])


def _nominal(run):
    key = NOMINAL.get(run["algorithm"])
    value = json.loads(run["parameters"]).get(key)
    return 1 / value if key == "c" else value


def _text(value):
    if value is None or value != value:
        return ""
    return f"{value:.17g}" if isinstance(value, float) else value


@command(TableError)
def main(arguments=None):
    """Writes both files; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.rates", description=__doc__)
    parser.add_argument("--runs", required=True, metavar="CSV", help="results/runs.csv")
    parser.add_argument("--rates", required=True, metavar="CSV", help="to be written")
    parser.add_argument("--points", required=True, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    points = list(points_of(read_csv(options.runs, NEEDED)))
    for path, columns, rows in (
        (options.rates, RATE_COLUMNS, rates_of(points)),
        (options.points, POINT_COLUMNS, points),
    ):
        text = csv_text(columns, [[_text(row[name]) for name in columns] for row in rows])
        with replacing(path) as unfinished:
            unfinished.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
