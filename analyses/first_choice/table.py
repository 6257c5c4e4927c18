"""Who is first on each problem of the overview, to each accuracy."""

from analyses.overview.best import best_of, in_order
from paper_tables.grids import Grid, GridCell
from records.analysis_files import FRACTIONS, OVERVIEW, OVERVIEW_TIMINGS

PAGE = "overview"
# What the first are chosen from: a name, the measure, and the kinds of learners, None for all.
CHOICES = (
    ("all, by seconds", "seconds", None),
    ("certified by then", "certified_seconds", None),
    ("perceptron-like, by visits", "visits", ("learner", "procedure")),
)


def grids(results):
    """The tables of a `Results`."""
    overview, timings = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    return [first_choice_grid(overview, timings)] if any(r["learner"] for r in overview) else []


def firsts(overview, timings, measure, kinds=None):
    """(problem, fraction) -> (the learner that needs least, how many times as much the next one
    needs, or None if no other gets there).

    overview, timings: rows of overview.csv and overview_timings.csv. kinds: of learners; None for
    all.
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
    """Problem -> its maximum directional margin, which is below that with a free threshold."""
    found = {}
    for row in rows:
        maximum = float(row["maximum_margin"])
        found[row["problem"]] = min(maximum, found.get(row["problem"], maximum))
    return found


def first_choice_grid(overview, timings):
    """The `Grid`: a row for each problem and choice."""
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
        title="Who is first, and by how much",
        note="The learner that needs least until its margin is this fraction of the maximum, with "
        "the best of the parameters tried, and in brackets how many times as much the next one "
        "needs. Learners whose parameters are chosen from the maximum margin take part. R/γ is "
        "how far the longest pattern is, in units of the maximum margin.",
        groups=[("", 6), ("first to", len(FRACTIONS))],
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


def _shown(first):
    if first is None:
        return "–"
    learner, factor = first
    return learner if factor is None else f"{learner} ({factor:.2g})"
