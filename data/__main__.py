"""The command line of the data sets: `python -m data --help`."""

import argparse
import sys
from pathlib import Path

from data.commands import command, say, with_bar
from data.errors import DataError
from data.files import refuse_to_replace
from data.held_out import SCALES
from data.loading import fetch_and_read
from data.own import READING
from data.prepared import prepare, prepare_own
from data.register import data_set_entry, file_names, names
from data.store import add, check, nearest


@command(DataError)
def main(arguments=None):
    """Run a command and return its exit code. A user's error is one sentence on stderr."""
    options = _parser().parse_args(arguments)
    return options.run(options)


WORDS = """
m: patterns for training (+ for testing). n: attributes. papers: that use the data set.
files: where they are nearest. none needed: the patterns are made. bundled: in the project.
  in store: fetched already. installed: part of an installed package. mirror: in your mirror.
  remote: fetched when they are needed.
made by: the module in data/loaders/ that reads the files, or the function of data/artificial.py.
"""


def run_list(options):
    """Print a table of all data sets, and what its words mean."""
    rows = [("name", "m (+ test) x n", "papers", "files", "made by")]
    for name in names():
        entry = data_set_entry(name)
        facts = entry["facts"]
        m = f"{facts['m']} + {facts['m_test']}" if "m_test" in facts else str(facts["m"])
        place, recipe = nearest(name, options.store, options.mirror)
        maker = f"artificial.{entry['generator']}" if "generator" in entry else recipe["loader"]
        papers = ", ".join(entry["papers"]) or "-"
        rows.append((name, f"{m} x {facts.get('n', '?')}", papers, place, maker))
    _print_table(rows)
    print(WORDS, end="")


def run_fetch(options):
    """Fetch data sets and read each one once.

    All of them are tried. The exit code is 1 if one of them is unreachable or differs from the
    register.
    """
    if not options.names and not options.all:
        raise DataError("Name the data sets to fetch, or use --all.")
    failed = False
    for name in with_bar(names() if options.all else options.names, "data set"):
        try:
            if "generator" in data_set_entry(name):
                continue  # it needs no file
            for file in fetch_and_read(name, options.store, options.mirror)[1]:
                verdict = "verified" if file.verified else "unverified"
                say(f"{name}: {file.name} {verdict}, {file.source}")
        except DataError as error:
            failed = True
            print(f"error: {error}", file=sys.stderr)
    return failed


def run_verify(options):
    """Hash local files again.

    The exit code is 1 if a file is damaged, or if a named data set has a missing file.
    """
    recipes = (nearest(name, options.store)[1] for name in options.names)
    files = (
        {file for recipe in recipes for file in recipe["files"]} if options.names else file_names()
    )
    rows = [(file, *check(file, options.store)) for file in with_bar(sorted(files), "file")]
    bad = [verdict for _, _, verdict in rows if verdict.startswith("damaged")]
    absent = [file for file, _, verdict in rows if verdict == "absent"]
    _print_table([row for row in rows if row[2] != "absent" or options.names])
    return bool(bad or (options.names and absent))


def run_add(options):
    """Put a file into the store."""
    file = add(options.file, options.as_name, options.store)
    print(f"{file.name} {'verified' if file.verified else 'unverified'}, now {file.path}")


def run_prepare(options):
    """Write a prepared data set."""
    own = {name: getattr(options, name) for name in READING}
    _check_prepare(options, own)
    if options.file is not None:
        record = prepare_own(
            options.name,
            options.file,
            options.output,
            strict=not options.record_failure,
            attempt=options.attempt,
            tell=_print_hint,
            seed=options.seed or 0,
            **own,
        )
    else:
        record = prepare(
            options.name,
            options.output,
            store=options.store,
            mirror=options.mirror,
            strict=not options.record_failure,
            seed=options.seed,
            attempt=options.attempt,
        )
    if record["status"] == "unreachable":
        print(f"NOT PREPARED: {record['reason']}", file=sys.stderr)


