"""Says whether the two classes of a CSV file are linearly separable, with a proof.

FILE has one pattern a line: numbers. The last column has the class: two different numbers or words.
Commas, semicolons or tabs separate the columns. A first line without numbers names the columns.
Decimals become float64, the nearest binary number; the answer is exact for these.

  python -m maxmargin.separable measurements.csv
  python -m maxmargin.separable measurements.csv --kind
  python -m maxmargin.separable measurements.csv --save proof.json
  python -m maxmargin.separable measurements.csv --check proof.json

Exit code: 0 separable, or the checked proof is right; 1 not separable; 2 bad input, or a wrong
proof; 3 not decided in the time given.
"""

import argparse
import csv
import sys
from math import isfinite

import numpy as np

from maxmargin.separable.decide import separable
from maxmargin.separable.kinds import separation
from maxmargin.separable.patterns import EXACT
from maxmargin.separable.result import load

CODES = {True: 0, False: 1, None: 3}
OPTIONS = {
    "--label": ("COLUMN", str, "the column of the class: a name, or a number from 1"),
    "--seconds": ("S", float, "give up after so many seconds"),
    "--save": ("PROOF", str, "write the answer and its proof to this file"),
    "--check": ("PROOF", str, "check a saved proof against FILE instead"),
}


def read(path, label=None):
    """Return X, y and the names of the columns of X.

    Raises ValueError that names the file, the line and the column at fault, counted from 1.
    """
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    separator = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(text.splitlines(), delimiter=separator)
    lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(cells)]
    names = [f"column {k + 1}" for k in range(len(lines[0][1]) if lines else 0)]
    if lines and not any(map(_is_number, lines[0][1])):
        names = lines.pop(0)[1]
    if not lines or len(names) < 2:
        raise ValueError(
            f"{path} has no patterns: each line has to have numbers and a class, separated by "
            "commas, semicolons or tabs."
        )
    numbered = {str(k + 1): k for k in range(len(names))} | {v: k for k, v in enumerate(names)}
    if label not in (None, *numbered):
        raise ValueError(f"{path} has no column {label!r}, but {', '.join(names)}.")
    place = len(names) - 1 if label is None else numbered[label]
    X, y = [], []
    for line, cells in lines:
        if len(cells) != len(names):
            raise ValueError(f"{path}, line {line}: {len(cells)} columns, but {len(names)} before.")
        if cells[place].lower() in ("", "nan"):
            raise ValueError(f"{path}, line {line}, column {place + 1}: the class is missing.")
        values = [_value(cell) for cell in cells]
        for k, value in enumerate(values):
            if value is None and k != place:
                raise ValueError(
                    f"{path}, line {line}, column {k + 1}: {cells[k]!r:.40} is no finite number."
                )
        y.append(cells[place] if values[place] is None else values[place])
        X.append(values[:place] + values[place + 1 :])
    if len(set(y)) != 2:
        shown = ", ".join(sorted(map(str, set(y)))[:4])
        raise ValueError(
            f"{path}, column {place + 1}: {len(set(y))} classes ({shown}), but two are needed; "
            "--label names another column."
        )
    del names[place]
    return X, np.array(y if len({type(v) for v in y}) == 1 else [*map(str, y)]), names


def _is_number(text):
    """Return whether a cell is a number, finite or not, so that its line has no names."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def _value(text):
    """Return a cell's number: a float, or an int that float64 cannot hold. None for other text."""
    try:
        value = float(text.replace("_", "?"))  # Python's own 1_000 is no number in a table
        if value == int(value) and abs(value) >= EXACT:
            return int(text)
    except (ValueError, OverflowError):
        return int(text) if text.removeprefix("-").isdecimal() else None
    return value if isfinite(value) else None


def main(arguments=None):
    """Run the command; return the exit code."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m maxmargin.separable", description=__doc__, formatter_class=formatter
    )
    parser.add_argument("file", metavar="FILE", help="the CSV file")
    parser.add_argument("--no-threshold", action="store_true", help="hyperplanes through 0 only")
    parser.add_argument("--kind", action="store_true", help="complete, quasi-complete or overlap?")
    for name, (shown, kind, text) in OPTIONS.items():
        parser.add_argument(name, metavar=shown, type=kind, help=text)
    given = parser.parse_args(arguments)
    try:
        X, y, names = read(given.file, given.label)
        if given.check:
            answer = load(given.check)
            answer.proof(X, y)
            print(f"The proof is right. {answer.explain()}")
            return 0
        options = {"threshold": not given.no_threshold, "max_seconds": given.seconds}
        found = separation(X, y, **options) if given.kind else None
        answer = found.answer if found else separable(X, y, **options)
        print(answer.explain())
        if found:
            print(found.explain(names))
        if given.save:
            answer.save(given.save)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return CODES[None] if found and found.kind is None else CODES[answer.separable]


if __name__ == "__main__":
    sys.exit(main())
