"""Finds when a run's margin first was each fraction of the maximum."""

from statistics import median

from records.analysis_files import FRACTIONS
from records.models import status_of
from records.statuses import Status

TIMES = 3  # a short run is made this often, and its seconds are the median
ENOUGH_SECONDS = 0.1  # no further repetition once the repetitions have taken this long together


def measured(fitter, model, X, y, directional, done=None):
    """Return (points, seconds, status) of a run; the points are from `points_of`.

    `fitter` is a `Fitter`. A short run is repeated, and its seconds are medians, unless it used up
    its time limit. `done` is a fitted estimator to count as the first run, or None. A repetition
    that its limit cut short is left out.
    """
    runs, seconds, status = [], 0.0, None
    while status != Status.MAX_SECONDS and len(runs) < TIMES and seconds < ENOUGH_SECONDS:
        last = done if done and not runs else fitter.fit(model, X, y)
        runs.append(points_of(last, directional))
        seconds += runs[-1][-1][-1]
        status = status or status_of(last)
    runs = [run for run in runs if len(run) == len(runs[0])]
    points = []
    for place, (margin, bound, updates, visits, _) in enumerate(runs[0]):
        clock = median(run[place][-1] for run in runs)
        points.append((margin, bound, updates, visits, clock))
    return points, runs[0][-1][-1], status


def points_of(model, directional):
    """Return (margin, upper bound, updates, visits, seconds) along a run, or only at its end."""
    margin = "directional_margin" if directional else "geometric_margin"
    history = getattr(model, "history_", None)
    if history:
        return [
            (getattr(p, margin), p.upper_bound, p.updates, p.visits, p.seconds) for p in history
        ]
    bound = model.margin_upper_bound_
    return [(getattr(model, f"{margin}_"), bound, None, None, model.train_seconds_)]


def firsts(points, maximum):
    """Return when the margin first was each of FRACTIONS of the maximum and of its bound.

    For the maximum the dict has updates, visits and seconds, for the upper bound updates and
    seconds.
    """
    found = {}
    for text in FRACTIONS:
        fraction = float(text)
        for margin, bound, updates, visits, seconds in points:
            if margin >= fraction * maximum and f"seconds_{text}" not in found:
                found |= {f"updates_{text}": updates, f"visits_{text}": visits}
                found[f"seconds_{text}"] = seconds
            if margin >= fraction * bound and f"certified_seconds_{text}" not in found:
                found[f"certified_updates_{text}"] = updates
                found[f"certified_seconds_{text}"] = seconds
    return found
