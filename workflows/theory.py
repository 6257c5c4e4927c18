"""What theorems say of the runs beside what the runs did: `python -m workflows.theory --help`."""

import argparse
import json
import sys
from math import nan
from pathlib import Path

from data.commands import command
from data.files import replacing
from maxmargin.bounds.theorem import Facts, outcome
from maxmargin.bounds.theorems import THEOREMS
from paper_tables.errors import TableError
from paper_tables.files import csv_text, read_csv
from paper_tables.theory import COLUMNS, PAPERS

NUMBERS = ("updates", "directional_margin", "upper_bound", "norm", "r2")
NEEDED = ("run", "data", "augment", "extend", "algorithm", "parameters", "seed", "status")
NEEDED += NUMBERS
LEARNERS = {name for theorem in THEOREMS for name in theorem.algorithms}
POCKET = "Pocket"  # before the name of a learner: on the patterns that the pocket has right


def rows_of(runs):
    """The rows of COLUMNS, as dicts, of the rows of runs.csv, and the runs left out.

    Those are runs of learners with theorems, but without an exact maximum margin of their problem.
    """
    maxima = _maxima(runs)
    rows, lost = [], []
    learned = [run for run in runs if _learner(run) in LEARNERS and run["updates"]]
    for run in learned:
        if _problem(run) not in maxima:
            lost.append(run)
    learned = [(run, facts_of(run, maxima[_problem(run)])) for run in learned if run not in lost]
    for theorem in THEOREMS:
        for run, facts in learned:
            found = outcome(theorem, facts)
            if found:
                rows.append(row_of(theorem, run, found))
    return rows, lost


def facts_of(run, gamma):
    """The `Facts` of a row of runs.csv with the maximum margin γ_d of its problem.

    After the pocket all numbers are of the patterns it has right.
    """
    numbers = {name: float(run[name]) if run[name] else nan for name in NUMBERS}
    return Facts(
        algorithm=_learner(run),
        parameters=json.loads(run["parameters"]),
        gamma=gamma,
        status=run["status"],
        squared_radius=numbers.pop("r2"),
        **{**numbers, "updates": int(float(run["updates"]))},
    )


def row_of(theorem, run, found):
    """A row of COLUMNS. run: a dict of run, data, algorithm and parameters; found: an `Outcome`."""
    return {
        "paper": theorem.source,
        "theorem": theorem.name,
        "quantity": theorem.quantity,
        "statement": theorem.statement,
        "sense": "most" if theorem.most else "least",
        **{name: run[name] for name in ("run", "data")},
        "algorithm": _learner(run),
        "parameters": run["parameters"],
        "bound": f"{found.bound:.17g}",
        "measured": f"{found.measured:.17g}",
        "ratio": f"{found.ratio:.17g}",
        "holds": "yes" if found.holds else "no",
    }


def write(path, rows):
    """Writes rows, dicts of COLUMNS, as CSV."""
    with replacing(path) as unfinished:
        text = csv_text(COLUMNS, [[row[name] for name in COLUMNS] for row in rows])
        unfinished.write_text(text, encoding="utf-8")


def _maxima(runs):
    """Problem -> γ_d, by the exact solver where it converged."""
    exact = (run for run in runs if run["algorithm"].removeprefix(POCKET) == "MaximumMargin")
    return {
        _problem(run): float(run["directional_margin"])
        for run in exact
        if run["status"] == "converged"
    }


def _learner(run):
    """The learner whose updates a run's are: Krauth & Mézard's after the pocket, from zero, too;
    from another start the theorems do not hold as they are, or the Perceptron's updates count.
    """
    pocket = run["algorithm"] == f"{POCKET}KrauthMezard"
    if pocket and json.loads(run["parameters"]).get("start", "zero") == "zero":
        return "KrauthMezard"
    return run["algorithm"]


def _problem(run):
    """Which patterns a run had; those that the pocket has right are its own seed's and trials'."""
    pocket = ()
    if run["algorithm"].startswith(POCKET):
        pocket = run["seed"], json.loads(run["parameters"]).get("max_trials")
    return run["data"], float(run["augment"]), float(run["extend"]), pocket


@command(TableError)
def main(arguments=None):
    """Writes the CSV; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.theory", description=__doc__)
    parser.add_argument("--runs", required=True, metavar="CSV", help="results/runs.csv")
    parser.add_argument(
        "--first-epochs", metavar="CSV", help="results/theory_first_epochs.csv, for its theorems"
    )
    parser.add_argument("--output", required=True, type=Path, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    rows, lost = rows_of(read_csv(options.runs, NEEDED))
    if options.first_epochs:
        rows += read_csv(options.first_epochs, COLUMNS)
    rows.sort(key=lambda row: PAPERS.index(row["paper"]))
    write(options.output, rows)
    if lost:
        problems = sorted(
            {f"{run['data']} (ρ {run['augment']}, Δ {run['extend']})" for run in lost}
        )
        print(f"No exact maximum margin for {len(lost)} runs on {', '.join(problems)}.")
    for row in rows:
        if row["holds"] == "no":
            print(
                "Broken: {paper} {theorem}, {quantity}: {run}, {measured} for {bound}".format(**row)
            )


if __name__ == "__main__":
    sys.exit(main())
