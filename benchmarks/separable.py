"""Compares `maxmargin.separable` with other solvers of the question of separability.

`python -m benchmarks.separable` prints a block for each of ten problems. Its second line has our
seconds, which include the proof. The lines below have the seconds of each other solver, the same
divided by ours, and a verdict on its answer:

- right, wrong: the answer is the one that we proved, or the other one
- undecided: the solver stated no answer, or none within the limit
- proves nothing: LinearSVC found no weight that separates, which is no answer
- failed: the solver raised an error or ran out of memory

Our seconds start from X and y. The seconds of the others start from the reflected patterns in a
sparse matrix, with columns of at most 1. All run on one core, and the other solvers in processes
that the system kills at the limit. Seconds are CPU seconds, so that other jobs on the machine
matter little: the median of seven runs, of three if a run takes more than 0.1 seconds, or the
seconds of one run if it takes more than 5. CVXPY and Clarabel are optional: `pip install --group
optional-peers` installs them. Name some problems to run only these.
"""

import os
import resource
import signal
from functools import partial
from math import ceil, inf
from statistics import median
from time import process_time
from typing import NamedTuple

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

import data
from benchmarks.chosen import chosen, loaded
from benchmarks.separable_others import LINEAR_SVC, PROVES_NOTHING, SOLVERS
from maxmargin import separable
from peers.time_limit import in_time

LIMIT = 15  # CPU seconds of a run, or LONGER times ours if that is more
LONGER = 6
PATIENCE = 20  # seconds of a run for each CPU second, on a machine with other jobs
RUNS = {0.1: 7, 5.0: 3, inf: 1}  # seconds of the fastest run, at most -> the number of runs
MEMORY = 12 << 30  # bytes of a solver's process
RIGHT, WRONG, UNDECIDED = "right", "wrong", "undecided"
FAILED, MISSING = "failed", "not installed"
TARGET_RATIO = 5.0  # our aim: the fastest other solver takes this many times our seconds


def of_data(name, positive=None, among=None, test=False):
    """Return X, y of a data set, or of some of its classes as `data.of_two_classes` chooses."""
    problem = data.load(name)
    X, y = (problem.X_test, problem.y_test) if test else (problem.X, problem.y)
    return data.of_two_classes(X, y, positive, among)


def million(wrong):
    """Return 10⁶ normal patterns of 50 columns, separated by a plane except for `wrong` ones."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(10**6, 50))
    y = np.sign(X @ rng.normal(size=50) + 0.5)
    places = rng.choice(len(y), wrong, replace=False)
    y[places] = -y[places]
    return X, y


def nested_faces(levels=10, each=20, most=1000):
    """Return separable patterns of integers, in levels.

    The patterns of a level are 0 in the coordinates of the levels before it, and positive in its
    own. So a weight has to weigh each level far above the next one. The coordinates are mixed.
    """
    rng = np.random.default_rng(0)
    Z = rng.integers(-most, most + 1, (levels * each, levels))
    level = np.repeat(np.arange(levels), each)
    Z[np.arange(levels) < level[:, None]] = 0
    Z[np.arange(len(Z)), level] = rng.integers(1, most, len(Z))
    signs = np.where(rng.random(len(Z)) < 0.5, -1, 1)
    X = signs[:, None] * (Z @ rng.integers(-most, most + 1, (levels, levels)))
    return X.astype(float), signs


PROBLEMS = {
    "mnist-4-9": partial(of_data, "mnist", [4], [4, 9]),
    "mnist-0-1": partial(of_data, "mnist", [0], [0, 1]),
    "mnist-8-rest": partial(of_data, "mnist", [8]),
    "mnist-2-rest-test": partial(of_data, "mnist", [2], test=True),
    "a9a": partial(of_data, "a9a"),
    "covertype": partial(of_data, "covertype"),
    "wdbc": partial(of_data, "wdbc"),
    "nested-faces": nested_faces,
    "million": partial(million, 0),
    "million-wrong": partial(million, 10_000),
}


class Row(NamedTuple):
    """A solver's seconds, or None, and the verdict on its answer."""

    solver: str
    seconds: float | None
    verdict: str


def reflected(X, y):
    """Return z_k = label_k (x_k, 1) as a csr matrix, with columns divided by powers of two."""
    X = sparse.csr_matrix(X, dtype=float)
    largest = abs(X).max(axis=0).toarray().ravel()
    X = X @ sparse.diags_array(np.ldexp(1.0, -np.frexp(largest)[1])).tocsr()
    Z = sparse.hstack([X, np.ones((X.shape[0], 1))], format="csr")
    return sparse.csr_matrix(sparse.diags_array(np.where(y == y.max(), 1.0, -1.0)).tocsr() @ Z)


