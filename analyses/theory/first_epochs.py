"""Theorems about first epochs and about several classes: `python -m analyses.theory.first_epochs`.

ALMA's Theorem 3, part 2, and AMIRA's Theorems 4 and 5 are stated for any patterns, and are checked
on sets that no weight separates; AMIRA's Theorem 2 and Corollary 2 on patterns of several classes.
The right side of the former is the smallest over a few comparators u and a grid of γ <= R.
"""

import argparse
import json
import sys
import warnings
from math import inf, sqrt

import numpy as np
from sklearn.exceptions import ConvergenceWarning

import data
from data.commands import command
from maxmargin import ALMA, AMIRA, MIRA, MaximumMargin, MulticlassAMIRA
from maxmargin.bounds import alma, amira
from maxmargin.bounds.theorem import judged
from records.analysis_files import THEORY_FIRST_EPOCHS
from records.writing import write

SPACES = {
    "german": 8.0,
    "votes": 1.0,
    "tic-tac-toe": 0.5,
    "ionosphere": 1.5,
    "wbc": 10.0,
}  # name: ρ
EXTENSIONS = (0.01, 0.1, 1.0)  # of comparators, Δ/R
GAMMAS = np.geomspace(1e-4, 1.0, 81)  # γ/R
ALPHAS = (1.0, 0.9, 0.5)
NORMS = (2.0, 10.0)
EPSILONS = (1.0, 0.5, 0.1)
SMALL, LARGE = 150, 1000  # patterns of several classes: to separate, and for a first epoch
EPOCHS = 30
K_BEST = (1, 3)
PRINTED, SQUARED = "D^{2} = Σ e", "D^{2} = Σ e^{2}"


def alma_rows(name, Y):
    """Part 2 for an epoch over reflected patterns Y, (m, n), with ‖ŷ‖_p = 1."""
    for p in NORMS:
        q = p / (p - 1)
        hats = Y / np.linalg.norm(Y, p, axis=1, keepdims=True)
        margins = [hats @ (u / np.linalg.norm(u, q)) for u in comparators(Y)]
        for alpha in ALPHAS:
            B, C = 0.5 / sqrt(alpha), sqrt(alpha)  # C² + 2(1 − α)BC = 1 (Remark 4)
            model = ALMA(alpha, B, C, p=p, normalise="instance", augment=0.0, max_epochs=1)
            updated = _one_epoch(model, Y).dual_coef_ > 0
            bound = inf
            for margin in margins:
                for gamma in GAMMAS:
                    deviations = np.maximum(0.0, gamma - margin[updated]).sum()
                    own = alma.updates_whatever_the_patterns(gamma, deviations, C, p)
                    bound = min(bound, own)
            parameters = {"alpha": alpha, "B": B, "C": C, "p": p}
            yield _row(
                *("alma", "Theorem 3, part 2", "updates"),
                "|M| ≤ D + ρ^{2}/2 + √(ρ^{4}/4 + ρ^{2}D + ρ^{2}), D = Σ_{M} D_{γ}/γ",
                *(name, f"alma-p{p:g}-{alpha:g}", "ALMA", parameters, bound, updated.sum()),
            )


def amira_rows(name, Y, us=None):
    """Theorem 4 for an epoch over reflected patterns Y, (m, n). us: comparators, or None.

    Mistakes, p <= 0, are counted, of which there are fewer than updates: if there are too many
    mistakes, there are too many updates.
    """
    squared_norms = (Y**2).sum(axis=1)
    radius = sqrt(squared_norms.max())
    margins = [Y @ (u / np.linalg.norm(u)) for u in (comparators(Y) if us is None else us)]
    for epsilon in EPSILONS:
        model = MIRA() if epsilon == 1 else AMIRA(epsilon)
        model.set_params(augment=0.0, max_epochs=1, max_updates=None)
        # Each pattern was presented once, and its step was (1 − p)/q.
        mistakes = _mistakes(_one_epoch(model, Y).dual_coef_ * squared_norms)
        yield from _mistake_rows("Theorem 4", name, "AMIRA", epsilon, margins, radius, mistakes)


