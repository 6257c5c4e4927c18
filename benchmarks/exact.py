"""Compares the exact solver with other solvers, on the papers' problems of config/overview.yaml.

`python -m benchmarks.exact` prints milliseconds for each problem, to 99 and 99.9 % of the maximum
margin. The rows "reached" have the time until a solver's weight reaches the fraction. The rows
"shown" have the time until its weight and its duals together prove that it does. `MaximumMargin`
stops when its own certificate shows the fraction, so both of its times are the same. For the other
solvers we measure both and take the loosest of their tolerances that suffices. A weight with
squared slacks implies its duals; the time to compute these does not count. For solvers without
duals, "shown" adds the time in which `MaximumMargin` makes duals, to a gap of 0.05 %.

All solvers solve the identical problem, as far as they can. One row has ρ as a column of X, the
other a free threshold. For problems without extension, a solver with squared slacks gets the
largest of three small Δ with which it meets all goals. For a free threshold, a solver whose
threshold is inside the norm gets the smaller of two large ρ, in the same way. Its weight has to
reach the fraction in the problem itself. Some solvers take part if they are installed (`pip install
cyanure piqp quadprog rehline skglm snapml`; OCAS is in Debian's package libocas-tools).

The times are for training only, in this process, on one thread and one core. A run of less than a
tenth of a second follows an equal run of the same solver, so that every solver finds its own code
and data in the caches. The solvers follow one another in turns, at least fifteen times and for at
least five seconds, and each time is the least of a solver's turns. Solvers far from the fastest
have fewer turns. The tolerances are found beforehand, in processes that can be stopped. The limit
of a run is a thousand times our seconds, but at least 0.1 and at most five seconds. "-" means that
a solver does not reach the fraction in this time, does not solve the problem, or is not installed.
The last column is the time of the fastest other solver, divided by ours. Name problems to run only
these; the planted and held-out problems run only if they are named. With --save, a run of the
papers' problems is stored in analyses/exact_solver/, from which table and figure are made.
"""

import datetime
import os
import re
import subprocess
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from math import exp, inf, log
from statistics import mean
from time import perf_counter

import numpy as np
from sklearn.utils.extmath import row_norms
from threadpoolctl import threadpool_limits

import data
from analyses.exact_solver.measured import (
    AUGMENTED,
    FREE,
    OURS,
    REACHED,
    SHOWN,
    Row,
    write_measured,
)
from analyses.overview.problems import read_overview
from benchmarks.chosen import arguments, loaded, parser_of
from benchmarks.exact_others import (
    LIMIT,
    OTHERS,
    THRESHOLD_INSIDE,
    WITHOUT_EXTENSION,
    Problem,
    Proof,
)
from maxmargin import MaximumMargin
from peers import OCAS
from peers.time_limit import in_time
from records.checkout import commit
from records.machine import processor

PARTS = (0.99, 0.999)
GOALS = [(part, kind) for kind in (REACHED, SHOWN) for part in PARTS]
NAMES = {name: name for name in OTHERS} | {
    "-s 2": "LIBLINEAR",
    "-s 1": "LIBLINEAR dual",
    "sklearn": "LinearSVC",
    "L-BFGS": "L-BFGS-B",
}
PACKAGES = {
    "LIBLINEAR": "liblinear-official",
    "LIBLINEAR dual": "liblinear-official",
    "LIBSVM": "libsvm-official",
    "LinearSVC": "scikit-learn",
    "Snap ML": "snapml",
    "L-BFGS-B": "scipy",
}
SEED = 2007  # for problems with drawn data
# The least number of turns, and the least seconds that they take together: other work on a machine
# comes and goes in seconds.
TURNS, SECONDS = 15, 5.0
# After so many turns a solver is left out if it takes so many times the fastest solver's time. One
# turn alone may be disturbed, but not a hundred times as long.
LEFT_OUT = {1: 100.0, 3: 10.0}
LONG = 0.1  # seconds of a run that no equal run precedes
TOLERANCES = (1.0, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5, 1e-6)
NO_EXTENSION = (1e-2, 1e-3, 1e-4)  # Δ/R
# ρ/R in place of a free threshold. A hyperplane within R of the origin adds at most 0.06 % to the
# norm with the larger one.
LARGE_RHO = (3.0, 30.0)
GAP = 0.5e-3  # of our runs
NEAR = 2.0  # times the best seconds of a solver; slower settings take no part in later turns
PATIENCE = 1000.0  # times our seconds, for a run of another solver


