"""The exact solver beside LIBLINEAR and LIBSVM, on the problems of config/overview.yaml.

`python -m benchmarks.exact` prints, for each problem, the milliseconds that `MaximumMargin` takes
until its own certificate shows 99 and 99.9 % of the maximum margin, and a gap of 10⁻⁹; and those of
the others until a margin *measured* by us is as large, at the loosest of their tolerances with
which it is, as they show nothing by themselves. LIBLINEAR solves the identical problem, with ρ as a
column of X: its Newton solver (-s 2) and its dual coordinate descent (-s 1); without extension with
the best of three small Δ. LIBSVM, whose threshold is free, is measured against that maximum.

Seconds are those of training alone, on one thread, the least of several turns, in which all take
part. The last columns are the time of the fastest of the others, to either part, relative to ours.
Name some problems to run only these.
"""

from math import exp, inf, log
from pathlib import Path
from statistics import mean

import numpy as np
import yaml
from scipy import sparse

import data
from benchmarks.chosen import chosen, loaded
from maxmargin import LIBSVM, MaximumMargin
from maxmargin.baselines.classifier import timed
from maxmargin.baselines.liblinear import liblinear
from maxmargin.baselines.time_limit import in_time

PROBLEMS = Path(__file__).parents[1] / "config" / "overview.yaml"
PARTS = (0.99, 0.999)
SEED = 2007  # of the problems that are drawn
TURNS, ENOUGH, LIMIT = 5, 1.0, 5.0  # turns, seconds of all of them, seconds of one
TOLERANCES = (1.0, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5, 1e-6)
NO_EXTENSION = (1e-2, 1e-3, 1e-4)  # Δ/R


def problem_of(entry):
    """X, (m, n), and labels, (m,), +1 and -1, of an entry of the overview."""
    problem = data.load(entry["data"], seed=SEED)
    X, y = data.of_two_classes(problem.X, problem.y, entry.get("positive"), entry.get("among"))
    return X, np.where(y == y.max(), 1.0, -1.0)


def of_exact(X, labels, space):
    """A function that gives the milliseconds to each of PARTS, and to 10⁻⁹, certified."""

    goals = [*PARTS, 1 / (1 + 1e-9)]

    def measure():
        MaximumMargin(**space, accuracy=0.1).fit(X, labels)  # fills the caches, as tolerances do
        points = MaximumMargin(**space).fit(X, labels).history_
        found = [inf] * len(goals)
        for point in reversed(points):
            shown = point.directional_margin / point.upper_bound
            found = [point.seconds if shown >= g else s for g, s in zip(goals, found, strict=True)]
        return found

    return measure


def of_liblinear(X, labels, space, solver, maximum):
    """The same for LIBLINEAR, measured, without the last."""
    rho, delta = space["augment"], space["extend"]
    Z = sparse.hstack([sparse.csr_matrix(X), np.full((len(labels), 1), rho)], format="csr")
    radius = np.sqrt(Z.multiply(Z).sum(axis=1).max())
    package = liblinear()
    problem = package.problem(labels, Z)

    def fraction(model):
        weight = model.get_labels()[0] * np.array(model.get_decfun()[0])
        products = labels * (Z @ weight)
        slacks = np.maximum(0.0, 1.0 - products) / delta if delta else np.zeros(1)
        norm = np.sqrt(weight @ weight + slacks @ slacks)
        return (products + delta * slacks).min() / norm / maximum

    def measure():
        found = [inf] * len(PARTS)
        for own in [delta] if delta else [part * radius for part in NO_EXTENSION]:
            for tol in TOLERANCES:
                options = f"-s {solver} -c {0.5 / own**2:.17g} -e {tol} -q"
                try:
                    reached, seconds = in_time(LIMIT, trained, options)
                except TimeoutError:
                    break
                found = [
                    min(best, seconds) if reached >= part else best
                    for part, best in zip(PARTS, found, strict=True)
                ]
                if reached >= PARTS[-1]:
                    break
        return found

    def trained(options):
        model, seconds = timed(package.train, problem, package.parameter(options))
        return fraction(model), seconds

    return measure


def of_libsvm(X, labels, space):
    """The same for LIBSVM."""
    delta = space["extend"]
    maximum = MaximumMargin(extend=delta, free_threshold=True).fit(X, labels).geometric_margin_

    def measure():
        found = [inf] * len(PARTS)
        for tol in (0.1, 1e-2, 1e-3):
            try:
                model = LIBSVM(tol=tol, extend=delta, max_seconds=LIMIT).fit(X, labels)
            except TimeoutError:
                break
            found = [
                min(best, model.train_seconds_)
                if model.geometric_margin_ >= part * maximum
                else best
                for part, best in zip(PARTS, found, strict=True)
            ]
            if found[-1] < inf:
                break
        return found

    return measure


def in_turns(measures):
    """The least of several turns of each number that each measure() gives."""
    turns = [[measure() for measure in measures]]
    while len(turns) < TURNS and len(turns) * sum(map(max_finite, turns[0])) < ENOUGH:
        turns.append([measure() for measure in measures])
    return [
        [min(numbers) for numbers in zip(*found, strict=True)] for found in zip(*turns, strict=True)
    ]


def max_finite(seconds):
    return max((s for s in seconds if s < inf), default=LIMIT)


def row(entry, X, labels):
    """[ours, LIBLINEAR's -s 2 and -s 1, LIBSVM's]: seconds to PARTS, and ours to 10⁻⁹."""
    space = {"augment": float(entry.get("augment", 0)), "extend": float(entry.get("extend", 0))}
    maximum = MaximumMargin(**space).fit(X, labels).directional_margin_
    measures = [of_exact(X, labels, space)]
    measures += [of_liblinear(X, labels, space, solver, maximum) for solver in (2, 1)]
    return in_turns([*measures, of_libsvm(X, labels, space)])


def main():
    entries = yaml.safe_load(PROBLEMS.read_text())["problems"]
    names = chosen(entries, __doc__, "problem")
    heads = [f"{who} {100 * part:g}%" for part in PARTS for who in ("ours", "-s 2", "-s 1", "SVM")]
    print(f"{'problem':14}", *(f"{head:>10}" for head in [*heads, "ours 1e-9", "ratio", "ratio"]))
    ratios = {part: [] for part in PARTS}
    for name, problem in loaded(names, lambda name: problem_of(entries[name]), "problem"):
        found = row(entries[name], *problem)
        cells = [1e3 * own[i] for i in range(len(PARTS)) for own in found] + [1e3 * found[0][-1]]
        for i, part in enumerate(PARTS):
            ratios[part].append(min(own[i] for own in found[1:]) / found[0][i])
        cells += [ratios[part][-1] for part in PARTS]
        print(f"{name:14}", *(f"{cell:10.3g}" for cell in cells), flush=True)
    for part, own in ratios.items():
        finite = [ratio for ratio in own if ratio < inf]
        times = exp(mean(map(log, finite)))
        print(
            f"to {100 * part:g} %: first on {sum(r > 1 for r in own)} of {len(own)}; the fastest "
            f"of the others takes {times:.2f} times as long on the {len(finite)} that any of them "
            f"solves, at least {min(own):.2f}."
        )


if __name__ == "__main__":
    main()
