"""Compares the worst-first driver with a plain driver, which recomputes all products each update.

`python -m benchmarks.worst_first` runs Krauth & Mézard's algorithm on each data set with both
drivers. It prints microseconds per update and their ratio. It also prints the number of chosen
patterns, each of which needs a column of the Gram matrix. Both drivers must choose the same
patterns. If rounding makes two patterns equally bad, the choices may differ, and the program prints
a message. A time limit stops the plain driver early.
"""

from time import perf_counter

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm import tqdm

import data
from benchmarks.chosen import chosen, loaded
from maxmargin.drivers.shared.progress import Budget
from maxmargin.drivers.worst_first import driver as worst_first
from maxmargin.rules import krauth_mezard
from maxmargin.space import make_space

SECONDS = 5.0  # limit of the plain driver
HEAD = ("data set", "patterns", "coordinates", "updates", "plain", "cached", "ratio", "chosen")


SPACES = {  # data set -> (ρ, Δ)
    "sonar": (1.0, 0.0),
    "german-scaled": (1.0, 1.0),
    "mushroom": (0.0, 0.0),
    "a1a": (0.0, 1.0),
    "a9a": (0.0, 1.0),
    "w8a": (0.25, 1.0),
}


def plain(space, c, most):
    """Return (duals, seconds) of the plain driver after at most `most` updates."""
    geometry = worst_first.LinearGeometry(space)
    duals, weights = np.zeros(space.labels.size), np.zeros(space.n + 1)
    started, updates = perf_counter(), 0
    while updates < most and perf_counter() - started < SECONDS:
        products = geometry.products(weights) + space.delta**2 * duals
        worst = int(products.argmin())
        if products[worst] >= c * space.squared_radius:
            break
        x = geometry.X[[worst]]
        row = x.toarray().ravel() if hasattr(x, "toarray") else x.ravel()
        weights[:-1] += geometry.labels[worst] * row
        weights[-1] += geometry.labels[worst] * space.rho
        duals[worst] += 1.0
        updates += 1
    return duals, perf_counter() - started


def main():
    names = chosen(SPACES, __doc__, "data set")
    print(" ".join(f"{name:>13}" for name in HEAD))
    worst_first.run(  # compiles the code
        krauth_mezard,
        krauth_mezard.Parameters(),
        worst_first.LinearGeometry(make_space(np.eye(2), [1, -1])),
        budget=Budget(max_updates=1),
    )
    for name, problem in loaded(names, data.load, "data set"):
        labels = np.where(problem.y == np.max(problem.y), 1, -1)
        space = make_space(problem.X, labels, *SPACES[name])
        parameters = krauth_mezard.Parameters(50.0)
        duals, slow = plain(space, parameters.c, 10**6)
        updates = int(duals.sum())
        geometry = worst_first.LinearGeometry(space)
        result = worst_first.run(
            krauth_mezard, parameters, geometry, budget=Budget(max_updates=updates)
        )
        if (result.duals != duals).any():
            print(f"{name}: the drivers chose different patterns; rounding may decide.")
        fast = result.end.seconds
        row = (name, labels.size, space.n, updates, f"{1e6 * slow / updates:.2f}")
        row += (f"{1e6 * fast / updates:.2f}", f"{fast / slow:.4f}", np.count_nonzero(duals))
        tqdm.write(" ".join(f"{value!s:>13}" for value in row))


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
