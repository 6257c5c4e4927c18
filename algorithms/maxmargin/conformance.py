"""Does a rule behave as the drivers and the certificates expect? `python -m maxmargin.conformance
FILE ...` tells its author in plain words.

The rule's functions are asked about many states, and the rule runs on small problems that a weight
through the origin separates, by every storage and by rows of a kernel, with its default parameters
and all those of its ladder.
"""

import argparse
import multiprocessing
import sys
import traceback
import warnings
from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np
from numba.core.errors import NumbaError
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from maxmargin import contract, kernels, variants
from maxmargin.baselines.maximum_margin import MaximumMargin
from maxmargin.drivers.state import Now
from maxmargin.estimators.learner import learner
from maxmargin.rules import all_rules

SEED = 2007
RADIUS2 = 7.3  # R² of the states that the functions are asked about
ENOUGH_UPDATES = 2_000_000  # in which a run with the default or the coarsest parameters has to end
SOME = {"max_updates": 100_000, "max_epochs": 10_000}  # for runs that need not
FEW_UPDATES = 1000  # of runs that are compared with each other
FEWEST_UPDATES = 15  # of rules whose updates come to depend on rounding
TOLERANCE = 1e-9  # relative, of margins
TIME_LIMIT = 600  # seconds, for all of a file


class Setting(NamedTuple):
    """A small problem: X (m, n), y (m,), of zeros and ones alone or not, ρ and Δ."""

    X: np.ndarray
    y: np.ndarray
    binary: bool
    augment: float
    extend: float

    @property
    def space(self):
        return {"augment": self.augment, "extend": self.extend}

    def __str__(self):
        m, n = self.X.shape
        return f"{m} patterns of {n} attributes with ρ = {self.augment:g}, Δ = {self.extend:g}"


def faults(rule):
    """What is wrong with a rule, and remarks: two lists of sentences."""
    found = contract.faults(rule)
    if found:
        return found, []
    try:
        found = state_faults(rule)
        return (found, []) if found else run_faults(rule)
    except NumbaError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        return [f"numba cannot compile it: {' '.join(lines[:3])}"], []
    except Exception as error:
        inner = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{inner.name} fails, line {inner.lineno}: {type(error).__name__}: {error}"], []


def state_faults(rule):
    """What the rule's functions do that they must not, on many states."""
    found = []
    rng = np.random.default_rng(SEED)
    for parameters in _ladder(rule):
        par = rule.scaled(parameters, RADIUS2)
        if not all(isinstance(value, float | int) and not value != value for value in par):
            return [f"scaled({parameters}, R²) has to give numbers only; it gives {tuple(par)}."]
        exponents = rule.exponents(par) if hasattr(rule, "exponents") else ()
        if len(exponents) not in (0, 2):
            return ["exponents(par) has to give two exponents; unused ones are 0."]
        for _ in range(300):
            t = int(rng.integers(1, 1000))
            norm, q = 10.0 ** rng.uniform(-1, 2), RADIUS2 * rng.uniform(0.05, 1.0)
            now = Now(norm, norm**2, t, tuple(float(t) ** e for e in exponents), 3 * t)
            p = rng.uniform(-1, 1) * norm * sqrt(q)
            fault = _fault_of_state(rule, par, now, p, q)
            if fault and fault not in found:
                found.append(fault)
    return found


def _fault_of_state(rule, par, now, p, q):
    """What is wrong with one state, a sentence, or None."""
    bound = rule.bound(now, par)
    if bound != bound:
        return "bound(now, par) is not always a number."
    if not rule.wrong(p, bound):
        return None
    if not rule.wrong(p - 1.0, bound):
        return "wrong(p, bound) has to hold for all smaller p where it holds for p, and does not."
    s, d = rule.step(p, q, now, par)
    if not (isfinite(s) and isfinite(d)):
        return "step(p, q, now, par) is not always a pair of finite numbers."
    if rule.ADDITIVE and s != 1.0:
        return "ADDITIVE is True, but the s of step's (s, d) is not always 1."
    if s < 0.0 or d < 0.0:
        return (
            "step's s or d can be below 0: then the weight is no sum of patterns with α >= 0, and "
            "the certificate ‖a‖/Σα does not hold."
        )
    if rule.SCALE_FREE and not _behaves_alike(rule, par, now, p, q, s, d):
        return "SCALE_FREE is True, but a weight twice as long does not behave alike."
    return None


