"""The learner that `maxmargin.choose` takes, beside the one that is first in hindsight."""

from statistics import median

from analyses.overview.best import best_of, in_order
from analyses.overview.problems import read_overview
from paper_tables.grids import Grid, GridCell
from records.analysis_files import CHOICES, FRACTIONS, OVERVIEW, OVERVIEW_TIMINGS

PAGE = "overview"
GOALS = 1.2, 3.0  # of the median and of the largest ratio


def grids(results):
    """The tables of a `Results`."""
    choices = results.rows(CHOICES)
    best = best_of(results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS))
    return [choice_grid(choices, best)] if choices else []


def factors(choices, best):
    """(problem, fraction) -> how many times the seconds of the first the chosen learner takes; inf
    if it did not get there in its time.

    choices: rows of choices.csv; best: from `best_of`, the chosen run itself being among those to
    be first.
    """
    found = {}
    for row in choices:
        problem, part = row["problem"], row["accuracy"]
        own = float(row["seconds"] or "inf")
        others = [v for k, v in best.items() if (k[0], *k[2:]) == (problem, "seconds", part)]
        found[problem, part] = own / min([own, *others]) if min([own, *others]) else 1.0
    return found


def choice_grid(choices, best):
    """The `Grid`: a row for each problem, those that the advice was not made from at the end."""
    ratios = factors(choices, best)
    held_out = set(read_overview()["problems"]["held_out"])
    named = {(row["problem"], row["accuracy"]): row for row in choices}
    problems = sorted(in_order(choices, "problem"), key=lambda name: name in held_out)
    rows = []
    for problem in problems:
        own = [named[problem, part] for part in FRACTIONS]
        seconds = median(float(row["choosing_seconds"]) for row in own)
        learners = list(dict.fromkeys(row["learner"] for row in own))
        cells = [problem, "yes" if problem in held_out else "", ", ".join(learners)]
        cells += [f"{ratios[problem, part]:.3g}" for part in FRACTIONS]
        rows.append([GridCell(text) for text in [*cells, f"{1000 * seconds:.3g}"]])
    for kind, names in (
        ("problems of the advice", set(problems) - held_out),
        ("held out", held_out),
    ):
        groups = [[v for (p, f), v in ratios.items() if p in names and f == x] for x in FRACTIONS]
        if all(groups):
            for statistic, word in ((median, "median"), (max, "largest")):
                cells = [f"{word}, {kind}", "", "", *(f"{statistic(g):.3g}" for g in groups), ""]
                rows.append([GridCell(text) for text in cells])
    return Grid(
        name="choice",
        title="What maxmargin.choose takes",
        note="Seconds until the margin is this fraction of the maximum, in units of those of the "
        "learner that is first in hindsight, with the best of its parameters; 1 if nobody is "
        "faster. Choosing is not in them: its milliseconds are beside. The aim is at most "
        f"{GOALS[0]:g} in the median and never more than {GOALS[1]:g}, on problems that had no "
        "part in making the advice.",
        groups=[("", 3), ("times the first's seconds to", len(FRACTIONS)), ("", 1)],
        columns=[
            ("problem", "problem"),
            ("held-out", "held out"),
            ("learner", "chosen"),
            *((part, f"{100 * float(part):g} %") for part in FRACTIONS),
            ("choosing", "choosing (ms)"),
        ],
        rows=rows,
    )
