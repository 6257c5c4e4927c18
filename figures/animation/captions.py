"""Captions of the steps of an animation: two sentences each, for students."""

from itertools import pairwise
from math import atan2, isnan

import numpy as np

LEAST_TURN = 0.05  # degrees; the caption calls a smaller turn "hardly turns"


def captions(recording, problem):
    """Return two sentences for each `Step` of a Recording on a Problem: a list of strings."""
    steps, rule = recording.steps, recording.model.rule
    start = "The weight is 0 at first. So there is no line yet, and no margin."
    if rule.STARTS_FROM_FIRST_PATTERN:
        start = f"Pattern 1 is the weight at first, as this rule asks for. {_state(steps[0])}"
    return [start] + [
        f"{_what(step, before, problem.y[step.pattern], rule)} {_change(step, before)}"
        for before, step in pairwise(steps)
    ]


def angles(steps):
    """Return the direction of each step's weight in degrees, without jumps by whole turns: (s,)."""
    directions = [atan2(step.weight[1], step.weight[0]) for step in steps]
    return np.degrees(np.unwrap(directions))


def _what(step, before, label, rule):
    update = f"Update {step.updates:,}:"
    if step.updates > before.updates + 1:
        update = f"Updates {before.updates + 1:,} to {step.updates:,} in one step; in the last,"
    where = "is nearer to the line than the rule wants"
    if step.lowered:
        where = "is farther from the line than the rule wants"
    elif isnan(before.margin):
        where = "is presented, and there is no line yet"
    elif step.product < 0.0:
        where = "is on the wrong side of the line"
    added = "subtracted from" if (label < 0) != step.lowered else "added to"
    done = f"it is {added} the weight"
    if step.lowered:
        done = f"some of it is {added} the weight again"
    elif not rule.ADDITIVE and before.weight.any():
        done = f"the weight is resized, and the pattern {added} it"
    return f"{update} pattern {step.pattern + 1} {where}, so {done}."


def _change(step, before):
    if isnan(before.margin) or isnan(step.margin):
        return _state(step)
    turn = abs(np.diff(angles([before, step]))[0])
    turned = f"turns by {turn:.1f}°" if turn >= LEAST_TURN else "hardly turns"
    margin = _moved(before.margin, step.margin, "grows", "falls")
    bound = _moved(before.bound, step.bound, "rises", "comes down")
    return f"The weight {turned}, the margin {margin}, and the bound {bound}."


def _state(step):
    if isnan(step.margin):
        return "There is no line, and no margin."
    return f"The margin is {step.margin:.3g}, and the bound is {step.bound:.3g}."


def _moved(old, new, up, down):
    if f"{old:.3g}" == f"{new:.3g}":
        return f"stays at {new:.3g}"
    return f"{up if new > old else down} from {old:.3g} to {new:.3g}"
