"""Checks of a rule's runs on small problems: storages agree, runs end, and claims are true."""

import warnings
from contextlib import suppress
from math import sqrt

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from maxmargin import kernels
from maxmargin.conformance.parameters import settings
from maxmargin.conformance.problems import problems
from maxmargin.estimators.learner import learner
from maxmargin.exact.maximum_margin import MaximumMargin
from maxmargin.statuses import FAILED, STOPPED
from maxmargin.terminal import with_bar

ENOUGH_UPDATES = 2_000_000  # limit for a run with default or coarsest parameters, which has to end
LOOSE_LIMITS = {"max_updates": 100_000, "max_epochs": 10_000}  # for runs that need not end
FEW_UPDATES = 1000  # of runs that are compared with each other
FEWEST_UPDATES = 15  # of rules whose updates soon depend on rounding
TOLERANCE = 1e-9  # relative, of margins


def run_faults(rule):
    """Return the faults of the rule's runs, and remarks."""
    model = learner(rule)
    found, remarks = [], []
    for problem in with_bar(problems(), "problem"):
        found += agreement_faults(rule, model, problem)
        found += claim_faults(rule, model, problem)
        if found:
            return found, remarks
    X, y, augment, extend = problems()[0]
    counts = []
    for unit in (1.0, 4.0):  # powers of 2, which change no digit
        scaled = model(
            augment=unit * augment,
            extend=unit * extend,
            max_updates=FEW_UPDATES,
            max_epochs=FEW_UPDATES,
        )
        run = _fitted(scaled, unit * X, y)
        counts.append((run.n_updates_, run.n_visits_))
    if counts[0] != counts[1]:
        (updates, visits), (others, other_visits) = counts
        remarks.append(
            f"its parameters have units: it makes {updates} updates in {visits} visits, and with "
            f"all data 4 times as long {others} in {other_visits}; `scaled` could remove the units."
        )
    return found, remarks


def agreement_faults(rule, model, problem):
    """Check that a repeated run, other storages and the rows of a kernel give the same result."""
    X, y = problem.X, problem.y
    sources = {"once more": (X, None), "sparse ones": (sparse.csr_matrix(X), None)}
    sources["rows of a kernel"] = (X, kernels.Linear())
    limit = _limit(rule)
    first = _fitted(model(**problem.space, max_updates=limit), X, y)
    found = []
    for source, (patterns, kernel) in sources.items():
        other = _fitted(model(**problem.space, max_updates=limit, kernel=kernel), patterns, y)
        same_bits = np.array_equal(first.dual_coef_, other.dual_coef_)
        close = np.allclose(first.dual_coef_, other.dual_coef_, rtol=1e-6, atol=1e-9)
        if first.n_updates_ == other.n_updates_ and (same_bits if source == "once more" else close):
            continue
        counts = f"{first.n_updates_} and {other.n_updates_} updates"
        if source == "once more":
            return [f"it is not deterministic: the same run twice makes {counts} on {problem}."]
        found.append(
            f"storages disagree: dense patterns and {source} give {counts}, or different weights, "
            f"on {problem}."
        )
    return found


def claim_faults(rule, model, problem):
    """Check that runs end and that their claims about the margin are true."""
    exact = MaximumMargin(**problem.space).fit(problem.X, problem.y)
    gamma, radius = exact.directional_margin_, sqrt(exact.squared_radius_)
    found = []
    for place, parameters in enumerate(settings(rule, gamma, radius)):
        setting = parameters._asdict() if place else {}
        has_to_end = place < 2 and not getattr(rule, "MAY_NEVER_END", False)
        limits = {"max_updates": ENOUGH_UPDATES} if has_to_end else LOOSE_LIMITS
        run = _fitted(model(**problem.space, **setting, **limits), problem.X, problem.y)
        given = ", ".join(f"{name}={value}" for name, value in setting.items())
        where = f"with {given or 'its default parameters'} on {problem}"
        if run.status_ == FAILED:
            found.append(f"it fails {where}: {run.failure_}")
        elif run.status_ == STOPPED:
            found.append(f"it ends without a margin above 0 {where}.")
        elif has_to_end and not run.converged_:
            found.append(
                f"it does not end: {run.n_updates_} updates {where}, separable with a margin of "
                f"{gamma / radius:.3g} R, were not enough. If that is intended, set "
                "MAY_NEVER_END = True."
            )
        found += _false_claims(run, gamma, where) + _senseless_claims(run, where)
    return found


def _false_claims(run, gamma, where):
    """Return the false claims of a run. gamma: the maximum directional margin."""
    part, least = run.directional_margin_ / gamma, gamma * (1 - TOLERANCE)
    found = []
    if run.margin_upper_bound_ < least:
        found.append(
            f"its certificate is wrong: ‖a‖/Σα is {run.margin_upper_bound_:.6g} {where}, but the "
            f"maximum margin is {gamma:.6g}."
        )
    if run.guaranteed_fraction_ > part * (1 + TOLERANCE):
        found.append(
            "it claims a margin that it does not have: guaranteed_fraction says "
            f"{run.guaranteed_fraction_:.6g} of the maximum {where}, but it reached {part:.6g}."
        )
    if run.margin_bound_by_updates_ < least:
        found.append(
            "it claims a bound that does not hold: by margin_bound no margin exceeds "
            f"{run.margin_bound_by_updates_:.6g} {where}, but the maximum is {gamma:.6g}."
        )
    return found


def _senseless_claims(run, where):
    """Return the faults of claims of a run that are nan, or fractions above 1.

    A claim may raise ValueError or ArithmeticError if its numbers leave the range of floats.
    """
    rule, parameters = run.rule_and_parameters()
    params, end = rule.scaled(parameters, run.squared_radius_), run.history_[-1]
    claims: dict[str, tuple] = {"margin_bound": (end.updates, params, run.squared_radius_)}
    if run.converged_:
        margin, squared_radius = end.directional_margin, run.squared_radius_
        claims["guaranteed_fraction"] = (end.updates, margin, params, squared_radius)
    claims["asymptotic_fraction"] = (params,)
    found = []
    for name, arguments in claims.items():
        if not hasattr(rule, name):
            continue
        value = 1.0
        with suppress(ValueError, ArithmeticError):
            value = float(getattr(rule, name)(*arguments))
        if value != value:
            found.append(f"{name} returns nan {where}, which is no number.")
        elif name != "margin_bound" and value > 1.0:
            found.append(f"{name} returns {value:.6g} {where}, but no fraction is above 1.")
    return found


def _limit(rule):
    return FEWEST_UPDATES if getattr(rule, "MAY_NEVER_END", False) else FEW_UPDATES


def _fitted(model, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, y)
