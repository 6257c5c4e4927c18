"""Prints the counts of tables' runs on this machine: `python -m workflows.counts micra/table-1`.

Each line has a run of a learner, its updates, epochs and mini-epochs, and its margins to ten
digits. The lines of two machines are equal (docs/machines.md); `diff` shows where they are not.
This needs the library, pandas, psutil and jsonschema, and none of the workflow's other packages.
"""

import argparse
import sys

import data
from data.commands import command
from data.errors import DataError
from maxmargin import LEARNERS
from records.errors import RecordError
from workflows.configuration import read_batches
from workflows.execute import estimator

COUNTS = ("n_updates_", "n_epochs_", "n_mini_epochs_")
MARGINS = ("directional_margin_", "geometric_margin_")
SEED = 1  # of no effect: the learners present the patterns in the order of the file


@command(RecordError, DataError)
def main(arguments=None):
    """Prints a line per run, as soon as the run has ended; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tables", nargs="+", metavar="TABLE", help="such as micra/table-1")
    parser.add_argument("--data", nargs="+", metavar="NAME", help="only runs on these data sets")
    parser.add_argument("--max-updates", type=int, help="stops each run after so many updates")
    options = parser.parse_args(arguments)
    budget = {"max_updates": options.max_updates, "max_epochs": None, "max_seconds": None}
    print("run", *COUNTS, *MARGINS, sep=",")
    for batch in read_batches(options.tables, options.data).values():
        problem = data.load(batch["data"])
        for name, run in batch["runs"].items():
            if run["algorithm"] in LEARNERS:
                print(name, *measured(run, problem, budget), sep=",", flush=True)
    return 0


def measured(run, problem, budget):
    """Return the counts of a run, then its margins as text of ten digits."""
    model = estimator(run, budget, SEED).set_params(verbose=False).fit(problem.X, problem.y)
    counts = [getattr(model, name) for name in COUNTS]
    return counts + [f"{getattr(model, name):.10g}" for name in MARGINS]


if __name__ == "__main__":
    sys.exit(main())