def _behaves_alike(rule, par, now, p, q, s, d):
    longer = now._replace(norm=2 * now.norm, n2=4 * now.n2)
    if not rule.wrong(2 * p, rule.bound(longer, par)):
        return False
    return np.allclose(rule.step(2 * p, q, longer, par), (s, 2 * d), rtol=1e-12, atol=0)


def run_faults(rule):
    """What is wrong with the rule's runs, and remarks."""
    model = learner(rule)
    found, remarks = [], []
    for setting in settings():
        found += agreement_faults(rule, model, setting)
        found += claim_faults(rule, model, setting)
        if found:
            return found, remarks
    X, y, _, augment, extend = settings()[0]
    counts = []
    for unit in (1.0, 4.0):  # a power of 2, which changes no digit
        space = {"augment": unit * augment, "extend": unit * extend}
        limits = {"max_updates": FEW_UPDATES, "max_epochs": FEW_UPDATES}
        run = _fitted(model(**space, **limits), unit * X, y)
        counts.append((run.n_updates_, run.n_visits_))
    if counts[0] != counts[1]:
        (updates, visits), (others, looks) = counts
        remarks.append(
            f"its parameters have units: it makes {updates} updates in {visits} visits, and with "
            f"all data 4 times as long {others} in {looks}; `scaled` could rid them of their units."
        )
    return found, remarks


def agreement_faults(rule, model, setting):
    """Does the same run come out the same again, by every storage and by rows of a kernel?"""
    X, y = setting.X, setting.y
    ways = {"once more": (X, None), "sparse ones": (sparse.csr_matrix(X), None)}
    ways["rows of a kernel"] = (X, kernels.Linear())
    limit = _limit(rule)
    first = _fitted(model(**setting.space, max_updates=limit), X, y)
    found = []
    for way, (patterns, kernel) in ways.items():
        other = _fitted(model(**setting.space, max_updates=limit, kernel=kernel), patterns, y)
        same_bits = np.array_equal(first.dual_coef_, other.dual_coef_)
        close = np.allclose(first.dual_coef_, other.dual_coef_, rtol=1e-6, atol=1e-9)
        if first.n_updates_ == other.n_updates_ and (same_bits if way == "once more" else close):
            continue
        counts = f"{first.n_updates_} and {other.n_updates_} updates"
        if way == "once more":
            return [f"it is not deterministic: the same run twice makes {counts} on {setting}."]
        found.append(
            f"it breaks the agreement of storages: dense patterns and {way} give {counts} on "
            f"{setting}, or other weights."
        )
    return found


def claim_faults(rule, model, setting):
    """Does a run end, and is what it says of its margin true?"""
    exact = MaximumMargin(**setting.space).fit(setting.X, setting.y)
    gamma, radius = exact.directional_margin_, sqrt(exact.squared_radius_)
    found = []
    for place, rung in enumerate([{}, *model.ladder(gamma, radius)]):
        has_to_end = place < 2 and not getattr(rule, "MAY_NEVER_END", False)
        limits = {"max_updates": ENOUGH_UPDATES} if has_to_end else SOME
        run = _fitted(model(**setting.space, **rung, **limits), setting.X, setting.y)
        given = ", ".join(f"{name}={value}" for name, value in rung.items())
        where = f"with {given or 'its default parameters'} on {setting}"
        if run.status_ == "diverged":
            found.append(f"it ends with a weight of 0, or that is no number, {where}.")
        elif has_to_end and not run.converged_:
            found.append(
                f"it never ends: {run.n_updates_} updates {where}, separable with a margin of "
                f"{gamma / radius:.3g} R, and not done. If that is meant, say MAY_NEVER_END = True."
            )
        found += _false_claims(run, gamma, where)
    return found


