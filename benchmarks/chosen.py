"""Reads the names of a benchmark's rows from the command line and loads their data."""

import argparse
import sys

from tqdm import tqdm

import data


def chosen(rows, description, what="row"):
    """Return the names on the command line, or all; end the program for an unknown name."""
    return arguments(parser_of(description), rows, what).names


def parser_of(docstring):
    """Return a parser with the first paragraph of the program's docstring as its description."""
    program = sys.modules["__main__"].__spec__
    prog = f"python -m {program.name.removesuffix('.__main__')}" if program else None
    return argparse.ArgumentParser(prog=prog, description=docstring.partition("\n\n")[0])


def arguments(parser, rows, what="row", default=None):
    """Return the arguments of a parser, with `names` as in `chosen`; `default` instead of all."""
    help = f"choose from {', '.join(rows)}; default: {', '.join(default) if default else 'all'}"
    parser.add_argument("names", nargs="*", metavar=what, help=help)
    given = parser.parse_args()
    given.names = given.names or list(default or rows)
    if unknown := set(given.names) - set(rows):
        parser.error(f"{min(unknown)!r} is not a {what}; choose from {', '.join(rows)}.")
    return given


def loaded(names, load, what="row"):
    """Yield (name, load(name)) with a progress bar, and print the names with unreachable data."""
    for name in tqdm(names, unit=what):
        try:
            yield name, load(name)
        except data.Unreachable as error:
            print(f"{name}: left out, {error}")
