"""Writes the findings about the user's variants and the user's own data."""

from collections import Counter

from records.entries import OWN_DATA, VARIANTS, is_added_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status
from workflows.report.finding import Finding

FIGURE = "index.html#figure-variants"
ALIKE = 1e-5  # margins with a smaller relative difference count as equally near


def variants(results):
    """Return a finding on the variants' margins, and on learners that need fewer updates."""
    runs = list(results.runs.values())
    names = dict.fromkeys(run["algorithm"] for run in runs if is_added_by(run, VARIANTS))
    names.pop(EXACT_SOLVER, None)
    found = [_of_variant(name, runs) for name in names]
    return Finding(" and ".join(names), " ".join(found), FIGURE) if found else None


def own_data(results):
    """Return a finding on the learners nearest to the maximum margin on the user's own data."""
    runs = [run for run in results.runs.values() if is_added_by(run, OWN_DATA)]
    maxima, texts = exact_maxima(results.runs.values()), []
    for problem in dict.fromkeys(map(problem_of, runs)):
        own = [run for run in runs if problem_of(run) == problem]
        ended = [run for run in _converged(own) if _counts_updates(run)]
        unavailable = [run for run in own if run["status"] == Status.UNAVAILABLE]
        if len(unavailable) == len(own):
            texts.append(f"{problem.data} could not be read: {unavailable[0]['reason']}")
        elif any(run["status"] == Status.INSEPARABLE for run in own):
            texts.append(f"On {problem.data}, no weight separates the classes: set extend above 0.")
        elif problem not in maxima:
            texts.append(f"On {problem.data}, the maximum margin was not found.")
        elif not ended:
            texts.append(f"On {problem.data}, no learner converged: a larger budget may help.")
        else:
            texts += _of_data(problem.data, ended, maxima[problem])
    return Finding("Your data", " ".join(texts), FIGURE) if texts else None


def _of_data(name, runs, maximum):
    """Yield sentences on the converged runs on a data set. maximum: the exact solver's run."""
    best = _cheapest_of_the_nearest(runs)
    yield (
        f"On {name}, {best['algorithm']} reached {_percent(best, maximum)} % of the maximum margin "
        f"in {_count(best)} updates. No learner came nearer, and no other came as near with fewer."
    )
    tested = [run for run in runs if run["test_error"]]
    if tested:
        least = min(float(run["test_error"]) for run in tested)
        names = {run["algorithm"] for run in tested if float(run["test_error"]) == least}
        who = f"{len(names)} learners" if len(names) > 1 else names.pop()
        yield f"{who} made the fewest test errors, {100 * least:.3g} %."


def _of_variant(name, runs):
    """Return sentences on the variant's best and worst problem, by the fraction reached."""
    all_runs, runs = runs, _converged(runs)
    maxima, own = exact_maxima(runs), {}
    for run in runs:
        if run["algorithm"] == name and problem_of(run) in maxima and _margin(run) > 0:
            own.setdefault(problem_of(run), []).append(run)
    if not own:
        return _why_not(name, [run for run in all_runs if run["algorithm"] == name])
    # Learners that count no updates, as classifiers, are compared by margins alone.
    best = {problem: _cheapest_of_the_nearest(of_it) for problem, of_it in own.items()}
    parts = {problem: _margin(run) / _margin(maxima[problem]) for problem, run in best.items()}
    extremes = dict.fromkeys((max(parts, key=parts.get), min(parts, key=parts.get)))
    return " ".join(
        _on_problem(
            name, best[problem], maxima[problem], [r for r in runs if problem_of(r) == problem]
        )
        for problem in extremes
    )


def _why_not(name, runs):
    """Return why a variant converged on no problem: the most common reason of its failures."""
    failed = Counter(run["reason"] for run in runs if run["status"] == Status.FAILED)
    if not failed:
        return f"{name} converged on no problem whose maximum margin is known."
    ((reason, _),) = failed.most_common(1)
    count = "All" if failed.total() == len(runs) else f"{failed.total()} of {len(runs)}"
    return f"{count} runs of {name} failed. {reason}"


def _on_problem(name, best, maximum, runs):
    """Return a sentence that compares the variant's best run on a problem with other learners."""
    part = _percent(best, maximum)
    text = f"{name} reached {part} % of the maximum margin on {best['data']}"
    if not _counts_updates(best):
        return f"{text}. It counts no updates, so it is not compared with others."
    text += f" in {_count(best)} updates; "
    others = [run for run in runs if _counts_updates(run) and run["algorithm"] != name]
    others = [run for run in others if not is_added_by(run, VARIANTS)]
    if not others:
        return f"{text}no other learner ran on it."
    as_near = [run for run in others if _is_as_near(run, best)]
    if not as_near:
        count = len({run["algorithm"] for run in others})
        return f"{text}none of the {count} other learners came as near."
    least = min(as_near, key=_updates)
    if _updates(least) > _updates(best):
        return (
            f"{text}no other learner came as near with fewer; {least['algorithm']} needed "
            f"{_count(least)}."
        )
    return f"{text}{least['algorithm']} came as near in {_count(least)}."


def _cheapest_of_the_nearest(runs):
    nearest = max(runs, key=_margin)
    return min((run for run in runs if _is_as_near(run, nearest)), key=_updates)


def _is_as_near(run, other):
    return _margin(run) >= _margin(other) * (1 - ALIKE)


def _percent(run, maximum):
    """Return a margin in percent of the maximum, as text that is never rounded up to 100."""
    percent = 100 * _margin(run) / _margin(maximum)
    text = f"{percent:.4g}"
    return text if text != "100" else f"{min(percent, 99.999):.3f}"


def _converged(runs):
    return [r for r in runs if r["status"] == Status.CONVERGED and r["directional_margin"]]


def _margin(run):
    return float(run["directional_margin"])


def _counts_updates(run):
    return bool(run["updates"])


def _updates(run):
    return int(run["updates"] or 0)


def _count(run):
    return f"{_updates(run):,}"