def multiclass_rows(name, X, codes):
    """Theorem 2 and its corollary on the first SMALL patterns, Theorem 5 on LARGE."""
    few = X[:SMALL], codes[:SMALL]
    classes = int(codes.max()) + 1
    differences = np.concatenate([_differences(x, c, classes) for x, c in zip(*few, strict=True)])
    signs = np.where(np.arange(len(differences)) % 2, -1.0, 1.0)  # there have to be two classes
    best = MaximumMargin(augment=0.0).fit(signs[:, None] * differences, signs)
    if best.converged_:
        yield from _separable_rows(name, few, classes, best.directional_margin_)
    u = best.coef_.reshape(classes, -1)
    X, codes = X[:LARGE], codes[:LARGE]
    margins = [_margins(u / np.linalg.norm(u), X, codes)]
    radius = sqrt(2.0 * (X**2).sum(axis=1).max())
    for k_best in K_BEST:
        for epsilon in EPSILONS:
            model = MulticlassAMIRA(epsilon, k_best, augment=0.0, hypothesis="last", shuffle=False)
            mistakes = online_mistakes(_duals(model.fit(X, codes), len(codes)), X, codes)
            found = margins, radius, mistakes
            yield from _mistake_rows("Theorem 5", name, "MulticlassAMIRA", epsilon, *found, k_best)


def one_tiny_pattern(gamma=0.1, delta=1e-12, m=1501):
    """Reflected patterns, (m, 2), that violate Theorem 4 in both forms: γ = `gamma` for all but the
    first, which has norm δ and points away from u, and whose step makes ‖w‖ = 1/δ. Every later
    mistake takes 1/‖x‖² of that away, and only a small part of it along u.
    """
    far = sqrt(1.0 - gamma**2)
    Y = np.array([[gamma, far if k % 2 else -far] for k in range(m)])
    Y[0] = -delta, 0.0
    return Y


def unit_patterns(gamma=0.05, steps=100, rounds=200, short=1e-9):
    """Reflected patterns, (rounds (steps + 1), 3), all of norm 1, that violate Theorem 4 in both
    forms at ε = 1: MIRA makes a mistake on each. A round has `steps` patterns with the margin
    γ = `gamma` along u = e_1 and w·y = −`short`, whose steps are hardly longer than 1, and then
    y = −w/‖w‖, whose step of 1 + ‖w‖ leaves −w/‖w‖ of w.
    """
    patterns, w = [], np.zeros(3)
    for _ in range(rounds):
        for k in range(steps):
            patterns.append(_just_wrong(w, gamma, short, 1.0 if k % 2 else -1.0))
            w = w + (1.0 - w @ patterns[-1]) * patterns[-1]
        patterns.append(-w / np.linalg.norm(w))
        w = w + (1.0 - w @ patterns[-1]) * patterns[-1]
    return np.array(patterns)


def _just_wrong(w, gamma, short, side):
    """A unit y, (3,), with y_1 = γ and w·y = −`short`, or any w·y for w = 0. side: ±1, of w."""
    across = np.array([0.0, w[1], w[2]])
    length = np.linalg.norm(across)
    if length == 0.0:  # the first
        return np.array([gamma, sqrt(1.0 - gamma**2), 0.0])
    along = -(gamma * w[0] + short) / length
    aside = side * sqrt(1.0 - gamma**2 - along**2)
    _, x, z = across / length
    return np.array([gamma, along * x - aside * z, along * z + aside * x])


def comparators(Y):
    """Yields comparators u, (n,): directions of maximum margin for several Δ, where e is least."""
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)
    radius = np.linalg.norm(Y, axis=1).max()
    for part in EXTENSIONS:
        best = MaximumMargin(augment=0.0, extend=part * radius).fit(signs[:, None] * Y, signs)
        yield best.coef_.ravel()


def online_mistakes(duals, X, codes):
    """How many patterns of an epoch scored no higher in their own class than in another before they
    were learned. duals: (C, m), of Σ_k duals[c, k] x_k, each from the pattern's only visit.
    """
    scores = duals @ np.triu(X @ X.T, 1)
    own = scores[codes, np.arange(len(codes))]
    scores[codes, np.arange(len(codes))] = -inf
    return int((own <= scores.max(axis=0)).sum())


def _separable_rows(name, few, classes, gamma):
    X, codes = few
    radius = sqrt(2.0 * (X**2).sum(axis=1).max())
    for k_best in K_BEST:
        for epsilon in EPSILONS:
            options = {"epochs": EPOCHS, "augment": 0.0, "hypothesis": "last", "shuffle": False}
            model = MulticlassAMIRA(epsilon, k_best, **options).fit(X, codes)
            norm = np.linalg.norm(_duals(model, len(codes)) @ X)
            parameters = {"epsilon": epsilon, "k_best": k_best}
            own = name, f"{k_best}-best-{epsilon:g}", "MulticlassAMIRA", parameters
            bound = amira.updates_where_separable(gamma, radius, epsilon)
            statement = "t ≤ (2 − ε)/ε (R/γ)^{2}, R of ΔΦ"
            yield _row(*("amira", "Theorem 2", "updates", statement, *own, bound, model.n_updates_))
            bound = amira.norm_where_separable(gamma, epsilon)
            yield _row("amira", "Corollary 2", "‖w‖", "‖w‖ ≤ (2 − ε)/γ", *own, bound, norm)


