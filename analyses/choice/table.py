"""The learner that `maxmargin.choose` chooses, beside the learner that is fastest in hindsight."""

from math import inf
from statistics import median

from analyses.overview.best import best_of, in_order
from analyses.overview.problems import read_overview
from paper_tables.grids import Grid, GridCell
from records.analysis_files import CHOICES, FRACTIONS, OVERVIEW, OVERVIEW_TIMINGS

PAGE = "overview"
GOALS = 1.2, 3.0  # the largest median and the largest single ratio that the advice aims at


def grids(results):
    """Return the tables of a `Results`."""
    choices = results.rows(CHOICES)
    best = best_of(results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS))
    return [choice_grid(choices, best)] if choices else []


def factors(choices, best):
    """Return (problem, fraction) -> a pair of ratios, or None if no learner reaches the fraction.

    The first ratio is the chosen learner's seconds, divided by the seconds of the fastest learner.
    The second ratio adds the seconds of choosing to the chosen learner's. Both are inf if the
    chosen learner does not reach the fraction in its time. `choices` are rows of choices.csv and
    `best` is the result of `best_of`. The chosen run may itself be the fastest.
    """
    found = {}
    for row in choices:
        problem, part = row["problem"], row["fraction"]
        own, choosing = float(row["seconds"] or "inf"), float(row["choosing_seconds"])
        others = [
            value
            for (name, _, measure, fraction), value in best.items()
            if (name, measure, fraction) == (problem, "seconds", part)
        ]
        first = min([own, *others])
        found[problem, part] = None
        if 0.0 < first < inf:
            found[problem, part] = own / first, (own + choosing) / first
    return found


def choice_grid(choices, best):
    """Return a table with one row for each problem; problems held out of the advice come last."""
    ratios = factors(choices, best)
    groups = {name: set(group) for name, group in read_overview()["problems"].items()}
    held_out = groups["held_out"]
    named = {(row["problem"], row["fraction"]): row for row in choices}
    problems = sorted(in_order(choices, "problem"), key=lambda name: name in held_out)
    rows = []
    for problem in problems:
        own = [named[problem, part] for part in FRACTIONS]
        seconds = median(float(row["choosing_seconds"]) for row in own)
        learners = list(dict.fromkeys(row["learner"] for row in own))
        cells = [problem, "yes" if problem in held_out else "", ", ".join(learners)]
        cells += [_text(ratios[problem, part]) for part in FRACTIONS]
        rows.append([GridCell(text) for text in [*cells, f"{1000 * seconds:.3g}"]])
    for kind, names in (
        ("problems of the advice", groups["papers"] | groups["planted"]),
        ("held out", held_out),
    ):
        by_part = [
            [
                ratio
                for (problem, fraction), ratio in ratios.items()
                if problem in names and fraction == part and ratio
            ]
            for part in FRACTIONS
        ]
        if any(by_part):
            for statistic, word in ((median, "median"), (max, "largest")):
                both = [list(map(statistic, zip(*group, strict=True))) for group in by_part]
                cells = (f"{word}, {kind}", "", "", *map(_text, both), "")
                rows.append([GridCell(text) for text in cells])
    return Grid(
        name="choice",
        title="What maxmargin.choose takes",
        note="The table gives the seconds until the chosen learner reaches the fraction, divided "
        "by the seconds of the learner that is the fastest in hindsight, with the best of its "
        "parameters. The number is 1 if no learner is faster. The number in brackets includes "
        f"the seconds of choosing. The aim is at most {GOALS[0]:g} in the median and never more "
        f"than {GOALS[1]:g}, on problems that had no part in making the advice.",
        groups=[("", 3), ("times the fastest's seconds to", len(FRACTIONS)), ("", 1)],
        columns=[
            ("problem", "problem"),
            ("held-out", "held out"),
            ("learner", "chosen"),
            *((part, f"{100 * float(part):g} %") for part in FRACTIONS),
            ("choosing", "choosing (ms)"),
        ],
        rows=rows,
    )


def _text(ratios):
    """Write the ratio without and with the seconds of choosing, or "nobody" for None."""
    return f"{ratios[0]:.3g} ({ratios[1]:.3g})" if ratios else "nobody"
