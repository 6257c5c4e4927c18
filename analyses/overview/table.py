"""The tables of the overview: what each learner needs to reach a fraction of the maximum margin.

A learner's number on a problem is the best of its runs there, with all the parameters that were
tried, for each measure separately.
"""

from math import exp, log
from statistics import mean

from paper_tables.grids import Grid, GridCell
from records.analysis_files import FRACTIONS, OVERVIEW, OVERVIEW_TIMINGS

MEASURES = ("updates", "visits", "seconds")
CERTIFIED = "certified_seconds"
JUDGED = "0.99"  # the fraction of the maximum by which learners are sorted
SMALL = 2000  # patterns of a problem


def grids(results):
    """The tables of a `Results`."""
    overview = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    return [overview_summary_grid(*overview), overview_grid(*overview)]


def best_of(overview, timings):
    """(problem, learner, measure, fraction) -> the least that any of its runs took, as a number.

    overview, timings: rows of overview.csv and overview_timings.csv, as dicts of strings.
    """
    seconds = {OVERVIEW.key_of(row): row for row in timings}
    best = {}
    for row in overview:
        if not row["learner"]:
            continue
        row = {**row, **seconds[OVERVIEW.key_of(row)]}
        for part in FRACTIONS:
            for measure in (*MEASURES, CERTIFIED):
                if row[f"{measure}_{part}"]:
                    key = row["problem"], row["learner"], measure, part
                    value = float(row[f"{measure}_{part}"])
                    best[key] = min(best.get(key, value), value)
    return best


def in_order(rows, name):
    """The distinct values of a column, in the order of the rows."""
    return list(dict.fromkeys(row[name] for row in rows))


def ratios(best, problems, learner, measure, part):
    """How many times as much as the best of all a learner takes, on each problem that it solved."""
    found = []
    for problem in problems:
        own = best.get((problem, learner, measure, part))
        if own is not None:
            least = min(v for k, v in best.items() if (k[0], *k[2:]) == (problem, measure, part))
            found.append(own / least if least else 1.0)
    return found


def overview_grid(overview, timings):
    """One row per problem and learner, the fastest to 99 % first."""
    best, rows = best_of(overview, timings), []
    endings = {}
    for row in overview:
        key = row["problem"], row["learner"]
        if row["fraction_of_maximum"]:
            endings[key] = max(endings.get(key, float("-inf")), float(row["fraction_of_maximum"]))
    for problem in in_order(overview, "problem"):
        own = [row for row in overview if row["problem"] == problem]
        if not own[0]["learner"]:  # its data are not available
            rows.append([GridCell(problem), GridCell(own[0]["reason"]), *[GridCell()] * 13])
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
        note="Updates, visits of patterns and seconds until the margin first was this fraction of "
        "the maximum, for the best of the parameters tried, separately for each measure. A cell is "
        "empty if a learner did not get so far in its seconds, or if the measure is not known. "
        "Margins are directional; for LIBSVM, LIBLINEAR, PUMMA and others with a threshold of "
        "their own they are geometric, and so is their maximum. "
        "With the worst pattern first an update counts as a visit of every pattern, although their "
        "products are kept and not recomputed. The fastest to 99 % comes first.",
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
    """One row per learner: how many problems it solves, and how far it is from the best."""
    overview = [row for row in overview if row["learner"]]
    best, problems = best_of(overview, timings), in_order(overview, "problem")
    learners = in_order(overview, "learner")
    knows = {row["learner"]: row["knows_maximum"] for row in overview}

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
        known = "yes" if knows[learner] == "True" else ""
        rows.append([GridCell(text) for text in (learner, known, *counts, *cells, *certified)])
    return Grid(
        name="overview-summary",
        title="Every learner, one per row",
        note=f"There are {len(problems)} problems. {advice(overview, timings)} Certified is what a "
        "run shows by itself, as a fraction of its own ‖a‖/Σα; whether a problem is solved can be "
        "judged only with the maximum known. Some grids of parameters are made from γ_{d}; "
        "settings that fail cost nothing in these numbers. Factors are geometric means over the "
        "problems solved.",
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


def advice(overview, timings):
    """A paragraph of plain advice, from the numbers."""
    best = best_of(overview, timings)
    if not best:
        return ""
    rows = {row["learner"]: row for row in overview if row["learner"]}
    problems = {row["problem"]: row for row in overview if row["learner"]}

    def names(*kinds, knows=("True", "False")):
        return [
            n for n, row in rows.items() if row["kind"] in kinds and row["knows_maximum"] in knows
        ]

    small = [name for name, row in problems.items() if int(row["patterns"]) <= SMALL]
    large = [name for name in problems if name not in small]
    hard = [name for name, row in problems.items() if not float(row["extend"])]
    ours = names("learner", "procedure")
    sentences = [
        _first_choice("solvers", names("baseline"), problems, best),
        _first_choice(
            f"perceptron-like learners on the {_problems(small)} with at most {SMALL:,} patterns",
            ours,
            small,
            best,
        ),
        _first_choice(f"the same on the {_problems(large)} with more patterns", ours, large, best),
        _first_choice(f"the same on the {_problems(hard)} without extension", ours, hard, best),
        _first_choice(
            "learners whose parameters do not depend on γ_{d}",
            names("learner", knows=("False",)),
            problems,
            best,
        ),
        _first_choice(
            "procedures, which find their own parameters", names("procedure"), problems, best
        ),
        _first_choice(
            "batch learners, which see all patterns before an update",
            names("batch"),
            problems,
            best,
        ),
        _first_choice("scikit-learn's and river's learners", names("third-party"), problems, best),
    ]
    none = [name for name in rows if not any(k[1] == name for k in best)]
    text = (
        "The best to 90 % and to 99 % of the maximum, by problems solved and then by seconds: "
        f"{'; '.join(sentences)}."
    )
    return f"{text} None of these reached 90 % on any problem: {', '.join(none)}." if none else text


def _problems(names):
    return f"{len(names)} problem{'' if len(names) == 1 else 's'}"


def _first_choice(words, names, problems, best):
    """Which of these solve the most problems to 90 and 99 %, and of equals the fastest."""
    choices = []
    for part in ("0.9", JUDGED):
        own = {
            k: v
            for k, v in best.items()
            if k[0] in problems and k[1] in names and k[2:] == ("seconds", part)
        }
        solved = {name: [k[0] for k in own if k[1] == name] for name in names}
        most = max(map(len, solved.values()), default=0)
        if not most:
            choices.append("none")
            continue
        least = {p: min(v for k, v in own.items() if k[0] == p) for p, *_ in own}
        factors = {
            name: mean(
                log(max(own[p, name, "seconds", part] / least[p], 1.0)) for p in solved[name]
            )
            for name in names
            if len(solved[name]) == most
        }
        first = min(factors, key=factors.get)
        choices.append(f"{first} (on {most})")
    return f"{words}: {' and '.join(choices)}"


def _shown(value, measure):
    if value is None:
        return ""
    return f"{value:.3g}" if measure == "seconds" else f"{value:,.0f}"
