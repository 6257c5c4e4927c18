"""What to take, by what one wants: the learners that reach a part of the maximum most often."""

from math import exp, log
from statistics import mean

from analyses.overview.best import CERTIFIED, best_of
from paper_tables.grids import Grid, GridCell

PARTS = ("0.9", "0.99")
SMALL = 2000  # patterns of a problem
NOT_KNOWING = ("False",)


def advice_grid(overview, timings):
    """The `Grid`: a row for each wish.

    overview, timings: rows of overview.csv and overview_timings.csv, as dicts of strings.
    """
    best, own = best_of(overview, timings), [row for row in overview if row["learner"]]
    rows = []
    for wish, names, problems, measure in _wishes(own):
        cells = [GridCell(wish)]
        for part in PARTS:
            cells += map(GridCell, _taken(names, problems, best, measure, part))
        rows.append(cells)
    return Grid(
        name="overview-advice",
        title="What to take",
        note="Of the learners of each kind the one that gets to this part of the maximum margin on "
        "the most problems, and of several the fastest; on how many problems, of how many; and "
        "how many times the seconds of the fastest of all learners it takes there, in the "
        "geometric mean. All have the best of the parameters tried. What else is known of a "
        "learner is below; `maxmargin.choose` chooses for a given problem.",
        groups=[("", 1), *((f"{100 * float(part):g} % of the maximum", 3) for part in PARTS)],
        columns=[
            ("wish", "you want"),
            *(
                column
                for part in PARTS
                for column in (
                    (f"take-{part}", "take"),
                    (f"on-{part}", "got there on"),
                    (f"times-{part}", "× the fastest"),
                )
            ),
        ],
        rows=rows,
    )


def _wishes(overview):
    """(words, names of learners, problems, measure) of each wish."""
    rows, problems = {}, {}
    for row in overview:
        rows[row["learner"]], problems[row["problem"]] = row, row

    def named(*kinds, knows=("True", "False")):
        return [n for n, r in rows.items() if r["kind"] in kinds and r["knows_maximum"] in knows]

    small = [name for name, row in problems.items() if int(row["patterns"]) <= SMALL]
    hard = [name for name, row in problems.items() if not float(row["extend"])]
    every, ours = list(problems), named("learner", "procedure")
    return [
        ("the margin, however it is found", list(rows), every, "seconds"),
        ("a margin that is certified by then", list(rows), every, CERTIFIED),
        ("one pattern at a time", ours, every, "seconds"),
        (f"the same, at most {SMALL:,} patterns", ours, small, "seconds"),
        (f"the same, more than {SMALL:,}", ours, [n for n in every if n not in small], "seconds"),
        ("the same, without extension", ours, hard, "seconds"),
        (
            "the same, knowing nothing of the maximum",
            named("learner", "procedure", knows=NOT_KNOWING),
            every,
            "seconds",
        ),
        ("parameters that are found by the way", named("procedure"), every, "seconds"),
        ("all patterns before each update", named("batch"), every, "seconds"),
        ("scikit-learn or river", named("third-party"), every, "seconds"),
    ]


def _taken(names, problems, best, measure, part):
    """(the learner; on how many problems of how many; times the fastest), three texts."""
    seconds = {key[:2]: v for key, v in best.items() if key[2:] == (measure, part)}
    fastest = {p: min(v for k, v in seconds.items() if k[0] == p) for p, _ in seconds}
    times = {
        name: [max(seconds[p, name] / fastest[p], 1.0) for p in problems if (p, name) in seconds]
        for name in names
    }
    most = max(map(len, times.values()), default=0)
    if not most:
        return "–", f"0 of {len(problems)}", ""
    means = {name: exp(mean(map(log, own))) for name, own in times.items() if len(own) == most}
    first = min(means, key=means.get)
    return first, f"{most} of {len(problems)}", f"{means[first]:.3g}"
