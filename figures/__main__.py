"""The command line: `python -m figures --help`.

python -m figures margin_against_updates --results results --style one-column --format pdf
"""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from data.commands import command
from figures.found import figure_files, figure_module
from figures.page import NARROWEST, STYLES, set_page
from figures.style import FORMATS, empty, save
from figures.tables import ResultTables
from records.errors import RecordError

NAMES = list(figure_files())
WIDEST = 20.0  # inches


@command(RecordError)
def main(arguments=None):
    """Draws one figure, or lists them; returns the exit code, 1 with a sentence for an error.

    If the runs of a figure are missing, as their data were left out or are not available, it is
    drawn as a sentence that says so.
    """
    options = _parser().parse_args(arguments)
    if options.list:
        for name in NAMES:
            title = figure_module(name).__doc__.partition("\n\n")[0]
            print(f"{name}: {' '.join(title.split())}")
        return 0
    if not options.name:
        print("error: give NAME, which --list lists.", file=sys.stderr)
        return 2
    set_page(options.style, options.width)
    try:
        tables = ResultTables(options.results, options.learners)
        figure = figure_module(options.name).draw(tables)
    except LookupError as error:
        if isinstance(error, KeyError | IndexError):
            raise
        print(f"NOT DRAWN: {options.name}: {error.args[0]}", file=sys.stderr)
        figure = empty(f"{options.name} is not drawn:\n{error.args[0]}")
    save(figure, options.output or options.name, options.format)
    return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m figures",
        description="Draw a figure from the results of a run.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("name", nargs="?", choices=NAMES, metavar="NAME", help="one of the list")
    parser.add_argument("--list", action="store_true", help="list the figures")
    parser.add_argument("--results", default="results", metavar="DIR", help="with the run's files")
    parser.add_argument("--style", choices=STYLES, default="two-columns", help="for which page")
    parser.add_argument("--width", type=_inches, help="in inches, if not that of the style")
    parser.add_argument(
        "--learners", nargs="+", default=[], metavar="NAME", help="draw these alone"
    )
    parser.add_argument(
        "--format", nargs="+", choices=FORMATS, default=FORMATS, help="of the files"
    )
    parser.add_argument(
        "--output", type=Path, metavar="BASE", help="without .pdf and so on, if not NAME"
    )
    return parser


def _inches(text):
    with suppress(ValueError):
        if NARROWEST <= float(text) <= WIDEST:
            return float(text)
    raise argparse.ArgumentTypeError(f"a width is from {NARROWEST} to {WIDEST} inches, not {text}.")


if __name__ == "__main__":
    sys.exit(main())
