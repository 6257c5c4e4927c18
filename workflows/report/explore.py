"""Collects the data of the report's page Explore: every run with a margin, and the overview."""

from collections import Counter
from shlex import quote

from analyses.first_choice.table import directional_maxima
from analyses.overview.best import best_of
from figures.learner_styles import distinct_styles_of, styles_of
from records.analysis_files import CLAIMS, EVIDENCE, OVERVIEW, OVERVIEW_TIMINGS
from records.entries import OWN_DATA, VARIANTS, is_added_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.run_files import CURVES, RUNS
from workflows.report.cells import anchor, command

WELL_KNOWN = ("MICRA", "PerceptronWithMargin", "AggressiveROMMA", "ALMA", "Margitron")
THINNED = 1.25  # the updates of successive points of a curve grow at least by this factor
DIGITS = 6
MEASURES = ("updates", "visits", "epochs", "seconds")
SYMBOLS = {  # matplotlib's marker -> plotly's symbol
    "s": "square",
    "^": "triangle-up",
    "v": "triangle-down",
    "D": "diamond",
    "o": "circle",
    "P": "cross",
    "h": "hexagon",
    "X": "x",
    "<": "triangle-left",
    ">": "triangle-right",
    "d": "diamond-tall",
    "p": "pentagon",
    "*": "star",
}
POINT = ("updates", "visits", "epochs", "directional_margin", "upper_bound")


def explored(results, configfile):
    """Return the data of the page Explore, as a dict for JSON.

    Parameters
    ----------
    results : Results
        The results of the workflow.
    configfile : str
        The path of the config that the results were made from.

    Returns
    -------
    dict
        problems: name and maximum margin, null if unknown. runs: dicts; problem is an index into
        problems, curve a list of points with the columns POINT, and own says whether the run is of
        a variant or on the user's own data. variants: the names of the user's variants. first: the
        learners that the page shows first. styles: learner -> colour and symbol. overview: null, or
        the problems with entries and R/γ, and the least cost of each learner.
    """
    runs = [row for row in results.rows(RUNS) if row["directional_margin"]]
    problems, curves, cells = {}, _curves(results), _cells(results)
    shown = []
    for row in runs:
        place = problems.setdefault(problem_of(row), len(problems))
        own = {key: row[key] for key in ("run", "algorithm", "status")}
        own |= {"problem": place, "parameters": row["parameters"].strip("{}").replace('"', "")}
        own |= {key: _number(row[key]) for key in POINT}
        own["seconds"] = _number(results.seconds.get(row["run"], ""))
        own["curve"] = curves.get(row["run"], [])
        repeats = f"python -m workflows.repeat --run {row['run']}"
        own["own"] = is_added_by(row, VARIANTS) or is_added_by(row, OWN_DATA)
        repeats += f" --configfile {quote(configfile)}" if own["own"] else ""
        own["page"], own["command"] = cells.get(row["run"], ("", repeats))
        shown.append(own)
    overview = _overview(results)
    learners = {row["algorithm"] for row in runs} | set(overview["learners"] if overview else ())
    variants = {row["algorithm"] for row in runs if is_added_by(row, VARIANTS)} - {EXACT_SOLVER}
    maxima = exact_maxima(results.rows(RUNS))
    first = _first(variants, {row["algorithm"] for row in runs})
    styles = styles_of(sorted(learners))
    # No variant has the colour of another learner that is shown first.
    ordered = sorted(first, key=lambda name: name in variants)
    for name, style in distinct_styles_of(ordered).items():
        styles[name] = styles[name]._replace(colour=style.colour)
    return {
        "problems": [
            {"name": name, "maximum": _number(maxima[problem]["directional_margin"])}
            if problem in maxima
            else {"name": name, "maximum": None}
            for problem, name in zip(problems, _names(problems), strict=True)
        ],
        "runs": shown,
        "variants": sorted(variants),
        "first": first,
        "styles": {
            name: {"colour": style.colour, "symbol": SYMBOLS[style.marker]}
            for name, style in styles.items()
        },
        "overview": overview,
    }


def _first(variants, algorithms):
    """Return the variants, and the well-known learners that ran or, without these, some others."""
    known = [name for name in WELL_KNOWN if name in algorithms]
    return [*sorted(variants), *(known or sorted(algorithms - variants)[: len(WELL_KNOWN)])]


def _curves(results):
    """Return run -> points with the columns POINT; thinning never drops a run's last point."""
    curves = {}
    for row in results.rows(CURVES):
        curves.setdefault(row["run"], []).append(row)
    found = {}
    for run, rows in curves.items():
        points, least = [], 0.0
        for row in rows:
            if float(row["updates"] or 0) >= least or row is rows[-1]:
                points.append([_number(row[key]) for key in POINT])
                least = THINNED * max(1.0, float(row["updates"] or 0))
        found[run] = points
    return found


def _cells(results):
    """Return run -> (address of the first cell that shows it, command that repeats the cell)."""
    found = {}
    for row in (*results.rows(CLAIMS), *results.rows(EVIDENCE)):
        place = [row[key] for key in ("paper", "table", "row", "column")]
        found.setdefault(row["run"], (f"{row['paper']}.html#{anchor(*place)}", command(*place)))
    return found


def _overview(results):
    rows = [row for row in results.rows(OVERVIEW) if row["learner"]]
    if not rows:
        return None
    directional = directional_maxima(rows)
    places = {row["problem"]: row for row in rows}
    best = {}
    for (problem, learner, measure, part), value in best_of(
        rows, results.rows(OVERVIEW_TIMINGS)
    ).items():
        own = best.setdefault(f"{measure} {part}", [])
        own.append([problem, learner, float(f"{value:.{DIGITS}g}")])
    return {
        "problems": [
            {
                "name": name,
                "entries": int(row["entries"]),
                "hardness": float(row["radius"]) / directional[name],
            }
            for name, row in places.items()
        ],
        "learners": list(dict.fromkeys(row["learner"] for row in rows)),
        "best": best,
    }


def _names(problems):
    """Yield the name of each problem; equal names get a number."""
    names, seen = [_name(problem) for problem in problems], Counter()
    for name in names:
        seen[name] += 1
        yield name if names.count(name) == 1 else f"{name} ({seen[name]})"


def _name(problem):
    """Return the name of a problem, such as "sonar, ρ = 1"."""
    parts = [problem.data]
    parts += [f"ρ = {problem.augment:g}"] if problem.augment else []
    parts += [f"Δ = {problem.extend:g}"] if problem.extend else []
    parts += ["selected by the pocket algorithm"] if problem.pocket else []
    parts += [" ".join(str(value) for _, value in problem.kernel)] if problem.kernel else []
    parts += [f"p = {problem.norm[0]:g}"] if problem.norm else []
    return ", ".join(parts)


def _number(text):
    """Return a number rounded to DIGITS digits, None for an empty or infinite value."""
    return float(f"{float(text):.{DIGITS}g}") if text not in ("", None, "nan", "inf") else None
