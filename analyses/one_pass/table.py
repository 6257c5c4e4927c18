"""What share of the maximum margin a learner has after one look at each pattern."""

from statistics import median

from analyses.overview.table import in_order
from paper_tables.grids import Grid, GridCell
from records.analysis_files import OVERVIEW, OVERVIEW_TIMINGS

PAGE = "overview"
SHARES = (0.0, 0.5, 0.9)


def grids(results):
    """The tables of a `Results`."""
    overview, timings = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    return [one_pass_grid(overview, timings)] if any(r["learner"] for r in overview) else []


def one_pass_grid(overview, timings):
    """One row per learner, that with the largest shares first.

    overview, timings: rows of overview.csv and overview_timings.csv, as dicts of strings.
    """
    shares, seconds = best_after_one_pass(overview, timings)
    rows = {row["learner"]: row for row in overview if row["learner"]}
    problems = in_order([row for row in overview if row["learner"]], "problem")
    best = {p: max((v for k, v in shares.items() if k[0] == p), default=None) for p in problems}
    found = []
    for learner in in_order(rows.values(), "learner"):
        own = {p: shares[p, learner] for p in problems if (p, learner) in shares}
        if own:
            counts = [sum(share > least for share in own.values()) for least in SHARES]
            firsts = sum(share == best[p] for p, share in own.items())
            visit = median(seconds[p, learner] / int(_of(overview, p)["patterns"]) for p in own)
            found.append((median(own.values()), learner, len(own), counts, firsts, visit))
    return Grid(
        name="one-pass",
        title="After one look at each pattern",
        note="How much of the maximum margin there is after one epoch in the order of the file, "
        "with the best of the parameters tried: the share in the middle of the problems, the "
        "problems on which all patterns are on their right side, those with more than half and "
        "more than nine tenths of the maximum, and those on which nobody has more. A negative "
        "share is that of a pattern on the wrong side. Learners with a threshold of their own are "
        "measured by the geometric margin. A problem is missing where one look took longer than a "
        "learner's seconds.",
        groups=[("", 2), ("share", 1), ("problems", 5), ("microseconds", 1)],
        columns=[
            ("learner", "learner"),
            ("known", "given γ_{d}"),
            ("share", "median (%)"),
            ("measured", "measured"),
            ("separated", "separated"),
            ("half", "over 50 %"),
            ("most", "over 90 %"),
            ("first", "first"),
            ("visit", "a pattern"),
        ],
        rows=[
            [
                GridCell(text)
                for text in (
                    learner,
                    "yes" if rows[learner]["knows_maximum"] == "True" else "",
                    f"{100 * share:.1f}",
                    str(measured),
                    *map(str, counts),
                    str(firsts),
                    f"{1e6 * visit:.2g}",
                )
            ]
            for share, learner, measured, counts, firsts, visit in sorted(
                found, key=lambda row: (-row[0], row[1])
            )
        ],
    )


def best_after_one_pass(overview, timings):
    """((problem, learner) -> the largest share that any setting has, the same -> its seconds)."""
    clock = {OVERVIEW.key_of(row): row for row in timings}
    shares, seconds = {}, {}
    for row in overview:
        if row["learner"] and row["one_pass_fraction"]:
            key, share = (row["problem"], row["learner"]), float(row["one_pass_fraction"])
            if share > shares.get(key, float("-inf")):
                shares[key] = share
                seconds[key] = float(clock[OVERVIEW.key_of(row)]["one_pass_seconds"])
    return shares, seconds


def _of(overview, problem):
    return next(row for row in overview if row["problem"] == problem)
