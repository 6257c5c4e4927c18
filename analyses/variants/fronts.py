"""Compares learners by their fronts: which front needs the fewest updates at which margin."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from figures.fronts import front_of, margin_at, position
from records.problems import EXACT_SOLVER
from records.statuses import Status

TIE = 1.05  # fronts whose updates differ by at most this factor are tied
SAMPLED = 1000  # margins at which `leaders` compares fronts
FEWEST, TIED, BEHIND, ALONE = "fewest", "tied", "behind", "alone"


class Stretch(NamedTuple):
    """A range of margins along a learner's front, on which its place among the others is the same.

    Attributes
    ----------
    low, high : float
        The ends, as fractions of the maximum margin.
    place : str
        TIED if the best other front needs as many updates within the factor TIE, FEWEST if it needs
        more, BEHIND if it needs fewer, ALONE if no other front reaches the range.
    others : tuple of str
        The learners with the best other front somewhere in the range, the longest best first; empty
        if ALONE.
    ratios : tuple of float
        The smallest and largest ratio of the learner's updates to those of the best other front;
        empty if ALONE.
    """

    low: float
    high: float
    place: str
    others: tuple
    ratios: tuple


def fronts_of(runs, maximum):
    """Return learner -> `Front`, from the converged runs that count updates.

    `runs` are rows of runs.csv on one problem, dicts, and `maximum` is its maximum margin.
    """
    points = {}
    for run in runs:
        if counts(run) and run["algorithm"] != EXACT_SOLVER:
            updates, margins = points.setdefault(run["algorithm"], ([], []))
            updates.append(int(run["updates"]))
            margins.append(min(float(run["directional_margin"]) / maximum, 1.0))
    return {learner: front_of(*own) for learner, own in points.items()}


def leaders(fronts, low):
    """Return the learners by how long their front needs the fewest updates, the longest first.

    The length is measured on the axis of margins, from `low` to the largest margin of any front.
    Learners that are nowhere first are left out. `fronts` is the result of `fronts_of`.
    """
    high = max(front.most for front in fronts.values())
    if high <= low:
        return []
    names = list(fronts)
    places = np.linspace(position(low), position(high), SAMPLED)
    first = np.argmin([fronts[name].log_updates_at(places) for name in names], axis=0)
    lengths = np.bincount(first, minlength=len(names))
    return [names[i] for i in np.argsort(-lengths, kind="stable") if lengths[i]]


def percent(margin):
    """Return a fraction of the maximum in percent, with three digits of the missing part.

    >>> print(percent(0.8739), percent(0.999663), percent(0.99), percent(1.0))
    87.4 99.9663 99 100
    """
    return f"{100 - float(f'{100 * (1 - margin):.3g}'):.10g}"


def counts(run):
    """Return whether a run converged and has a margin and a number of updates."""
    has_both = run["directional_margin"] and run["updates"]
    return run["status"] == Status.CONVERGED and bool(has_both)


def stretches(learner, fronts):
    """Return the `Stretch`es of a learner's front among others, from its smallest margin up.

    `fronts` is the result of `fronts_of`. A front with one run has one stretch, whose ends are
    equal.
    """
    own = fronts[learner]
    others = {name: front for name, front in fronts.items() if name != learner}
    cuts = _cuts(own, others)
    found = []
    for low, high in zip(cuts[:-1], cuts[1:], strict=True):
        piece = _piece(own, others, low, high)
        if found and found[-1][-1].place == piece.place:
            found[-1].append(piece)
        else:
            found.append([piece])
    return [_joined(pieces) for pieces in found]


class _Piece(NamedTuple):
    """A range of positions on which the place and the best other front are the same."""

    low: float
    high: float
    place: str
    best: str
    logs: tuple


def _piece(own, others, low, high):
    middle = (low + high) / 2
    there = {name: float(front.log_updates_at(middle)) for name, front in others.items()}
    best = min(there, key=there.get, default="")
    if not best or there[best] == np.inf:
        return _Piece(low, high, ALONE, "", ())
    # The lines are straight between cuts, so their distance is extreme at the ends. A front may end
    # at an end, so the values there are continued from inside.
    ends = middle + (np.array([low, high]) - middle) * (1 - 1e-9)
    logs = own.log_updates_at(ends) - others[best].log_updates_at(ends)
    log = float(own.log_updates_at(middle)) - there[best]
    place = TIED if abs(log) <= np.log(TIE) else BEHIND if log > 0 else FEWEST
    return _Piece(low, high, place, best, tuple(logs))


def _joined(pieces):
    lengths = {}
    for piece in pieces:
        if piece.best:
            lengths[piece.best] = lengths.get(piece.best, 0.0) + piece.high - piece.low
    logs = [log for piece in pieces for log in piece.logs]
    return Stretch(
        float(margin_at(pieces[0].low)),
        float(margin_at(pieces[-1].high)),
        pieces[0].place,
        tuple(sorted(lengths, key=lambda name: -lengths[name])),
        (float(np.exp(min(logs))), float(np.exp(max(logs)))) if logs else (),
    )


def _cuts(own, others):
    """Return the positions between which the order of all fronts, and ties, stay the same."""
    low, high = float(position(own.least)), float(position(own.most))
    if low == high:
        return np.array([low, high])
    fronts = [own, *others.values()]
    knots = np.unique(np.concatenate([position(front.margins) for front in fronts]))
    knots = np.unique([low, *knots[(knots > low) & (knots < high)], high])
    width = np.diff(knots)
    # Values at both ends of each interval, continued from inside, as fronts may end at a knot.
    left, right = knots[:-1] + 1e-9 * width, knots[1:] - 1e-9 * width
    starts = np.array([front.log_updates_at(left) for front in fronts])
    ends = np.array([front.log_updates_at(right) for front in fronts])
    cuts = [knots]
    for one, other in combinations(range(len(fronts)), 2):
        for tie in (0.0, np.log(TIE), -np.log(TIE)) if one == 0 else (0.0,):
            with np.errstate(invalid="ignore"):  # where neither front reaches
                a = starts[one] - starts[other] - tie
                b = ends[one] - ends[other] - tie
                crossing = np.isfinite(a) & np.isfinite(b) & (a * b < 0)
            a, b = a[crossing], b[crossing]
            cuts.append(knots[:-1][crossing] + a / (a - b) * width[crossing])
    return np.unique(np.concatenate(cuts))
