"""Gathers the records of the overview into tables: `python -m analyses.overview.collect`."""

import argparse
import json
import sys
from pathlib import Path

from data.commands import command
from records.analysis_files import OVERVIEW, OVERVIEW_TIMINGS
from records.writing import write


def collect(paths):
    """The rows of overview.csv and of overview_timings.csv, as dicts: one for each run.

    paths: those of the overview's records, in order. For a run that its time limit ended, the
    status, the margin and its fraction of the maximum depend on the machine too.
    """
    records = [record for path in paths for record in json.loads(Path(path).read_text())]
    return [
        {**record, "parameters": json.dumps(record.get("parameters", {}))} for record in records
    ]


@command()
def main(arguments=None):
    """Writes both files; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "records", nargs="*", help="of the problems; none if the overview is left out"
    )
    parser.add_argument("--overview", required=True, metavar="CSV", help="to be written")
    parser.add_argument("--timings", required=True, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    rows = collect(options.records)
    for path, file in ((options.overview, OVERVIEW), (options.timings, OVERVIEW_TIMINGS)):
        write(path, file, rows)


if __name__ == "__main__":
    sys.exit(main())
