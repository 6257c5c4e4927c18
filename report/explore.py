"""What the page of curves to explore is given: every run with a margin, and the overview."""

from collections import Counter
from shlex import quote

from analyses.first_choice.table import directional_maxima
from analyses.overview.best import best_of
from figures.looks import looks_of
from records.analysis_files import CLAIMS, OVERVIEW, OVERVIEW_TIMINGS
from records.entries import OWN_DATA, VARIANTS, is_used_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.run_files import CURVES, RUNS
from report.cells import anchor, command

WELL_KNOWN = ("MICRA", "PerceptronWithMargin", "AggressiveROMMA", "ALMA", "Margitron")
THINNED = 1.25  # from one point of a curve to the next updates grow by this factor at least
DIGITS = 6
MEASURES = ("updates", "visits", "epochs", "seconds")
SYMBOLS = {  # matplotlib's marker -> plotly's
    **{"s": "square", "^": "triangle-up", "v": "triangle-down", "D": "diamond", "o": "circle"},
    **{"P": "cross", "h": "hexagon", "X": "x", "<": "triangle-left", ">": "triangle-right"},
    **{"d": "diamond-tall", "p": "pentagon", "*": "star"},
}
POINT = ("updates", "visits", "epochs", "directional_margin", "upper_bound")


def explored(results, configfile):
    """Everything that the page shows, as one object of JSON. results: a `Results`; configfile: the
    path of the config that they were made from.

    problems: name and maximum margin, null if it is not known. runs: dicts with their place among
    problems; own: whether of a variant, or on the user's own data; curve: points of POINT.
    variants: the names of the user's own rules. first: the learners of the first view. looks:
    learner -> colour and symbol. overview: problems
    with entries and R/γ, and what each learner needs at best.
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
        own["own"] = is_used_by(row, VARIANTS) or is_used_by(row, OWN_DATA)
        repeats += f" --configfile {quote(configfile)}" if own["own"] else ""
        own["page"], own["command"] = cells.get(row["run"], ("", repeats))
        shown.append(own)
    overview = _overview(results)
    learners = {row["algorithm"] for row in runs} | set(overview["learners"] if overview else ())
    variants = {row["algorithm"] for row in runs if is_used_by(row, VARIANTS)} - {EXACT_SOLVER}
    maxima = exact_maxima(results.rows(RUNS))
    return {
        "problems": [
            {"name": name, "maximum": _number(maxima[problem]["directional_margin"])}
            if problem in maxima
            else {"name": name, "maximum": None}
            for problem, name in zip(problems, _names(problems), strict=True)
        ],
        "runs": shown,
        "variants": sorted(variants),
        "first": _first(variants, {row["algorithm"] for row in runs}),
        "looks": {
            name: {"colour": look.colour, "symbol": SYMBOLS[look.marker]}
            for name, look in looks_of(sorted(learners)).items()
        },
        "overview": overview,
    }


def _first(variants, algorithms):
    """Variants and well-known learners, as far as they ran, or else some others."""
    known = [name for name in WELL_KNOWN if name in algorithms]
    return [*sorted(variants), *(known or sorted(algorithms - variants)[: len(WELL_KNOWN)])]


def _curves(results):
    """Run -> points of POINT, thinned, the last one kept."""
    curves = {}
    for row in results.rows(CURVES):
        curves.setdefault(row["run"], []).append(row)
    found = {}
    for run, rows in curves.items():
        kept, least = [], 0.0
        for row in rows:
            if float(row["updates"] or 0) >= least or row is rows[-1]:
                kept.append([_number(row[key]) for key in POINT])
                least = THINNED * max(1.0, float(row["updates"] or 0))
        found[run] = kept
    return found


def _cells(results):
    """Run -> (the address of the first cell that shows it, the command that repeats that)."""
    found = {}
    for row in results.rows(CLAIMS):
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
    """Each problem in words; those of the same words are numbered."""
    names, seen = [_name(problem) for problem in problems], Counter()
    for name in names:
        seen[name] += 1
        yield name if names.count(name) == 1 else f"{name} ({seen[name]})"


def _name(problem):
    """A problem in words, such as "sonar, ρ = 1"."""
    parts = [problem.data]
    parts += [f"ρ = {problem.augment:g}"] if problem.augment else []
    parts += [f"Δ = {problem.extend:g}"] if problem.extend else []
    parts += ["kept by the pocket algorithm"] if problem.pocket else []
    parts += [" ".join(str(value) for _, value in problem.kernel)] if problem.kernel else []
    parts += [f"p = {problem.norm[0]:g}"] if problem.norm else []
    return ", ".join(parts)


def _number(text):
    """A number with few digits; None for none."""
    return float(f"{float(text):.{DIGITS}g}") if text not in ("", None, "nan", "inf") else None
