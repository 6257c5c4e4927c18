"""Writes the findings about the user's variants and the user's own data."""

from collections import Counter
from math import inf

from analyses.variants.fronts import ALONE, BEHIND, FEWEST, TIE, TIED, fronts_of, percent, stretches
from analyses.variants.paired import FEWEST_PAIRS, LEVEL, comparisons
from records.entries import OWN_DATA, VARIANTS, is_added_by
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import LIMITS, Status
from workflows.report.finding import Finding, listed, numbered

FIGURE = "index.html#figure-variants"
ALIKE = 1e-5  # margins with a smaller relative difference count as equally near
MARKS = (0.9, 0.99, 0.999)  # fractions of the maximum at which own data are described


def variants(results):
    """Return a finding that compares the variants' fronts with those of the other learners."""
    runs = list(results.runs.values())
    names = dict.fromkeys(run["algorithm"] for run in runs if is_added_by(run, VARIANTS))
    names.pop(EXACT_SOLVER, None)
    if not names:
        return None
    found = [_of_variant(name, runs, set(names) - {name}) for name in names]
    found += _tested(results)
    return Finding(listed(names), "\n\n".join(found), FIGURE)


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
        elif reasons := [run["reason"] for run in own if run["status"] == Status.INSEPARABLE]:
            # The last ones are of solvers with a threshold.
            texts.append(f"On {problem.data}: {reasons[-1]}")
        elif problem not in maxima:
            texts.append(f"On {problem.data}, the maximum margin was not found.")
        elif not ended:
            texts.append(f"On {problem.data}, no learner converged: a larger budget may help.")
        else:
            texts += _of_data(problem.data, ended, maxima[problem])
            texts += _of_errors([*_converged(own), maxima[problem]])
    return Finding("Your data", " ".join(texts), FIGURE) if texts else None


def _of_data(name, runs, maximum):
    """Yield sentences on the converged runs on a data set. maximum: the exact solver's run."""
    best = _cheapest_of_the_nearest(runs)
    yield (
        f"On {name}, {best['algorithm']} reached {_percent(best, maximum)} % of the maximum margin "
        f"in {_count(best)} updates. Of the runs that converged and count updates, none came "
        f"nearer by more than {100 * ALIKE:g} %, and none came as near with fewer."
    )
    yield from _at_marks(fronts_of(runs, _margin(maximum)))


def _of_errors(runs):
    """Yield a sentence on the fewest test errors of converged runs."""
    tested = [run for run in runs if run["test_error"]]
    if tested:
        least = min(float(run["test_error"]) for run in tested)
        names = {run["algorithm"] for run in tested if float(run["test_error"]) == least}
        who = f"{len(names)} learners" if len(names) > 1 else names.pop()
        yield f"{who} made the fewest test errors, {100 * least:.3g} %."


def _at_marks(fronts):
    """Yield a sentence on the fronts that need the fewest updates to each of MARKS."""
    texts = []
    for mark in MARKS:
        updates = {name: float(front.updates_at(mark)) for name, front in fronts.items()}
        least = min(updates.values())
        if least < inf:
            first = sorted((n for n in updates if updates[n] <= TIE * least), key=updates.get)
            texts.append(f"to {100 * mark:g} %, about {least:,.0f} by {listed(first, 'or')}")
    if texts:
        fewest = "; ".join(texts)
        yield f"Between runs, the fronts estimate the updates. The fewest are: {fewest}."


def _of_variant(name, runs, variants):
    """Return paragraphs on a variant's fronts, in detail where it came nearest and least near.

    variants: the other variants, with which it is not compared.
    """
    of_problems = {}
    for run in runs:
        if run["algorithm"] not in variants:
            of_problems.setdefault(problem_of(run), []).append(run)
    maxima, best = exact_maxima(runs), {}
    for problem in maxima:
        own = [r for r in _converged(of_problems[problem]) if r["algorithm"] == name]
        if own := [run for run in own if _margin(run) > 0]:
            best[problem] = _cheapest_of_the_nearest(own)
    if not best:
        return _why_not(name, [run for run in runs if run["algorithm"] == name], maxima)
    parts = {problem: _margin(run) / _margin(maxima[problem]) for problem, run in best.items()}
    places = {
        problem: stretches(name, fronts_of(of_problems[problem], _margin(maxima[problem])))
        for problem, run in best.items()
        if _counts_updates(run)
    }
    shown = dict.fromkeys((max(parts, key=parts.get), min(parts, key=parts.get)))
    texts = [_counted(name, places)] if len(places) > len(shown) else []
    for problem in shown:
        sentences = [_reached(name, best[problem], maxima[problem])]
        if problem in places:
            sentences += _along(places[problem])
            sentences += _beyond(name, of_problems[problem], best[problem])
        texts.append(" ".join(sentences))
    return "\n\n".join(texts)


def _why_not(name, runs, maxima):
    """Return why a variant converged on no problem, or the largest part of a maximum it reached."""
    failed = Counter(run["reason"] for run in runs if run["status"] == Status.FAILED)
    if not failed:
        text = f"{name} converged on no problem whose maximum margin is known."
        reached = [r for r in runs if problem_of(r) in maxima and r["directional_margin"]]
        best = max(reached, key=lambda r: _margin(r) / _margin(maxima[problem_of(r)]), default=None)
        if best and _margin(best) > 0:
            part = _percent(best, maxima[problem_of(best)])
            text += f" It came nearest on {best['data']}, to {part} % of the maximum margin."
        return text
    ((reason, _),) = failed.most_common(1)
    count = "All" if failed.total() == len(runs) else f"{failed.total()} of {len(runs)}"
    return f"{count} runs of {name} failed. {reason}"


