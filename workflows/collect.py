"""Gathers the records of all batches into the tables of runs: `python -m workflows.collect`."""

import argparse
import json
import sys
from pathlib import Path

import pandas as pd

from data.commands import command
from data.files import replacing
from workflows.execute import DRAW_FIELDS, FIELDS, POINT_FIELDS
from workflows.execute_online import DISTRIBUTION_FIELDS, ONLINE_FIELDS

COLUMNS = [
    *("run", "data", "augment", "extend", "N", "algorithm", "parameters", "seed"),
    *("status", "reason"),
    *FIELDS,
]
TIMES = ["seconds", "least", "most"]  # the median, and the ends, of a timed run's repetitions
COUNTS = ["N", "seed", "updates", "epochs", "mini_epochs", "visits", "kept"]


TABLES = ("runs", "curves", "timings", "online", "distributions", "draws")


def collect(paths):
    """The TABLES, by name, from the files of records, in their order."""
    records = [record for path in paths for record in json.loads(Path(path).read_text())]
    for record in records:
        record["parameters"] = json.dumps(record["parameters"])
    runs = pd.DataFrame(records, columns=COLUMNS)
    runs[COUNTS] = runs[COUNTS].astype("Int64")
    return {
        "runs": runs,
        "curves": _many(records, "curve", POINT_FIELDS),
        "timings": pd.DataFrame(records, columns=["run", *TIMES]),
        "online": _many(records, "online", ONLINE_FIELDS),
        "distributions": _many(records, "distributions", DISTRIBUTION_FIELDS),
        "draws": _many(records, "draws", DRAW_FIELDS),
    }


def _many(records, key, fields):
    """A table of what runs have several rows of."""
    rows = [[record["run"], *row] for record in records for row in record.get(key, [])]
    return pd.DataFrame(rows, columns=["run", *fields])


@command()
def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+")
    for table in TABLES:
        parser.add_argument(f"--{table}", required=True, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    for name, table in collect(options.records).items():
        with replacing(getattr(options, name)) as path:
            table.to_csv(path, index=False, float_format="%.17g", lineterminator="\n")


if __name__ == "__main__":
    sys.exit(main())