def runs_after(seconds):
    """Return how many runs a solver needs in total, after runs of these seconds.

    The fastest run decides, because the first one may also load code.
    """
    least = min(seconds, default=0.0)
    return next(runs for most, runs in RUNS.items() if least <= most)


def ours(X, y):
    """Return the `Answer` and the median seconds."""
    seconds = []
    while len(seconds) < runs_after(seconds):
        started = process_time()
        answer = separable(X, y)
        seconds.append(process_time() - started)
    answer.proof(X, y)
    return answer, median(seconds)


def limit_of(seconds):
    """Return the limit of a solver in CPU seconds, long enough to tell whether we reach our aim."""
    return max(LIMIT, ceil(LONGER * seconds))


def row_of(solver, Z, expected, limit=LIMIT):
    """Return the `Row` of a solver, whose answer should be `expected`."""
    if not solver.is_installed:
        return Row(solver.name, None, MISSING)
    seconds = []
    while len(seconds) < runs_after(seconds):
        try:
            found, last = in_time(PATIENCE * limit, _limited, solver.solve, Z, limit)
        except TimeoutError:
            return Row(solver.name, None, UNDECIDED)
        except Exception as error:
            killed = f"exit code {-signal.SIGXCPU}" in str(error)
            return Row(solver.name, None, UNDECIDED if killed else FAILED)
        if last > limit:
            return Row(solver.name, None, UNDECIDED)
        seconds.append(last)
    verdicts = {expected: RIGHT, not expected: WRONG, None: UNDECIDED}
    return Row(solver.name, median(seconds), verdicts.get(found, PROVES_NOTHING))


def _limited(solve, Z, limit):
    """Return what a solver finds, and its CPU seconds, in a process with limits."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    started = process_time()
    seconds = int(started) + limit + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    found = solve(Z)
    return found, process_time() - started


def fastest(rows, limit=LIMIT):
    """Return the least seconds of a right answer, the limit if solvers reached it, or None."""
    right = [row.seconds for row in rows if row.verdict == RIGHT]
    late = [limit for row in rows if row.verdict == UNDECIDED and row.seconds is None]
    return min(right or late, default=None)


def block(name, X, answer, seconds, rows):
    """Return the lines of a problem."""
    size = f"{X.shape[0]} × {X.shape[1]}"
    found = "separable" if answer.separable else f"not separable, {len(answer.patterns)} patterns"
    lines = [f"{name} ({size}): {found}", f"  {'ours':24} {seconds:9.3f}           proved"]
    for row in rows:
        cells = f"{'-':>9} {'-':>8}"
        if row.seconds is not None:
            cells = f"{row.seconds:9.3f} {row.seconds / seconds:8.2f}"
        elif row.verdict == UNDECIDED:
            limit = limit_of(seconds)
            cells = f"{f'> {limit:g}':>9} {f'> {limit / seconds:.3g}':>8}"
        lines.append(f"  {row.solver:24} {cells}  {row.verdict}")
    return "\n".join(lines)


def summary(found):
    """Return sentences about the ratios, from {name: (our seconds, rows)}."""
    deciding = {
        name: (seconds, [row for row in rows if row.solver != LINEAR_SVC])
        for name, (seconds, rows) in found.items()
    }
    wrong = sum(row.verdict == WRONG for _, rows in found.values() for row in rows)
    return (
        f"The fastest right answer of another solver takes at least {TARGET_RATIO:g} times ours on "
        f"{_reached(found)}. Without {LINEAR_SVC}, which cannot find patterns inseparable, that is "
        f"{_reached(deciding)}. Wrong answers: {wrong}."
    )


def _reached(found):
    """Return on how many problems the aim is reached, and the names of the others."""
    few = sorted(
        name
        for name, (seconds, rows) in found.items()
        if (fastest(rows, limit_of(seconds)) or 0.0) / seconds < TARGET_RATIO
    )
    others = f", but not on {', '.join(few)}" if few else ""
    return f"{len(found) - len(few)} of {len(found)} problems{others}"


def main():
    names = chosen(PROBLEMS, __doc__, "problem")
    if hasattr(os, "sched_setaffinity"):  # not on macOS
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found = {}
    for name, (X, y) in loaded(names, lambda name: PROBLEMS[name](), "problem"):
        answer, seconds = ours(X, y)
        Z = reflected(X, y)
        limit = limit_of(seconds)
        rows = [row_of(solver, Z, answer.separable, limit) for solver in SOLVERS]
        print(block(name, X, answer, seconds, rows), flush=True)
        found[name] = seconds, rows
    if found:
        print(summary(found))


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
