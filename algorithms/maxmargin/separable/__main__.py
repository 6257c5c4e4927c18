"""Says whether the two classes of a CSV file are linearly separable, with a proof.

FILE has one pattern a line: numbers. The last column has the class: two different numbers or words.
Commas, semicolons or tabs separate the columns. A first line without numbers names the columns.
With --head the first line names the columns, even if the names are numbers.
Decimals become float64, the nearest binary number; the answer is exact for these.

  python -m maxmargin.separable measurements.csv
  python -m maxmargin.separable measurements.csv --drop id date --positive high --decimal ,
  python -m maxmargin.separable measurements.csv --kind
  python -m maxmargin.separable measurements.csv --save proof.json
  python -m maxmargin.separable measurements.csv --check proof.json

Exit code: 0 separable, or the checked proof is right; 1 not separable; 2 bad input, or a wrong
proof; 3 not decided in the time given.
"""

import argparse
import os
import sys
import traceback
from contextlib import suppress

from maxmargin.separable.decide import separable
from maxmargin.separable.kinds import separation
from maxmargin.separable.result import load
from maxmargin.separable.table import hints, read
from maxmargin.terminal import clock

CODES = {True: 0, False: 1, None: 3}
ROUNDED = "The answer is about the float64 numbers nearest to the file's decimals."
OPTIONS = {
    "--label": ("COLUMN", str, "the column of the class: a name, or a number from 1"),
    "--seconds": ("S", float, "give up after so many seconds of search"),
    "--save": ("PROOF", str, "write the answer and its proof to this file"),
    "--check": ("PROOF", str, "check a saved proof against FILE instead"),
}


def main(arguments=None):
    """Run the command; return the exit code."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m maxmargin.separable", description=__doc__, formatter_class=formatter
    )
    parser.add_argument("file", metavar="FILE", help="the CSV file")
    parser.add_argument("--no-threshold", action="store_true", help="hyperplanes through 0 only")
    parser.add_argument(
        "--drop",
        metavar="COLUMN",
        nargs="+",
        action="extend",
        default=[],
        help="the columns to leave out, by name or number, such as an id or a date",
    )
    parser.add_argument(
        "--positive",
        metavar="CLASS",
        nargs="+",
        action="extend",
        default=[],
        help="the classes that form the positive class; needed for more than two classes",
    )
    parser.add_argument(
        "--head",
        action=argparse.BooleanOptionalAction,
        help="whether the first line names the columns (default: its cells decide)",
    )
    parser.add_argument("--decimal", choices=(".", ","), default=".", help="the decimal sign")
    parser.add_argument("--kind", action="store_true", help="complete, quasi-complete or overlap?")
    for name, (shown, kind, text) in OPTIONS.items():
        parser.add_argument(name, metavar=shown, type=kind, help=text)
    given = parser.parse_args(arguments)
    if given.check == "":
        parser.error("--check has no name: it takes the file with the proof.")
    if given.check and (given.kind or given.save is not None or given.seconds is not None):
        parser.error("--check takes neither --save, --kind nor --seconds.")
    try:
        code = _code_of(given)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except OSError as error:
        what = error.filename or "the answer cannot be shown"
        print(f"error: {what}: {error.strerror}", file=sys.stderr)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
    return 2


def _code_of(given):
    """Do what the arguments ask for, and return the exit code."""
    if given.seconds is not None and not given.seconds > 0:
        limit = f"--seconds is {given.seconds:g}, but has to be above 0"
        raise ValueError(f"{limit}; leave it out for no limit.")
    if given.save is not None:
        _check_place(given.save, given.file)
    threshold = not given.no_threshold
    X, y, names, classes, is_rounded = read(
        given.file,
        given.label,
        given.drop,
        given.positive,
        given.decimal,
        threshold,
        given.head,
    )
    for text in hints(X, names, classes):
        print(f"Hint: {text}", file=sys.stderr)
    if given.check:
        answer = load(given.check)
        _check_question(answer, given)
        try:
            with clock("checking the proof"):
                answer.proof(X, y)
        except ValueError as error:
            raise ValueError(f"{given.check} is no proof about {given.file}: {error}") from None
        print(f"The proof is right. {answer.explain()}")
        if is_rounded:
            print(ROUNDED)
        return 0
    options = {"threshold": threshold, "max_seconds": given.seconds}
    with clock("deciding", given.seconds):
        found = separation(X, y, **options) if given.kind else None
        answer = separable(X, y, **options) if found is None else found.answer
    print(answer.explain())
    if is_rounded:
        print(ROUNDED)
    if found:
        print(found.explain(names))
    if given.save is not None:
        answer.save(given.save)
    return CODES[None] if found and found.kind is None else CODES[answer.separable]


def _check_place(path, file):
    """Raise ValueError, before the work on a file, if no proof can be written to a path."""
    if os.path.exists(path) and os.path.samefile(file, path):
        raise ValueError(f"{path}: this is a file to read; name another file to write")
    if not path:
        raise ValueError("--save has no name: it takes a file for the answer and its proof")
    if os.path.isdir(path):
        raise ValueError(f"{path}: this is a folder; name a file to write")
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise ValueError(f"{path}: there is no folder {folder}; make it first")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise ValueError(f"{path}: you may not write there; name another file")


def _check_question(answer, given):
    """Raise ValueError if a saved answer is about other hyperplanes than the command asks for."""
    if answer.with_threshold and given.no_threshold:
        raise ValueError(f"{given.check} is about all hyperplanes: leave --no-threshold out.")
    if not answer.with_threshold and not given.no_threshold:
        raise ValueError(
            f"{given.check} is about hyperplanes through the origin: add --no-threshold."
        )


def run():
    """Run the command and exit. An unexpected error in it gets 2: 1 would say "not separable"."""
    try:
        code = main()
    except Exception:
        with suppress(OSError):  # nobody reads stderr
            traceback.print_exc()
        code = 2
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # it would fail once more when Python ends, with another exit code
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)


if __name__ == "__main__":
    run()
