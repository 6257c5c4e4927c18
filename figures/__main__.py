"""The command line of the figures: `python -m figures --help`.

python -m figures margin_against_updates --results results --style one-column --format pdf
"""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from analyses.all_figures import figure_files, figure_module
from data.commands import command
from data.files import refuse_to_replace
from figures.page import LEAST_WIDTH, STYLES, set_page
from figures.style import FORMATS, empty, save
from figures.tables import ResultTables
from records.errors import RecordError
from records.files import RESULT_FILES

NAMES = list(figure_files())
WIDEST = 20.0  # inches


@command(RecordError)
def main(arguments=None):
    """Draw one figure, or list all, and return the exit code: 1 with a sentence for an error.

    If the runs of a figure are missing, because their data were left out or are not available, the
    figure consists of a sentence that says so.
    """
    options = _parser().parse_args(arguments)
    if options.list:
        for name in NAMES:
            title = figure_module(name).__doc__.partition("\n\n")[0]
            print(f"{name}: {' '.join(title.split())}")
        return 0
    if not options.name:
        print("error: NAME is missing; --list lists the names.", file=sys.stderr)
        return 2
    stem = options.output or Path(options.name)
    if "csv" in options.format:
        results = [Path(options.results, f"{name}.csv") for name in RESULT_FILES]
        refuse_to_replace(results, f"{stem}.csv")
    set_page(options.style, options.width)
    save(_drawn(options), stem, options.format)
    if options.narrow:
        set_page("one-column", None)
        save(_drawn(options), stem.with_name(f"{stem.name}-narrow"), ["svg"])
    return 0


def _drawn(options):
    """Return the figure, or one with a sentence if its runs are missing."""
    try:
        tables = ResultTables(options.results, options.learners)
        return figure_module(options.name).draw(tables)
    except LookupError as error:
        if isinstance(error, KeyError | IndexError):
            raise
        reason = error.args[0]
        if options.learners:
            reason += f" Runs of other learners than {', '.join(options.learners)} were left out."
        print(f"NOT DRAWN: {options.name}: {reason}", file=sys.stderr)
        return empty(f"{options.name} is not drawn:\n{reason}")


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m figures",
        description="Draw a figure from the results of a run.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("name", nargs="?", choices=NAMES, metavar="NAME", help="the figure's name")
    parser.add_argument("--list", action="store_true", help="list the figures")
    parser.add_argument(
        "--results", default="results", metavar="DIR", help="the folder of result files"
    )
    parser.add_argument(
        "--style", choices=STYLES, default="two-columns", help="the page to draw for"
    )
    parser.add_argument(
        "--narrow",
        action="store_true",
        help="also write BASE-narrow.svg, one column wide whatever --width is",
    )
    parser.add_argument("--width", type=_inches, help="the width in inches, if not the style's")
    parser.add_argument(
        "--learners", nargs="+", default=[], metavar="NAME", help="draw only these learners"
    )
    parser.add_argument(
        "--format", nargs="+", choices=FORMATS, default=FORMATS, help="the formats of the files"
    )
    parser.add_argument(
        "--output", type=Path, metavar="BASE", help="the files' name without ending, if not NAME"
    )
    return parser


def _inches(text):
    with suppress(ValueError):
        if LEAST_WIDTH <= float(text) <= WIDEST:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"{text} is not a width from {LEAST_WIDTH} to {WIDEST} inches."
    )


if __name__ == "__main__":
    sys.exit(main())
