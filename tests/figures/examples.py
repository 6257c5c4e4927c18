"""Runs and times for tests of the figures, with known answers."""

import json
from functools import cache

import numpy as np
import pandas as pd

from data.register import data_set_entry
from figures.tables import Tables
from records.analysis_files import (
    CLAIMED_RATES,
    OVERVIEW_KEY,
    RATE_POINTS,
    SEPARABILITY,
    SEPARABILITY_IMAGES,
)
from records.analysis_files import THEORY as THEORY_FILE
from records.files import RESULT_FILES
from records.run_files import CURVES, DISTRIBUTIONS, DRAWS, ONLINE
from tests.analyses.overview.rows import NUMBERS, overview_rows
from tests.paper_tables.examples import COLUMNS, run
from workflows.plan.configuration import all_runs, read_batches

SUBSETS = {
    "micra-table-6": ("a1a", "a3a", "a7a", "a9a"),
    "adult-subset": ("a2a", "a4a", "a8a"),
    "micra-table-7": ("w1a", "w7a", "w8a"),
    "web-subset": ("w4a", "w6a"),
}
# Method -> (algorithm, exponent of the seconds, exponent of the updates).
SWEEPS = {"a": "adult-subset", "w": "web-subset"}
GROWTH = {
    "micra": ("MICRA", 1.25, 1.5),
    "continued-micra": ("ContinuedMICRA", 1.5, 0.75),
    "two-stage-margitron": ("TwoStageMargitron", 1.0, 0.5),
    "liblinear": ("LIBLINEAR", 0.5, None),
    "libsvm-tight": ("LIBSVM", 2.0, None),
    "svmlight-tight": ("SVMlight", None, None),
}
GAMMA = {"a9a": 0.008, "w8a": 0.02, "covertype": 0.016}
OTHER_FILES = (
    CURVES,
    ONLINE,
    DISTRIBUTIONS,
    DRAWS,
    THEORY_FILE,
    RATE_POINTS,
    CLAIMED_RATES,
    SEPARABILITY,
    SEPARABILITY_IMAGES,
)
ALONG_RUNS = tuple(f"micra-table-1-{name}-4" for name in ("perceptron", "romma", "micra"))
TABLES = {"a9a": "micra-table-6", "w8a": "micra-table-7", "covertype": "micra-table-8"}


def row(name, data, algorithm, updates=None, margin=None, seconds=1.0, status="converged", **more):
    """Return a row of runs.csv with its seconds; margin is geometric and directional."""
    margins = {"geometric_margin": margin, "directional_margin": margin}
    own = {"data": data, "algorithm": algorithm, "status": status, "updates": updates}
    return run(name, **own, **margins, **labels_of(name) | more) | {"seconds": seconds}


@cache
def entries():
    """Return run -> its entry in the files of runs."""
    return {
        name: {**entry, "data": batch["data"]}
        for batch in read_batches(all_runs()).values()
        for name, entry in batch["runs"].items()
    }


def labels_of(name):
    """Return the labels of a run in the files of runs, as in runs.csv."""
    entry = entries().get(name, {"series": "", "added_by": []})
    return {"series": entry["series"], "added_by": " ".join(entry["added_by"])}


def growth_runs():
    """Return runs on the subsets; seconds and updates are powers of the number of patterns."""
    rows = []
    for prefix, subsets in SUBSETS.items():
        for data in subsets:
            m = data_set_entry(data)["facts"]["m"]
            for method, (algorithm, time, count) in GROWTH.items():
                updates = m**count if count else None
                of_a_table = method not in ("continued-micra", "two-stage-margitron")
                name = f"{prefix if of_a_table else SWEEPS[data[0]]}-{data}-{method}"
                own = {"series": method}
                if time is None:
                    own |= {"seconds": None, "status": "unavailable"}
                    rows.append(row(name, data, algorithm, **own))
                else:
                    rows.append(row(name, data, algorithm, updates, 0.0, 1e-5 * m**time, **own))
    rows.append(row("micra-table-6-a5a-micra", "a5a", "MICRA", seconds=None, status="unavailable"))
    return rows


def full_set_runs():
    """Return runs on the full sets that approach the maximum, and LIBSVM, stopped early."""
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


