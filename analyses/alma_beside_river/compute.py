"""ALMA_p, ours and river's, beside the definition: `python -m analyses.alma_beside_river.compute`.

All see the same stream once, pattern by pattern, with B = 1/α and C = √2 (ALMA paper, Section 4).
algorithms/maxmargin/adapters/river_alma.py lists what river does differently.
"""

import argparse
import sys
from functools import partial
from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy import sparse
from tqdm import tqdm

import data
from data.commands import command
from maxmargin.adapters.river_alma import RiverALMA
from maxmargin.drivers.p_norm import Parameters, PNormLearner
from maxmargin.drivers.p_norm_space import normalised
from records.analysis_files import ALMA_BESIDE_RIVER
from records.writing import write

NORMS = (2.0, 10.0)
ALPHAS = (1.0, 0.9, 0.5)
DECIMALS = 9  # rounding errors, which differ from machine to machine, are not written


class Definition:
    """A slow, obvious ALMA_p: Figure 1 of the ALMA paper, line by line.

    parameters: `Parameters`, with a number for B; labels: (m,), ±1; X: (m, n), an array.
    """

    def __init__(self, parameters, labels, X):
        self.parameters, self.labels, self.X = parameters, labels, X
        self.w, self.k = np.zeros(X.shape[1]), 1

    @property
    def updates(self):
        return self.k - 1

    def weights(self):
        return self.w

    def learn(self, t):
        """Presents pattern t."""
        alpha, B, C, p, _ = self.parameters
        q, k, y, x = p / (p - 1), self.k, self.labels[t], self.X[t]
        if not x.any():  # footnote 3
            return
        x = x / norm(x, p)
        gamma = B * sqrt(p - 1) / sqrt(k)
        if y * (self.w @ x) <= (1 - alpha) * gamma:
            eta = C / sqrt(p - 1) / sqrt(k)
            w = f_inverse(f(self.w, q) + eta * y * x, p)
            self.w = w / max(1, norm(w, q))
            self.k = k + 1


def norm(v, r):
    """‖v‖_r of a vector."""
    return (np.abs(v) ** r).sum() ** (1 / r)


def f(w, q):
    """f of Section 3: what updates are added to."""
    return np.sign(w) * np.abs(w) ** (q - 1) / norm(w, q) ** (q - 2) if w.any() else w


def f_inverse(theta, p):
    """f⁻¹ of Section 3."""
    if not theta.any():
        return theta
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm(theta, p) ** (p - 2)


class Ours:
    """The p-norm driver, pattern by pattern; its arguments are those of `Definition`."""

    def __init__(self, parameters, labels, X):
        self.learner = PNormLearner(parameters, labels, normalised(X, parameters.p))

    @property
    def updates(self):
        return self.learner.updates

    def weights(self):
        return self.learner.learning.last()

    def learn(self, t):
        self.learner.present(np.array([t], dtype=np.int32))


def _on_normalised(learner, parameters, labels, X):
    lengths = np.array([norm(x, parameters.p) or 1.0 for x in X])
    return learner(parameters, labels, X / lengths[:, None])


ZEROS_LEFT_OUT = "river, patterns normalised, zeros left out"
LEARNERS = {
    "definition": Definition,  # first, as the others are compared with it
    "ours": Ours,
    "river": RiverALMA,
    "river, patterns normalised": partial(_on_normalised, RiverALMA),
    ZEROS_LEFT_OUT: partial(_on_normalised, partial(RiverALMA, with_zeros=False)),
}


class Pass(NamedTuple):
    """updated: (m,), bool, which visits made an update. mistakes: the number of visits with
    y w·x <= 0 (the paper's footnote 1). largest_norm: the largest ‖w‖_q after any visit. weights:
    at the end, (n,).
    """

    updated: np.ndarray
    mistakes: int
    largest_norm: float
    weights: np.ndarray


def one_pass(learner, p, labels, X):
    """The `Pass` of a learner over X, (m, n), in order. labels: (m,), ±1; p: the norm's."""
    updated, mistakes, largest = np.zeros(len(labels), dtype=bool), 0, 0.0
    w, updates = np.zeros(X.shape[1]), 0
    for t, (x, y) in enumerate(zip(X, labels, strict=True)):
        mistakes += bool(y * (w @ x) <= 0)
        learner.learn(t)
        if learner.updates > updates:
            updated[t], updates = True, learner.updates
            w = learner.weights()
            largest = max(largest, norm(w, p / (p - 1)))
    return Pass(updated, mistakes, largest, w)


def rows_of(problem):
    """The rows of alma_beside_river.csv, as dicts, for every p, α and learner.

    problem: of two classes. Zeros are left out only if there are some. Raises ValueError if there
    are not two classes.
    """
    classes = np.unique(problem.y)
    if classes.size != 2:
        raise ValueError(f"{problem.name} has {classes.size} classes, but must have two.")
    labels = np.where(problem.y == classes[1], 1, -1)
    X = problem.X.toarray() if sparse.issparse(problem.X) else np.asarray(problem.X)
    X = X.astype(np.float64)
    for p, alpha in product(NORMS, ALPHAS):
        parameters = Parameters(alpha, 1.0 / alpha, sqrt(2.0), p)
        expected = None
        for name, make in LEARNERS.items():
            if name == ZEROS_LEFT_OUT and X.all():
                continue
            found = one_pass(make(parameters, labels, X), p, labels, X)
            expected = expected or found
            scale = np.abs(expected.weights).max()
            difference = np.abs(found.weights - expected.weights).max() / scale
            yield {
                "data": problem.name,
                "p": f"{p:g}",
                "alpha": f"{alpha:g}",
                "learner": name,
                "visits": len(labels),
                "updates": int(found.updated.sum()),
                "mistakes": found.mistakes,
                "largest_norm": f"{found.largest_norm:.{DECIMALS}f}",
                "different_decisions": int((found.updated != expected.updated).sum()),
                "weight_difference": f"{difference:.{DECIMALS}f}",
            }


@command(data.DataError, ValueError)
def main(arguments=None):
    """Writes the CSV; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(
        prog="python -m analyses.alma_beside_river.compute", description=__doc__
    )
    parser.add_argument("problems", nargs="+", metavar="NPZ", help="prepared, of two classes")
    parser.add_argument("--output", required=True, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    problems = [data.read_problem(path) for path in options.problems]
    rows = [row for problem in tqdm(problems, unit="stream") for row in rows_of(problem)]
    write(options.output, ALMA_BESIDE_RIVER, rows)


if __name__ == "__main__":
    sys.exit(main())
