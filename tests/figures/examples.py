"""Runs and times such as the figures are drawn from, of which the tests know the answer."""

import pandas as pd

from data.register import data_set_entry
from tests.paper_tables.examples import COLUMNS, run

SUBSETS = {
    "micra-table-6": ("a1a", "a3a", "a7a", "a9a"),
    "adult-subset": ("a2a", "a4a", "a8a"),
    "micra-table-7": ("w1a", "w7a", "w8a"),
    "web-subset": ("w4a", "w6a"),
}
# Method -> (algorithm, exponent of the seconds, exponent of the updates).
GROWTH = {
    "micra": ("MICRA", 1.25, 1.5),
    "continued-micra": ("ContinuedMICRA", 1.5, 0.75),
    "two-stage-margitron": ("TwoStageMargitron", 1.0, 0.5),
    "liblinear": ("LIBLINEAR", 0.5, None),
    "libsvm-tight": ("LIBSVM", 2.0, None),
    "svmlight-tight": ("SVMlight", None, None),
}
GAMMA = {"a9a": 0.008, "w8a": 0.02, "covertype": 0.016}
TABLES = {"a9a": "micra-table-6", "w8a": "micra-table-7", "covertype": "micra-table-8"}


def row(name, data, algorithm, updates=None, margin=None, seconds=1.0, status="converged", **more):
    """A row of runs.csv, with its seconds; margin is geometric and directional."""
    margins = {"geometric_margin": margin, "directional_margin": margin}
    own = {"data": data, "algorithm": algorithm, "status": status, "updates": updates}
    return run(name, **own, **margins, **more) | {"seconds": seconds}


def growth_runs():
    """On the subsets: seconds and updates that are powers of the number of patterns."""
    rows = []
    for prefix, subsets in SUBSETS.items():
        for data in subsets:
            m = data_set_entry(data)["facts"]["m"]
            for method, (algorithm, time, count) in GROWTH.items():
                updates = m**count if count else None
                name = f"{prefix}-{data}-{method}"
                if time is None:
                    rows.append(row(name, data, algorithm, seconds=None, status="unavailable"))
                else:
                    rows.append(row(name, data, algorithm, updates, 0.0, 1e-5 * m**time))
    rows.append(row("micra-table-6-a5a-micra", "a5a", "MICRA", seconds=None, status="unavailable"))
    return rows


def full_set_runs():
    """On the full sets: methods that miss ever less, and LIBSVM that its budget stopped."""
    rows = []
    for data, gamma in GAMMA.items():
        table, sweep = f"{TABLES[data]}-{data}", f"full-set-{data}"
        rows.append(row(f"{table}-reference", data, "LIBLINEAR", None, gamma, 0.5))
        for i, missing in enumerate((0.1, 0.001, 1e-4), 1):
            margin = gamma * (1 - missing)
            rows.append(row(f"{sweep}-liblinear-{i}", data, "LIBLINEAR", None, margin, 0.01 * i))
        for i, missing in enumerate((0.2, 0.05, 0.005), 1):
            margin = gamma * (1 - missing)
            name = f"{sweep}-continued-micra-{i}"
            rows.append(row(name, data, "ContinuedMICRA", 10**6, margin, 2.0 * i))
        stopped = {"seconds": 60.0, "status": "max_seconds"}
        rows.append(row(f"{sweep}-two-stage-margitron-1", data, "TwoStageMargitron", **stopped))
    return rows


def tables(rows):
    """(runs, timings) as in results/runs.csv and results/timings.csv."""
    frame = pd.DataFrame(rows, columns=[*COLUMNS, "seconds"])
    numbers = ["updates", "directional_margin", "geometric_margin", "upper_bound", "seconds"]
    frame[numbers] = frame[numbers].apply(pd.to_numeric)
    return frame[COLUMNS], frame[["run", "seconds"]]


def merged(rows):
    """The table that a figure is drawn from."""
    runs, timings = tables(rows)
    return runs.merge(timings, on="run")
