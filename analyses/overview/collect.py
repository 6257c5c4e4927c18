"""Collects the records of the overview into tables: `python -m analyses.overview.collect`."""

import argparse
import json
import sys
from pathlib import Path

from data.commands import command
from records.analysis_files import CHOICES, OVERVIEW, OVERVIEW_TIMINGS
from records.writing import write


def collect(paths):
    """Return (rows, choices), lists of dicts.

    `rows` has the rows of overview.csv and overview_timings.csv, one for each run. `choices` has
    the rows of choices.csv. `paths` are the paths of the overview's records, in order. If a time
    limit ended a run, the status, the margin and its fraction of the maximum depend on the machine
    too.
    """
    contents = [json.loads(Path(path).read_text()) for path in paths]
    runs = [run for content in contents for run in content["runs"]]
    rows = [{**run, "parameters": json.dumps(run.get("parameters", {}))} for run in runs]
    return rows, [choice for content in contents for choice in content["choices"]]


@command()
def main(arguments=None):
    """Write the files and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "records", nargs="*", help="the records of the problems; none if the overview is left out"
    )
    parser.add_argument("--overview", required=True, metavar="CSV", help="the file to write")
    parser.add_argument("--timings", required=True, metavar="CSV", help="the file to write")
    parser.add_argument("--choices", required=True, metavar="CSV", help="the file to write")
    options = parser.parse_args(arguments)
    rows, choices = collect(options.records)
    for path, file in ((options.overview, OVERVIEW), (options.timings, OVERVIEW_TIMINGS)):
        write(path, file, rows)
    write(options.choices, CHOICES, choices)


if __name__ == "__main__":
    sys.exit(main())
