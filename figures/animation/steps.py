"""What a learner does, update by update: the library's own runs, each ended after one update more.

A run of many updates has all of the first ALL_UP_TO, and then ever fewer.
"""

import warnings
from functools import cache
from typing import NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from figures.animation.errors import AnimationError
from figures.animation.learners import with_settings
from maxmargin import MaximumMargin
from maxmargin.statuses import FAILED

ALL_UP_TO = 60
GROWTH = 1.1  # of the updates from one step to the next
MOST_UPDATES = 100_000  # of a run


class Step(NamedTuple):
    """The state of a run after an update, lengths in the units of the patterns.

    updates: made so far; t: the rule's; visits: patterns presented so far. pattern: the last one
    presented, counted from 0; product: its label·(w·x + b) with the weight before the update;
    lowered: whether the update took away some of it. All three are None before the first update.
    weight: w, (2,); threshold: b. margin: the directional margin; band: the geometric one, the
    distance from the line to the nearest pattern; bound: ‖a‖/Σα. nan for a weight of 0.
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
    """steps: a list of `Step`s. model: the learner, fitted to the end. maximum_margin: the maximum
    directional margin.
    """

    steps: list
    model: object
    maximum_margin: float


def recorded(cls, parameters, problem):
    """The `Recording` of a learner on a Problem.

    cls, parameters: its class, and some of its parameters, as in `with_settings`. Raises
    AnimationError if no line separates the patterns, or the learner does nothing with them.
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
        except Exception as error:  # the rule is the user's code, and so are the parameters
            said = " ".join((str(error).strip() or type(error).__name__).splitlines()[:2])
            raise AnimationError(f"{cls.__name__} does not run on these patterns: {said}") from None
    return Recording(steps, model, maximum.directional_margin_)


def counts(end):
    """The updates after which there is a step, from 1 to the end, if there are any."""
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
    """The `Step`s of a model whose run makes `end` updates."""
    X, labels = problem.X, problem.y

    @cache
    def after(updates):
        return _after(updates, model, problem) if updates else (_start(model, problem), no_duals)

    no_duals = np.zeros(len(X))
    steps = [after(0)[0]]
    for updates in counts(end):
        (old, old_duals), (new, duals) = after(updates - 1), after(updates)
        products = labels * (X @ old.weight + old.threshold)
        k = int(products.argmin() if model.worst_first else (new.visits - 1) % len(X))
        lowered = bool(model.rule.ADDITIVE and duals[k] < old_duals[k])
        steps.append(new._replace(pattern=k, product=float(products[k]), lowered=lowered))
    return steps


def _after(updates, model, problem):
    """(`Step` without its pattern, duals) once so many updates are made, one or more."""
    ended = clone(model).set_params(max_updates=updates).fit(problem.X, problem.y)
    t = ended.n_updates_ + model.rule.STARTS_FROM_FIRST_PATTERN
    margins = ended.directional_margin_, ended.geometric_margin_, ended.margin_upper_bound_
    weight = ended.coef_[0], float(ended.intercept_[0])
    return Step(updates, t, ended.n_visits_, None, None, None, *weight, *margins), ended.dual_coef_


def _start(model, problem):
    """The `Step` before the first update, of which the library keeps no record: a = 0 or y_1."""
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