def problems_of(entry):
    """Return the problems of an overview entry: with its ρ, and with a free threshold."""
    loaded = data.load(entry["data"], seed=SEED)
    X, y = data.of_two_classes(loaded.X, loaded.y, entry["positive"], entry["among"])
    labels = np.where(y == y.max(), 1.0, -1.0)
    rho, delta = float(entry["augment"]), float(entry["extend"])
    problems = [
        Problem(X, labels, rho, delta, False, inf),
        Problem(X, labels, 1.0, delta, True, inf),
    ]
    return [with_maximum(problem) for problem in problems]


def with_maximum(problem):
    """Return a problem with its maximum margin and a `Proof` of it."""
    model = of_ours(problem).fit(problem.X, problem.labels)
    maximum = model.geometric_margin_ if problem.free else model.directional_margin_
    ours = [of_ours(problem, gap=GAP).fit(problem.X, problem.labels) for _ in range(3)]
    proof = Proof(ours[0].dual_coef_, min(one.train_seconds_ for one in ours))
    return problem._replace(maximum=maximum, proof=proof)


def of_ours(problem, **options):
    """Return an unfitted `MaximumMargin` for a problem."""
    space = {"free_threshold": True} if problem.free else {"augment": problem.rho}
    return MaximumMargin(extend=problem.delta, **space, **options)


def of_exact(problem):
    """Return a function that gives our seconds to each of GOALS, all of them certified."""

    def solve():
        model = of_ours(problem, gap=GAP).fit(problem.X, problem.labels)
        return model.history_, model.train_seconds_

    def measure():
        points, _ = warm(solve)
        found = [inf] * len(PARTS)
        for point in reversed(points):
            reached = point.geometric_margin if problem.free else point.directional_margin
            shown = reached / point.upper_bound
            found = [point.seconds if shown >= g else s for g, s in zip(PARTS, found, strict=True)]
        return [*found, *found]

    return measure


def whole_call(problem):
    """Return the least seconds of TURNS whole calls of our `fit`."""
    found = []
    for _ in range(TURNS):
        model, started = of_ours(problem, gap=GAP), perf_counter()
        model.fit(problem.X, problem.labels)
        found.append(perf_counter() - started)
    return min(found)


def of_other(problem, solvers):
    """Return a function that gives another solver's seconds to each of GOALS.

    solvers: what `solvers_of` gives. Settings that are far from the best for each goal take no part
    in later calls.
    """
    settings = settings_of(problem, solvers)

    def measure():
        every = []
        for setting in settings:
            times = [inf] * len(GOALS)
            with suppress(TimeoutError):  # OCAS has a limit of its own
                times = seconds_to_goals(problem, *warm(partial(*setting)))
            every.append(times)
        found = [min(times) for times in zip([inf] * len(GOALS), *every, strict=True)]
        bounds = [NEAR * best if best < inf else 0.0 for best in found]
        near = [any(s < b for s, b in zip(times, bounds, strict=True)) for times in every]
        settings[:] = [one for one, is_near in zip(settings, near, strict=True) if is_near]
        return found

    return measure


def settings_of(problem, solvers):
    """Return the settings (solve, Δ, tolerance) with which a solver meets GOALS.

    ρ and Δ come closer to the problem one after the other. The first with which all goals are met
    are the last to be tried.
    """
    found, met = [], [False] * len(GOALS)
    for solve, deltas in solvers:
        for delta in deltas:
            for tol, now in loosest(problem, solve, delta, limit_of(problem)):
                found.append((solve, delta, tol))
                met = [new or old for new, old in zip(now, met, strict=True)]
            if all(met):
                return found
    return found


