"""Compares the growth of updates with claims: `python -m analyses.claimed_rates.compute`.

For each learner and problem, the growth is the slope of log updates against log 1/ε over FRACTIONS.
Its mean over the problems has a 95 % interval by Student's t. The last slope, from 99 % up, is
averaged likewise.
"""

import argparse
import sys
from math import log, sqrt
from pathlib import Path
from statistics import mean, stdev

import scipy  # the import of scipy.stats takes a second, and scipy delays it to the first use

from data.commands import command
from data.yaml_files import read_yaml
from records import files
from records.analysis_files import CLAIMED_RATES, FRACTIONS, OVERVIEW
from records.errors import RecordError
from records.writing import write

CLAIMS = Path(__file__).with_name("claims.yaml")
FEWEST = 3  # the fewest points for a slope, and the fewest problems for an interval
HOLDS, FAILS, CANNOT, NONE = "holds", "does not hold", "cannot be judged", "claims none"
NO_CLAIM = {"because": "no claim is entered"}
OURS = ("learner", "batch", "procedure")  # kinds of learners that are shown without a claim
NEAR = 0.25  # half the least distance between the exponents that are claimed, 0.5, 1 and 2
LAST = 1 / (1 - 0.99)  # the last slope starts at this 1/ε
# The largest slope of a + b log(1/ε), a and b >= 0, from ε = 0.01 to 0.001; beyond it is smaller.
SLOPE_OF_LOGARITHM = log(3 / 2) / log(10)


def growth_of(overview):
    """Return (learner, problem) -> pairs (1/ε, updates), from coarse to fine.

    `overview` has the rows of overview.csv.
    """
    best = {}
    for row in overview:
        for part in FRACTIONS:
            if row[f"updates_{part}"]:
                key = row["learner"], row["problem"], 1 / (1 - float(part))
                updates = float(row[f"updates_{part}"])
                best[key] = min(best.get(key, updates), updates)
    found = {}
    for (learner, problem, accuracy), updates in sorted(best.items()):
        if updates > 0:
            found.setdefault((learner, problem), []).append((accuracy, updates))
    return found


def interval(values):
    """Return (mean, low, high) of the 95 % interval; None for fewer than FEWEST values."""
    if len(values) < FEWEST:
        return None
    half = scipy.stats.t.ppf(0.975, len(values) - 1) * stdev(values) / sqrt(len(values))
    return mean(values), mean(values) - half, mean(values) + half


def verdict(whole, last, claimed):
    """Return the verdict on a claimed exponent from the intervals of both slopes.

    For a claim of log(1/ε), `claimed` is 0 and `last` is the excess of the slopes over a
    logarithm's.
    """
    # The slopes of a power vary by up to NEAR; the slopes of a logarithm have a strict bound.
    most, refuting = (claimed, claimed + NEAR) if claimed else (0.0, 0.0)
    of_whole = _judged(whole, most, refuting) if claimed else CANNOT
    of_last = _judged(last, most, refuting)
    if of_last == CANNOT:
        return of_whole
    return "holds beyond 99 %" if (of_whole, of_last) == (FAILS, HOLDS) else of_last


def _judged(found, most, refuting):
    if found is None:
        return CANNOT
    _, low, high = found
    return FAILS if low > refuting else HOLDS if high <= most + NEAR else CANNOT


def rows_of(overview, claims):
    """Yield rows of claimed_rates.csv (dicts). `claims` is the content of claims.yaml."""
    growth = growth_of(overview)
    others = {row["learner"]: NO_CLAIM for row in overview if row["kind"] in OURS}
    for learner, claim in (claims | {k: v for k, v in others.items() if k not in claims}).items():
        own = [points for (name, _), points in growth.items() if name == learner]
        whole = interval([_slope(points) for points in own if len(points) >= FEWEST])
        ends = [[point for point in points if point[0] >= LAST] for points in own]
        ends = [points for points in ends if len(points) > 1]
        last = interval([_slope(points) for points in ends])
        # The slope of b log(1/ε) is the largest slope of a + b log(1/ε) for a and b >= 0.
        above = interval([_slope(p) - _slope([(x, log(x)) for x, _ in p]) for p in ends])
        claimed = claim.get("exponent")
        row = {"learner": learner, "claimed": claimed}
        row["source"] = claim["because"] if claimed is None else claim["source"]
        for name, found, count in (
            ("", whole, sum(len(points) >= FEWEST for points in own)),
            ("last_", last, len(ends)),
        ):
            values = found or (None, None, None)
            row |= {f"{name}exponent": values[0], f"{name}low": values[1]}
            row |= {f"{name}high": values[2], f"{name}problems": count}
        yield row | {
            "verdict": NONE
            if claimed is None
            else verdict(whole, last if claimed else above, claimed)
        }


def _slope(points):
    logarithms = [log(x) for x, _ in points], [log(y) for _, y in points]
    return float(scipy.stats.linregress(*logarithms)[0])


@command(RecordError)
def main(arguments=None):
    """Write the file and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--overview", required=True, metavar="CSV", help="results/overview.csv")
    parser.add_argument("--output", required=True, metavar="CSV", help="the file to write")
    options = parser.parse_args(arguments)
    claims = read_yaml(CLAIMS)
    overview = [row for row in files.read(options.overview, OVERVIEW) if row["learner"]]
    rows = list(rows_of(overview, claims)) if overview else []
    write(options.output, CLAIMED_RATES, rows)


if __name__ == "__main__":
    sys.exit(main())
