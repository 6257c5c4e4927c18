"""The table of learners after one epoch: errors and fractions of the maximum margin."""

from statistics import median

from analyses.overview.best import in_order, knows_maximum
from paper_tables.grids import Grid, GridCell
from records.analysis_files import OVERVIEW, OVERVIEW_TIMINGS

PAGE = "overview"
SHARES = (0.0, 0.5, 0.9)
COLUMNS = ("one_pass_fraction", "one_pass_errors", "one_pass_seconds")


def grids(results):
    """Return the tables of a `Results`."""
    overview, timings = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    return [one_pass_grid(overview, timings)] if any(r["learner"] for r in overview) else []


def one_pass_grid(overview, timings):
    """Return a table with one row for each learner; the learner with the fewest errors comes first.

    `overview` and `timings` are rows of overview.csv and overview_timings.csv, dicts of strings.
    """
    share, errors, seconds = (best_after_one_pass(overview, timings, name) for name in COLUMNS)
    known = {row["learner"]: knows_maximum(row) for row in overview if row["learner"]}
    patterns = {row["problem"]: int(row["patterns"]) for row in overview if row["learner"]}
    fewest = {problem: min(_on(problem, errors)) for problem, _ in errors}
    most = {problem: max(_on(problem, share)) for problem, _ in share}
    found = []
    for learner in in_order([row for row in overview if row["learner"]], "learner"):
        own = [problem for problem in patterns if (problem, learner) in share]
        if own:
            wrong = 100 * median(errors[problem, learner] for problem in own)
            firsts = sum(errors[problem, learner] == fewest[problem] for problem in own)
            counts = [sum(share[problem, learner] > least for problem in own) for least in SHARES]
            largest = sum(share[problem, learner] == most[problem] > 0.0 for problem in own)
            visit = 1e6 * median(seconds[problem, learner] / patterns[problem] for problem in own)
            cells = [learner, "yes" if known[learner] else "", len(own), f"{wrong:.2f}"]
            found.append((wrong, [*cells, firsts, *counts, largest, f"{visit:.2g}"]))
    found.sort(key=lambda row: row[0])
    return Grid(
        name="one-pass",
        title="After one epoch",
        note="Each learner makes one epoch in the order of the file. Each measure takes the best "
        "of the parameters tried, separately.\n\nErrors are the patterns that the weight "
        "misclassifies: the median over the problems, and the number of problems on which no "
        'learner has fewer.\n\n"Problems with a margin" are the numbers of problems on which '
        "the margin is positive, above half and above nine tenths of the maximum, and the "
        "largest of all learners. With an extension, a margin is positive only if the slacks are "
        f"small too.\n\nThere are {len(patterns)} problems. A problem is missing if one epoch "
        "took longer than a learner's seconds.",
        groups=[("", 3), ("errors", 2), ("problems with a margin", 4), ("microseconds", 1)],
        columns=[
            ("learner", "learner"),
            ("known", "given γ_{d}"),
            ("measured", "problems"),
            ("errors", "median (%)"),
            ("fewest", "fewest on"),
            ("separated", "above 0"),
            ("half", "above 50 %"),
            ("most", "above 90 %"),
            ("largest", "largest"),
            ("visit", "a pattern"),
        ],
        rows=[[GridCell(str(text)) for text in cells] for _, cells in found],
    )


def _on(problem, values):
    """Return the values of all learners on a problem. values: (problem, learner) -> value."""
    return [value for (name, _), value in values.items() if name == problem]


def best_after_one_pass(overview, timings, name):
    """Return (problem, learner) -> the best value of one of COLUMNS over all settings."""
    clock = {OVERVIEW.key_of(row): row for row in timings}
    better, found = max if name == COLUMNS[0] else min, {}
    for row in overview:
        if row["learner"] and row["one_pass_fraction"]:
            key, value = (row["problem"], row["learner"]), {**row, **clock[OVERVIEW.key_of(row)]}
            found[key] = better(found.get(key, float(value[name])), float(value[name]))
    return found
