"""Compares theorems with runs: `python -m analyses.theory.compute`."""

import argparse
import json
import sys
from math import nan
from pathlib import Path

from analyses.theory.sources import PAPERS
from data.commands import command
from data.register import data_set_entry, names
from maxmargin import THRESHOLD_LEARNERS
from maxmargin.theorems.all_theorems import THEOREMS
from maxmargin.theorems.theorem import Facts, outcome
from records import files
from records.analysis_files import THEORY
from records.errors import RecordError
from records.problems import (
    POCKET,
    exact_maxima,
    geometric_maxima,
    largest_margins,
    problem_of,
)
from records.run_files import RUNS
from records.writing import write

# Fields of `Facts` -> columns of runs.csv.
NUMBERS = {
    "updates": "updates",
    "directional_margin": "directional_margin",
    "upper_bound": "upper_bound",
    "norm": "weight_norm",
    "squared_radius": "squared_radius",
    "augment": "augment",
    "extend": "extend",
    "geometric_margin": "geometric_margin",
    "start_norm": "start_norm",
    "start_sum": "start_sum",
}
LEARNERS = {name for theorem in THEOREMS for name in theorem.algorithms}


def rows_of(runs):
    """Return the rows of theory.csv (dicts) and the runs left out, from the rows of runs.csv.

    Runs of learners with theorems are left out if the maximum margin of their problem is not known:
    there is no exact maximum or, in a norm of ALMA_p, no converged run. Runs in the space of a
    kernel are ignored, because there is no exact solver for kernels. A bound on the margin has no
    row for a run that reaches the maximum only because its own margin stands for the maximum.
    """
    maxima, geometric, largest = exact_maxima(runs), geometric_maxima(runs), largest_margins(runs)
    known, left_out = [], []
    for run in runs:
        problem = problem_of(run)
        if _learner(run) not in LEARNERS or not (run["updates"] or run is maxima.get(problem)):
            continue
        if problem.kernel:  # there is no exact solver for kernels
            continue
        if problem.norm and problem in largest:
            known.append((run, facts_of(run, largest[problem])))
            continue
        exact, free = maxima.get(problem), geometric.get(problem._replace(augment=None))
        if free if _learner(run) in THRESHOLD_LEARNERS else exact:
            known.append((run, facts_of(run, exact, free)))
        else:
            left_out.append(run)
    rows = []
    for theorem in THEOREMS:
        for run, facts in known:
            found = outcome(theorem, facts)
            if found and not _measures_itself(theorem, run, facts):
                rows.append(row_of(theorem, run, found))
    return rows, left_out


def _measures_itself(theorem, run, facts):
    """Return whether a bound on ALMA_p's margin is a part of this run's own margin."""
    bounds_margin = not theorem.most and theorem.quantity == "margin"
    return bounds_margin and problem_of(run).norm and facts.directional_margin >= facts.gamma


def facts_of(run, exact, free=None):
    """Return the `Facts` of a row of runs.csv.

    `exact` and `free` are the rows of the exact solver's runs on the problem: with γ_d and, with a
    free threshold, γ. Each may be None. After the pocket algorithm all numbers refer to the
    patterns that it selects. There is no exact solver for the norms of ALMA_p. There `exact` is the
    run with the largest margin, a lower bound on γ*, which makes every bound looser and none wrong.
    """
    numbers = {name: float(run[column]) if run[column] else nan for name, column in NUMBERS.items()}
    # The Perceptron that makes a start is a run of its own.
    numbers["updates"] = int(float(run["updates"] or 0)) - int(run["start_updates"] or 0)
    return Facts(
        algorithm=_learner(run),
        parameters=json.loads(run["parameters"]),
        gamma=float(exact["directional_margin"]) if exact else nan,
        geometric_gamma=float(free["geometric_margin"]) if free else nan,
        patterns=_patterns(run["data"]),
        status=run["status"],
        **numbers,
    )


def row_of(theorem, run, found):
    """Return a row of theory.csv from a row of runs.csv and an `Outcome`."""
    return {
        "paper": theorem.source,
        "theorem": theorem.name,
        "quantity": theorem.quantity,
        "statement": theorem.statement,
        "sense": "most" if theorem.most else "least",
        "run": run["run"],
        "data": run["data"],
        "algorithm": _learner(run),
        "parameters": run["parameters"],
        "bound": f"{found.bound:.17g}",
        "measured": f"{found.measured:.17g}",
        "ratio": f"{found.ratio:.17g}",
        "holds": "yes" if found.holds else "no",
    }


def _patterns(name):
    """Return m of a registered data set; nan for the user's own data."""
    return data_set_entry(name)["facts"].get("m", nan) if name in names() else nan


def _learner(run):
    """Return the algorithm under which theorems about a run's updates are listed.

    After the pocket algorithm, theorems about KrauthMezard apply to the patterns that it selects.
    """
    return "KrauthMezard" if run["algorithm"] == f"{POCKET}KrauthMezard" else run["algorithm"]


@command(RecordError)
def main(arguments=None):
    """Write the CSV and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m analyses.theory.compute", description=__doc__)
    parser.add_argument("--runs", required=True, metavar="CSV", help="results/runs.csv")
    parser.add_argument(
        "--first-epochs",
        metavar="CSV",
        help="results/theory_first_epochs.csv; its rows are added",
    )
    parser.add_argument(
        "--output", required=True, type=Path, metavar="CSV", help="the file to write"
    )
    options = parser.parse_args(arguments)
    rows, left_out = rows_of(files.read(options.runs, RUNS))
    if options.first_epochs:
        rows += files.read(options.first_epochs, THEORY)
    rows.sort(key=lambda row: PAPERS.index(row["paper"]))
    write(options.output, THEORY, rows)
    if left_out:
        problems = sorted(
            {f"{run['data']} (ρ {run['augment']}, Δ {run['extend']})" for run in left_out}
        )
        print(f"Runs without an exact maximum margin: {len(left_out)} on {', '.join(problems)}.")
    for row in rows:
        if row["holds"] == "no":
            violated = "{paper} {theorem}, {quantity}: {run}, {measured} for {bound}".format(**row)
            print(f"Violated: {violated}")


if __name__ == "__main__":
    sys.exit(main())
