"""Compares the sequential driver with two C++ loops, on the long rows of the papers' tables.

`python -m benchmarks.drivers` builds both loops with `c++ -O3 -march=native -ffast-math`:

- plain: reference.cpp, a straightforward loop.
- tuned: tuned.cpp, written for speed, with the driver's way of storing patterns.

It runs each row with the driver and with both loops in turns. For the fastest turn of each, it
prints the nanoseconds per visit, and the driver's time as a ratio to each loop's. Times are
processor time, so that other work on the machine matters less. All must make the same updates. All
rows take about half an hour, and Covertype 17 minutes of it; name some rows to run only these.

Four columns compare the driver with the limits of the machine:

- products: nanoseconds of the inner product with a pattern in the driver's storage, without
  updates. Every visit computes one product.
- bytes: the bytes that a visit reads: the pattern, its label and its dual.
- memory: nanoseconds to read as many bytes. A C++ loop measures them (memory.cpp); it repeatedly
  reads an array as large as all patterns.
- of it: the nanoseconds of our visit, divided by the column memory.

These columns are empty if most visits use a cached product and read no pattern. The last line has
the GB per second that the C++ loop reads from arrays that fit into each cache, and from an array
that fits into none.
"""

import tempfile
from pathlib import Path
from time import thread_time
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from numba import njit
from scipy import sparse

import data
from benchmarks.chosen import chosen, loaded
from benchmarks.programs import built, printed
from maxmargin.compilation.binding import bind
from maxmargin.drivers.sequential.driver import caching_pays, run
from maxmargin.drivers.shared import progress, storage_kernel
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from maxmargin.storages import binary

REPEATS = 5  # turns of a short row; the fastest turn counts
SHORT = 20.0  # seconds; longer rows have one turn
LOOPS = ("reference", "tuned")  # the C++ files
CACHES = {"L1": 2**14, "L2": 2**19, "L3": 2**24, "memory": 2**29}  # bytes that fit into each cache


class Row(NamedTuple):
    """A row of the output: a data set, ρ, Δ, N, a rule and its parameters."""

    data: str
    augment: float
    extend: float
    mini_epochs: int
    algorithm: str
    parameters: tuple
    rounding_decides: bool = False  # the number of updates depends on the order of additions


ROWS = {
    "sonar-perceptron": Row("sonar", 1.0, 0.0, 0, "PerceptronWithMargin", (500.0,)),
    "sonar-romma": Row("sonar", 1.0, 0.0, 0, "AggressiveROMMA", (0.01,)),
    "sonar-micra": Row("sonar", 1.0, 0.0, 0, "MICRA", (0.05, 0.9, 50.0, 4.95e-3)),
    "wbc-11-perceptron": Row("wbc-11", 30.0, 0.0, 0, "PerceptronWithMargin", (45.0,)),
    "wbc-11-romma": Row("wbc-11", 30.0, 0.0, 0, "AggressiveROMMA", (0.01,)),
    "wbc-11-micra": Row("wbc-11", 30.0, 0.0, 0, "MICRA", (0.1, 0.8, 2.3, 2.70e-3)),
    "adult-micra": Row("a9a", 0.0, 1.0, 600, "MICRA", (0.05, 0.9, 105.0, 0.492e-2)),
    "adult-margitron": Row("a9a", 0.0, 1.0, 50, "Margitron", (0.1, 577e-5, "w")),
    "web-micra": Row("w8a", 0.25, 1.0, 10, "MICRA", (0.05, 0.9, 70.0, 0.405e-2)),
    "web-margitron": Row("w8a", 0.1, 1.0, 50, "Margitron", (0.1, 551e-5, "w")),
    "covertype-micra": Row("covertype", 2.0, 10.0, 400, "MICRA", (0.05, 0.9, 70.0, 336e-5), True),
}


def in_turns(*measures):
    """Call all measures in turns; return the fastest (updates, visits, seconds) of each."""
    turns = [[measure() for measure in measures]]
    while len(turns) < REPEATS and max(seconds for *_, seconds in turns[-1]) < SHORT:
        turns.append([measure() for measure in measures])
    return [min(results, key=lambda result: result[2]) for results in zip(*turns, strict=True)]


def ours(row, rule, space):
    """Compile the driver; return a function that gives its (updates, visits, seconds)."""
    parameters = rule.Parameters(*row.parameters)
    run(rule, parameters, space, mini_epochs=row.mini_epochs, budget=progress.Budget(max_updates=1))

    def measure():
        with patch.object(progress, "clock", thread_time):
            end = run(rule, parameters, space, mini_epochs=row.mini_epochs).end
        return end.updates, end.visits, end.seconds

    return measure


