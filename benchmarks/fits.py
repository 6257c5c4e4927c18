"""Measures how long a user waits for `fit` beside the learner's loop, on a small problem.

`python -m benchmarks.fits` prints for each learner its updates and the points of its curve, on 100
patterns with 10 columns. Then it prints the milliseconds of the whole call of `fit`, and of the
rest of the call, which is not learning: checking the input, making the space, measuring the points
and setting the attributes. A learner that ends before its weight separates the patterns also
decides whether any weight does. The last column divides the rest by the whole call of
scikit-learn's Perceptron. Each number is the least of 100 turns, in which the learners follow one
another on one thread. Learners have their default parameters, and at most 10,000 updates.
"""

import warnings
from math import inf
from time import perf_counter

from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from benchmarks.chosen import chosen
from benchmarks.history.rows import small_problem
from maxmargin import ESTIMATORS

TURNS = 100
LIMIT = 10_000  # updates
REFERENCE = "scikit-learn's Perceptron"


def learner_of(name):
    """Return a learner with its default parameters, and a limit if it can have one."""
    learner = ESTIMATORS[name]()
    if "max_updates" in learner.get_params():
        learner.set_params(max_updates=LIMIT)
    return learner


def times_of(learner, X, y):
    """Return the seconds of a call of `fit`, and the seconds of learning in it."""
    started = perf_counter()
    learner.fit(X, y)
    whole = perf_counter() - started
    return whole, seconds_of(learner)


def seconds_of(learner):
    """Return the seconds of learning of a fitted learner; 0 for scikit-learn's."""
    before = seconds_of(learner.pocket_) if hasattr(learner, "pocket_") else 0.0
    if hasattr(learner, "train_seconds_"):
        return before + learner.train_seconds_
    return before + (learner.history_[-1].seconds if hasattr(learner, "history_") else 0.0)


def least_times(learners, X, y):
    """Return name -> the least whole call and the least rest of several turns, in seconds."""
    found = {name: (inf, inf) for name in learners}
    for _ in tqdm(range(TURNS), unit="turn"):
        for name, learner in learners.items():
            whole, loop = times_of(learner, X, y)
            found[name] = min(found[name][0], whole), min(found[name][1], whole - loop)
    return found


def main():
    names = chosen(ESTIMATORS, __doc__, "learner")
    learners = {name: learner_of(name) for name in names} | {REFERENCE: Perceptron()}
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        X, y = small_problem()
        for learner in learners.values():
            learner.fit(X, y)  # compiles
        found = least_times(learners, X, y)
    reference = found.pop(REFERENCE)[0]
    print(
        f"{'learner':24} {'updates':>8} {'points':>7} {'whole/ms':>8} {'rest/ms':>8} {'ratio':>6}"
    )
    for name, (whole, rest) in found.items():
        learner = learners[name]
        updates, points = getattr(learner, "n_updates_", ""), len(getattr(learner, "history_", []))
        times = f"{1e3 * whole:8.3f} {1e3 * rest:8.3f} {rest / reference:6.2f}"
        print(f"{name:24} {updates:>8} {points:>7} {times}")
    print(f"{REFERENCE} takes {1e3 * reference:.3f} ms.")


if __name__ == "__main__":
    main()
