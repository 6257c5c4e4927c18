"""Writes jobs.csv, the time of each job: `python -m analyses.jobs.compute --help`."""

import argparse
import csv
import json
import sys
from pathlib import Path

from data.commands import command
from records.analysis_files import JOBS
from records.writing import write


def jobs(benchmarks, names, runs, overview):
    """Return the rows of jobs.csv (dicts), the longest job first.

    Parameters
    ----------
    benchmarks : Path
        The folder of Snakemake's benchmark files. It can hold files of other configs, too.
    names : list of str
        The names of the config's jobs.
    runs, overview : list of Path
        The records of batches and of the overview. Each file has the name of its job.
    """
    learning = {f"run-{path.stem}": _spent(json.loads(path.read_text())) for path in runs}
    for path in overview:
        learning[f"overview-{path.stem}"] = _spent(json.loads(path.read_text())["runs"])
    rows = []
    for path in sorted(benchmarks.glob("*.tsv")):
        if path.stem not in names:
            continue
        try:
            rows.append({"learning_seconds": learning.get(path.stem), **_row(path)})
        except (ValueError, KeyError, TypeError):
            message = f"{path} is not a benchmark file of Snakemake; jobs.csv leaves it out."
            print(message, file=sys.stderr)
    return sorted(rows, key=lambda row: -row["seconds"])


def _spent(records):
    return sum(record.get("spent_seconds") or 0.0 for record in records)


def _row(path):
    with open(path, encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file, delimiter="\t")
    # A job that ends before Snakemake's first measurement has neither of the last two numbers.
    return {
        "job": path.stem,
        "kind": path.stem.partition("-")[0],
        "seconds": float(row["s"]),
        "processor_seconds": _number(row["cpu_time"]),
        "memory": _number(row["max_rss"]),
    }


def _number(text):
    return None if text in ("NA", "-") else float(text)


@command()
def main(arguments=None):
    """Write the file and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m analyses.jobs.compute", description=__doc__)
    parser.add_argument("--benchmarks", required=True, type=Path, metavar="FOLDER")
    parser.add_argument("--jobs", required=True, nargs="*", metavar="NAME")
    parser.add_argument("--runs", nargs="*", default=[], type=Path, metavar="JSON")
    parser.add_argument("--overview", nargs="*", default=[], type=Path, metavar="JSON")
    parser.add_argument("--output", required=True, metavar="CSV")
    options = parser.parse_args(arguments)
    write(
        options.output, JOBS, jobs(options.benchmarks, options.jobs, options.runs, options.overview)
    )


if __name__ == "__main__":
    sys.exit(main())
