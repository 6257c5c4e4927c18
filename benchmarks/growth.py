"""Measures how the time and memory of exact solvers grow: `python -m benchmarks.growth`.

The problems are drawn. Their numbers are Gaussian, and a hidden linear rule gives the labels, of
which 5 % are flipped. Each has ρ and Δ, so that it has a maximum margin. Along each axis one
property changes: the rows m, the columns n, the density of sparse rows, or R/γ by way of Δ. R is
the length of the longest pattern with ρ and Δ; it is without Δ in Δ/R. R/γ also grows with m, since
each pattern adds to the slacks.

The program prints milliseconds until 99.9 % of the maximum is reached. `MaximumMargin` shows the
fraction at the same time. The others are the three that are most often among the fastest in
analyses/exact_solver/measured.csv with ρ and Δ. They have the loosest tolerance that suffices. All
run on one thread and one core, in processes that can be stopped. Runs of less than a second have
several turns, of which the least counts. "-" means that a solver takes more than 100 seconds, or
more memory than there is; it then has no time at larger sizes of the axis either.

Along the axis m the program then measures memory, for each solver and size in a separate process:
the growth of the resident memory from the drawn patterns to its peak. Copies of the patterns in
another format count. Last come the fitted exponents. Name some axes to run only these. With --save,
a run of all axes is stored in analyses/exact_solver/.
"""

import json
import os
import subprocess
import sys
from functools import partial
from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms
from threadpoolctl import threadpool_limits

from analyses.exact_solver.growth import (
    AXES,
    MEGABYTES,
    MILLISECONDS,
    PART,
    Growth,
    exponent,
    measured_points,
    memory_line,
)
from analyses.exact_solver.measured import OURS, REACHED, write_stored
from benchmarks.chosen import arguments, parser_of
from benchmarks.exact import GOALS, NAMES, attempts, circumstances, of_exact, of_ours
from benchmarks.exact_others import C_LIBRARY, OTHERS, Problem
from benchmarks.memory import machine_memory, most_memory, reset_most_memory
from peers.time_limit import in_time

SEED = 2007
FLIPPED = 0.05  # the part of the labels
RHO = 1.0
LIMIT = 100.0  # seconds of a run; its process is stopped after twice as many
TURNS, SHORT = 5, 1.0  # turns, for runs of fewer than SHORT seconds
GOAL = GOALS.index((PART, REACHED))
SOLVERS = ("-s 2", "-s 1", "ReHLine")  # of OTHERS
NAMED = {OURS: OURS} | {solver: NAMES[solver] for solver in SOLVERS}
GAP = 1e-6  # of the maximum that the fractions are of
FEW, LARGE = 500, 10**5  # rows for compiling, and from which on memory is measured
TOLERANCE = 0.1  # of the others when memory is measured, since the memory is the same for all


class Size(NamedTuple):
    """A problem to draw: m, n, density and Δ/R, and whether X is sparse rows."""

    m: int = 10**4
    n: int = 20
    density: float = 1.0
    extension: float = 1.0
    sparse_rows: bool = False


SIZES = {
    "m": [Size(m=m) for m in (1000, 3000, 10**4, 30000, 10**5, 300000, 10**6, 3 * 10**6, 10**7)],
    "n": [Size(n=n) for n in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)],
    "density": [
        Size(n=1000, density=density, sparse_rows=True)
        for density in (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
    ],
    "margin": [Size(extension=part) for part in (3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001)],
}


def drawn(size):
    """Return the problem of a `Size`, without its maximum (nan)."""
    random = np.random.default_rng(SEED)
    rule = random.standard_normal(size.n)
    if size.sparse_rows:
        options = {"format": "csr", "random_state": random, "data_rvs": random.standard_normal}
        X = sparse.csr_matrix(sparse.random(size.m, size.n, size.density, **options))
    else:
        X = random.standard_normal((size.m, size.n))
    labels = np.where(X @ rule >= 0.0, 1.0, -1.0)
    labels[random.random(size.m) < FLIPPED] *= -1.0
    radius = sqrt(row_norms(X, squared=True).max() + RHO**2)
    return Problem(X, labels, RHO, size.extension * radius, False, nan)


def with_maximum(problem):
    """Return a problem with its maximum margin, and R/γ."""
    exact = of_ours(problem, gap=GAP).fit(problem.X, problem.labels)
    maximum = exact.directional_margin_
    return problem._replace(maximum=maximum), sqrt(exact.squared_radius_) / maximum


def seconds_of(problem, solver):
    """Return the seconds until a solver reaches the fraction, or inf."""
    try:
        return seconds_of_ours(problem) if solver == OURS else seconds_of_other(problem, solver)
    except TimeoutError:
        return inf
    except (MemoryError, RuntimeError) as error:  # the system ends a process that fills the memory
        print(f"{solver}, {problem.labels.size} rows: {error}", file=sys.stderr)
        return inf


def seconds_of_ours(problem):
    """Return the seconds until `MaximumMargin` shows that it reaches the fraction, or inf."""
    measure = of_exact(problem)
    return least(lambda: (measure()[GOAL],))


