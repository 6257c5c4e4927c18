"""Variants beside the papers' rows, and all learners on the user's own data.

There is one row for each run, with the same measures for all: the fraction of the maximum margin
that was reached, the fraction that is certified, or the online errors. A table has all runs behind
the cells of the paper's table and all runs of variants on its problems.
"""

import json
from decimal import Decimal
from statistics import mean

from analyses.certificates.certificates import certificates_of
from analyses.variants.fronts import ALONE, BEHIND, FEWEST, TIE, TIED, fronts_of, percent, stretches
from analyses.variants.marks import marked
from analyses.variants.paired import FEWEST_PAIRS, LEVEL, comparisons, protocol_of
from paper_tables.grids import Grid, GridCell
from paper_tables.parameters import value_text
from paper_tables.tables import table_title
from records.entries import OWN_DATA, VARIANTS, is_added_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.run_files import HYPOTHESES
from records.statuses import Status

PLACES = {FEWEST: "best", TIED: "tied", BEHIND: "not the best", ALONE: "alone"}


def grids(results):
    """Return the tables of a `Results`."""
    found = comparison_grids(results.tables, results.runs, results.online)
    more = fronts_grid(results.runs), paired_grid(comparisons(results))
    return [*(grid for grid in more if grid), *found]


def comparison_grids(tables, runs, online):
    """Return a table for each paper's table with variants, and for each own data set.

    `runs` and `online` are the results of `read_runs` and `read_online`.
    """
    grids = []
    for table in tables:
        names = {name: None for cell in table.cells for name in [cell.run] if name in runs}
        grids += [_margins(table, names, runs), _errors(table, names, runs, online)]
    owned = {}
    for name, row in runs.items():
        if is_added_by(row, OWN_DATA):
            owned.setdefault(row["data"], []).append(name)
    grids += [
        _margin_grid(f"own-{data}", f"Learners on {data}", names, runs)
        for data, names in owned.items()
    ]
    return [grid for grid in grids if grid]


def fronts_grid(runs):
    """Return a table of the stretches of each variant's front; None without a variant's front.

    `runs` is the result of `read_runs`.
    """
    rows = [row for row in runs.values() if row["directional_margin"]]
    variants = {row["algorithm"]: None for row in rows if is_added_by(row, VARIANTS)}
    variants.pop(EXACT_SOLVER, None)
    of_problems = {}
    for row in rows:
        of_problems.setdefault(problem_of(row), []).append(row)
    cells = []
    for problem, exact in exact_maxima(rows).items():
        fronts = fronts_of(of_problems[problem], float(exact["directional_margin"]))
        others = {name: front for name, front in fronts.items() if name not in variants}
        for variant in variants:
            if variant in fronts:
                beside = {variant: fronts[variant], **others}
                found = stretches(variant, beside)
                cells += [_stretch_cells(problem, variant, stretch) for stretch in found]
    if not cells:
        return None
    return Grid(
        name="variants-fronts",
        title="Where each variant's front needs the fewest updates",
        note="A front is the line through the runs of a learner that no other of its runs beats, "
        "with logarithmic updates and a logarithmic missing margin. Between two runs it is an "
        "estimate. Below its smallest margin, another learner's front has the updates of its first "
        f"run. Fronts whose updates differ by at most {100 * (TIE - 1):.0f} % are tied. The "
        "learners with the best other front are in the order of the length for which they are the "
        "best. Variants are not compared with each other.",
        groups=[("", 3), ("from, to (% of the maximum)", 2), ("", 1), ("best other front", 2)],
        columns=[
            ("problem", "problem"),
            ("extension", "ρ, Δ"),
            ("variant", "variant"),
            ("from", "from"),
            ("to", "to"),
            ("place", "the variant is"),
            ("best", "learners"),
            ("ratio", "the variant's updates over its"),
        ],
        rows=[[GridCell(text) for text in row] for row in cells],
    )


def _stretch_cells(problem, variant, stretch):
    ratios = " to ".join(dict.fromkeys(f"{ratio:.3g}" for ratio in stretch.ratios))
    return (
        problem.data,
        f"{problem.augment:g}, {problem.extend:g}",
        variant,
        percent(stretch.low),
        percent(stretch.high),
        PLACES[stretch.place],
        ", ".join(stretch.others),
        ratios,
    )


