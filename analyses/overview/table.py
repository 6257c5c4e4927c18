"""The tables of the overview: what each learner needs to reach a fraction of the maximum margin.

A learner's number on a problem is the best of its runs there. It is chosen among all parameters
tried, separately for each measure.
"""

from math import exp, inf, log
from statistics import mean

from analyses.overview.best import (
    CERTIFIED,
    JUDGED,
    MEASURES,
    best_of,
    in_order,
    knows_maximum,
    ratios,
)
from analyses.overview.problems import read_overview
from paper_tables.grids import Grid, GridCell
from records.analysis_files import FRACTIONS, OVERVIEW, OVERVIEW_KEY, OVERVIEW_TIMINGS

PARTS = ("0.9", "0.99")
SMALL = 2000  # the most patterns of a small problem
ONE_PASS = "one pass"


def grids(results):
    """Return the tables of a `Results`."""
    overview = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    grids = [overview_summary_grid(*overview), overview_grid(*overview)]
    return [advice_grid(*overview), *grids] if any(row["learner"] for row in overview[0]) else grids


def overview_grid(overview, timings):
    """Return a table with one row for each problem and learner; the fastest to 99 % come first."""
    best, rows = best_of(overview, timings), []
    endings = {}
    for row in overview:
        key = row["problem"], row["learner"]
        if row["fraction_of_maximum"]:
            endings[key] = max(endings.get(key, float("-inf")), float(row["fraction_of_maximum"]))
    for problem in in_order(overview, "problem"):
        own = [row for row in overview if row["problem"] == problem]
        if not own[0]["learner"]:  # no learner ran
            rows.append(
                [
                    GridCell(problem),
                    GridCell(own[0]["reason"]),
                    *[GridCell()] * (1 + 3 * len(FRACTIONS)),
                ]
            )
            continue
        learners = in_order(own, "learner")
        learners.sort(key=lambda name: best.get((problem, name, "seconds", JUDGED), float("inf")))
        for learner in learners:
            numbers = [
                _shown(best.get((problem, learner, measure, part)), measure)
                for part in FRACTIONS
                for measure in MEASURES
            ]
            reached = endings.get((problem, learner))
            part = "" if reached is None else f"{100 * reached:.2f}"
            rows.append([GridCell(text) for text in (problem, learner, part, *numbers)])
    return Grid(
        name="overview",
        title="Every learner on every problem",
        note="Updates, visits of patterns and seconds until the margin reached this fraction of "
        "the maximum, for the best of the parameters tried, separately for each measure. A cell is "
        "empty if a learner did not reach the fraction in its seconds, or if the measure is not "
        "known. Margins are directional. For LIBSVM, LIBLINEAR, PUMMA and other solvers with a "
        "threshold of their own, margins and their maximum are geometric. With the worst pattern "
        "first, an update counts as a visit of every pattern, although all products are cached and "
        "not recomputed. The fastest to 99 % comes first.",
        groups=[("", 3), *((f"{float(part) * 100:g} %", 3) for part in FRACTIONS)],
        columns=[
            ("problem", "problem"),
            ("learner", "learner"),
            ("reached", "largest reached (%)"),
            *((f"{measure}-{part}", measure) for part in FRACTIONS for measure in MEASURES),
        ],
        rows=rows,
    )


def overview_summary_grid(overview, timings):
    """Return a table with one row for each learner: problems solved, and factors to the best."""
    overview = [row for row in overview if row["learner"]]
    best, problems = best_of(overview, timings), in_order(overview, "problem")
    learners = in_order(overview, "learner")
    knows = {row["learner"]: knows_maximum(row) for row in overview}

    def solved(learner, part, measure="seconds"):
        return sum((problem, learner, measure, part) in best for problem in problems)

    def times(learner, measure):
        found = ratios(best, problems, learner, measure, JUDGED)
        return exp(mean(map(log, found))) if found else float("inf")

    learners.sort(key=lambda name: (-solved(name, JUDGED), times(name, "seconds")))
    rows = []
    for learner in learners:
        factors = [times(learner, measure) for measure in ("seconds", "visits")]
        cells = [f"{factor:.3g}" if factor < float("inf") else "" for factor in factors]
        counts = [str(solved(learner, part)) for part in FRACTIONS]
        certified = [str(solved(learner, part, CERTIFIED)) for part in ("0.9", JUDGED)]
        known = "yes" if knows[learner] else ""
        rows.append([GridCell(text) for text in (learner, known, *counts, *cells, *certified)])
    return Grid(
        name="overview-summary",
        title="Every learner, one per row",
        note=f"There are {len(problems)} problems. A problem is solved if the margin reaches the "
        "fraction of the maximum. Solved problems can be counted only because the maximum is "
        "known. A run can certify its margin with its own bound: a problem is certified if the "
        "margin reaches the fraction of the run's ‖a‖/Σα. Some grids of parameters are made from "
        "γ_{d}. Settings that fail cost nothing in these numbers. Factors are geometric means over "
        "the problems solved.",
        groups=[
            ("", 2),
            ("problems solved", len(FRACTIONS)),
            ("to 99 %, relative to the best", 2),
            ("problems certified", 2),
        ],
        columns=[
            ("learner", "learner"),
            ("knows-maximum", "given γ_{d}"),
            *((f"solved-{part}", f"{float(part) * 100:g} %") for part in FRACTIONS),
            ("seconds", "seconds"),
            ("visits", "visits"),
            ("certified-0.9", "90 %"),
            ("certified-0.99", "99 %"),
        ],
        rows=rows,
    )


