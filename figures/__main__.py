"""The command line: `python -m figures --help`."""

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path

import pandas as pd

import figures
from figures.style import save

SHARED = {"__main__", "style"}
NAMES = sorted(m.name for m in pkgutil.iter_modules(figures.__path__) if m.name not in SHARED)


def main(arguments=None):
    """Draws one figure, or lists them; returns the exit code, 1 with a sentence for an error."""
    options = _parser().parse_args(arguments)
    if options.list:
        for name in NAMES:
            print(f"{name}: {_module(name).__doc__.splitlines()[0]}")
        return 0
    if not all((options.name, options.runs, options.curves, options.output)):
        print("error: give NAME, --runs, --curves and --output, or --list.", file=sys.stderr)
        return 2
    try:
        runs, curves = pd.read_csv(options.runs), pd.read_csv(options.curves)
        save(_module(options.name).draw(runs, curves), options.output)
    except (LookupError, OSError) as error:
        print(f"error: {options.name}: {error.args[0] if error.args else error}", file=sys.stderr)
        return 1
    return 0


def _module(name):
    return importlib.import_module(f"figures.{name}")


def _parser():
    parser = argparse.ArgumentParser(prog="python -m figures", description="Draw a figure.")
    parser.add_argument(
        "name", nargs="?", choices=NAMES, metavar="NAME", help="as --list names them"
    )
    parser.add_argument("--list", action="store_true", help="name the figures")
    parser.add_argument("--runs", type=Path, metavar="CSV", help="results/runs.csv")
    parser.add_argument("--curves", type=Path, metavar="CSV", help="results/curves.csv")
    parser.add_argument(
        "--output", type=Path, metavar="BASE", help="writes BASE.svg, BASE.pdf and BASE.png"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
