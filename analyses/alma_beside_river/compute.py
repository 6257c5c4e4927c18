"""Compares ALMA_p, ours and river's, with the definition: `python -m
analyses.alma_beside_river.compute`.

All see the same stream once, pattern by pattern, with B = 1/α and C = √2 (ALMA paper, Section 4).
algorithms/peers/online/river_alma.py lists how river differs.
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
from maxmargin.drivers.p_norm.driver import PNormLearner
from maxmargin.drivers.p_norm.space import normalised
from maxmargin.rules.alma import Parameters
from peers.online.river_alma import RiverALMA
from records.analysis_files import ALMA_BESIDE_RIVER
from records.writing import write

NORMS = (2.0, 10.0)
ALPHAS = (1.0, 0.9, 0.5)
DECIMALS = 9  # coarser than rounding errors, which differ between machines


class Definition:
    """A slow, obvious ALMA_p: Figure 1 of the ALMA paper, line by line.

    `parameters` is a `Parameters` with a number for B. `p` is the order of the norm. `labels` (m,)
    are ±1, and X is an array (m, n).
    """

    def __init__(self, parameters, p, labels, X):
        self.parameters, self.p, self.labels, self.X = parameters, p, labels, X
        self.w, self.k = np.zeros(X.shape[1]), 1

    @property
    def updates(self):
        return self.k - 1

    def weights(self):
        return self.w

    def learn(self, t):
        """Present pattern t."""
        alpha, B, C, _ = self.parameters
        p, k, y, x = self.p, self.k, self.labels[t], self.X[t]
        q = p / (p - 1)
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
    """Return ‖v‖_r of a vector."""
    return (np.abs(v) ** r).sum() ** (1 / r)


def f(w, q):
    """Return f(w) of Section 3, the vector to which updates are added."""
    return np.sign(w) * np.abs(w) ** (q - 1) / norm(w, q) ** (q - 2) if w.any() else w


def f_inverse(theta, p):
    """Return f⁻¹(θ) of Section 3."""
    if not theta.any():
        return theta
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm(theta, p) ** (p - 2)


class Ours:
    """The p-norm driver, pattern by pattern, with the arguments of `Definition`."""

    def __init__(self, parameters, p, labels, X):
        self.learner = PNormLearner(parameters, p, labels, normalised(X, p))

    @property
    def updates(self):
        return self.learner.updates

    def weights(self):
        return self.learner.learning.last()

    def learn(self, t):
        self.learner.present(np.array([t], dtype=np.int32))


def _on_normalised(learner, parameters, p, labels, X):
    lengths = np.array([norm(x, p) or 1.0 for x in X])
    return learner(parameters, p, labels, X / lengths[:, None])


ZEROS_LEFT_OUT = "river, patterns normalised, zeros left out"
LEARNERS = {
    "definition": Definition,  # must be first, because the others are compared with it
    "ours": Ours,
    "river": RiverALMA,
    "river, patterns normalised": partial(_on_normalised, RiverALMA),
    ZEROS_LEFT_OUT: partial(_on_normalised, partial(RiverALMA, with_zeros=False)),
}


class Pass(NamedTuple):
    """The result of presenting a stream once.

    Attributes
    ----------
    updated : bool array of shape (m,)
        Which visits made an update.
    mistakes : int
        The number of visits with y w·x <= 0 (the paper's footnote 1).
    largest_norm : float
        The largest ‖w‖_q after any visit.
    weights : array of shape (n,)
        The weight at the end.
    """

    updated: np.ndarray
    mistakes: int
    largest_norm: float
    weights: np.ndarray


def one_pass(learner, p, labels, X):
    """Return the `Pass` of a learner over X (m, n) in order.

    `labels` (m,) are ±1; p is the norm's p.
    """
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
    """Yield rows of alma_beside_river.csv (dicts) for every p, α and learner.

    Learners without zeros take part only if there are zeros. Raise ValueError unless the problem
    has two classes.
    """
    classes = np.unique(problem.y)
    if classes.size != 2:
        raise ValueError(f"{problem.name} has {classes.size} classes, but must have two.")
    labels = np.where(problem.y == classes[1], 1, -1)
    X = problem.X.toarray() if sparse.issparse(problem.X) else np.asarray(problem.X)
    X = X.astype(np.float64)
    for p, alpha in product(NORMS, ALPHAS):
        parameters = Parameters(alpha, 1.0 / alpha, sqrt(2.0))
        expected = None
        for name, make in LEARNERS.items():
            if name == ZEROS_LEFT_OUT and X.all():
                continue
            found = one_pass(make(parameters, p, labels, X), p, labels, X)
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
    """Write the CSV and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(
        prog="python -m analyses.alma_beside_river.compute", description=__doc__
    )
    parser.add_argument(
        "problems", nargs="+", metavar="NPZ", help="prepared problems of two classes"
    )
    parser.add_argument("--output", required=True, metavar="CSV", help="the file to write")
    options = parser.parse_args(arguments)
    problems = [data.read_problem(path) for path in options.problems]
    rows = [row for problem in tqdm(problems, unit="stream") for row in rows_of(problem)]
    write(options.output, ALMA_BESIDE_RIVER, rows)


if __name__ == "__main__":
    sys.exit(main())
