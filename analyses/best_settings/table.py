"""A table for a report: with which setting each learner needs the fewest updates on a problem."""

import json
from collections import Counter
from itertools import chain, count

from analyses.variants.fronts import counts, percent
from analyses.variants.marks import marked
from paper_tables.grids import Grid, GridCell
from paper_tables.parameters import value_text
from records.entries import OWN_DATA, VARIANTS, is_added_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status

PAGE = "variants"
PARTS = (0.9, 0.99)  # fractions of the maximum margin
SYMBOLS = {
    "alpha": "α",
    "beta": "β",
    "delta": "δ",
    "epsilon": "ε",
    "eta": "η",
    "lam": "λ",
    "zeta": "ζ",
}


def grids(results):
    """Return a table of a `Results` for each problem with variants or of the user's own data."""
    return best_grids(results.runs)


def best_grids(runs):
    """Return the tables from the result of `read_runs`."""
    rows = list(runs.values())
    maxima, of_problems = exact_maxima(rows), {}
    for row in rows:
        ran = row["status"] != Status.UNAVAILABLE and row["algorithm"] != EXACT_SOLVER
        if ran and problem_of(row) in maxima:
            of_problems.setdefault(problem_of(row), []).append(row)
    found = []
    for problem, own in of_problems.items():
        if any(map(counts, own)) and any(
            is_added_by(row, VARIANTS) or is_added_by(row, OWN_DATA) for row in own
        ):
            name = _unused(f"best-{problem.data}", [grid.name for grid in found])
            found.append(_grid(name, problem, own, maxima[problem]))
    return found


def _unused(name, used):
    """Return a name, with the first number from 2 on that makes it unused."""
    numbered = (f"{name}-{number}" for number in count(2))
    return next(other for other in chain([name], numbered) if other not in used)


def _grid(name, problem, rows, exact):
    learners, tried = {}, Counter(row["algorithm"] for row in rows)
    for row in filter(counts, rows):
        learners.setdefault(row["algorithm"], []).append(row)
    made, shared = [], []
    for learner, own in learners.items():
        given, varied, fixed = _parameters([row for row in rows if row["algorithm"] == learner])
        if fixed:
            named = ", ".join(
                f"{_symbol(key)} = {value_text(value)}" for key, value in fixed.items()
            )
            shared.append(f"{learner} has {named}")
        converged = f"{len(own)} of {tried[learner]}"
        symbols = "; ".join(filter(None, [", ".join(map(_symbol, varied)), converged]))
        cells, key = [f"{marked(own[0])} ({symbols})"], []
        for part in PARTS:
            reached = [row for row in own if _part(row, exact) >= part]
            best = min(reached, key=_updates, default=None)
            cells += _setting(given[best["run"]], varied, best) if best else ["–", "–"]
            key.insert(0, _updates(best) if best else float("inf"))
        most = max(_part(row, exact) for row in own)
        made.append(((*key, -most), [*cells, percent(min(most, 1.0))]))
    return Grid(
        name=name,
        title=f"Best settings on {problem.data} (ρ = {problem.augment:g}, Δ = {problem.extend:g})",
        note="For each learner, the setting tried that needs the fewest updates until it has "
        "converged with at least this fraction of the maximum margin; – if none did. The brackets "
        "have the parameters, and how many of the settings converged. ★: a variant. Learners that "
        f"count no updates are left out.{_never_converged(rows, learners)}"
        + (f" In all settings, {'; '.join(shared)}." if shared else ""),
        groups=[("", 1), *((f"{100 * part:g} % of the maximum", 2) for part in PARTS), ("", 1)],
        columns=[
            ("learner", "learner (parameters; settings)"),
            *(
                column
                for part in PARTS
                for column in ((f"setting-{part}", "setting"), (f"updates-{part}", "updates"))
            ),
            ("most", "largest reached (%)"),
        ],
        rows=[[GridCell(text) for text in cells] for _, cells in sorted(made)],
    )


def _never_converged(rows, learners):
    """Return a sentence on the learners of which no run converged, or "".

    It leaves out learners that count no updates, unless a run failed before it could.
    """
    counting = (row for row in rows if row["updates"] or row["status"] == Status.FAILED)
    names = {row["algorithm"] for row in counting} - learners.keys()
    if not names:
        return ""
    return f" Also left out, because none of their settings converged: {', '.join(sorted(names))}."


def _parameters(rows):
    """Return run -> parameters, the names of those that differ between runs, and the others."""
    given = {row["run"]: json.loads(row["parameters"]) for row in rows}
    for row in rows:
        if row["max_mini_epochs"] not in ("", "0"):
            given[row["run"]]["N"] = int(row["max_mini_epochs"])
    varied, fixed = [], {}
    for key in dict.fromkeys(key for own in given.values() for key in own):
        values = [own.get(key) for own in given.values()]
        if len(values) == 1 or any(value != values[0] for value in values):
            varied.append(key)
        elif values[0] is not None:
            fixed[key] = values[0]
    return given, varied, fixed


def _setting(parameters, varied, run):
    """Return the cells of a setting: the values of its parameters, and the updates."""
    return [", ".join(value_text(parameters.get(key)) for key in varied), f"{_updates(run):,}"]


def _symbol(key):
    return SYMBOLS.get(key, key.replace("_", " "))


def _part(row, exact):
    return float(row["directional_margin"]) / float(exact["directional_margin"])


def _updates(row):
    return int(row["updates"])
