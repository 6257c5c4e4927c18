"""Writes the most interesting findings: sentences with the numbers of this run.

Each finding is a function of the results. It returns None if its runs are missing. The first page
shows all findings about the user's variants and data, then the first ones of FINDINGS.
"""

from collections import Counter

from analyses.falkowski import table as falkowski
from analyses.overview.best import best_of, in_order
from analyses.theory.sources import SOURCES
from analyses.theory.table import by_theorem
from paper_tables.papers import read_papers
from paper_tables.tables import table_title
from paper_tables.verdicts import CLOSE, DIFFERS, EXACT, NOT_MEASURED, printed_number
from records.analysis_files import CLAIMS, OVERVIEW, OVERVIEW_TIMINGS, THEORY, TIME_RATIOS
from workflows.report import own
from workflows.report.cells import anchor
from workflows.report.finding import Finding, listed, numbered

MOST = "0.999"  # of the maximum margin
LIBSVM = "libsvm-tight-seconds"  # the columns of tables 5 to 8 of the MICRA paper


def most_interesting(results, count=3):
    """Return two lists of findings: about the user's variants and data, and about the rest."""
    own_ones = [found for finding in OF_THE_USER if (found := finding(results))]
    others = [found for finding in FINDINGS if (found := finding(results))]
    return own_ones, others[: max(count - len(own_ones), 1)]


def exact_counts(results):
    """Return a finding on the printed counts of updates: how many agree, and the largest."""
    cells = {
        (table.paper, table.name, cell.row, cell.column)
        for table in results.tables
        for cell in table.cells
        if cell.is_claim
        and cell.field == "updates"
        and not cell.relative_to
        and cell.scale == "1"  # not rounded
    }
    claims = [claim for claim in results.rows(CLAIMS) if CLAIMS.key_of(claim) in cells]
    measured = [claim for claim in claims if claim["verdict"] != NOT_MEASURED]
    exact = [claim for claim in measured if claim["verdict"] == EXACT]
    if not exact:
        return None
    largest = max(exact, key=lambda claim: printed_number(claim["printed"]))
    algorithm = results.runs[largest["run"]]["algorithm"]
    counts = Counter(claim["verdict"] for claim in measured)
    close, differ = counts[CLOSE], counts[DIFFERS]
    others = f"; {close} {'is' if close == 1 else 'are'} close" if close else ""
    others += f"; {differ} differ{'s' if differ == 1 else ''}" if differ else ""
    paper, table, *_ = place = CLAIMS.key_of(largest)
    return Finding(
        f"{len(exact)} of {len(measured)} counts of updates agree to the last digit",
        f"Of the printed counts, {len(measured)} were run again: {len(exact)} agree in every "
        f"digit{others}. The largest that agrees is "
        f"{largest['printed']} updates of {algorithm} "
        f"({read_papers()[paper].short}, {table_title(table)}).",
        f"{paper}.html#{anchor(*place)}",
    )


def theorems(results):
    """Return a finding on the theorems: which were violated, and by how many runs."""
    groups = by_theorem(results.rows(THEORY))
    if not groups or not results.tables:  # a user who runs only own data did not ask for theorems
        return None
    violated = {
        key: sum(row["holds"] == "no" for row in rows)
        for key, rows in groups.items()
        if any(row["holds"] == "no" for row in rows)
    }
    names = [f"{SOURCES[paper]}'s {theorem}" for paper, theorem, _ in violated]
    names = " and ".join(dict.fromkeys(names))
    runs = len({row["run"] for row in results.rows(THEORY)})
    counted = [
        f"{SOURCES[key[0]]}'s {key[1]} ({key[2]}): violated by {count} of "
        + numbered(len(groups[key]), "run")
        for key, count in violated.items()
    ]
    return Finding(
        f"No theorem is violated except {names}" if violated else "No theorem is violated",
        f"{numbered(len(groups), 'statement')} on {numbered(runs, 'run')} with a known maximum "
        f"margin gave {numbered(len(results.rows(THEORY)), 'comparison')}. "
        f"{'; '.join(counted) or 'All of them hold'}.",
        "theory.html#theory",
    )


def overview(results):
    """Return a finding on who reaches 99.9 % of the maximum margin on the most problems."""
    rows = [row for row in results.rows(OVERVIEW) if row["learner"]]
    if not rows:
        return None
    best, problems = best_of(rows, results.rows(OVERVIEW_TIMINGS)), in_order(rows, "problem")
    solved = Counter(key[1] for key in best if key[2:] == ("seconds", MOST))
    percent = f"{100 * float(MOST):g} %"

    def first(*kinds):
        names = {row["learner"] for row in rows if row["kind"] in kinds}
        most = max((solved[name] for name in names), default=0)
        return sorted(name for name in names if solved[name] == most), most

    (solvers, by_solvers), (learners, by_learners) = first("baseline"), first("learner")
    if not by_solvers or not by_learners:
        return None
    reached = {}
    for row in rows:
        if row["kind"] == "learner" and row["fraction_of_maximum"]:
            reached[row["problem"]] = max(
                reached.get(row["problem"], 0), min(float(row["fraction_of_maximum"]), 1)
            )
    below = sum(part < 0.9 for part in reached.values())
    return Finding(
        f"{listed(solvers)}: {percent} on {by_solvers} of {numbered(len(problems), 'problem')}",
        f"Of the single-pattern learners, {listed(learners)} reached "
        f"{percent} of the maximum margin on the most problems within the time limit: "
        f"{by_learners} of {len(problems)}. On {below}, no learner of this kind reached 90 %.",
        "overview.html#overview-summary",
    )


def times_against_libsvm(results):
    """Return a finding on the largest printed ratio of LIBSVM's seconds to red-MICRA's."""
    rows = [
        row
        for row in results.rows(TIME_RATIOS)
        if row["column"] == LIBSVM and row["ratio"] and row["printed_ratio"]
    ]
    if not rows:
        return None
    row = max(rows, key=lambda row: float(row["printed_ratio"]))
    printed, measured = (float(row[key]) for key in ("printed_ratio", "ratio"))
    more = {">": "more than ", "<": "less than "}.get(row["ratio_bound"], "")
    place = TIME_RATIOS.key_of(row)
    return Finding(
        f"red-MICRA beside LIBSVM: {more}{measured:g} times as fast; the paper prints {printed:g}",
        "The largest printed ratio of LIBSVM's seconds at 0.001 to red-MICRA's seconds is "
        f"{printed:g}, on {results.runs[row['run']]['data']}. We measured {more}{measured:g}, with "
        "today's LIBSVM.",
        f"{place[0]}.html#{anchor(*place)}",
    )


def margin_and_c(results):
    """Return a finding on how the margin of Krauth & Mézard's algorithm grows with c."""
    grids = falkowski.grids(results)
    answer = grids[0].rows[1][1].printed if grids else ""
    if not answer:
        return None
    head = "Krauth & Mézard's margin: an open question of Falkowski's note"
    return Finding(head, answer, f"{falkowski.PAGE}.html#{grids[0].name}")


OF_THE_USER = (own.variants, own.own_data)
FINDINGS = (exact_counts, theorems, overview, times_against_libsvm, margin_and_c)