def limit_of(problem):
    """Return the seconds that a run of another solver may take."""
    return min(LIMIT, max(LONG, PATIENCE * problem.proof.seconds))


def solvers_of(problem, name):
    """Return pairs (solve, values of Δ) with which one of OTHERS solves a problem; [] if it cannot.

    `benchmarks.exact_others` describes `solve`. There are two if the solver gets a large ρ in place
    of a free threshold. Their weights are in the problem itself.
    """
    given, deltas = [problem], [problem.delta]
    if problem.free and name in THRESHOLD_INSIDE:
        given = [problem.inside(part) for part in LARGE_RHO]
    if not problem.delta and name not in WITHOUT_EXTENSION:
        radius = row_norms(problem.augmented()).max()
        deltas = [part * radius for part in NO_EXTENSION]
    prepared = [(one, OTHERS[name](one)) for one in given]
    return [(as_solver_of(problem, one, solve), deltas) for one, solve in prepared if solve]


def as_solver_of(problem, given, solve):
    """Return `solve` of a given problem, with the weight of another problem."""

    def solve_and_convert(delta, tol):
        weight, duals, seconds = solve(delta, tol)
        return problem.weight_of(weight, given), duals, seconds

    return solve_and_convert


def warm(run):
    """Return what a second call of `run` gives; its seconds are last. A LONG call is not repeated.

    All solvers are called so. A run after another solver's takes up to 1.4 times as long.
    """
    found = run()
    return run() if found[-1] < LONG else found


def seconds_to_goals(problem, weight, duals, seconds):
    """Return the seconds to each of GOALS; inf if a weight and its duals do not meet it.

    seconds: of the weight. Without duals, the problem's `Proof` takes their place.
    """
    shown, more = 0.0, 0.0
    if duals is not None:
        shown = problem.shown(weight, duals)
    elif problem.proof is not None:
        shown, more = problem.shown(weight, problem.proof.duals), problem.proof.seconds
    fractions = {REACHED: problem.fraction(weight), SHOWN: shown}
    times = {REACHED: seconds, SHOWN: seconds + more}
    return [times[kind] if fractions[kind] >= part else inf for part, kind in GOALS]


def loosest(problem, solve, delta, limit):
    """Return the loosest TOLERANCES with which a solver meets each of GOALS within a limit.

    Each has a list of the goals that it meets: pairs (tolerance, bools).
    """
    found, met = [], [False] * len(GOALS)
    for tol, times in attempts(problem, solve, delta, limit):
        now = [seconds < inf for seconds in times]
        if any(new and not old for new, old in zip(now, met, strict=True)):
            found.append((tol, now))
        met = [new or old for new, old in zip(now, met, strict=True)]
        if all(met):
            break
    return found


def attempts(problem, solve, delta, limit):
    """Yield each of TOLERANCES, from the loosest, with the seconds to each of GOALS.

    The first run of more than `limit` seconds ends the attempts.
    """
    for tol in TOLERANCES:
        try:  # compiling may take longer than the run
            weight, duals, seconds = in_time(2 * max(limit, LIMIT), solve, delta, tol)
        except TimeoutError:
            return
        if seconds > limit:
            return
        yield tol, seconds_to_goals(problem, weight, duals, seconds)


def in_turns(measures):
    """Call all measures in turns; return the least of each number that a measure gives.

    There are TURNS turns, and more until SECONDS are over. After some turns, LEFT_OUT leaves out a
    measure if all its numbers are far above the best.
    """
    started, turn = perf_counter(), 0
    found, near = [measure() for measure in measures], range(len(measures))
    while turn < TURNS - 1 or perf_counter() - started < SECONDS:
        turn += 1
        if turn in LEFT_OUT:
            best = [LEFT_OUT[turn] * min(numbers) for numbers in zip(*found, strict=True)]
            near = [i for i in near if any(s < b for s, b in zip(found[i], best, strict=True))]
        for i in near:
            found[i] = list(map(min, found[i], measures[i]()))
    return found


