"""The command line: `python -m data --help`."""

import argparse
import sys
from pathlib import Path

from data.commands import command
from data.errors import DataError
from data.held_out import SCALES
from data.loading import fetch_and_read
from data.own import READING
from data.prepared import prepare, prepare_own
from data.register import data_set_entry, file_names, names
from data.store import add, check, nearest


@command(DataError)
def main(arguments=None):
    """Runs a command; returns the exit code. A user's error is one sentence on stderr."""
    options = _parser().parse_args(arguments)
    return options.run(options)


def run_list(options):
    """Prints a table of all data sets."""
    rows = [("name", "m (+ test) x n", "papers", "files", "made by")]
    for name in names():
        entry = data_set_entry(name)
        facts = entry["facts"]
        m = f"{facts['m']} + {facts['m_test']}" if "m_test" in facts else str(facts["m"])
        place, way = nearest(name, options.store, options.mirror)
        maker = f"artificial.{entry['generator']}" if "generator" in entry else way["loader"]
        papers = ", ".join(entry["papers"]) or "-"
        rows.append((name, f"{m} x {facts.get('n', '?')}", papers, place, maker))
    _print_table(rows)


def run_fetch(options):
    """Fetches data sets and reads them once; the exit code is 1 if one is unreachable or not what
    the register says, after trying them all.
    """
    if not options.names and not options.all:
        raise DataError("Name the data sets to fetch, or use --all.")
    failed = False
    for name in names() if options.all else options.names:
        try:
            if "generator" in data_set_entry(name):
                continue  # it needs no file
            for file in fetch_and_read(name, options.store, options.mirror)[1]:
                verdict = "verified" if file.verified else "unverified"
                print(f"{name}: {file.name} {verdict}, {file.source}")
        except DataError as error:
            failed = True
            print(f"error: {error}", file=sys.stderr)
    return failed


def run_verify(options):
    """Hashes local files again; the exit code is 1 if one is damaged, or named and absent."""
    ways = (nearest(name, options.store)[1] for name in options.names)
    files = {file for way in ways for file in way["files"]} if options.names else file_names()
    rows = [(file, *check(file, options.store)) for file in sorted(files)]
    bad = [verdict for _, _, verdict in rows if verdict.startswith("damaged")]
    absent = [file for file, _, verdict in rows if verdict == "absent"]
    _print_table([row for row in rows if row[2] != "absent" or options.names])
    return bool(bad or (options.names and absent))


def run_add(options):
    """Puts a file into the store."""
    file = add(options.file, options.as_name, options.store)
    print(f"{file.name} {'verified' if file.verified else 'unverified'}, now {file.path}")


def run_prepare(options):
    """Writes a prepared data set."""
    own = {name: getattr(options, name) for name in READING}
    named = [name for name, value in own.items() if value is not None]
    if named and options.file is None:
        raise DataError(f"--{named[0]} is for a file of your own: name it with --file.")
    if options.attempt < 1:
        raise DataError(f"--attempt: {options.attempt} is below 1, the first attempt.")
    if options.seed is not None and options.seed < 0:
        raise DataError(f"The seed is {options.seed}, but must be a whole number, 0 or more.")
    if not Path(options.output).name:
        raise DataError(f"--output: {options.output!r} is not the name of a file, such as c.npz.")
    if options.file is not None:
        told = {"strict": options.strict, "attempt": options.attempt, "seed": options.seed or 0}
        record = prepare_own(
            options.name, options.file, options.output, tell=_print_hint, **own, **told
        )
    else:
        places = options.store, options.mirror
        how = options.strict, options.seed, options.attempt
        record = prepare(options.name, options.output, *places, *how)
    if record["status"] == "unreachable":
        print(f"NOT PREPARED: {record['reason']}", file=sys.stderr)


def _print_hint(text):
    print(f"Hint: {text}", file=sys.stderr)


def _print_table(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _parser():
    places = argparse.ArgumentParser(add_help=False)
    places.add_argument(
        "--store",
        metavar="DIR",
        help="folder of fetched files (default: store; MARGIN_DATA_STORE takes precedence)",
    )
    places.add_argument(
        "--mirror",
        metavar="M",
        help="folder or base URL that has the files (MARGIN_DATA_MIRROR takes precedence)",
    )
    parser = argparse.ArgumentParser(prog="python -m data", description="The papers' data sets.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text):
        added = commands.add_parser(name, parents=[places], help=text, description=text)
        added.set_defaults(run=run)
        return added

    command("list", run_list, "list the data sets and where their files are")
    fetching = command("fetch", run_fetch, "fetch and verify data sets")
    fetching.add_argument("names", nargs="*", metavar="NAME")
    fetching.add_argument("--all", action="store_true", help="every registered data set")
    verifying = command(
        "verify", run_verify, "hash the files in the store and the bundled ones again"
    )
    verifying.add_argument("names", nargs="*", metavar="NAME")
    adding = command("add", run_add, "verify a file and put it into the store")
    adding.add_argument("file", metavar="FILE")
    adding.add_argument(
        "--as",
        dest="as_name",
        metavar="CANONICAL",
        help="the registered name, if FILE has another",
    )
    preparing = command("prepare", run_prepare, "fetch, verify, read and check; write one .npz")
    _add_prepare_options(preparing)
    return parser


def _add_prepare_options(preparing):
    preparing.add_argument("name", metavar="NAME")
    preparing.add_argument("--output", required=True, metavar="PATH.npz")
    preparing.add_argument(
        "--strict", action="store_true", help="an unreachable data set is an error"
    )
    preparing.add_argument(
        "--seed",
        type=int,
        metavar="K",
        help="seed of artificial data, and of what --test holds out; ignored for others",
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
    """The options of READING, which say how a file of the user's is read."""
    add = preparing.add_argument
    add(
        "--label", metavar="COLUMN", help="the column of classes in a CSV FILE; the last by default"
    )
    add(
        "--head",
        action=argparse.BooleanOptionalAction,
        help="whether a CSV FILE's first line has the columns' names; told by its cells if absent",
    )
    add(
        "--columns",
        metavar="COLUMN",
        nargs="+",
        action="extend",
        help="the columns that are attributes",
    )
    add(
        "--drop",
        metavar="COLUMN",
        nargs="+",
        action="extend",
        help="the columns that are no attributes",
    )
    add(
        "--separator",
        metavar="S",
        help="between columns: , by default, or ; or tab or | or a blank",
    )
    add("--decimal", metavar="D", help="the decimal sign: . by default, or ,")
    add(
        "--positive",
        metavar="CLASS",
        nargs="+",
        action="extend",
        help="classes of FILE against all others",
    )
    add("--scale", choices=SCALES, help="brings attributes to one scale")
    add("--test", type=float, metavar="PART", help="of FILE, to be held out")


if __name__ == "__main__":
    sys.exit(main())
