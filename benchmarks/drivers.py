"""The sequential driver beside a plain C++ loop, on the long rows of the papers' tables.

`python -m benchmarks.drivers` builds reference.cpp with `c++ -O3 -march=native -ffast-math`, runs
each row with both, in turns, and prints seconds, nanoseconds per visit and the ratio, of the
fastest turn of each. Seconds are the processor's, so that other work on the machine counts less.
Both must make the same updates. All rows take about eleven minutes; name some to run only these.

Three columns show how close the driver is to what the machine can do. `products`: nanoseconds for
the inner product with one pattern in the driver's storage, one pattern after another and without
updates; every visit computes one. `bytes`: what a visit reads of its pattern, with its label and
its dual. `memory`: nanoseconds to read so many bytes, by a C++ loop that reads an array as large as
all patterns again and again (memory.cpp); `of it`: how many times as long our visit takes. Below
the table stands what that loop reads in a second from arrays that fit into each cache, and from
one that fits into none. Where the driver keeps products up to date, most visits read no
pattern, and these columns are empty.
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
from maxmargin.compilation import bind
from maxmargin.drivers import progress
from maxmargin.drivers.sequential import keeping_pays, run
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from maxmargin.storages import binary

REPEATS = 5  # turns of which the fastest counts, as long as they are short
SHORT = 20.0  # seconds
CACHES = {"L1": 2**14, "L2": 2**19, "L3": 2**24, "memory": 2**29}  # bytes that fit into each


class Row(NamedTuple):
    """One row of the output: a data set in its space, N, a rule and its parameters."""

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
    """The fastest of several results of each measure(), which are (updates, visits, seconds)."""
    turns = [[measure() for measure in measures]]
    while len(turns) < REPEATS and max(seconds for *_, seconds in turns[-1]) < SHORT:
        turns.append([measure() for measure in measures])
    return [min(results, key=lambda result: result[2]) for results in zip(*turns, strict=True)]


def ours(row, rule, space):
    """A function that gives (updates, visits, seconds) of the driver, whose code is loaded."""
    parameters = rule.Parameters(*row.parameters)
    run(rule, parameters, space, mini_epochs=row.mini_epochs, budget=progress.Budget(max_updates=1))

    def measure():
        with patch.object(progress, "clock", thread_time):
            end = run(rule, parameters, space, mini_epochs=row.mini_epochs).end
        return end.updates, end.visits, end.seconds

    return measure


def reference(program, folder, row, rule, space):
    """The same of the C++ loop: dense patterns reflected and augmented in memory,
    sparse ones as rows of int32 columns, with their values unless all are 1.
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


def limits(memory, space, updates, visits):
    """Per pattern: nanoseconds for the product alone, bytes, and nanoseconds to read so many; None
    where products are kept, so that most visits read no pattern.
    """
    if keeping_pays(space, {"t": updates, "visits": visits}):
        return None
    product = bind("storage_kernel", storage=space.storage).product.function

    @njit
    def products(weights, patterns, into):
        start = patterns.starts[0]
        for k in range(into.size):
            end = patterns.starts[k + 1]
            into[k] = product(weights, patterns, start, end)
            start = end

    into, weights = np.empty(space.labels.size), np.ones(space.n + 2)
    m = space.labels.size
    seconds = min(_seconds(products, weights, space.patterns, into) for _ in range(10))
    read = (*space.patterns, space.labels, into)  # the duals are as large as the products
    total = sum(part.nbytes for part in read)
    return 1e9 * seconds / m, total / m, reading(memory, total)[0] * total / m


def _seconds(function, *arguments):
    started = thread_time()
    function(*arguments)
    return thread_time() - started


def reading(memory, *sizes):
    """Nanoseconds a byte, for each size of an array in bytes."""
    return [float(number) for number in printed(memory, *sizes)]


def main():
    names, lines = chosen(ROWS, __doc__), []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        program, memory = built(folder, "reference"), built(folder, "memory")
        for name, problem in loaded(names, lambda name: data.load(ROWS[name].data)):
            row = ROWS[name]
            space = make_space(problem.X, problem.y, row.augment, row.extend)
            rule = all_rules()[row.algorithm]
            mine, plain = in_turns(
                ours(row, rule, space), reference(program, folder, row, rule, space)
            )
            if mine[:2] != plain[:2]:
                message = f"{name}: {mine[:2]} updates and visits here, {plain[:2]} in C++."
                if not row.rounding_decides or abs(mine[0] / plain[0] - 1) > 0.001:
                    raise SystemExit(message)
                print(f"{message} The ratio is per visit.")
            limit = limits(memory, space, *mine[:2])
            lines.append((name, *mine, plain[2] * mine[1] / plain[1], limit))
        speeds = reading(memory, *CACHES.values())
    print_table(lines)
    speeds = ", ".join(f"{name} {1 / s:.0f}" for name, s in zip(CACHES, speeds, strict=True))
    print(f"GB read in a second: {speeds}.")


def print_table(lines):
    """lines: (row, updates, visits, our seconds, those of C++, limits)."""
    print(f"{'':55}{'seconds':>16} {'nanoseconds per visit':>31}")
    print(
        f"{'row':18} {'updates':>16} {'visits':>19} {'C++':>8} {'ours':>8} {'C++':>7} {'ours':>7}"
        f" {'products':>8} {'bytes':>6} {'memory':>7} {'of it':>6} {'ratio':>6}"
    )
    for name, updates, visits, mine, plain, limit in lines:
        each, of_limit = 1e9 * mine / visits, f"{'–':>8} {'–':>6} {'–':>7} {'–':>6}"
        if limit:
            products, size, memory = limit
            of_limit = f"{products:8.2f} {size:6.0f} {memory:7.2f} {each / memory:6.1f}"
        print(
            f"{name:18} {updates:16,} {visits:19,} {plain:8.2f} {mine:8.2f}"
            f" {1e9 * plain / visits:7.2f} {each:7.2f} {of_limit} {mine / plain:6.2f}"
        )


if __name__ == "__main__":
    main()
