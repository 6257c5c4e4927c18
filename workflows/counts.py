"""Repeats a table's runs here and prints their counts: `python -m workflows.counts micra/table-1`.

A line has the name of a run, its updates, epochs and mini-epochs, and its margins to ten digits.
Two machines should print equal lines (docs/machines.md); `diff` shows any difference. The command
needs the library, pandas, psutil and jsonschema, but no other package of the workflow.
"""

import argparse
import sys

import data
from data.commands import command
from data.errors import DataError
from maxmargin import LEARNERS
from records.errors import RecordError
from workflows.commands.execute import estimator
from workflows.plan.configuration import read_batches

COUNTS = ("n_updates_", "n_epochs_", "n_mini_epochs_")
MARGINS = ("directional_margin_", "geometric_margin_")
SEED = 1  # has no effect: the learners visit the patterns in the order of the file


@command(RecordError, DataError)
def main(arguments=None):
    """Print a line as each run ends and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m workflows.counts", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("tables", nargs="+", metavar="TABLE", help="such as micra/table-1")
    parser.add_argument("--data", nargs="+", metavar="NAME", help="run only on these data sets")
    parser.add_argument("--max-updates", type=int, help="stop each run after so many updates")
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
    """Fit a run and return its counts, then its margins as text of ten digits."""
    model = estimator(run, budget, SEED).set_params(verbose=False).fit(problem.X, problem.y)
    counts = [getattr(model, name) for name in COUNTS]
    return counts + [f"{getattr(model, name):.10g}" for name in MARGINS]


if __name__ == "__main__":
    sys.exit(main())
