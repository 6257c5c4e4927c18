"""The rows of a benchmark that are named on the command line, and their data."""

import argparse

from tqdm import tqdm

import data


def chosen(rows, description, what="row"):
    """The names that are given, of rows, or all. Ends the program if one is unknown."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("names", nargs="*", metavar=what, help=f"of {', '.join(rows)}; default all")
    names = parser.parse_args().names or list(rows)
    if unknown := set(names) - set(rows):
        parser.error(f"no {what} {min(unknown)!r}; there are {', '.join(rows)}.")
    return names


def loaded(names, load, what="row"):
    """Yields (name, load(name)) with a progress bar; says which are left out, as their data are
    out of reach.
    """
    for name in tqdm(names, unit=what):
        try:
            yield name, load(name)
        except data.Unreachable as error:
            print(f"{name}: left out, {error}")
