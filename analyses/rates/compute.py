"""Fits exponents to the growth of updates with accuracy: `python -m analyses.rates.compute`."""

import argparse
import json
import sys
from math import log, nan
from typing import NamedTuple

import scipy  # the import of scipy.stats takes a second, and scipy delays it to the first use

from data.commands import command
from records import files
from records.analysis_files import RATE_POINTS, RATES
from records.entries import is_named
from records.errors import RecordError
from records.problems import exact_maxima, problem_of
from records.run_files import RUNS
from records.statuses import Status
from records.writing import write

RUN_NAMES = ("rates-*",)
# Learner -> the parameter that is its accuracy ε, or 1/ε for c. MICRA has no such parameter.
NOMINAL = {
    "ALMA": "alpha",
    "AggressiveROMMA": "delta",
    "KrauthMezard": "c",
    "AMIRA": "epsilon",
    "PDM": "epsilon",
    "Margitron": "epsilon",
}
# The exponents of 1/ε in the papers' bounds: AMIRA's Table 1, Theorem 3.4 and Falkowski's (4).
THEORY = {
    "alma": "2",
    "aggressive-romma": "2",
    "amira": "1",
    "w-margitron": "2",
    "krauth-mezard": "1",
}


class Fit(NamedTuple):
    """The line log y = constant + exponent log x. For two points, standard_error is nan."""

    exponent: float
    standard_error: float


def fit(x, y):
    """Return the `Fit` of the logarithms by least squares; None for fewer than two different x."""
    if len(set(x)) < 2:
        return None
    found = scipy.stats.linregress([log(value) for value in x], [log(value) for value in y])
    return Fit(float(found.slope), float(found.stderr) if len(x) > 2 else nan)


def points_of(runs):
    """Yield rows of rate_points.csv (dicts) from the rows of runs.csv, in order.

    A point is a run of theory/rates that converged on a problem with an exact maximum margin.
    `nominal` is ε, None if the learner has none; `missing` is 1 − γ′_d/γ_d.
    """
    maxima = exact_maxima(runs)
    for run in runs:
        converged = is_named(run["run"], RUN_NAMES) and run["status"] == Status.CONVERGED
        if not converged or problem_of(run) not in maxima:
            continue
        maximum = float(maxima[problem_of(run)]["directional_margin"])
        missing = 1 - float(run["directional_margin"]) / maximum
        yield {
            "data": run["data"],
            "series": run["series"],
            "run": run["run"],
            "nominal": _nominal(run),
            "missing": missing,
            "updates": int(float(run["updates"])),
        }


def rates_of(points):
    """Yield rows of rates.csv (dicts), one for each series and accuracy.

    `points` has the rows of `points_of`.
    """
    found = {}
    for point in points:
        found.setdefault((point["data"], point["series"]), []).append(point)
    for (data, series), own in found.items():
        for accuracy, key in (("nominal", "nominal"), ("measured", "missing")):
            used = [point for point in own if point[key] is not None and point[key] > 0]
            line = fit([1 / point[key] for point in used], [point["updates"] for point in used])
            if line:
                yield {
                    "data": data,
                    "series": series,
                    "accuracy": accuracy,
                    "exponent": line.exponent,
                    "standard_error": line.standard_error,
                    "runs": len(used),
                    "exponent_of_bound": THEORY.get(series, ""),
                }


def _nominal(run):
    key = NOMINAL.get(run["algorithm"])
    value = json.loads(run["parameters"]).get(key)
    return 1 / value if key == "c" and value else value


@command(RecordError)
def main(arguments=None):
    """Write both files and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m analyses.rates.compute", description=__doc__)
    parser.add_argument("--runs", required=True, metavar="CSV", help="results/runs.csv")
    parser.add_argument("--rates", required=True, metavar="CSV", help="the file to write")
    parser.add_argument("--points", required=True, metavar="CSV", help="the file to write")
    options = parser.parse_args(arguments)
    points = list(points_of(files.read(options.runs, RUNS)))
    for path, file, rows in (
        (options.rates, RATES, rates_of(points)),
        (options.points, RATE_POINTS, points),
    ):
        write(path, file, rows)


if __name__ == "__main__":
    sys.exit(main())
