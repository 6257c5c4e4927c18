"""Gathers the records of all batches into the tables of runs: `python -m workflows.collect`."""

import argparse
import json
from pathlib import Path

import pandas as pd

from data.files import replacing
from workflows.execute import FIELDS, POINT_FIELDS

COLUMNS = [
    *("run", "data", "augment", "extend", "N", "algorithm", "parameters", "seed"),
    *("status", "reason"),
    *FIELDS,
]
COUNTS = ["N", "seed", "updates", "epochs", "mini_epochs", "visits"]


def collect(paths):
    """The tables of runs, of curves and of timings, from the files of records, in their order."""
    records = [record for path in paths for record in json.loads(Path(path).read_text())]
    for record in records:
        record["parameters"] = json.dumps(record["parameters"])
    runs = pd.DataFrame(records, columns=COLUMNS)
    runs[COUNTS] = runs[COUNTS].astype("Int64")
    points = [[record["run"], *point] for record in records for point in record.get("curve", [])]
    curves = pd.DataFrame(points, columns=["run", *POINT_FIELDS])
    timings = pd.DataFrame(records, columns=["run", "seconds"])
    return runs, curves, timings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+")
    for table in ("runs", "curves", "timings"):
        parser.add_argument(f"--{table}", required=True)
    arguments = parser.parse_args()
    tables = collect(arguments.records)
    for table, output in zip(
        tables, (arguments.runs, arguments.curves, arguments.timings), strict=True
    ):
        with replacing(output) as path:
            table.to_csv(path, index=False, float_format="%.17g", lineterminator="\n")


if __name__ == "__main__":
    main()