def milliseconds(problem):
    """Return the milliseconds to each of GOALS: ours, then each of OTHERS; inf means never."""
    solvers = {name: solvers_of(problem, name) for name in OTHERS}
    able = [name for name, found in solvers.items() if found]
    measures = [of_other(problem, solvers[name]) for name in able]
    ours, *others = in_turns([of_exact(problem), *measures])
    found = dict(zip(able, others, strict=True))
    nothing = [inf] * len(GOALS)
    return [[1e3 * s for s in own] for own in (ours, *(found.get(n, nothing) for n in OTHERS))]


def print_summary(ratios):
    """Print a sentence for each (free, goal) of the ratios: the fastest other time / ours."""
    for (free, (part, kind)), own in ratios.items():
        finite = [ratio for ratio in own if ratio < inf]
        if finite:
            print(
                f"{'free threshold' if free else 'with ρ'}, {100 * part:g} % {kind}: "
                f"MaximumMargin is the fastest on {sum(r > 1 for r in own)} of {len(own)} "
                f"problems. On the {len(finite)} problems that another solver solves, the fastest "
                f"other solver takes {exp(mean(map(log, finite))):.2f} times as long, at least "
                f"{min(own):.2f}."
            )


def made_by(rows):
    """Return where and with which versions `Row`s were measured, as a dict."""
    solvers = [name for name in rows[0].milliseconds if name != OURS]
    solvers = [name for name in solvers if any(row.milliseconds[name] < inf for row in rows)]
    return circumstances(solvers)


def circumstances(solvers):
    """Return the commit, the machine, and the names and versions of other solvers, as a dict.

    An unknown commit has today's date.
    """
    found = commit()
    if found.startswith("unknown"):
        found = f"unknown, {datetime.date.today()}"
    hash_, date = found.split(", ")[:2]
    versions = {name: version_of(name) for name in solvers}
    machine = {"processor": processor(), "cores": os.cpu_count()}
    return {"commit": hash_[:8], "date": date, **machine, "solvers": solvers, "versions": versions}


def version_of(solver):
    """Return the version of another solver, with the name of its package if that is another."""
    if solver == "OCAS":
        usage = subprocess.run([OCAS.NEEDS], capture_output=True, text=True).stdout
        return re.search(r"\bv([\d.]+)", usage).group(1)
    package = PACKAGES.get(solver)
    return f"{package} {version(package)}" if package else version(solver.lower())


def main():
    groups = read_overview()["problems"]
    entries = {name: entry for group in groups.values() for name, entry in group.items()}
    papers = groups["papers"]
    parser = parser_of(__doc__)
    parser.add_argument("--save", action="store_true", help="store the papers' problems")
    given, rows = arguments(parser, entries, "problem", papers), []
    head = ["threshold", "to", "", "ours", *OTHERS, "ratio"]
    print(f"{'problem':14}", *(f"{word:>9}" for word in head))
    ratios = {(free, goal): [] for free in (False, True) for goal in GOALS}
    for name, problems in loaded(given.names, lambda name: problems_of(entries[name]), "problem"):
        for problem in problems:
            found, whole = milliseconds(problem), float(f"{1e3 * whole_call(problem):.4g}")
            for i, (part, kind) in enumerate(GOALS):
                ours, *others = (own[i] for own in found)
                times = dict(zip([OURS, *NAMES.values()], (ours, *others), strict=True))
                threshold = FREE if problem.free else AUGMENTED
                rows.append(Row(name, threshold, f"{100 * part:g}", kind, whole, times))
                ratios[problem.free, (part, kind)].append(min(others) / ours)
                cells = [f"{ms:.3g}" if ms < inf else "-" for ms in (ours, *others)]
                cells.append(f"{min(others) / ours:.2f}")
                start = [threshold, f"{100 * part:g}%", kind]
                print(f"{name:14}", *(f"{c:>9}" for c in [*start, *cells]), flush=True)
    print_summary(ratios)
    if given.save and {row.problem for row in rows} == set(papers):
        write_measured(rows, made_by(rows))
    elif given.save:
        raise SystemExit("Nothing is stored: --save needs the papers' problems, and no others.")


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):  # not on macOS
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with threadpool_limits(1):
        main()
