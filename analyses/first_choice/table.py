"""The fastest learner, by seconds or visits, on each problem of the overview, to each accuracy."""

from math import inf
from statistics import median

from analyses.overview.best import JUDGED, best_of, in_order
from paper_tables.grids import Grid, GridCell
from records.analysis_files import FRACTIONS, OVERVIEW, OVERVIEW_TIMINGS
from records.problems import EXACT_SOLVER

PAGE = "overview"
RANGES = (0.0, 15.0, 50.0, inf)  # ranges of R/γ; the fastest learner differs between them
# Each choice of a fastest learner: its name, the measure, and the kinds of learners (None for all).
CHOICES = (
    ("all, by seconds", "seconds", None),
    ("certified by then", "certified_seconds", None),
    ("single-pattern, by visits", "visits", ("learner", "procedure")),
)


def grids(results):
    """Return the tables of a `Results`."""
    overview, timings = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    if not any(row["learner"] for row in overview):
        return []
    return [hardness_grid(overview, timings), first_choice_grid(overview, timings)]


def firsts(overview, timings, measure, kinds=None):
    """Return (problem, fraction) -> (learner, factor): the learner that needs least, and its lead.

    The factor says how many times as much the next learner needs; it is None if no other learner
    reaches the fraction. `overview` and `timings` are rows of overview.csv and
    overview_timings.csv. `kinds` are the kinds of learners to compare; None compares all.
    """
    kind_of = {row["learner"]: row["kind"] for row in overview}
    own = {}
    for (problem, learner, of, part), value in best_of(overview, timings).items():
        if of == measure and (kinds is None or kind_of[learner] in kinds):
            own.setdefault((problem, part), []).append((value, learner))
    found = {}
    for key, values in own.items():
        (least, learner), *others = sorted(values)
        found[key] = learner, others[0][0] / least if others and least else None
    return found


def directional_maxima(rows):
    """Return problem -> maximum directional margin, the smaller of its two recorded maxima."""
    found = {}
    for row in rows:
        maximum = float(row["maximum_margin"])
        found[row["problem"]] = min(maximum, found.get(row["problem"], maximum))
    return found


def first_choice_grid(overview, timings):
    """Return a table with one row for each problem and choice."""
    sizes = {row["problem"]: row for row in overview if row["learner"]}
    directional = directional_maxima(row for row in overview if row["learner"])
    found = {name: firsts(overview, timings, *choice) for name, *choice in CHOICES}
    rows = []
    for problem in in_order([row for row in overview if row["learner"]], "problem"):
        size = sizes[problem]
        hardness = float(size["radius"]) / directional[problem]
        density = int(size["entries"]) / (int(size["patterns"]) * int(size["columns"]))
        about = [problem, size["patterns"], size["columns"], f"{100 * density:.3g}"]
        about.append(f"{hardness:.3g}")
        for place, (name, of) in enumerate(found.items()):
            cells = [_shown(of.get((problem, part))) for part in FRACTIONS]
            about = about if not place else [""] * len(about)
            rows.append([GridCell(text) for text in [*about, name, *cells]])
    return Grid(
        name="first-choice",
        title="Which learner is the fastest, and by how much",
        note="The table names the learner that needs least to reach the fraction of the maximum "
        "margin, with the best of the parameters tried. Each problem has three rows, named in "
        'the column "among": all learners by seconds, all learners by seconds to a certified '
        "fraction, and single-pattern learners by visits. The number in brackets says how many "
        "times as much the next learner needs. Learners whose parameters are chosen from the "
        "maximum margin take part. R/γ is the length of the longest pattern, divided by the "
        "maximum margin.",
        groups=[("", 6), ("fastest to", len(FRACTIONS))],
        columns=[
            ("problem", "problem"),
            ("patterns", "patterns"),
            ("columns", "columns"),
            ("density", "density (%)"),
            ("hardness", "R/γ"),
            ("among", "among"),
            *((part, f"{100 * float(part):g} %") for part in FRACTIONS),
        ],
        rows=rows,
    )


def hardness_grid(overview, timings):
    """Return a table with one row for each range of R/γ.

    It compares single-pattern learners with the exact solver.

    `overview` and `timings` are rows of overview.csv and overview_timings.csv.
    """
    overview = [row for row in overview if row["learner"]]
    directional, radii = directional_maxima(overview), {r["problem"]: r["radius"] for r in overview}
    hardness = {problem: float(radii[problem]) / directional[problem] for problem in radii}
    singles = {row["learner"] for row in overview if row["kind"] in CHOICES[2][2]}
    best, rows = best_of(overview, timings), []
    for low, high in zip(RANGES, RANGES[1:], strict=False):
        problems = [problem for problem, value in hardness.items() if low <= value < high]
        if not problems:
            continue
        words = f"{low:g} to {high:g}" if low and high < inf else f"below {high:g}"
        cells = [words if high < inf else f"{low:g} and above", str(len(problems))]
        for names in (singles, {EXACT_SOLVER}):
            times = {part: _times(best, problems, names, part) for part in FRACTIONS}
            cells += [str(sum(value == 1.0 for value in times[part])) for part in FRACTIONS]
            found = times[JUDGED]
            times_first = f"{median(found):.3g} ({max(found):.3g})" if found else "–"
            cells += [times_first, f"{len(found)} of {len(problems)}"]
        rows.append([GridCell(text) for text in cells])
    columns = [
        (f"{name}-{key}", head)
        for name in ("single", "exact")
        for key, head in (
            *((part, f"fastest to {100 * float(part):g} %") for part in FRACTIONS),
            ("times", "× the fastest to 99 %"),
            ("solved", "reach 99 % on"),
        )
    ]
    return Grid(
        name="first-by-hardness",
        title="What decides: how hard the problem is",
        note="The table compares the single-pattern learners with the exact solver, for ranges of "
        "R/γ. R/γ is the length of the longest pattern, divided by the maximum margin.\n\nThe "
        'table has the same columns for each side, single-pattern and exact. "Fastest to 90 %" '
        "is the number of problems on which the side's best learner is the fastest of all. \"× "
        "the fastest to 99 %\" is the seconds of the side's best learner, divided by the seconds "
        "of the fastest learner: the median over the problems and, in brackets, the largest "
        'ratio. "Reach 99 % on" is the number of problems on which the side reaches 99 % in '
        "its seconds.",
        groups=[("", 2), *((name, len(columns) // 2) for name in ("single-pattern", "exact"))],
        columns=[("hardness", "R/γ"), ("problems", "problems"), *columns],
        rows=rows,
    )


def _times(best, problems, names, part):
    """Return the seconds of the best of `names` over the fastest learner's, for each problem.

    Problems on which none of `names` reaches the fraction are left out.
    """
    found = []
    for problem in problems:
        of = {k[1]: v for k, v in best.items() if (k[0], *k[2:]) == (problem, "seconds", part)}
        own = [value for name, value in of.items() if name in names]
        if own:
            found.append(min(own) / min(of.values()) if min(own) > min(of.values()) else 1.0)
    return found


def _shown(first):
    if first is None:
        return "–"
    learner, factor = first
    return learner if factor is None else f"{learner} ({factor:.2g})"