def _shown(value, measure):
    if value is None:
        return ""
    return f"{value:.3g}" if measure == "seconds" else f"{value:,.0f}"


def advice_grid(overview, timings):
    """Return a table with one row for each wish and the learner that serves it best.

    `overview` and `timings` are rows of overview.csv and overview_timings.csv, dicts of strings.
    """
    own = [row for row in overview if row["learner"]]
    best = best_of(overview, timings) | _after_one_pass(own, timings)
    rows = []
    for wish, names, problems, measure in _wishes(own):
        cells = [GridCell(wish)]
        for part in PARTS:
            cells += map(GridCell, _taken(names, problems, best, measure, part))
        rows.append(cells)
    return Grid(
        name="overview-advice",
        title="What to take",
        note="For each kind of learner, the table says which learner to take: the learner that "
        "reaches the fraction on the most problems. If several do, the table names the fastest of "
        "them.\n\n"
        '"Reached on" is the number of problems on which the learner reaches the fraction. '
        '"× the fastest" is the learner\'s seconds, divided by the seconds of the fastest of all '
        'learners, as a geometric mean. The row "one epoch" compares only learners that have a '
        "margin after one epoch.\n\n"
        f"These names stand for learners with parameters: {_calls()}\n\n"
        "The comparison has no kernels. Every single-pattern learner except PUMMA "
        "accepts a kernel, and KernelSVM has the maximum in its space. The tables below show more "
        "about each learner. maxmargin.choose chooses a learner for a given problem.",
        groups=[("", 1), *((f"{100 * float(part):g} % of the maximum", 3) for part in PARTS)],
        columns=[
            ("wish", "you want"),
            *(
                column
                for part in PARTS
                for column in (
                    (f"take-{part}", "take"),
                    (f"on-{part}", "reached on"),
                    (f"times-{part}", "× the fastest"),
                )
            ),
        ],
        rows=rows,
    )


def _after_one_pass(overview, timings):
    """Return, like `best_of`, the seconds of one-pass runs that reach a fraction of the maximum.

    Their measure is ONE_PASS.
    """
    clocks = {tuple(row[key] for key in OVERVIEW_KEY): row["one_pass_seconds"] for row in timings}
    found = {}
    for row in overview:
        seconds = clocks.get(tuple(row[key] for key in OVERVIEW_KEY))
        for part in PARTS if seconds else ():
            if float(row["one_pass_fraction"] or 0) >= float(part):
                key = row["problem"], row["learner"], ONE_PASS, part
                found[key] = min(found.get(key, inf), float(seconds))
    return found


def _calls():
    """Return a sentence that explains the names of learners in config/overview.yaml."""
    calls = []
    for name, of in read_overview()["learners"].items():
        given = ", ".join(f"{key}={value!r}" for key, value in of["parameters"].items())
        calls.append(f"{name} is {of['algorithm']}({given})")
    return f"{'; '.join(calls)}."


def _wishes(overview):
    """Return (words, names of learners, problems, measure) of each wish."""
    rows, problems = {}, {}
    for row in overview:
        rows[row["learner"]], problems[row["problem"]] = row, row

    def named(*kinds):
        return [name for name, row in rows.items() if row["kind"] in kinds]

    small = [name for name, row in problems.items() if int(row["patterns"]) <= SMALL]
    hard = [name for name, row in problems.items() if not float(row["extend"])]
    every, ours = list(problems), named("learner", "procedure")
    return [
        ("the margin, by any learner", list(rows), every, "seconds"),
        ("a certified margin", list(rows), every, CERTIFIED),
        ("a single-pattern learner", ours, every, "seconds"),
        (f"the same, at most {SMALL:,} patterns", ours, small, "seconds"),
        (f"the same, more than {SMALL:,}", ours, [n for n in every if n not in small], "seconds"),
        ("the same, without extension", ours, hard, "seconds"),
        (
            "the same, without knowledge of the maximum",
            [name for name in ours if not knows_maximum(rows[name])],
            every,
            "seconds",
        ),
        ("one epoch", list(rows), every, ONE_PASS),
        ("parameters chosen automatically", named("procedure"), every, "seconds"),
        ("a batch method", named("batch"), every, "seconds"),
        ("scikit-learn, river or Vowpal Wabbit", named("third-party"), every, "seconds"),
    ]


def _taken(names, problems, best, measure, part):
    """Return three texts: the best learner, on how many problems, and its factor to the fastest."""
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