def paired_grid(found):
    """Return a table of the `Comparison`s; None without any."""
    if not found:
        return None
    tested = sum(one.p is not None for one in found)
    rows = [
        (
            one.variant,
            one.other,
            one.measure,
            one.pairs,
            f"{len(one.differences)}",
            *(f"{count}" for count in _signs(one.differences)),
            one.median,
            "" if one.p is None else f"{one.p:.2g}",
        )
        for one in found
    ]
    return Grid(
        name="variants-paired",
        title="Variants and other learners, pair by pair",
        note="Problems: updates with which the best setting tried first reaches the fraction of "
        "the maximum in the overview; only problems on which both reach it are pairs. Draws: "
        "updates to the variant's margin, by the front of the other learner's settings on the "
        "same draw; a draw whose margin is outside that front is left out. Permutations: test "
        "errors of the last hypothesis after the last epoch. The "
        "median is of the ratios, variant over other, or of the differences.\n\n"
        "p is two-sided, from Wilcoxon's signed-rank test on the logarithms of the ratios or on "
        f"the differences. It is empty with fewer than {FEWEST_PAIRS} unequal pairs, as it cannot "
        f"fall below {LEVEL:g} there. Of {len(found)} comparisons, {tested} were tested. The p "
        "are not adjusted for this number: by chance alone, about one test in "
        f"{1 / LEVEL:.0f} has p < {LEVEL:g}.",
        groups=[("", 4), ("pairs", 4), ("", 2)],
        columns=[
            ("variant", "variant"),
            ("other", "beside"),
            ("measure", "compared by"),
            ("over", "over"),
            ("pairs", "all"),
            ("fewer", "the variant has fewer"),
            ("equal", "equal"),
            ("more", "more"),
            ("median", "median"),
            ("p", "p"),
        ],
        rows=[[GridCell(text) for text in row] for row in rows],
    )


def _signs(differences):
    return (differences < 0).sum(), (differences == 0).sum(), (differences > 0).sum()


def _margins(table, names, runs):
    """Return the table of runs that reach a margin; None without variants."""
    problems = {problem_of(runs[name]) for name in names if runs[name]["upper_bound"]}
    variants = [
        name
        for name, row in runs.items()
        if is_added_by(row, VARIANTS) and problem_of(row) in problems
    ]
    if not any(runs[name]["algorithm"] != EXACT_SOLVER for name in variants):
        return None
    title = f"{table_title(table.name)}: variants beside the paper's learners"
    ran = [name for name in names if problem_of(runs[name]) in problems]
    name = f"{table.paper}-{table.name}"
    grid = _margin_grid(f"{name}-variants", title, [*ran, *variants], runs)
    grid.page, grid.behind = table.paper, name
    return grid


def _margin_grid(name, title, names, runs):
    shown = [name for name in names if runs[name]["algorithm"] != EXACT_SOLVER]
    found = zip(shown, certificates_of([runs[name] for name in shown], runs), strict=True)
    maxima, repeated = exact_maxima(runs.values()), _repeated([runs[name] for name in shown])
    rows = []
    for run, certificate in found:
        row = runs[run]
        exact = maxima.get(problem_of(row)) if row["directional_margin"] else None
        reached = _percent(row["directional_margin"], exact and exact["directional_margin"])
        cells = (
            certificate.problem,
            marked(row),
            _parameters(row),
            certificate.margin,
            reached,
            certificate.best_fraction,
            _count(row["updates"]),
            _count(row["visits"]),
            _percent(row["test_error"], "1"),
            _ending(row, bool(certificate.margin) or row["status"] in repeated),
            run,
        )
        key = (
            certificate.problem,
            ("directional", "geometric", "").index(certificate.kind),
            -float(certificate.margin or "-inf"),
            float(row["updates"] or "inf"),
        )
        rows.append((key, [GridCell(text) for text in cells]))
    return Grid(
        name=name,
        title=title,
        note="Margins are directional, but geometric for LIBSVM and LIBLINEAR. The maximum is the "
        "exact solver's. Certified is the fraction of the smallest bound ‖a‖/Σα of all runs on the "
        "same problem. The largest margin comes first; geometric margins come last. ★: a variant."
        + "".join(f"\n\n{status}: {reason}" for status, reason in repeated.items()),
        groups=[("", 11)],
        columns=[
            ("problem", "problem"),
            ("learner", "learner"),
            ("parameters", "parameters"),
            ("margin", "margin"),
            ("fraction", "of the maximum (%)"),
            ("certified", "certified (%)"),
            ("updates", "updates"),
            ("visits", "visits"),
            ("test-errors", "test errors (%)"),
            ("status", "status"),
            ("run", "run"),
        ],
        rows=[cells for _, cells in sorted(rows, key=lambda row: row[0])],
    )


