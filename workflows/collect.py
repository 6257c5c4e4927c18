"""Gathers the records of all batches into the files of results: `python -m workflows.collect`."""

import argparse
import json
import sys
from pathlib import Path

from data.commands import command
from records.run_files import FILES, LISTS, RUNS, TIMINGS
from records.writing import write


def collect(paths):
    """File name -> rows, as dicts, for each file that holds what runs did.

    paths: those of the batches' records, in order.
    """
    records = [record for path in paths for record in json.loads(Path(path).read_text())]
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


@command()
def main(arguments=None):
    """Writes the files of runs; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.collect", description=__doc__)
    parser.add_argument("records", nargs="*", metavar="JSON", help="records of the batches")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="of the files")
    options = parser.parse_args(arguments)
    found = collect(options.records)
    for file in FILES:
        write(Path(options.output) / f"{file.name}.csv", file, found[file.name])


if __name__ == "__main__":
    sys.exit(main())
