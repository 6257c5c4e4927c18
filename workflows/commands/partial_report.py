"""Writes a partial report of finished runs: `python -m workflows.commands.partial_report --help`.

It calls the commands that also make the full report: collect, compare, render, report.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from data.commands import command
from records.errors import RecordError
from records.plan_file import read_plan
from workflows import provenance
from workflows.commands import collect, compare, render, report


def still_to_come(batches, done):
    """Return a text that says which batches are missing.

    Parameters
    ----------
    batches : dict
        Name -> batch, for all batches of the plan.
    done : set of str
        The names of the finished batches.
    """
    files = Counter(
        batch["file"] or "variants" for name, batch in batches.items() if name not in done
    )
    listed = ", ".join(f"{file} ({count})" for file, count in files.items())
    to_come = "; ".join(filter(None, (listed, "figures and analyses")))
    return (
        f"{len(done)} of {len(batches)} batches of runs are finished. The workflow updates this "
        f"report when more are finished. Still to come: {to_come}."
    )


@command(RecordError)
def main(arguments=None):
    """Write the partial report and return the exit code: 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.partial_report", description=__doc__
    )
    parser.add_argument("records", nargs="+", type=Path, metavar="JSON", help="records of batches")
    parser.add_argument(
        "--problems", nargs="*", default=[], metavar="NPZ", help="prepared data sets"
    )
    parser.add_argument("--plan", required=True, metavar="JSON", help="results/plan.json")
    parser.add_argument("--tables", required=True, nargs="*", metavar="TABLE")
    parser.add_argument("--output", required=True, metavar="DIR", help="folder to fill")
    options = parser.parse_args(arguments)
    jobs = read_plan(options.plan)["jobs"]["batches"]
    batches = {name: job["batch"] for name, job in jobs.items()}
    sentence = still_to_come(batches, {path.stem for path in options.records})
    with TemporaryDirectory() as folder:
        return _report(Path(folder), options, sentence)


def _report(folder, options, sentence):
    made = [*map(str, options.records)]
    tables = ["--tables", *options.tables]
    names = ("runs", "online", "draws", "timings")
    names += ("claims", "evidence", "statements", "readings", "ratios")
    place = {name: str(folder / f"{name}.csv") for name in names}
    place["ratios"] = str(folder / "time_ratios.csv")
    origin, rendered = folder / "provenance.json", folder / "tables"
    calls = (
        (collect, [*made, "--plan", options.plan, "--output", str(folder)]),
        (compare, [*tables, *(f"--{name}={path}" for name, path in place.items())]),
        (provenance, [*options.problems, "--plan", options.plan, f"--output={origin}"]),
    )
    for step, arguments in calls:
        if code := step.main(arguments):
            return code
    results = [*tables, "--files", *map(str, sorted(folder.glob("*.csv")))]
    if code := render.main([*results, f"--output={rendered}"]):
        return code
    whole = [f"--provenance={origin}", f"--rendered={rendered}"]
    return report.main([*results, *whole, "--partial", sentence, "--output", options.output])


if __name__ == "__main__":
    sys.exit(main())
