"""Collects the records of all batches: `python -m workflows.commands.collect --help`."""

import argparse
import json
import sys
from pathlib import Path

from data.commands import command
from records.entries import with_labels
from records.errors import RecordError
from records.plan_file import read_plan
from records.run_files import FILES, LISTS, RUNS, TIMINGS
from records.writing import write


def collect(paths, labels):
    """Return file name -> rows (dicts) for each result file of the runs.

    Parameters
    ----------
    paths : list of str or Path
        The files of the batches' records, in order.
    labels : dict
        Run -> its labels, from the plan.
    """
    records = [
        with_labels(record, labels)
        for path in paths
        for record in json.loads(Path(path).read_text())
    ]
    found = {
        RUNS.name: [{**run, "parameters": json.dumps(run["parameters"])} for run in records],
        TIMINGS.name: records,
    }
    for key, file in LISTS.items():
        found[file.name] = [
            dict(zip(file.header, (run["run"], *row), strict=True))
            for run in records
            for row in run.get(key, [])
        ]
    return found


@command(RecordError)
def main(arguments=None):
    """Write the files of runs; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.collect", description=__doc__
    )
    parser.add_argument("records", nargs="*", metavar="JSON", help="records of the batches")
    parser.add_argument("--plan", required=True, metavar="JSON", help="results/plan.json")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="of the files")
    options = parser.parse_args(arguments)
    found = collect(options.records, read_plan(options.plan)["labels"])
    for file in FILES:
        write(Path(options.output) / f"{file.name}.csv", file, found[file.name])


if __name__ == "__main__":
    sys.exit(main())
