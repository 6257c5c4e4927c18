"""Records what a learner does, update by update, from the library's own runs.

Each run ends one update later than the run before. A run of many updates has all of the first
ALL_UP_TO as steps, and then ever fewer.
"""

import warnings
from functools import cache
from typing import NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from data.commands import with_bar
from figures.animation.errors import AnimationError
from figures.animation.learners import with_settings
from maxmargin import MaximumMargin
from maxmargin.statuses import FAILED

ALL_UP_TO = 60
GROWTH = 1.1  # factor of the updates from one step to the next, after ALL_UP_TO
MOST_UPDATES = 100_000  # limit of a run


class Step(NamedTuple):
    """The state of a run after an update, with lengths in the units of the patterns.

    Attributes
    ----------
    updates, t, visits : int
        The updates made, the rule's t, and the patterns presented up to this step.
    pattern : int or None
        The last pattern presented, from 0; None before the first update.
    product : float or None
        label·(w·x + b) of this pattern, with the weight before the update.
    lowered : bool or None
        Whether the update took away a part of the pattern.
    weight : array of shape (2,)
        w.
    threshold : float
        b.
    margin, band, bound : float
        The directional margin; the geometric margin, which is the distance from the line to the
        nearest pattern; and ‖a‖/Σα. They are nan for a weight of 0.
    """

    updates: int
    t: int
    visits: int
    pattern: int | None
    product: float | None
    lowered: bool | None
    weight: np.ndarray
    threshold: float
    margin: float
    band: float
    bound: float


class Recording(NamedTuple):
    """The recorded steps of a learner.

    `steps` is a list of `Step`. `model` is the learner, fitted to the end. `maximum_margin` is the
    maximum directional margin.
    """

    steps: list
    model: object
    maximum_margin: float


def recorded(cls, parameters, problem):
    """Return the `Recording` of a learner on a Problem.

    `cls` is the learner's class and `parameters` are some of its parameters, as in `with_settings`.
    Raise AnimationError if no line separates the patterns or the learner does not run on them.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        try:
            maximum = _maximum(problem, parameters["augment"])
            model = with_settings(cls, parameters, maximum, problem.X, problem.y, MOST_UPDATES)
            if not model.coef_.any():
                raise AnimationError(f"{cls.__name__} never changes its weight, which is 0.")
            if model.status_ == FAILED:
                raise AnimationError(f"{cls.__name__} fails: {model.failure_}")
            steps = _steps(model, problem, model.n_updates_)
        except AnimationError:
            raise
        except Exception as error:  # the rule and the parameters are the user's
            why = " ".join((str(error).strip() or type(error).__name__).splitlines()[:2])
            raise AnimationError(f"{cls.__name__} does not run on these patterns: {why}") from None
    return Recording(steps, model, maximum.directional_margin_)


def counts(end):
    """Return the numbers of updates after which there is a step, from 1 to the end."""
    shown = list(range(1, min(end, ALL_UP_TO) + 1))
    while shown and shown[-1] < end:
        shown.append(min(end, int(GROWTH * shown[-1])))
    return shown


def _maximum(problem, augment):
    maximum = MaximumMargin(augment=augment).fit(problem.X, problem.y)
    if not maximum.directional_margin_ > 0.0:
        line = "line" if augment else "line through the origin"
        advice = "" if augment else "; augment=1 allows lines that are not through it"
        raise AnimationError(f"no {line} separates the two classes of {problem.name}{advice}.")
    return maximum


def _steps(model, problem, end):
    """Return the steps of a model with a run of `end` updates."""
    X, labels = problem.X, problem.y

    @cache
    def after(updates):
        return _after(updates, model, problem) if updates else (_start(model, problem), no_duals)

    no_duals = np.zeros(len(X))
    steps = [after(0)[0]]
    for updates in with_bar(counts(end), "step"):
        (old, old_duals), (new, duals) = after(updates - 1), after(updates)
        products = labels * (X @ old.weight + old.threshold)
        k = int(products.argmin() if model.worst_first else (new.visits - 1) % len(X))
        lowered = bool(model.rule.ADDITIVE and duals[k] < old_duals[k])
        steps.append(new._replace(pattern=k, product=float(products[k]), lowered=lowered))
    return steps


def _after(updates, model, problem):
    """Return the `Step` without its pattern, and the duals, after one or more updates."""
    ended = clone(model).set_params(max_updates=updates).fit(problem.X, problem.y)
    t = ended.n_updates_ + model.rule.STARTS_FROM_FIRST_PATTERN
    margins = ended.directional_margin_, ended.geometric_margin_, ended.margin_upper_bound_
    weight = ended.coef_[0], float(ended.intercept_[0])
    return Step(updates, t, ended.n_visits_, None, None, None, *weight, *margins), ended.dual_coef_


def _start(model, problem):
    """Return the `Step` before the first update (a = 0 or y_1), which no run records."""
    begun, rho = int(model.rule.STARTS_FROM_FIRST_PATTERN), model.augment
    weight, threshold = np.zeros(2), 0.0
    if begun:
        weight, threshold = problem.y[0] * problem.X[0], problem.y[0] * rho**2
    least = (problem.y * (problem.X @ weight + threshold)).min()
    plain, norm = np.linalg.norm(weight), np.linalg.norm([*weight, begun * rho])
    with np.errstate(invalid="ignore", divide="ignore"):
        margins = np.divide(least, (norm, plain))
    bound = norm if begun else np.nan
    return Step(0, begun, 0, None, None, None, weight, float(threshold), *margins, bound)