def completed(names, data):
    """Return rows of runs.csv for online runs or draws. data: one for all rows, or one for each."""
    own = (
        dict.fromkeys(names, data) if isinstance(data, str) else dict(zip(names, data, strict=True))
    )
    return [
        row(name, own[name], _algorithm(name), seconds=None, status="completed")
        | {"parameters": json.dumps(entries().get(name, {}).get("parameters", {}))}
        for name in names
    ]


def _algorithm(name):
    return entries().get(name, {}).get("algorithm", "")


def distribution_rows(run, epoch, hypothesis, low, high):
    """Return rows of distributions.csv with margins spread evenly from low to high."""
    grid = np.round(np.linspace(-1, 1, 201), 10)
    fractions = np.clip((grid - low) / (high - low), 0, 1)
    return [[run, epoch, hypothesis, *pair] for pair in zip(grid, fractions, strict=True)]


def online_rows(run, updates, errors):
    """Return rows of online.csv for two permutations.

    errors: hypothesis -> (epochs,), as fractions of 1. The permutations are 0.002 apart, and the
    updates, (epochs,), 20.
    """
    rows = []
    for hypothesis, means in errors.items():
        for epoch, (count, mean) in enumerate(zip(updates, means, strict=True), 1):
            for permutation, side in ((1, -1), (2, 1)):
                of_run = [run, permutation, epoch, hypothesis]
                rows.append([*of_run, "all", 0.0, mean + 0.001 * side, count + 10 * side, 5, 9])
                rows.append([*of_run, "7", None, None, 3, 2, 4])
    return rows


def draw_rows(run, parts, updates, statuses=None, maximum=0.2):
    """Return rows of draws.csv. parts: (draws,), of the maximum margin. updates: (draws,)."""
    statuses = statuses or ["converged"] * len(parts)
    return [
        [run, i, status, count, 3, 3000, 0.1, maximum * part, maximum]
        for i, (part, count, status) in enumerate(zip(parts, updates, statuses, strict=True), 1)
    ]


def runs_and_timings(rows):
    """Return (runs, timings), as in results/runs.csv and results/timings.csv."""
    frame = pd.DataFrame(rows, columns=[*COLUMNS, "seconds"])
    numbers = ["updates", "directional_margin", "geometric_margin", "upper_bound", "seconds"]
    frame[numbers] = frame[numbers].apply(pd.to_numeric)
    return frame[list(COLUMNS)], frame[["run", "seconds"]]


def tables(rows, **others):
    """Return the `Tables` with these rows of runs.csv. others: rows of other tables, by name."""
    runs, timings = runs_and_timings(rows)
    frames = {
        file.name: pd.DataFrame(others.get(file.name, ()), columns=file.header)
        for file in OTHER_FILES
    }
    return Tables(runs=runs.merge(timings, on="run"), **frames, overview=overview_example())


def written(rows, others, folder):
    """Write the tables of these rows to a folder and return the option that names it."""
    runs, timings = runs_and_timings(rows)
    frames = vars(tables(rows, **others)) | {"runs": runs, "timings": timings}
    clock = [name for name in frames["overview"] if "seconds_" in name]
    frames["overview_timings"] = frames["overview"][[*OVERVIEW_KEY, *clock]]
    frames["overview"] = frames["overview"].drop(columns=clock)
    for name, table in frames.items():
        table.reindex(columns=RESULT_FILES[name].header).to_csv(folder / f"{name}.csv", index=False)
    return ["--results", str(folder)]


USPS = ("alma-usps-perceptron", "alma-usps-alpha-09")
ARTIFICIAL = tuple(f"alma-artificial-s{s}-{e}" for e in ("e000", "e015") for s in (3, 300))
LEARNERS = tuple(f"p{p}-{ending}" for p in (2, 6) for ending in ("alpha-1", "alpha-05-theorem"))
TENTHS = range(1, 10)
# A theorem that holds and one that is violated; a series of three settings.
THEORY = [
    ["micra", "Theorem 1", "updates", "t ≤ t_{b}", "most", "a", "sonar", "MICRA", "{}", 10, 5, 0.5]
    + ["yes"],
    ["pdm", "derived here", "margin", "", "least", "b", "sonar", "PDM", "{}", 10, 5, 0.5, "no"],
]
RATE_POINTS = [["sonar", "pdm", f"rates-sonar-pdm-{e}", e, e / 2, 10 / e] for e in (0.8, 0.4, 0.2)]


