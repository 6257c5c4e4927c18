"""Decides whether data sets are separable: `python -m analyses.separability.compute`.

Each answer is stored in a file of the output folder, read again from it, and proved from the data.
The folder also has the rows of separability.csv and of separability_images.csv.
"""

import argparse
import sys
from math import isfinite
from pathlib import Path

import numpy as np

import data
from analyses.separability.questions import KINDS, NO, UNDECIDED, YES, questions_of
from data.commands import command
from maxmargin import separable
from maxmargin.separable import load
from records.analysis_files import SEPARABILITY, SEPARABILITY_IMAGES
from records.errors import RecordError
from records.writing import write


def rows_of(problem, folder, kinds=(), max_seconds=None):
    """Return the rows of both files for a prepared problem, and write its answers.

    Parameters
    ----------
    problem : Problem or SplitProblem
        The data set.
    folder : Path
        The folder of the answers' files.
    kinds : list of str
        The questions about several classes.
    max_seconds : float, optional
        The limit of each question. A question without an answer by then is undecided.
    """
    rows, images = [], []
    for question in questions_of(problem, kinds):
        X, y = question.X, question.y
        answer = separable(X, y, threshold=question.threshold, max_seconds=max_seconds)
        path = folder / f"{question.name}.json"
        answer.save(path, integers=False)
        proved = answer.separable is not None and load(path).proof(X, y)
        decided = {True: YES, False: NO}[answer.separable] if proved else UNDECIDED
        rows.append(_row(problem.name, question, answer, decided, path.name))
        if decided == NO and question.first:
            images += _images(problem.name, question, answer)
        print(f"{problem.name}, {question.name}: {decided}", flush=True)
    return rows, images


def _row(name, question, answer, decided, file):
    """Return a row. An answer that its file does not prove is undecided."""
    radius = np.sqrt(_squared_norms(question.X).max())
    margin = answer.margin if decided == YES else None
    if margin is not None and not isfinite(margin):
        margin = None
    return {
        "data": name,
        "part": question.part,
        "first": question.first,
        "second": question.second,
        "threshold": YES if question.threshold else NO,
        "patterns": len(question.y),
        "columns": question.X.shape[1],
        "separable": decided,
        "margin": margin,
        "radius": float(radius),
        "certificate": len(answer.patterns) if decided == NO else None,
        "equal_rows": YES if answer.equal_rows else NO,
        "proved": NO if decided == UNDECIDED else YES,
        "file": f"separability/{name}/{file}",
    }


def _images(name, question, answer):
    """Yield a row for each class: its pattern with the largest factor in the certificate."""
    factors = np.array([float(a) for a in _normalised(answer.integers)])
    for sign in (1, -1):
        own = np.flatnonzero(question.y[answer.patterns] == sign)
        place = own[np.argmax(factors[own])]
        pattern = np.asarray(question.X[answer.patterns[place]], dtype=float).ravel()
        least, most = pattern.min(), pattern.max()
        levels = np.round(255 * (pattern - least) / ((most - least) or 1)).astype(np.uint8)
        yield {
            "data": name,
            "part": question.part,
            "first": question.first,
            "second": question.second,
            "side": question.first if sign == 1 else question.second,
            "row": int(answer.patterns[place]),
            "share": f"{factors[place] / factors[own].sum():.6g}",
            "pixels": levels.tobytes().hex(),
        }


def _normalised(integers):
    """Divide integers of any size by the largest of them. Return floats."""
    most = max(integers)
    return [integer / most for integer in integers]


def _squared_norms(X):
    X = X.astype(float)
    return np.asarray(X.multiply(X).sum(axis=1) if hasattr(X, "multiply") else (X**2).sum(axis=1))


@command(data.DataError, RecordError, ValueError)
def main(arguments=None):
    """Write the folder; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(
        prog="python -m analyses.separability.compute", description=__doc__
    )
    parser.add_argument("problem", type=Path, metavar="NPZ", help="a prepared problem")
    parser.add_argument("--questions", nargs="*", default=[], choices=KINDS)
    parser.add_argument(
        "--max-seconds", type=float, metavar="SECONDS", help="of each question; default: no limit"
    )
    parser.add_argument("--output", required=True, type=Path, help="the folder to write")
    options = parser.parse_args(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    rows, images = [], []
    try:
        problem = data.read_problem(options.problem, writeable=False)
        rows, images = rows_of(problem, options.output, options.questions, options.max_seconds)
    except data.Unreachable as error:
        print(f"{options.problem}: left out, because {error}")
    write(options.output / "separability.csv", SEPARABILITY, rows)
    write(options.output / "separability_images.csv", SEPARABILITY_IMAGES, images)


if __name__ == "__main__":
    sys.exit(main())
