"""Repeats a table's runs here and prints their counts: `python -m workflows.counts micra/table-1`.

A line has the name of a run, its updates, epochs and mini-epochs, and its margins to ten digits.
Two machines should print equal lines (docs/machines.md); `diff` shows any difference. Runs whose
parameters a search finds are left out. The command needs the library, pandas, psutil and
jsonschema, but no other package of the workflow.
"""

import argparse
import sys

import data
from data.commands import command
from data.errors import DataError
from data.spelling import hint
from maxmargin import LEARNERS
from records.errors import RecordError
from workflows.commands.execute import estimator
from workflows.plan.configuration import read_batches

COUNTS = ("n_updates_", "n_epochs_", "n_mini_epochs_")
MARGINS = ("directional_margin_", "geometric_margin_")
SEED = 1  # has no effect: the learners visit the patterns in the order of the file


@command(RecordError, DataError)
def main(arguments=None):
    """Print a line as each run ends and return the exit code: 1 if data are unreachable."""
    parser = argparse.ArgumentParser(
        prog="python -m workflows.counts", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("tables", nargs="+", metavar="TABLE", help="such as micra/table-1")
    parser.add_argument("--data", nargs="+", metavar="NAME", help="run only on these data sets")
    parser.add_argument("--max-updates", type=int, help="stop each run after so many updates")
    options = parser.parse_args(arguments)
    if options.max_updates is not None and options.max_updates < 1:
        parser.error(f"--max-updates is {options.max_updates}, but must be 1 or more.")
    if unknown := set(options.data or ()) - set(data.names()):
        ending = hint(min(unknown), data.names(), "`python -m data list` lists them")
        parser.error(f"{min(unknown)!r} is not a data set of the suite; {ending}")
    budget = {"max_updates": options.max_updates, "max_epochs": None, "max_seconds": None}
    batches = _in_order_of_the_file(options.tables, options.data)
    print("run", *COUNTS, *MARGINS, sep=",")
    unreachable = {}
    for batch in batches:
        try:
            problem = data.load(batch["data"])
        except DataError as error:  # the other data sets can still be compared
            unreachable[batch["data"]] = error
            continue
        for name, run in batch["runs"].items():
            if run["algorithm"] in LEARNERS and not {"search", "parameter_grid"} & run.keys():
                print(name, *measured(run, problem, budget), sep=",", flush=True)
    for error in unreachable.values():
        print(f"error: {error}", file=sys.stderr)
    return bool(unreachable)


def _in_order_of_the_file(tables, data_sets):
    """Return the batches whose learners visit the patterns of a data set in the order of the file.

    Raise RecordError if no batch does, because the counts of other batches are averages.
    """
    batches = read_batches(tables, data_sets).values()
    if data_sets and not batches:
        raise RecordError(f"{', '.join(tables)}: no run is on {', '.join(data_sets)}.")
    found = [batch for batch in batches if not {"online", "draws"} & batch.keys()]
    if not found:
        raise RecordError(
            f"{', '.join(tables)}: no run visits the patterns of a data set in the order of "
            "the file, so that there are no counts to compare; name a table such as micra/table-1."
        )
    return found


def measured(run, problem, budget):
    """Fit a run and return its counts, then its margins as text of ten digits."""
    model = estimator(run, budget, SEED).set_params(verbose=False).fit(problem.X, problem.y)
    counts = [getattr(model, name) for name in COUNTS]
    return counts + [f"{getattr(model, name):.10g}" for name in MARGINS]


if __name__ == "__main__":
    sys.exit(main())