def seconds_of_other(problem, solver):
    """Return the seconds of another solver with the loosest tolerance that suffices, or inf."""
    solve = OTHERS[solver](problem)
    if solve is None:
        return inf
    for tol, times in attempts(problem, solve, problem.delta, LIMIT):
        if times[GOAL] < inf:
            return least(partial(solve, problem.delta, tol), times[GOAL])
    return inf


def least(run, first=None):
    """Return the least seconds of several turns, or of one turn that is long, or inf.

    run() returns its seconds last. first: the seconds of a turn that was made, or None.
    """
    found = [in_time(2 * LIMIT, run)[-1] if first is None else first]
    while found[0] < SHORT and len(found) < TURNS:
        found.append(in_time(2 * LIMIT, run)[-1])
    return min(found) if found[0] <= LIMIT else inf


def times_along(axis):
    """Yield the times at each size of an axis, as `Growth`."""
    able = [OURS, *SOLVERS]
    for size in SIZES[axis]:
        problem, hardness = with_maximum(drawn(size))
        seconds = {name: seconds_of(problem, name) if name in able else inf for name in NAMED}
        able = [name for name in able if seconds[name] < inf]
        milliseconds = {NAMED[name]: 1e3 * s for name, s in seconds.items()}
        yield row_of(axis, MILLISECONDS, size, hardness, milliseconds)


def memory_along(rows):
    """Yield the memory at the large sizes of the axis m, as `Growth`, from the rows of its times.

    A solver without a time has no memory either.
    """
    times = {row.m: row for row in rows if row.axis == "m"}
    for size in SIZES["m"]:
        if size.m >= LARGE:
            own = times[size.m]
            megabytes = {
                name: peak(solver, size.m) if own.numbers[name] < inf else inf
                for solver, name in NAMED.items()
            }
            yield row_of("m", MEGABYTES, size, own.hardness, megabytes)


def row_of(axis, quantity, size, hardness, numbers):
    """Return the `Growth` of a size."""
    hardness = float(f"{hardness:.4g}")
    return Growth(axis, quantity, size.m, size.n, size.density, size.extension, hardness, numbers)


def peak(solver, m):
    """Return the megabytes that a solver needs for m rows, in its own process; inf if it fails."""
    called = [sys.executable, "-m", "benchmarks.growth", "--learn", solver, str(m)]
    done = subprocess.run(called, capture_output=True, text=True)
    if done.returncode:  # the system ends a process that fills the memory
        print(f"{solver}, {m} rows: {done.stderr}", file=sys.stderr)
        return inf
    return json.loads(done.stdout.splitlines()[-1])


def learn(solver, m):
    """Print the megabytes that a solver needs for m rows, in this process."""
    learn_once(drawn(Size(m=FEW)), solver)  # compiles the code
    problem = drawn(Size(m=m))
    C_LIBRARY.malloc_trim(0)  # otherwise the solver reuses memory that the drawing left
    reset_most_memory()
    before = most_memory()
    learn_once(problem, solver)
    print(json.dumps(most_memory() - before))


def learn_once(problem, solver):
    """Let a solver learn, from the drawn patterns."""
    if solver == OURS:
        of_exact(problem)()
    else:
        OTHERS[solver](problem)(problem.delta, TOLERANCE)


def print_row(row):
    """Print a `Growth`."""
    extent = [f"{number:g}" for number in row[2:-1]]
    numbers = [f"{number:.3g}" if number < inf else "-" for number in row.numbers.values()]
    print(
        f"{row.axis:>7} {row.quantity:>2}", *(f"{c:>14}" for c in [*extent, *numbers]), flush=True
    )


def print_fits(rows, memory):
    """Print the exponents of each solver, and at which size it fills `memory` bytes."""
    for name in NAMED.values():
        for axis in dict.fromkeys(row.axis for row in rows):
            found = exponent(*measured_points(rows, axis, MILLISECONDS, name))
            if found:
                print(f"{name}: the time grows with {AXES[axis]} to the power {found[0]:.2f}.")
        line = memory_line(rows, name)
        if line:
            print(
                f"{name} needs {line.per_row:.0f} bytes for each row of {line.columns} columns, "
                f"beside X. By this line, {line.rows_that_fill(memory):.2g} such rows fill the "
                f"{memory / 1e9:.1f} GB of this machine."
            )


def main():
    if sys.argv[1:2] == ["--learn"]:
        return learn(sys.argv[2], int(sys.argv[3]))
    parser = parser_of(__doc__)
    parser.add_argument("--save", action="store_true", help="store the numbers of all axes")
    given, rows = arguments(parser, SIZES, "axis"), []
    head = ["m", "n", "density", "Δ/R", "R/γ", *NAMED.values()]
    print(" " * 10, *(f"{word:>14}" for word in head))
    for axis in given.names:
        for row in times_along(axis):
            rows.append(row)
            print_row(row)
    if "m" in given.names:
        for row in memory_along(rows):
            rows.append(row)
            print_row(row)
    has_all = set(given.names) == set(SIZES)
    if given.save and has_all:
        solvers = [name for name in NAMED.values() if name != OURS]
        write_stored("growth", rows, circumstances(solvers) | {"memory": machine_memory()})
    print_fits(rows, machine_memory())
    if given.save and not has_all:
        raise SystemExit("Nothing is stored: --save needs all axes.")


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):  # not on macOS
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with threadpool_limits(1):
        main()