def reference(program, folder, row, rule, space):
    """Write the patterns; return a function that gives a C++ loop's (updates, visits, seconds).

    Dense patterns are label-reflected and augmented. Sparse patterns are rows of int32 columns,
    with values unless all are 1.
    """
    file = folder / "patterns"
    X = space.storage.matrix(space.patterns, space.n)
    n, rho = space.n, space.rho
    if sparse.issparse(X):
        X.eliminate_zeros()  # the padding
        layout, entries = "binary" if space.storage is binary else "sparse", X.nnz
        parts = [space.labels.astype(float), X.indptr.astype(np.int64), X.indices.astype(np.int32)]
        parts += [X.data] if layout == "sparse" else []
    else:
        X = np.hstack([X, np.full((len(X), 1), rho)]) * space.labels[:, None]
        layout, entries, n, rho = "dense", X.size, n + 1, 0.0
        parts = [np.ones(len(X)), X]
    with open(file, "wb") as output:
        for part in parts:
            part.tofile(output)
    # The C++ code has only the w-margitron.
    scaled = [float(x) for x in rule.scaled(rule.Parameters(*row.parameters), space.squared_radius)]
    scaled = scaled[:2] if row.algorithm == "Margitron" else scaled
    command = [program, row.algorithm, layout, file, space.labels.size, n, entries]
    command += [repr(rho), repr(space.delta), row.mini_epochs, *map(repr, scaled)]

    def measure():
        updates, visits, seconds = printed(*command)
        return int(updates), int(visits), float(seconds)

    return measure


def compiled_products(storage):
    """Return a compiled function that enters the products with all patterns of a storage."""
    product = bind(storage_kernel, storage=storage).product.function

    @njit
    def products(weights, patterns, into):
        start = patterns.starts[0]
        for k in range(into.size):
            end = patterns.starts[k + 1]
            into[k] = product(weights, patterns, start, end)
            start = end

    return products


def limits(memory, space, updates, visits):
    """Return, per pattern, the product's nanoseconds, its bytes and the nanoseconds to read these.

    The result is None if the driver caches products, since most visits then read no pattern.
    """
    if caching_pays(space, updates, visits):
        return None
    products = compiled_products(space.storage)
    into, weights = np.empty(space.labels.size), np.ones(space.n + 2)
    m = space.labels.size
    seconds = min(_seconds(products, weights, space.patterns, into) for _ in range(10))
    # `into` stands for the duals, which are as large.
    total = sum(part.nbytes for part in (*space.patterns, space.labels, into))
    return 1e9 * seconds / m, total / m, reading(memory, total)[0] * total / m


def _seconds(function, *arguments):
    started = thread_time()
    function(*arguments)
    return thread_time() - started


def reading(memory, *sizes):
    """Return the nanoseconds to read a byte, for each size of an array in bytes."""
    return [float(number) for number in printed(memory, *sizes)]


def main():
    names, lines = chosen(ROWS, __doc__), []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        programs, memory = [built(folder, name) for name in LOOPS], built(folder, "memory")
        for name, problem in loaded(names, lambda name: data.load(ROWS[name].data)):
            row = ROWS[name]
            space = make_space(problem.X, problem.y, row.augment, row.extend)
            rule = all_rules()[row.algorithm]
            loops = [reference(program, folder, row, rule, space) for program in programs]
            mine, *others = in_turns(ours(row, rule, space), *loops)
            for other in others:
                check(name, mine, other)
            each = [1e9 * seconds / visits for _, visits, seconds in (mine, *others)]
            lines.append((name, *mine[:2], *each, limits(memory, space, *mine[:2])))
        speeds = reading(memory, *CACHES.values())
    print_table(lines)
    speeds = ", ".join(f"{name} {1 / s:.0f}" for name, s in zip(CACHES, speeds, strict=True))
    print(f"GB read in a second: {speeds}.")


def check(name, mine, other):
    """End the program if a loop did not make the driver's updates and visits."""
    if mine[:2] != other[:2]:
        message = f"{name}: {mine[:2]} updates and visits here, {other[:2]} in C++."
        if not ROWS[name].rounding_decides or abs(mine[0] / other[0] - 1) > 0.001:
            raise SystemExit(message)
        print(f"{message} The ratio is per visit.")


def print_table(lines):
    """Print the table.

    A line has the row, its updates and visits, the nanoseconds per visit of the driver and of both
    loops, and the row's `limits`.
    """
    print(f"{'':54} {'nanoseconds per visit':^51} {'ratio to':>13}")
    print(
        f"{'row':18} {'updates':>15} {'visits':>19} {'plain':>7} {'tuned':>7} {'ours':>7} "
        f"{'products':>8} {'bytes':>6} {'memory':>7} {'of it':>6} {'plain':>6} {'tuned':>6}"
    )
    for name, updates, visits, mine, plain, tuned, limit in lines:
        of_limit = f"{'–':>8} {'–':>6} {'–':>7} {'–':>6}"
        if limit:
            products, size, memory = limit
            of_limit = f"{products:8.2f} {size:6.0f} {memory:7.2f} {mine / memory:6.1f}"
        print(
            f"{name:18} {updates:15,} {visits:19,} {plain:7.2f} {tuned:7.2f} {mine:7.2f}"
            f" {of_limit} {mine / plain:6.2f} {mine / tuned:6.2f}"
        )


if __name__ == "__main__":
    main()