def _counted(name, places):
    """Return a sentence on how many problems the variant's front is the best. places: stretches."""
    along = {problem: {stretch.place for stretch in own} for problem, own in places.items()}
    whole = sum(own <= {FEWEST, ALONE} for own in along.values())
    partly = sum(bool(own & {FEWEST, ALONE}) for own in along.values()) - whole
    return (
        f"Of {numbered(len(along), 'problem')}, {name}'s front needs the fewest updates all along "
        f"on {whole}, in part on {partly}, and nowhere on {len(along) - whole - partly}."
    )


def _reached(name, best, maximum):
    text = f"{name} reached {_percent(best, maximum)} % of the maximum margin on {best['data']}"
    if _counts_updates(best):
        return f"{text}, in {_count(best)} updates."
    return f"{text}. It counts no updates, so it is not compared with others."


def _tested(results):
    """Yield sentences on the paired tests of variants, with the number of tests."""
    found = comparisons(results)
    tested = [one for one in found if one.p is not None]
    if tested:
        clear = [one for one in tested if one.p < LEVEL]
        better = sum(one.rank_sum < 0 for one in clear)
        yield (
            "Signed-rank tests over problems, draws or permutations, each of a variant beside one "
            f"learner: {len(tested)}. The variant is better in {better} and worse in "
            f"{len(clear) - better}, with p < {LEVEL:g}; by chance alone, about "
            f"{LEVEL * len(tested):.2g} would have such a p."
        )
    elif found:
        yield (
            f"No signed-rank test was made: none of {numbered(len(found), 'comparison')} has "
            f"{FEWEST_PAIRS} or more unequal pairs of problems, draws or permutations."
        )


def _along(found):
    """Yield sentences on the places of a variant's front. found: its stretches."""
    low, high = found[0].low, found[-1].high
    if low == high:
        yield f"Its front has only this run. It {_place(found[0].place, found)}."
        return
    yield f"Its front begins at {percent(low)} %, and is an estimate between its runs."
    for place in dict.fromkeys(stretch.place for stretch in found):
        own = [stretch for stretch in found if stretch.place == place]
        ends = [f"from {percent(one.low)} to {percent(one.high)} %" for one in own]
        where = listed(ends) if len(found) > 1 else "all along"
        yield f"{where.capitalize()}, it {_place(place, own)}."


def _place(place, found):
    """Return the words for a place among the fronts. found: its stretches."""
    if place == ALONE:
        return "has no other front beside it"
    others = listed(dict.fromkeys(name for one in found for name in one.others), "or")
    if place == TIED:
        return f"ties with the best other front, of {others}"
    ratios = [ratio if place == BEHIND else 1 / ratio for one in found for ratio in one.ratios]
    times = " to ".join(dict.fromkeys(f"{ratio:.3g}" for ratio in (min(ratios), max(ratios))))
    if place == BEHIND:
        return f"needs {times} times the updates of the best other front, of {others}"
    return f"needs the fewest updates; the next front, of {others}, needs {times} times as many"


def _beyond(name, runs, best):
    """Yield sentences on who came nearer than a variant, and on what limits stopped."""
    reached = [
        run
        for run in runs
        if run["algorithm"] not in (name, EXACT_SOLVER)
        and run["status"] != Status.FAILED  # exact arithmetic may have refuted its margin
        and run["directional_margin"]
        and _margin(run) > 0
    ]
    others = {run["algorithm"] for run in reached}
    nearer = {run["algorithm"] for run in reached if not _is_as_near(best, run)}
    if len(others) == 1:
        came = "nearer" if nearer else "no nearer"
        only = f"{min(others)}, the only other learner with a margin above 0 there"
        yield f"{only}, came {came} to the maximum."
    elif others:
        came = f"{len(nearer) or 'none'} came nearer to the maximum"
        yield f"Of the {len(others)} other learners with a margin above 0 there, {came}."
    stopped = [run for run in runs if run["status"] in LIMITS and run["algorithm"] != EXACT_SOLVER]
    if not stopped:
        yield "The budget stopped no run there, so a larger budget would change nothing."
        return
    own = sum(run["algorithm"] == name for run in stopped)
    theirs = len(stopped) - own
    where = f" at {min(map(_updates, stopped)):,} updates or more"
    known = all(run["updates"] for run in stopped)
    yield (
        f"The budget stopped {own or 'none'} of its runs there, and {theirs or 'none'} of other "
        f"learners. A larger budget could add runs to the fronts{where if known else ''}."
    )


def _cheapest_of_the_nearest(runs):
    nearest = max(runs, key=_margin)
    return min((run for run in runs if _is_as_near(run, nearest)), key=_updates)


def _is_as_near(run, other):
    return _margin(run) >= _margin(other) * (1 - ALIKE)


def _percent(run, maximum):
    """Return a margin in percent of the maximum, as text. Rounding may lift it above 100."""
    return percent(min(_margin(run) / _margin(maximum), 1.0))


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