def _check_prepare(options, own):
    """Raise DataError for options that do not go together. own: the reading options."""
    given = [name for name, value in own.items() if value is not None]
    if given and options.file is None:
        raise DataError(f"--{given[0]} needs a file of your own: name the file with --file.")
    places = [name for name in ("store", "mirror") if getattr(options, name) is not None]
    if places and options.file is not None:
        raise DataError(f"--{places[0]} is for the suite's data sets: leave it out with --file.")
    if options.attempt < 1:
        raise DataError(f"--attempt: {options.attempt} is below 1, the first attempt.")
    if options.seed is not None and options.seed < 0:
        raise DataError(f"The seed is {options.seed}, but must be a whole number, 0 or more.")
    if not Path(options.output).name:
        raise DataError(f"--output: {options.output!r} is not the name of a file, such as c.npz.")
    if options.file is not None:
        if options.name in names():
            raise DataError(
                f"{options.name!r} is the name of a data set of the suite: choose another name for "
                f"{options.file}."
            )
        refuse_to_replace([options.file], options.output)
    if Path(options.output).suffix != ".npz":
        raise DataError(f"--output: {options.output!r} does not end in .npz.")


def _print_hint(text):
    print(f"Hint: {text}", file=sys.stderr)


def _print_table(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _parser():
    store, mirror = (argparse.ArgumentParser(add_help=False) for _ in range(2))
    store.add_argument(
        "--store",
        metavar="DIR",
        help="folder of fetched files (default: store; MARGIN_DATA_STORE takes precedence)",
    )
    mirror.add_argument(
        "--mirror",
        metavar="M",
        help="folder or base URL with copies of the files (MARGIN_DATA_MIRROR takes precedence)",
    )
    parser = argparse.ArgumentParser(prog="python -m data", description="The papers' data sets.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text, *parents):
        added = commands.add_parser(name, parents=parents, help=text, description=text)
        added.set_defaults(run=run)
        return added

    command("list", run_list, "list the data sets and where their files are", store, mirror)
    fetching = command("fetch", run_fetch, "fetch and verify data sets", store, mirror)
    fetching.add_argument("names", nargs="*", metavar="NAME")
    fetching.add_argument("--all", action="store_true", help="every registered data set")
    verifying = command(
        "verify", run_verify, "hash the files in the store and the bundled ones again", store
    )
    verifying.add_argument("names", nargs="*", metavar="NAME")
    adding = command("add", run_add, "verify a file and put it into the store", store)
    adding.add_argument("file", metavar="FILE")
    adding.add_argument(
        "--as",
        dest="as_name",
        metavar="CANONICAL",
        help="the registered name, if FILE has another",
    )
    preparing = command(
        "prepare", run_prepare, "fetch, verify, read and check; write one .npz", store, mirror
    )
    _add_prepare_options(preparing)
    return parser


def _add_prepare_options(preparing):
    preparing.add_argument("name", metavar="NAME")
    preparing.add_argument("--output", required=True, metavar="PATH.npz")
    preparing.add_argument(
        "--record-failure",
        action="store_true",
        help="if data cannot be reached, or a file's content not be read, write why and succeed, "
        "so that a workflow goes on without them",
    )
    preparing.add_argument(
        "--seed",
        type=int,
        metavar="K",
        help="seed of artificial data and of the patterns drawn by --test; other data ignore it",
    )
    preparing.add_argument(
        "--file",
        metavar="FILE",
        help="your own file, CSV or libsvm, instead of a registered data set",
    )
    preparing.add_argument(
        "--attempt",
        type=int,
        default=1,
        metavar="N",
        help="the number of this attempt, from 1",
    )
    _add_reading_options(preparing)


def _add_reading_options(preparing):
    """Add the options in READING, which describe how a user's file is read."""
    add = preparing.add_argument
    add(
        "--label",
        metavar="COLUMN",
        help="the column of classes in a CSV FILE (default: the last column)",
    )
    add(
        "--head",
        action=argparse.BooleanOptionalAction,
        help="whether the first line of a CSV FILE names the columns (default: its cells decide)",
    )
    add(
        "--columns",
        metavar="COLUMN",
        nargs="+",
        action="extend",
        help="the columns to use as attributes (default: all)",
    )
    add(
        "--drop",
        metavar="COLUMN",
        nargs="+",
        action="extend",
        help="the columns to leave out",
    )
    add(
        "--separator",
        metavar="S",
        help="the separator of columns: , ; tab | or a blank (default: , in .csv, tab in .tsv)",
    )
    add("--decimal", metavar="D", help="the decimal sign: . or , (default: .)")
    add(
        "--positive",
        metavar="CLASS",
        nargs="+",
        action="extend",
        help="the classes of FILE that form the positive class",
    )
    add("--scale", choices=SCALES, help="bring the attributes to one scale")
    add("--test", type=float, metavar="PART", help="the part of FILE to hold out for testing")


if __name__ == "__main__":
    sys.exit(main())