def _ending(row, is_known):
    """Return a run's status if the reason is known, otherwise the reason."""
    return row["status"] if is_known else row["reason"] or row["status"]


def _repeated(rows):
    """Return status -> reason, where several runs have the status, all alike and without margin."""
    alike = {}
    for row in rows:
        has_margin = bool(row["directional_margin"] or row["geometric_margin"])
        alike.setdefault(row["status"], []).append((has_margin, row["reason"]))
    return {
        status: own[0][1]
        for status, own in alike.items()
        if len(own) > 1 and len(set(own)) == 1 and not own[0][0] and own[0][1]
    }


def _errors(table, names, runs, online):
    """Return the table of online runs or of runs on several draws; None without variants."""
    measured = {}
    for (run, epoch, hypothesis, label), rows in online.items():
        if label == "all" and run in runs:
            measured.setdefault(run, {})[int(epoch), hypothesis] = rows
    shown = [name for name in names if name in measured]
    protocols = {protocol_of(runs[name]) for name in shown}
    variants = [
        name
        for name, row in runs.items()
        if is_added_by(row, VARIANTS) and protocol_of(row) in protocols
    ]
    if not variants:
        return None
    drawn = any(
        "fraction_of_maximum" in rows[0] for name in shown for rows in measured[name].values()
    )
    columns, cells_of = (_DRAWN, _drawn_cells) if drawn else (_ONLINE, _online_cells)
    rows = []
    for run in [*shown, *variants]:
        row = runs[run]
        whole = row["status"] == Status.COMPLETED
        numbers = cells_of(measured[run]) if whole else [""] * len(columns)
        cells = (row["data"], marked(row), _parameters(row), *numbers, _ending(row, whole), run)
        rows.append([GridCell(text) for text in cells])
    return Grid(
        name=f"{table.paper}-{table.name}-variants",
        page=table.paper,
        behind=f"{table.paper}-{table.name}",
        title=f"{table_title(table.name)}: variants beside the paper's learners",
        note="Averages over the draws, of runs that completed all. ★: a variant."
        if drawn
        else "★: a variant. Test errors are in %, averages over the permutations, after the first "
        "and the last epoch. Updates are up to the last epoch.",
        groups=[("", 5 + len(columns))],
        columns=[
            ("data", "data"),
            ("learner", "learner"),
            ("parameters", "parameters"),
            *columns,
            ("status", "status"),
            ("run", "run"),
        ],
        rows=rows,
    )


_ONLINE = [
    *((f"first-{h}", f"{h}, first epoch") for h in HYPOTHESES),
    *((f"end-{h}", f"{h}, last epoch") for h in HYPOTHESES),
    ("updates", "updates"),
]
_DRAWN = [("fraction", "of the maximum (%)"), ("updates", "updates")]


def _online_cells(measured):
    epochs = sorted({epoch for epoch, _ in measured})
    ends = [(epoch, h) for epoch in (epochs[0], epochs[-1]) for h in HYPOTHESES]
    errors = [_mean(measured.get(end, []), "test_error", 100, 2) for end in ends]
    return [*errors, _mean(measured.get((epochs[-1], "last"), []), "updates", 1, 0)]


def _drawn_cells(measured):
    (rows,) = measured.values()
    return [_mean(rows, "fraction_of_maximum", 100, 2), _mean(rows, "updates", 1, 0)]


def _mean(rows, column, scale, decimals):
    values = [Decimal(row[column]) for row in rows if row[column]]
    return f"{scale * mean(values):,.{decimals}f}" if values else ""


def _parameters(row):
    given = json.loads(row["parameters"])
    if row["max_mini_epochs"] not in ("", "0"):
        given["N"] = row["max_mini_epochs"]
    return ", ".join(f"{key} = {value_text(value)}" for key, value in given.items())


def _percent(margin, maximum):
    return f"{100 * Decimal(margin) / Decimal(maximum):.3f}" if margin and maximum else ""


def _count(text):
    return f"{int(text):,}" if text else ""