def _mistake_rows(theorem, name, algorithm, epsilon, margins, radius, mistakes, k_best=None):
    """Yields a row for each form of D."""
    run = f"{k_best}-best-{epsilon:g}" if k_best else f"amira-{epsilon:g}"
    parameters = {"epsilon": epsilon, **({"k_best": k_best} if k_best else {})}
    for form, power in ((PRINTED, 1), (SQUARED, 2)):
        bound = inf
        for margin in margins:
            for gamma in radius * GAMMAS:
                losses = (np.maximum(0.0, gamma - margin) ** power).sum()
                own = amira.mistakes_whatever_the_patterns(gamma, radius, losses, epsilon)
                bound = min(bound, own)
        yield _row(
            *("amira", theorem, f"mistakes, {form}", "mistakes ≤ (2 − ε)/ε ((R + D)/γ)^{2}"),
            *(name, run, algorithm, parameters, bound, mistakes),
        )


def _row(paper, theorem, quantity, statement, name, run, algorithm, parameters, bound, measured):
    found = judged(float(bound), float(measured), most=True)
    return {
        **{"paper": paper, "theorem": theorem, "quantity": quantity, "statement": statement},
        **{"sense": "most", "run": f"theory-{name}-{run}", "data": name},
        **{"algorithm": algorithm, "parameters": json.dumps(parameters)},
        **{key: f"{getattr(found, key):.17g}" for key in ("bound", "measured", "ratio")},
        "holds": "yes" if found.holds else "no",
    }


def _one_epoch(model, Y):
    """The model after an epoch over reflected patterns, which are converted to two classes."""
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # one epoch only
        return model.fit(signs[:, None] * Y, signs)


def _mistakes(steps):
    """How many of the 1 − p are at least 1; the first is 1 up to rounding."""
    return int((steps >= 1.0 - 1e-12).sum())


def _duals(model, m):
    """The coefficients of all patterns, (C, m)."""
    duals = np.zeros((len(model.classes_), m))
    duals[:, model.support_] = model.dual_coef_
    return duals


def _differences(x, code, classes):
    """ΔΦ of a pattern for every other class, (C − 1, C n)."""
    others = [c for c in range(classes) if c != code]
    found = np.zeros((len(others), classes, len(x)))
    found[:, code] = x
    found[np.arange(len(others)), others] = -x
    return found.reshape(len(others), -1)


def _margins(u, X, codes):
    """min over z of u·ΔΦ(x, y, z), (m,)."""
    scores = u @ X.T
    own = scores[codes, np.arange(len(codes))]
    scores[codes, np.arange(len(codes))] = -inf
    return own - scores.max(axis=0)


def rows_of(problem):
    """The rows of a problem, of two classes or of several."""
    if isinstance(problem, data.SplitProblem):
        # The letters' and digits' classes are 0 to C − 1; the first few patterns have them all.
        return list(multiclass_rows(problem.name, np.asarray(problem.X, float), problem.y))
    rho = np.full((len(problem.y), 1), SPACES[problem.name])
    Y = problem.y[:, None] * np.hstack([problem.X, rho])
    return [*alma_rows(problem.name, Y), *amira_rows(problem.name, Y)]


@command(data.DataError, ValueError)
def main(arguments=None):
    """Writes the CSV; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(
        prog="python -m analyses.theory.first_epochs", description=__doc__
    )
    parser.add_argument("problems", nargs="*", metavar="NPZ", help="prepared")
    parser.add_argument("--output", required=True, metavar="CSV", help="to be written")
    options = parser.parse_args(arguments)
    rows = list(amira_rows("one-tiny-pattern", one_tiny_pattern(), us=[np.eye(2)[0]]))
    rows += amira_rows("unit-patterns", unit_patterns(), us=[np.eye(3)[0]])
    for path in options.problems:
        try:
            rows += rows_of(data.read_problem(path))
        except data.Unreachable as error:
            print(f"{path}: left out: {error}")
    write(options.output, THEORY_FIRST_EPOCHS, sorted(rows, key=_order))


def _order(row):
    return row["paper"], THEOREMS.index(row["theorem"])


THEOREMS = ("Theorem 3, part 2", "Theorem 2", "Corollary 2", "Theorem 4", "Theorem 5")

if __name__ == "__main__":
    sys.exit(main())
