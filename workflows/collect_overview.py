"""Gathers the records of the overview into tables: `python -m workflows.collect_overview`."""

import argparse
import json
import sys
from pathlib import Path

import pandas as pd

from data.commands import command
from data.files import replacing
from workflows.overview import PARTS

RUN = ["problem", "learner", "parameters"]
COUNTS = ("updates", "visits", "certified")
CLOCKS = ("seconds", "certified_seconds")
COLUMNS = [
    *("problem", "data", "patterns", "augment", "extend", "N"),
    *("learner", "kind", "told", "algorithm", "parameters"),
    *("status", "reason", "maximum", "margin", "part"),
    *(f"{count}_{part}" for part in PARTS for count in COUNTS),
]


def collect(paths):
    """(overview, timings) of the files of records, in their order: a row a run each.

    Of a run that its seconds ended, the status, the margin and the part depend on the machine too.
    """
    records = [record for path in paths for record in json.loads(Path(path).read_text())]
    for record in records:
        record["parameters"] = json.dumps(record.get("parameters", {}))
    overview = pd.DataFrame(records, columns=COLUMNS)
    counts = ["N", "patterns", *(f"{count}_{part}" for part in PARTS for count in COUNTS)]
    overview[counts] = overview[counts].astype("Int64")
    clocks = [f"{clock}_{part}" for part in PARTS for clock in CLOCKS]
    return overview, pd.DataFrame(records, columns=[*RUN, *clocks])


@command()
def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="*", help="none where the overview is left out")
    parser.add_argument("--overview", required=True, metavar="CSV", help="to be written")
    parser.add_argument("--timings", required=True, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    for path, table in zip(
        (options.overview, options.timings), collect(options.records), strict=True
    ):
        with replacing(path) as unfinished:
            table.to_csv(unfinished, index=False, float_format="%.17g", lineterminator="\n")


if __name__ == "__main__":
    sys.exit(main())