def _false_claims(run, gamma, where):
    """What a run says that is not so. gamma: the maximum directional margin."""
    part, least = run.directional_margin_ / gamma, gamma * (1 - TOLERANCE)
    found = []
    if run.converged_ and not part > 0.0:
        found.append(f"it ends without having separated the patterns {where}.")
    if run.margin_upper_bound_ < least:
        found.append(
            f"its certificate is wrong: ‖a‖/Σα is {run.margin_upper_bound_:.6g} {where}, and the "
            f"maximum margin {gamma:.6g}."
        )
    if run.guaranteed_fraction_ > part * (1 + TOLERANCE):
        found.append(
            "it claims a margin that it does not have: guaranteed_fraction says "
            f"{run.guaranteed_fraction_:.6g} of the maximum {where}, but it reached {part:.6g}."
        )
    if run.margin_bound_by_updates_ < least:
        found.append(
            "it claims a bound that does not hold: by margin_bound no margin exceeds "
            f"{run.margin_bound_by_updates_:.6g} {where}, and the maximum is {gamma:.6g}."
        )
    return found


def settings():
    """Small separable problems: dense, of zeros and ones, and extended."""
    return [
        Setting(*separable(SEED, 16, 4), False, 1.0, 0.0),
        Setting(*separable(SEED + 1, 24, 12, binary=True), True, 0.0, 1.0),
        Setting(*separable(SEED + 2, 30, 5), False, 2.0, 0.5),
    ]


def separable(seed, m, n, binary=False):
    """X, (m, n), of whole eighths or of zeros and ones, and y, (m,), that a weight separates by
    0.2 or more.
    """
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=n)
    direction -= direction.mean()
    direction /= np.linalg.norm(direction)
    X, y = [], []
    while len(X) < m:
        x = rng.integers(0, 2, n) if binary else np.round(8 * rng.normal(size=n)) / 8
        if abs(x @ direction) >= 0.2:
            X.append(x)
            y.append(1 if x @ direction > 0 else -1)
    return np.array(X, dtype=float), np.array(y)


def _ladder(rule):
    rungs = rule.ladder(0.3, sqrt(RADIUS2)) if hasattr(rule, "ladder") else []
    return [rule.Parameters(), *rungs]


def _limit(rule):
    return FEWEST_UPDATES if getattr(rule, "MAY_NEVER_END", False) else FEW_UPDATES


def _fitted(model, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, y)


def report(path):
    """(whether all is well, lines that say so or what is wrong) of a rule's file."""
    try:
        rule = variants.load(path)
        taken = [other for other in all_rules().values() if other.NAME == rule.NAME]
        if any(other is not rule for other in taken):
            return False, [f"{path}: NAME {rule.NAME!r} is taken by {taken[0].__file__}."]
    except variants.RuleError as error:
        return False, [str(error)]
    found, remarks = faults(rule)
    lines = [f"{path}: {sentence}" for sentence in found]
    lines += [f"{path}: remark: {sentence}" for sentence in remarks]
    return not found, lines or [f"{path}: {rule.NAME} conforms."]


def _reported(path, results):
    results.put(report(path))


def main(arguments=None):
    """Checks files; the exit code is 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m maxmargin.conformance", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="of a rule, such as my_rule.py")
    parser.add_argument("--seconds", type=float, default=TIME_LIMIT, help="for each file at most")
    options = parser.parse_args(arguments)
    well = True
    for path in options.files:
        # A loop without an end inside the rule is noticed from outside alone.
        results = multiprocessing.get_context("spawn").Queue()
        child = multiprocessing.get_context("spawn").Process(target=_reported, args=(path, results))
        child.start()
        child.join(options.seconds)
        if child.is_alive():
            child.kill()
            fine, lines = False, [f"{path}: it never ends: no answer in {options.seconds:g} s."]
        else:
            fine, lines = results.get(timeout=10)
        well = well and fine
        print("\n".join(lines))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