CLAIMED = [
    ["Gilbert", "Gilbert 1966", 1, 1.0, 0.9, 1.1, 12]
    + [None, None, None, 0, None, None, None, 0, "holds"],
    ["MDM", "Lacoste-Julien", 0, 0.3, 0.2, 0.4, 9, 0.2, 0.1, 0.3, 7, 0.0, -0.1, 0.1, 7, "holds"],
]


PAIRS = [
    ["mnist", "train", "0", "1", "yes", 9, 4, "yes", 0.5, 50.0, None, "no", "yes", "a.json"],
    ["mnist", "train", "0", "2", "yes", 9, 4, "no", None, 50.0, 7, "no", "yes", "b.json"],
]
IMAGES = [
    ["mnist", "train", "0", "2", "0", 3, 0.5, "00ff00ff"],
    ["mnist", "train", "0", "2", "2", 5, 0.25, "ff00ff00"],
]


def overview_example():
    """Return the overview of NUMBERS, with its seconds."""
    rows = [{**run, **clock} for run, clock in zip(*overview_rows(NUMBERS), strict=True)]
    found = pd.DataFrame(rows)
    columns = [name for name in found if "_0." in name]
    columns += ["patterns", "columns", "entries", "radius", "maximum_margin"]
    found[columns] = found[columns].apply(pd.to_numeric)
    return found


def distribution_example():
    """Return rows of runs.csv and distributions.csv; the average is more spread than the last."""
    runs = completed(USPS, "usps-alma")
    runs += [row for d in ARTIFICIAL for row in completed([f"{d}-{name}" for name in LEARNERS], d)]
    rows = []
    for i, run_of in enumerate(runs):
        for epoch in (1, 2, 3) if run_of["data"] == "usps-alma" else (1,):
            for hypothesis, high in (("last", 0.1), ("average", 0.2)):
                rows += distribution_rows(run_of["run"], epoch, hypothesis, 0.0, high + 0.05 * i)
    return runs, rows


def draw_example():
    """Return rows of runs.csv and draws.csv; AMIRA(ε) reaches 1 − ε/2 in 100/ε updates."""
    draws = draw_rows("amira-synthetic-perceptron", [0.11, 0.13], [50, 70])
    pegasos = ["max_epochs", "converged"]
    draws += draw_rows("amira-synthetic-pegasos", [-3.0, 0.25], [500, 700], pegasos)
    for prefix in ("amira-synthetic", "amira-growth"):
        draws += draw_rows(f"{prefix}-mira", [0.4, 0.6], [90, 110])
        for tenth in TENTHS:
            part, updates = 1 - tenth / 20, 1000 / tenth
            close = [part - 0.05, part + 0.03]
            draws += draw_rows(f"{prefix}-amira-0{tenth}", close, [updates / 2, 3 * updates / 2])
    draws += draw_rows("amira-growth-romma", [0.3, 0.5], [30, 50])
    for tenth in TENTHS:
        counts = [4000 / tenth**2] * 2
        draws += draw_rows(f"amira-growth-romma-0{tenth}", [0.5, 0.7], counts)
    names = dict.fromkeys(name for name, *_ in draws)
    return completed(names, ["-".join(name.split("-")[:2]) for name in names]), draws


def error_example():
    """Return rows of runs.csv and online.csv; each epoch halves the error and adds updates."""
    names = {
        "usps-alma": [*USPS, "alma-usps-alpha-1", "alma-usps-alpha-095"],
        "usps-raw": [f"amira-usps-{name}" for name in ("perceptron", "alma", "kbest-mira", "mira")],
        "mnist": [f"alma-mnist-{name}" for name in ("perceptron", "romma", "alpha-08-d4")],
        "letter": [f"alma-letter-{name}" for name in ("perceptron", "alpha-08")],
    }
    runs = [row for data, own in names.items() for row in completed(own, data)]
    rows = []
    for i, run_of in enumerate(runs, 1):
        errors = {"last": [0.08, 0.04], "voted": [0.5, 0.5], "average": [0.06, 0.03]}
        rows += online_rows(run_of["run"], [1000 * i, 1500 * i], errors)
    return runs, rows
