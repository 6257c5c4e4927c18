"""Compares the growth of updates with claims: `python -m analyses.claimed_rates.compute`.

For each learner and problem, the growth is the slope of log updates against log 1/ε over FRACTIONS.
Its mean over the problems has a 95 % interval by Student's t. The last slope, from 99 % up, is
averaged likewise. A claim of log(1/ε) is compared with the growth from a decade of 1/ε to the next:
the logarithm of the ratio of the updates that the last two decades add. It is 0 for any
a + b log(1/ε), and s for any a + b ε^−s.
"""

import argparse
import sys
from itertools import pairwise
from math import log, log10, sqrt
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
NEAR = 0.25  # half the least distance between the exponents that are claimed, 0, 0.5, 1 and 2
LAST = 1 / (1 - 0.99)  # the last slope starts at this 1/ε
DECADES = ("0.9", "0.99", "0.999", "0.9999")  # of FRACTIONS


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


def verdict(claimed, whole, last, by_decade):
    """Return the verdict on a claimed exponent from the intervals of the three growths.

    A claim of log(1/ε) has the exponent 0. It is judged by the growth from decade to decade.
    """
    if not claimed:
        return _judged(by_decade, claimed)
    of_whole, of_last = _judged(whole, claimed), _judged(last, claimed)
    if of_last == CANNOT:
        return of_whole
    return "holds beyond 99 %" if (of_whole, of_last) == (FAILS, HOLDS) else of_last


def _judged(found, claimed):
    if found is None:
        return CANNOT
    _, low, high = found
    return FAILS if low > claimed + NEAR else HOLDS if high <= claimed + NEAR else CANNOT


def rows_of(overview, claims):
    """Yield rows of claimed_rates.csv (dicts). `claims` is the content of claims.yaml."""
    growth = growth_of(overview)
    others = {row["learner"]: NO_CLAIM for row in overview if row["kind"] in OURS}
    for learner, claim in (claims | {k: v for k, v in others.items() if k not in claims}).items():
        own = [points for (name, _), points in growth.items() if name == learner]
        ends = [[point for point in points if point[0] >= LAST] for points in own]
        by_decade = [_by_decade(points) for points in own]
        slopes = {
            "": [_slope(points) for points in own if len(points) >= FEWEST],
            "last_": [_slope(points) for points in ends if len(points) > 1],
            "decade_": [found for found in by_decade if found is not None],
        }
        intervals = {name: interval(values) for name, values in slopes.items()}
        claimed = claim.get("exponent")
        row = {"learner": learner, "claimed": claimed}
        row["source"] = claim["because"] if claimed is None else claim["source"]
        for name, found in intervals.items():
            values = found or (None, None, None)
            row |= {f"{name}exponent": values[0], f"{name}low": values[1]}
            row |= {f"{name}high": values[2], f"{name}problems": len(slopes[name])}
        row["verdict"] = NONE
        if claimed is not None:
            row["verdict"] = verdict(
                claimed,
                whole=intervals[""],
                last=intervals["last_"],
                by_decade=intervals["decade_"],
            )
        yield row


def _by_decade(points):
    """Return log10 of the ratio of the updates that the last two decades add, or None.

    `points` are pairs (1/ε, updates). A decade without updates gives None.
    """
    updates = dict(points)
    ends = [1 / (1 - float(part)) for part in DECADES]
    reached = [updates[end] for end in ends if end in updates]
    added = [later - earlier for earlier, later in pairwise(reached)][-2:]
    return log10(added[1] / added[0]) if len(added) == 2 and min(added) > 0 else None


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
