"""Measures the rows of the history with the modules that Python finds: `python rows.py`.

With --tests, the first row is the cost of the tests of `make test`, which takes minutes. Prints the
rows as JSON. `benchmarks.history` runs this file with the modules of the measured commit, which may
be older than this file. So this file calls only functions that the benchmarks have had for long.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import numpy as np
from sklearn.linear_model import Perceptron
from threadpoolctl import threadpool_limits

import data
import maxmargin
from analyses.overview.problems import read_overview
from benchmarks import drivers, exact
from benchmarks.programs import built
from maxmargin.rules import all_rules
from maxmargin.space import make_space

# Rows of benchmarks.drivers that take about a second, and problems that LIBLINEAR solves as fast.
OF_CPP = ("sonar-romma", "sonar-micra", "adult-margitron", "web-margitron")
OF_LIBLINEAR = ("ionosphere", "german", "a1a", "letter")
OF_SKLEARN = ("PDM", "MaximumMargin")  # learners, whose whole calls of fit are measured
TESTS = "not long and not slow and not slurm and not faults"  # as in the Makefile
CPP_TURNS, FIT_TURNS = 6, 500
TURNS, SECONDS = 9, 3.0  # the fewest turns of a row of LIBLINEAR, and their least processor time


@contextmanager
def processor_time():
    """Return a context in which the loaded modules measure processor time, not elapsed time.

    Other work on the machine then matters less.
    """
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            # `time` stays as it is for the modules that are loaded in the context.
            if (
                name != "time"
                and getattr(module, "__dict__", {}).get("perf_counter") is time.perf_counter
            ):
                stack.enter_context(patch.object(module, "perf_counter", time.thread_time))
        compiled_clock = sys.modules.get("maxmargin.compilation.compiled_clock")
        if compiled_clock:  # an older commit has none
            thread_clock = time.CLOCK_THREAD_CPUTIME_ID
            stack.enter_context(patch.object(compiled_clock, "CLOCK", thread_clock))
        yield


def ratio_to_cpp(name):
    """Return the sequential driver's seconds per visit, divided by those of a plain C++ loop."""
    row = drivers.ROWS[name]
    problem, rule = data.load(row.data), all_rules()[row.algorithm]
    space = make_space(problem.X, problem.y, row.augment, row.extend)
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder), "reference")
        plain = drivers.reference(program, Path(folder), row, rule, space)
        with patch.object(drivers, "REPEATS", CPP_TURNS):
            ours, theirs = drivers.in_turns(drivers.ours(row, rule, space), plain)
    return ours[2] / ours[1] / (theirs[2] / theirs[1])


def ratio_to_liblinear(name):
    """Return MaximumMargin's seconds to 99 %, divided by those of LIBLINEAR's Newton solver."""
    groups = read_overview()["problems"].values()
    (entry,) = [group[name] for group in groups if name in group]
    problem = exact.problems_of(entry)[0]
    solver = "-s 2"
    if hasattr(exact, "solvers_of"):
        other = exact.of_other(problem, exact.solvers_of(problem, solver))
    else:  # a commit before 3807ae6a
        other = exact.of_other(problem, solver, exact.OTHERS[solver](problem))
    measures = exact.of_exact(problem), other
    for measure in measures:
        measure()  # compiles
    turns, started = [], time.thread_time()
    while len(turns) < TURNS or time.thread_time() - started < SECONDS:
        with processor_time():
            turns.append([])
            for measure in measures:
                measure()  # fills the caches with this solver's code and data
                turns[-1].append(measure()[0])
    ours, theirs = map(min, zip(*turns, strict=True))
    return ours / theirs


def small_problem():
    """Return 100 patterns with 10 columns and their labels. A hyperplane separates the classes."""
    random = np.random.default_rng(0)
    normal = random.normal(size=10)
    X = random.normal(size=(100, 10))
    y = np.where(X @ normal > 0.0, 1, -1)
    return X + 0.3 * y[:, None] * normal / np.linalg.norm(normal), y


def ratio_to_sklearn(name):
    """Return the time of a learner's `fit` on a small problem, divided by scikit-learn's."""
    (X, y), turns = small_problem(), []
    learners = getattr(maxmargin, name)(), Perceptron()
    for learner in learners:
        learner.fit(X, y)  # compiles
    for _ in range(FIT_TURNS):
        marks = [time.thread_time()]
        for learner in learners:
            learner.fit(X, y)
            marks.append(time.thread_time())
        turns.append([later - earlier for earlier, later in pairwise(marks)])
    ours, theirs = map(min, zip(*turns, strict=True))
    return ours / theirs


def tests():
    """Return the row of the tests: their processor time, divided by that of compiling in C++.

    Both are of the same kind of work, since most tests wait for numba's compiler. The caller sets
    an empty cache. Return None, and say why on stderr, if a test fails.
    """
    before = processor_seconds()
    call = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    call += ["-n", str(os.cpu_count()), "--dist", "loadfile", "--no-loadscope-reorder"]
    call += ["-m", TESTS]
    done = subprocess.run(call, capture_output=True, text=True)
    spent = processor_seconds() - before
    if done.returncode:
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        for line in [*failed, "make test: left out, the tests do not pass."]:
            print(line, file=sys.stderr)
        return None
    compiling = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(TURNS):
            before = processor_seconds()
            built(Path(folder), "reference")
            compiling.append(processor_seconds() - before)
    value = round(spent / min(compiling), 4)
    return {"name": "make test", "unit": "ratio to compiling C++", "value": value}


def processor_seconds():
    """Return the processor time of the programs that this one has run."""
    return os.times().children_user + os.times().children_system


def rows():
    """Yield the result of each row. Name rows without data or without a ratio on stderr."""
    for reference, names, ratio_to in (
        ("warm LIBLINEAR", OF_LIBLINEAR, ratio_to_liblinear),
        ("C++", OF_CPP, ratio_to_cpp),
        ("scikit-learn", OF_SKLEARN, ratio_to_sklearn),
    ):
        for name in names:
            try:
                ratio = float(ratio_to(name))
            except data.Unreachable as error:
                print(f"{name}: left out, {error}", file=sys.stderr)
                continue
            if not 0 < ratio < math.inf:
                print(f"{name}: left out, it has no ratio to {reference}.", file=sys.stderr)
                continue
            yield {"name": name, "unit": f"ratio to {reference}", "value": round(ratio, 4)}


if __name__ == "__main__":
    first = [tests()] if sys.argv[1:] == ["--tests"] else []
    with threadpool_limits(1):
        print(json.dumps([row for row in [*first, *rows()] if row]))
