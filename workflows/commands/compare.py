"""Compares the papers' tables with the runs: `python -m workflows.commands.compare --help`."""

import argparse
import sys

from data.commands import command
from paper_tables.claims import claims_of, evidence_of
from paper_tables.errors import TableError
from paper_tables.files import read_online, read_runs
from paper_tables.parameters import check_parameters
from paper_tables.readings import claims_by_readings
from paper_tables.speed import time_ratios_of
from paper_tables.statements import judged
from paper_tables.tables import read_table
from records import files
from records.analysis_files import CLAIMS, EVIDENCE, READINGS, STATEMENTS, TIME_RATIOS
from records.errors import RecordError
from records.run_files import TIMINGS
from records.writing import write


@command(RecordError)
def main(arguments=None):
    """Write the files of verdicts and time ratios; return 0, or 1 after printing an error.

    A run with other parameters than the paper prints is an error.
    """
    options = _parser().parse_args(arguments)
    runs = read_runs(options.runs)
    online = read_online(options.online, options.draws)
    timings = files.read(options.timings, TIMINGS)
    tables = [read_table(name) for name in options.tables]
    errors = [error for table in tables for error in check_parameters(table, runs)]
    if errors:
        raise TableError("\nerror: ".join(errors))
    seconds = {row["run"]: row["seconds"] for row in timings}
    claims = [claim for table in tables for claim in claims_of(table, runs, online, seconds)]
    evidence = [row for table in tables for row in evidence_of(table, runs, online, seconds)]
    statements = [
        row
        for paper in dict.fromkeys(table.paper for table in tables)
        for row in judged(paper, evidence)
    ]
    ratios = [row for table in tables for row in time_ratios_of(table, runs, seconds)]
    readings = [row for table in tables for row in claims_by_readings(table, runs, online)]
    write(options.claims, CLAIMS, claims)
    write(options.evidence, EVIDENCE, evidence)
    write(options.statements, STATEMENTS, statements)
    write(options.readings, READINGS, readings)
    write(options.ratios, TIME_RATIOS, ratios)


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.compare", description=__doc__
    )
    parser.add_argument("--runs", required=True, metavar="CSV", help="results/runs.csv")
    parser.add_argument("--online", required=True, metavar="CSV", help="results/online.csv")
    parser.add_argument("--draws", required=True, metavar="CSV", help="results/draws.csv")
    parser.add_argument("--timings", required=True, metavar="CSV", help="results/timings.csv")
    parser.add_argument(
        "--tables", required=True, nargs="*", metavar="TABLE", help="such as micra/table-1"
    )
    parser.add_argument("--claims", required=True, metavar="CSV", help="file to write")
    parser.add_argument("--evidence", required=True, metavar="CSV", help="file to write")
    parser.add_argument("--statements", required=True, metavar="CSV", help="file to write")
    parser.add_argument("--readings", required=True, metavar="CSV", help="file to write")
    parser.add_argument("--ratios", required=True, metavar="CSV", help="file to write")
    return parser


if __name__ == "__main__":
    sys.exit(main())
