"""The command line: `python -m figures --help`."""

import argparse
import sys
from pathlib import Path

from data.commands import command
from figures.found import figure_files, figure_module
from figures.style import empty, save
from figures.tables import read_tables
from records.errors import RecordError

NAMES = list(figure_files())


@command(RecordError)
def main(arguments=None):
    """Draws one figure, or lists them; returns the exit code, 1 with a sentence for an error.

    If the runs of a figure are missing, as their data were left out or are not available, it is
    drawn as a sentence that says so.
    """
    options = _parser().parse_args(arguments)
    if options.list:
        for name in NAMES:
            print(f"{name}: {figure_module(name).__doc__.splitlines()[0]}")
        return 0
    if not all((options.name, options.files, options.output)):
        print("error: give NAME, --files and --output, or --list.", file=sys.stderr)
        return 2
    try:
        figure = figure_module(options.name).draw(read_tables(options.files))
    except LookupError as error:
        if isinstance(error, KeyError | IndexError):
            raise
        print(f"NOT DRAWN: {options.name}: {error.args[0]}", file=sys.stderr)
        figure = empty(f"{options.name} is not drawn:\n{error.args[0]}")
    save(figure, options.output)
    return 0


def _parser():
    parser = argparse.ArgumentParser(prog="python -m figures", description="Draw a figure.")
    parser.add_argument(
        "name", nargs="?", choices=NAMES, metavar="NAME", help="one that --list lists"
    )
    parser.add_argument("--list", action="store_true", help="list the figures")
    parser.add_argument("--files", nargs="+", metavar="CSV", help="files of results: results/*.csv")
    parser.add_argument(
        "--output", type=Path, metavar="BASE", help="writes BASE.svg, .pdf, .png and .csv"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
