"""Compares one online pass over MNIST with scikit-learn and river, in seconds and test errors.

`python -m benchmarks.online` presents the 60000 patterns once, in the order of the file, to ten
one-vs-rest learners on one thread. It prints nanoseconds per visit (one pattern presented to one
learner) and the ratio to our implementation of the same learner. It takes about two minutes.

Perceptrons learn the original grey levels with a threshold. The grey levels are integers with exact
sums, so our weights and scikit-learn's must be equal to the last bit. scikit-learn's averaging
Perceptron is compared with our Perceptron, although ours computes no average. Our ALMA does. ALMA
learns patterns of length 1 without a threshold. river gets the nonzero pixels of a pattern as a
dict. Its one-vs-rest classifier creates a class's learner when the class first appears.

Seconds are for learning only, for scikit-learn the time of fit; patterns are converted for each
library beforehand. The same code computes all test errors: river's own prediction passes outputs
through a sigmoid, which is 1 for all large outputs.

ALMA with a polynomial kernel of degree 4 is included for comparison. Its seconds include the
kernel's rows on training and test patterns and the test errors of all of its hypotheses.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from time import perf_counter
from typing import NamedTuple

import numpy as np
from river import linear_model, multiclass
from sklearn.linear_model import Perceptron, SGDClassifier
from threadpoolctl import threadpool_limits
from tqdm import tqdm

import data
from benchmarks.chosen import parser_of
from maxmargin.drivers.p_norm.driver import PNormWeight
from maxmargin.drivers.p_norm.space import normalised
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import progress
from maxmargin.kernels import make_kernel
from maxmargin.online import OnlineData, OnlineLearner, learn_online
from maxmargin.rules import alma, perceptron
from maxmargin.space import make_space
from peers.online.river_adapter import named

ALPHA, B, C = 0.9, 1.0 / 0.9, sqrt(2.0)  # river's defaults, as in the ALMA paper's Section 4
KERNEL = {"name": "polynomial", "degree": 4, "scale": 255, "normalised": True}
MEMORY = 4 * 2**30  # bytes for the kernel's rows
BLOCK = 1000  # patterns converted to dicts at a time
REPEATS = 3  # runs of a short pass; the fastest run counts
SHORT = 5.0  # seconds; longer passes run once


class Weights(NamedTuple):
    """The weights of all classes. W: (C, n). thresholds: (C,), added to the products."""

    W: np.ndarray
    thresholds: np.ndarray


class Outcome(NamedTuple):
    """The outcome of one pass.

    updates: None if the library does not count them. hypotheses: "last" and "average" -> `Weights`
    or, with a kernel, the test error.
    """

    seconds: float
    updates: int | None
    hypotheses: dict


class Row(NamedTuple):
    """A line of the table.

    errors: hypothesis -> fraction of the test set that is misclassified. ratio: seconds / our
    seconds for the same learner; None for ours.
    """

    learner: str
    library: str
    updates: int | None
    errors: dict
    seconds: float
    nanoseconds: float
    ratio: float | None


def our_perceptron(problem):
    """Run the Perceptron under the sequential driver, with patterns augmented by 1."""
    W, updates, seconds = [], 0, 0.0
    for labels in labels_of(problem):
        space = make_space(problem.X, labels, augment=1.0)
        run = sequential.run(
            perceptron, perceptron.Parameters(), space, budget=progress.Budget(max_epochs=1)
        )
        W.append(run.weights)
        updates += run.end.updates
        seconds += run.end.seconds
    W = np.array(W)
    return Outcome(seconds, updates, {"last": Weights(W[:, :-1], W[:, -1])})


def our_alma(problem):
    """Run ALMA₂ under the p-norm driver."""
    X, order = normalised(problem.X, 2.0), np.arange(len(problem.y), dtype=np.int32)
    last, average, updates, seconds = [], [], 0, 0.0
    for labels in labels_of(problem):
        weight = PNormWeight(alma.Parameters(ALPHA, B, C), 2.0, labels, X)
        started = perf_counter()
        weight.advance(order)
        seconds += perf_counter() - started
        last.append(weight.last())
        average.append(weight.average())
        updates += int(weight.state["updates"])
    none = np.zeros(len(last))
    hypotheses = {"last": np.array(last), "average": np.array(average)}
    return Outcome(seconds, updates, {name: Weights(W, none) for name, W in hypotheses.items()})


def sklearn_perceptron(problem):
    return _sklearn(Perceptron(max_iter=1, tol=None, shuffle=False), problem, "last")


def sklearn_averaged_perceptron(problem):
    model = SGDClassifier(
        loss="perceptron",
        penalty=None,
        learning_rate="constant",
        eta0=1.0,
        average=True,
        max_iter=1,
        tol=None,
        shuffle=False,
    )
    return _sklearn(model, problem, "average")


def _sklearn(model, problem, hypothesis):
    started = perf_counter()
    model.fit(problem.X, problem.y)
    seconds = perf_counter() - started
    return Outcome(seconds, None, {hypothesis: Weights(model.coef_, model.intercept_)})


def river_perceptron(problem):
    seconds, models = _river(linear_model.Perceptron(), problem.X, problem.y)
    weights = Weights(
        _array([model.weights for model in models], problem.X.shape[1]),
        np.array([model.intercept for model in models]),
    )
    return Outcome(seconds, None, {"last": weights})


def river_alma(problem):
    model = linear_model.ALMAClassifier(p=2, alpha=ALPHA, B=B, C=C)
    seconds, models = _river(model, normalised(problem.X, 2.0), problem.y)
    W = _array([model.w for model in models], problem.X.shape[1])
    updates = sum(model.k - 1 for model in models)
    return Outcome(seconds, updates, {"last": Weights(W, np.zeros(len(W)))})


def _river(model, X, y):
    """Return the seconds, and the binary models in the order of the classes."""
    model = multiclass.OneVsRestClassifier(model)
    seconds = 0.0
    for start in range(0, len(y), BLOCK):
        patterns = [named(x, with_zeros=False) for x in X[start : start + BLOCK]]
        labels = y[start : start + BLOCK].tolist()
        started = perf_counter()
        for pattern, label in zip(patterns, labels, strict=True):
            model.learn_one(pattern, label)
        seconds += perf_counter() - started
    return seconds, [model.classifiers[label] for label in sorted(model.classifiers)]


def _array(weights, n):
    """Return the weights as an array, (C, n), from one dict per class."""
    W = np.zeros((len(weights), n))
    for row, dictionary in zip(W, weights, strict=True):
        for column, value in dictionary.items():
            row[column] = value
    return W


def our_kernel_alma(problem):
    """Run ALMA₂ with KERNEL under the dual driver."""
    kernel = make_kernel(**KERNEL)
    order = np.arange(len(problem.y), dtype=np.int32)
    online_learner = OnlineLearner("ALMA", alma, alma.Parameters(ALPHA, B, C), kernel)
    started = perf_counter()
    with ThreadPoolExecutor(1) as threads:
        online_data = OnlineData(*problem[1:], [kernel.base], MEMORY, threads)
        [(_, result)] = learn_online([online_learner], online_data, [order])
    seconds = perf_counter() - started
    errors = {name: result.errors[name][1] for name in ("last", "average")}
    return Outcome(seconds, int(result.updates.sum()), errors)


# Our pass comes first for each learner, since the others are compared with it.
PASSES = {
    ("Perceptron", "ours"): our_perceptron,
    ("Perceptron", "scikit-learn"): sklearn_perceptron,
    ("Perceptron", "scikit-learn, averaging"): sklearn_averaged_perceptron,
    ("Perceptron", "river"): river_perceptron,
    ("ALMA(0.9)", "ours"): our_alma,
    ("ALMA(0.9)", "river"): river_alma,
    ("ALMA(0.9), degree 4", "ours"): our_kernel_alma,
}


def labels_of(problem):
    """Return the one-vs-rest labels, (m,), ±1, of each class in sorted order."""
    return [np.where(problem.y == label, 1, -1) for label in np.unique(problem.y)]


def error(hypothesis, problem):
    """Return the fraction of the test set that a hypothesis misclassifies."""
    if not isinstance(hypothesis, Weights):
        return hypothesis
    # ALMA learns patterns of length 1. Without thresholds, the length changes no prediction.
    outputs = problem.X_test @ hypothesis.W.T + hypothesis.thresholds
    return float((np.unique(problem.y)[outputs.argmax(axis=1)] != problem.y_test).mean())


def fastest(measure, problem):
    """Return the fastest of several outcomes of measure(problem)."""
    outcomes = [measure(problem)]
    while len(outcomes) < REPEATS and outcomes[-1].seconds < SHORT:
        outcomes.append(measure(problem))
    return min(outcomes, key=lambda outcome: outcome.seconds)


def rows_of(problem):
    """Run all PASSES and return a `Row` for each.

    problem: a SplitProblem of three or more classes, with X in float64. Raises ValueError if our
    Perceptron's weights differ from scikit-learn's.
    """
    beginning = problem._replace(X=problem.X[:500], y=problem.y[:500])
    for measure in (our_perceptron, our_alma):  # compiles the code
        measure(beginning)
    visits = len(problem.y) * len(np.unique(problem.y))
    outcomes, rows = {}, []
    for (learner, library), measure in tqdm(PASSES.items(), unit="pass"):
        outcome = outcomes[learner, library] = fastest(measure, problem)
        ours = outcomes[learner, "ours"].seconds
        rows.append(
            Row(
                learner,
                library,
                outcome.updates,
                {name: error(found, problem) for name, found in outcome.hypotheses.items()},
                outcome.seconds,
                1e9 * outcome.seconds / visits,
                None if library == "ours" else outcome.seconds / ours,
            )
        )
    ours, theirs = (outcomes["Perceptron", library] for library in ("ours", "scikit-learn"))
    pairs = zip(ours.hypotheses["last"], theirs.hypotheses["last"], strict=True)
    if not all(np.array_equal(*pair) for pair in pairs):
        raise ValueError("our Perceptron's weights are not scikit-learn's; they must be equal.")
    return rows


def table(rows):
    """Return the table as text."""
    lines = [
        f"{'':44}{'':>12}{'test error (%)':>18}",
        f"{'learner':20} {'library':23}{'updates':>12}{'last':>9}{'average':>9}"
        f"{'seconds':>10}{'ns per visit':>13}{'ratio':>8}",
    ]
    for row in rows:
        updates = "" if row.updates is None else f"{row.updates:,}"
        errors = (row.errors.get(name) for name in ("last", "average"))
        last, average = ("" if part is None else f"{100 * part:.2f}" for part in errors)
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        lines.append(
            f"{row.learner:20} {row.library:23}{updates:>12}{last:>9}{average:>9}"
            f"{row.seconds:>10.2f}{row.nanoseconds:>13.0f}{ratio:>8}"
        )
    return "\n".join(lines)


def main(arguments=None):
    parser_of(__doc__).parse_args(arguments)
    try:
        problem = data.load("mnist")
    except data.Unreachable as reason:
        print(f"mnist: left out, {reason}")
        return
    problem = problem._replace(X=problem.X.astype(float), X_test=problem.X_test.astype(float))
    with threadpool_limits(1):
        print(table(rows_of(problem)))


if __name__ == "__main__":
    sys.exit(main())
