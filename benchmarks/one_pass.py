"""Compares the dual and the p-norm driver with a plain C++ loop: one pass of ALMA_p, all classes.

`python -m benchmarks.one_pass` builds one_pass.cpp with the flags of `benchmarks.programs`. It
presents the training patterns once, in the order of the file, to one-vs-rest ALMA(0.9). Driver and
loop run in turns. For the fastest turn of each, the program prints seconds, nanoseconds per visit
(one pattern presented to one class) and the ratio. Seconds are processor time.

The C++ loop computes single values of a kernel, once for all classes. The driver computes a row of
the kernel, in float32, for each pattern that causes an update. Their updates may differ by one in a
thousand, since rounding decides when a product is very near its threshold. All rows take about
three minutes; name some rows to run only these.
"""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

import data
from benchmarks.chosen import chosen, loaded
from benchmarks.drivers import in_turns
from benchmarks.programs import built, printed
from maxmargin.drivers.p_norm.driver import PNormWeight
from maxmargin.drivers.p_norm.space import normalised
from maxmargin.kernels import make_kernel
from maxmargin.online import OnlineData, OnlineLearner, learn_online
from maxmargin.rules import alma

ALPHA, B, C = 0.9, 1.0 / 0.9, sqrt(2.0)  # as in the ALMA paper's Section 4
MEMORY = 4 * 2**30  # bytes for the kernel's rows


class Row(NamedTuple):
    """A line of the table: a data set, p, and the kernel's parameters or None."""

    data: str
    p: float
    kernel: dict | None


ROWS = {
    "mnist-p-2": Row("mnist", 2.0, None),
    "mnist-p-10": Row("mnist", 10.0, None),
    "mnist-degree-4": Row("mnist", 2.0, {"name": "polynomial", "degree": 4, "scale": 255}),
    "usps-gaussian": Row("usps-raw", 2.0, {"name": "gaussian", "width": 3.5}),
    "letter-poly-gaussian": Row("letter", 2.0, {"name": "poly-gaussian", "width": 3, "degree": 5}),
}


def kernel_of(row):
    """Return the row's kernel, in which every pattern has length 1."""
    normal = {} if row.kernel["name"] == "gaussian" else {"normalised": True}
    return make_kernel(**row.kernel, **normal)


def ours(row, X, y):
    """Compile the driver; return a function that gives its (updates, visits, seconds)."""
    measure = _p_norm_driver if row.kernel is None else _dual_driver
    measure(row, X[:500], y[:500])
    return lambda: measure(row, X, y)


def _p_norm_driver(row, X, y):
    parameters = alma.Parameters(ALPHA, B, C)
    X, order = normalised(X, row.p), np.arange(len(y), dtype=np.int32)
    classes, updates, seconds = np.unique(y), 0, 0.0
    for label in classes:
        weight = PNormWeight(parameters, row.p, np.where(y == label, 1, -1), X)
        started = process_time()
        weight.advance(order)
        seconds += process_time() - started
        updates += int(weight.state["updates"])
    return updates, len(y) * classes.size, seconds


def _dual_driver(row, X, y):
    kernel = kernel_of(row)
    learner = OnlineLearner("ALMA", alma, alma.Parameters(ALPHA, B, C), kernel)
    started = process_time()
    with threadpool_limits(1), ThreadPoolExecutor(1) as threads:
        online_data = OnlineData(X, y, X[:1], y[:1], [kernel.base], MEMORY, threads)
        order = np.arange(len(y), dtype=np.int32)
        [(_, result)] = learn_online([learner], online_data, [order])
    seconds = process_time() - started
    return int(result.updates.sum()), len(y) * online_data.classes.size, seconds


def plain(program, folder, row, X, y):
    """Write the patterns; return a function that gives the loop's (updates, visits, seconds)."""
    classes, codes = np.unique(y, return_inverse=True)
    file = folder / "patterns"
    with open(file, "wb") as output:
        (normalised(X, row.p) if row.kernel is None else X).tofile(output)
        codes.astype(np.int32).tofile(output)
    command = [program, file, *X.shape, classes.size, ALPHA, repr(B), repr(C), row.p]
    if row.kernel is not None:
        kernel = kernel_of(row)
        shift, factor, degree = kernel.power_of_base
        name, width = kernel.base
        command += [shift, repr(factor), width if name == "gaussian" else 0.0, degree]

    def measure():
        updates, seconds = printed(*command)
        return int(updates), len(y) * classes.size, float(seconds)

    return measure


def main():
    names, lines = chosen(ROWS, __doc__), []
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder), "one_pass")
        for name, problem in loaded(names, lambda name: data.load(ROWS[name].data)):
            row = ROWS[name]
            X = np.ascontiguousarray(problem.X, dtype=float)
            mine, theirs = in_turns(
                ours(row, X, problem.y), plain(program, Path(folder), row, X, problem.y)
            )
            if abs(mine[0] / theirs[0] - 1) > 0.001:
                raise SystemExit(
                    f"{name}: {mine[0]} updates here and {theirs[0]} in C++; at most one in a "
                    "thousand may differ."
                )
            lines.append(line(name, mine, theirs))
    print(f"{'row':21} {'updates':>9} {'in C++':>9} {'visits':>11} {'C++':>8} {'ours':>8}", end="")
    print(f" {'C++':>8} {'ours':>8} {'ratio':>6}", *lines, sep="\n")


def line(name, mine, theirs):
    """Return a line of the table, from (updates, visits, seconds) of driver and loop."""
    (updates, visits, seconds), (their_updates, _, their_seconds) = mine, theirs
    return (
        f"{name:21} {updates:9,} {their_updates:9,} {visits:11,}"
        f" {their_seconds:8.2f} {seconds:8.2f} {1e9 * their_seconds / visits:8.1f}"
        f" {1e9 * seconds / visits:8.1f} {seconds / their_seconds:6.2f}"
    )


if __name__ == "__main__":
    main()
