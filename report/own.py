"""How variants, and learners on the user's own data, did: a finding for the first page."""

from records.entries import OWN_DATA, VARIANTS, is_used_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status
from report.finding import Finding

FIGURE = "index.html#figure-variants"


def variants(results):
    """For each variant: how near it came to the maximum margin, and who came as near with less."""
    runs = _converged(results.runs.values())
    names = dict.fromkeys(run["algorithm"] for run in runs if is_used_by(run, VARIANTS))
    names.pop(EXACT_SOLVER, None)
    found = [text for name in names for text in [_of_variant(name, runs)] if text]
    if not found:
        return None
    return Finding(" and ".join(names), " ".join(found), FIGURE)


def own_data(results):
    """For each data set of the user: who came nearest to the maximum margin, or why nobody did."""
    runs = [run for run in results.runs.values() if is_used_by(run, OWN_DATA)]
    maxima, texts = exact_maxima(results.runs.values()), []
    for problem in dict.fromkeys(map(problem_of, runs)):
        own = [run for run in runs if problem_of(run) == problem]
        ended = [run for run in _converged(own) if run["updates"]]
        unavailable = [run for run in own if run["status"] == Status.UNAVAILABLE]
        if len(unavailable) == len(own):
            texts.append(f"{problem.data} could not be read: {unavailable[0]['reason']}")
        elif any(run["status"] == Status.INSEPARABLE for run in own):
            texts.append(f"On {problem.data} no weight separates the classes: set extend above 0.")
        elif problem not in maxima:
            texts.append(f"On {problem.data} the maximum margin was not found.")
        elif not ended:
            texts.append(f"On {problem.data} no learner converged: a larger budget may help.")
        else:
            texts += _of_data(problem.data, ended, maxima[problem])
    return Finding("Your data", " ".join(texts), FIGURE) if texts else None


def _of_data(name, runs, maximum):
    """Sentences on converged runs on a data set. maximum: the exact solver's run."""
    best = max(runs, key=lambda run: (_margin(run), -float(run["updates"])))
    part = _margin(best) / float(maximum["directional_margin"])
    yield (
        f"On {name} {best['algorithm']} came nearest to the maximum margin, with "
        f"{100 * part:.4g} % of it in {_count(best)} updates."
    )
    tested = [run for run in runs if run["test_error"]]
    if tested:
        least = min(tested, key=lambda run: float(run["test_error"]))
        error = 100 * float(least["test_error"])
        yield f"{least['algorithm']} made the fewest test errors, {error:.3g} %."


def _of_variant(name, runs):
    """Where the variant came nearest to the maximum margin: one or two sentences."""
    maxima, own = exact_maxima(runs), [run for run in runs if run["algorithm"] == name]
    own = [run for run in own if problem_of(run) in maxima and _margin(run) > 0]
    if not own:
        return f"{name} converged on no problem whose maximum margin is known."

    def part(run):
        return _margin(run) / float(maxima[problem_of(run)]["directional_margin"])

    best = max(own, key=lambda run: (part(run), -float(run["updates"] or 0)))
    problem = problem_of(best)
    others = [run for run in runs if problem_of(run) == problem and run["updates"]]
    others = [run for run in others if run["algorithm"] != name and not is_used_by(run, VARIANTS)]
    as_near = [run for run in others if _margin(run) >= _margin(best)]
    text = f"{name} reached {100 * part(best):.4g} % of the maximum margin on {problem.data}"
    text += f" in {_count(best)} updates; "
    if not others:
        return f"{text}no other learner ran there."
    if not as_near:
        count = len({run["algorithm"] for run in others})
        return f"{text}none of the {count} other learners came as near."
    least = min(as_near, key=lambda run: float(run["updates"]))
    return f"{text}{least['algorithm']} came as near with the fewest, {_count(least)}."


def _converged(runs):
    return [r for r in runs if r["status"] == Status.CONVERGED and r["directional_margin"]]


def _margin(run):
    return float(run["directional_margin"])


def _count(run):
    return f"{int(run['updates'] or 0):,}"
