"""Checks theorems that need more than a run's record: `python -m analyses.theory.first_epochs`.

ALMA's Theorem 3, part 2, is stated for any patterns, and AMIRA's Theorems 4 and 5 for patterns that
no weight separates. AMIRA's two are checked only on sets with a proof of that. Their right side is
the smallest over a few comparators u and a grid of γ <= R. On the same sets the errors of the
pocket algorithm, from which Falkowski's note starts, are compared with a proved lower bound.
AMIRA's Lemma 1, Theorem 2, Corollary 2 and Theorem 3 are checked on patterns of several classes.
Falkowski's (10) to (12) are checked after every update, from starts other than 0.

A bound on updates or mistakes has a row only if the run could have made more: an epoch makes at
most one update and one mistake a pattern.
"""

import argparse
import json
import sys
import warnings
from math import inf, sqrt

import numpy as np
from sklearn.exceptions import ConvergenceWarning

import data
from analyses.theory.first_epoch_sets import TWO_CLASSES
from data.commands import command
from maxmargin import (
    ALMA,
    AMIRA,
    MIRA,
    MaximumMargin,
    MulticlassAMIRA,
    Perceptron,
    Pocket,
    separable,
)
from maxmargin.bounds import alma, amira, falkowski
from maxmargin.theorems.theorem import judged
from records.analysis_files import THEORY_FIRST_EPOCHS
from records.writing import write

EXTENSIONS = (0.01, 0.1, 1.0)  # Δ/R of the comparators
GAMMAS = np.geomspace(1e-4, 1.0, 81)  # γ/R
ALPHAS = (1.0, 0.9, 0.5)
NORMS = (2.0, 10.0)
EPSILONS = (1.0, 0.5, 0.1)
SMALL, LARGE = 150, 1000  # numbers of patterns of several classes: to separate, for a first epoch
EPOCHS = 30
K_BEST = (1, 3, 10)
MARGINS_C = (1.0, 10.0)  # c of Krauth & Mézard's algorithm
POCKET_VISITS = 1_000_000
STARTED_EXTENSION = 0.3  # Δ/R of its patterns
SEED = 2007
PRINTED, SQUARED = "D^{2} = Σ e", "D^{2} = Σ e^{2}"


def alma_rows(name, Y):
    """Yield rows for part 2 of ALMA's Theorem 3, for an epoch over reflected patterns.

    Y has the shape (m, n). Patterns have ‖ŷ‖_p = 1.
    """
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
            if bound >= len(Y):  # one epoch cannot make more updates
                continue
            parameters = {"alpha": alpha, "B": B, "C": C, "p": p}
            yield _row(
                paper="alma",
                theorem="Theorem 3, part 2",
                quantity="updates",
                statement="|M| ≤ D + ρ^{2}/2 + √(ρ^{4}/4 + ρ^{2}D + ρ^{2}), D = Σ_{M} D_{γ}/γ",
                name=name,
                run=f"alma-p{p:g}-{alpha:g}",
                algorithm="ALMA",
                parameters=parameters,
                bound=bound,
                measured=updated.sum(),
            )


def amira_rows(name, Y, us=None):
    """Yield rows for AMIRA's Theorem 4, for an epoch over reflected patterns Y (m, n).

    `us` are comparators; None chooses them. Mistakes have p <= 0, so they are fewer than updates:
    if mistakes exceed the bound, so do updates.
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
    """Yield rows for AMIRA's theorems about several classes.

    Theorem 2, its corollary and Theorem 3 are checked on the first SMALL patterns, Lemma 1 on the
    first LARGE. So is Theorem 5, if it is proved that no weight separates these.
    """
    few = X[:SMALL], codes[:SMALL]
    classes = int(codes.max()) + 1
    differences = _all_differences(*few, classes)
    signs = np.where(np.arange(len(differences)) % 2, -1.0, 1.0)  # there have to be two classes
    best = MaximumMargin(augment=0.0).fit(signs[:, None] * differences, signs)
    if best.converged_:
        yield from _separable_rows(name, few, best.directional_margin_)
    u = best.coef_.reshape(classes, -1)
    X, codes = X[:LARGE], codes[:LARGE]
    margins = [_margins(u / np.linalg.norm(u), X, codes)]
    inseparable = is_inseparable(_all_differences(X, codes, classes))
    radius = sqrt(2.0 * (X**2).sum(axis=1).max())
    for k_best in K_BEST:
        for epsilon in EPSILONS:
            model = MulticlassAMIRA(epsilon, k_best, augment=0.0, hypothesis="last", shuffle=False)
            duals = _duals(model.fit(X, codes), len(codes))
            own = duals[codes, np.arange(len(codes))]  # Σ η of the update with each pattern
            yield _row(
                paper="amira",
                theorem="Lemma 1",
                quantity="d^{t}",
                statement="d^{t} ≥ ε/R^{2}",
                name=name,
                run=f"{k_best}-best-{epsilon:g}",
                algorithm="MulticlassAMIRA",
                parameters={"epsilon": epsilon, "k_best": k_best},
                bound=amira.least_step(radius, epsilon),
                measured=own[own > 0].min(),
                most=False,
            )
            if inseparable:
                mistakes = online_mistakes(duals, X, codes)
                yield from _mistake_rows(
                    "Theorem 5", name, "MulticlassAMIRA", epsilon, margins, radius, mistakes, k_best
                )


def falkowski_rows(name, Y):
    """Yield rows for Falkowski's (10) to (12), for reflected patterns Y (m, n) extended by Δ."""
    delta = STARTED_EXTENSION * np.linalg.norm(Y, axis=1).max()
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)
    X, options = signs[:, None] * Y, {"augment": 0.0, "extend": delta}
    best = MaximumMargin(**options).fit(X, signs)
    Z = np.hstack([Y, delta * np.eye(len(Y))])
    direction = np.append(best.coef_.ravel(), signs * best.slack_coef_)
    direction /= np.linalg.norm(direction)
    random = np.random.default_rng(SEED).uniform(0.0, 1.0, len(Y))
    perceptron = Perceptron(**options, max_updates=None).fit(X, signs).dual_coef_
    starts = {  # coefficients of patterns, in steps of y/R²
        "combination": random / 10,
        "perceptron": perceptron,
        "any": random - 0.8,
    }
    for start, multipliers in starts.items():
        for c in MARGINS_C:
            w = multipliers @ Z / best.squared_radius_
            found = _ratios_along(Z, w, c, direction, start == "any")
            for theorem, (quantity, statement, measured, bound) in found.items():
                yield _row(
                    paper="falkowski",
                    theorem=theorem + (", any start, derived here" if start == "any" else ""),
                    quantity=quantity,
                    statement=statement,
                    name=name,
                    run=f"krauth-mezard-{start}-{c:g}",
                    algorithm="KrauthMezard",
                    parameters={"c": c},
                    bound=bound,
                    measured=measured,
                )


def _ratios_along(Z, start, c, direction, any_start):
    """Return theorem -> (quantity, statement, measured, bound) of a run from a start, (n,).

    `direction` is w*/‖w*‖. (10) is taken after the update that comes nearest to its bound.
    """
    squared_radius, gamma = (Z**2).sum(axis=1).max(), (Z @ direction).min()
    along, lengths = _steps(Z, start, c, direction)
    across = np.sqrt(np.maximum(0.0, lengths**2 - along**2))
    orthogonal = across[0]
    if any_start:
        norm = np.linalg.norm(start)
        orthogonal = falkowski.orthogonal_from_any_start(gamma, squared_radius, norm)
    a, updates = along * gamma / c, len(along) - 1
    if not updates:  # the start already has the margin
        return {}
    bounds = [falkowski.orthogonal_bound(t, squared_radius, orthogonal) for t in range(updates + 1)]
    nearest = int(np.argmax(across[1:] / bounds[1:])) + 1
    rows = {
        "(10)": ("‖k_{t}‖", "‖k_{t}‖^{2} ≤ t/R^{2} + ‖k_{0}‖^{2}", across[nearest], bounds[nearest])
    }
    before = falkowski.last_but_one_bound(updates, squared_radius, c, orthogonal)
    statement = "a(M − 1) ≤ 1 + √(M − 1 + R^{2}‖k_{0}‖^{2})/c"
    rows["(11)"] = "a(M − 1)", statement, a[-2], before
    last = falkowski.last_bound(updates, gamma, squared_radius, c, orthogonal)
    rows["(12)"] = "a(M)", "a(M) ≤ the bound of (11) + Δ_{opt}/(cR)", a[-1], last
    return rows


def _steps(Z, w, c, direction):
    """Return w_t·`direction` and ‖w_t‖ for all t of Krauth & Mézard's algorithm from w, (n,)."""
    gram, projections = Z @ Z.T, Z @ direction
    x = gram.diagonal().max()
    products, along, squares = Z @ w, [w @ direction], [w @ w]
    while True:
        k = int(np.argmin(products))
        if products[k] >= c:
            return np.array(along), np.sqrt(squares)
        along.append(along[-1] + projections[k] / x)
        squares.append(squares[-1] + 2 * products[k] / x + gram[k, k] / x**2)
        products += gram[k] / x


def one_tiny_pattern(gamma=0.1, delta=1e-12, m=1501):
    """Return reflected patterns (m, 2) that violate Theorem 4 in both forms.

    All patterns but the first have γ = `gamma`. The first has norm δ and points away from u; its
    step makes ‖w‖ = 1/δ. Every later mistake takes 1/‖x‖² of that norm away, but only a small part
    of it along u.
    """
    far = sqrt(1.0 - gamma**2)
    Y = np.array([[gamma, far if k % 2 else -far] for k in range(m)])
    Y[0] = -delta, 0.0
    return Y


def unit_patterns(gamma=0.05, steps=100, rounds=200, short=1e-9):
    """Return reflected patterns of norm 1 that violate Theorem 4 in both forms at ε = 1.

    MIRA makes a mistake on each of the rounds (steps + 1) patterns, which have three coordinates. A
    round has `steps` patterns with the margin γ = `gamma` along u = e_1 and w·y = −`short`; each
    step has a length just above 1. The last pattern is −w/‖w‖. Its step has length 1 + ‖w‖, so w
    becomes −w/‖w‖.
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
    """Return a unit vector y (3,) with y_1 = γ and w·y = −`short` (any w·y for w = 0).

    `side` is ±1, the side of w.
    """
    across = np.array([0.0, w[1], w[2]])
    length = np.linalg.norm(across)
    if length == 0.0:  # the first
        return np.array([gamma, sqrt(1.0 - gamma**2), 0.0])
    along = -(gamma * w[0] + short) / length
    aside = side * sqrt(1.0 - gamma**2 - along**2)
    _, x, z = across / length
    return np.array([gamma, along * x - aside * z, along * z + aside * x])


def comparators(Y):
    """Yield comparators u (n,): directions of maximum margin for several Δ, with small losses."""
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)
    radius = np.linalg.norm(Y, axis=1).max()
    for part in EXTENSIONS:
        best = MaximumMargin(augment=0.0, extend=part * radius).fit(signs[:, None] * Y, signs)
        yield best.coef_.ravel()


def online_mistakes(duals, X, codes):
    """Return how many patterns were misclassified before they were learned.

    A tie counts as a mistake.

    `duals` are the coefficients (C, m) in Σ_k duals[c, k] x_k, each from the pattern's only visit.
    """
    scores = duals @ np.triu(X @ X.T, 1)
    own = scores[codes, np.arange(len(codes))]
    scores[codes, np.arange(len(codes))] = -inf
    return int((own <= scores.max(axis=0)).sum())


def _separable_rows(name, few, gamma):
    X, codes = few
    radius = sqrt(2.0 * (X**2).sum(axis=1).max())
    for k_best in K_BEST:
        for epsilon in EPSILONS:
            options = {"epochs": EPOCHS, "augment": 0.0, "hypothesis": "last", "shuffle": False}
            model = MulticlassAMIRA(epsilon, k_best, **options).fit(X, codes)
            w = _duals(model, len(codes)) @ X
            norm = np.linalg.norm(w)
            margin = _margins(w / norm, X, codes).min()
            parameters = {"epsilon": epsilon, "k_best": k_best}
            shared = {
                "paper": "amira",
                "name": name,
                "run": f"{k_best}-best-{epsilon:g}",
                "algorithm": "MulticlassAMIRA",
                "parameters": parameters,
            }
            bound = amira.updates_where_separable(gamma, radius, epsilon)
            if bound < EPOCHS * len(codes):  # otherwise the run could not make more updates
                yield _row(
                    theorem="Theorem 2",
                    quantity="updates",
                    statement="t ≤ (2 − ε)/ε (R/γ)^{2}, R of ΔΦ",
                    bound=bound,
                    measured=model.n_updates_,
                    **shared,
                )
            yield _row(
                theorem="Corollary 2",
                quantity="‖w‖",
                statement="‖w‖ ≤ (2 − ε)/γ",
                bound=amira.norm_where_separable(gamma, epsilon),
                measured=norm,
                **shared,
            )
            if epsilon < 1 and margin * norm >= 1 - epsilon:  # no pattern violates
                yield _row(
                    theorem="Theorem 3, k-best",
                    quantity="margin",
                    statement="γ′ ≥ (1 − ε)/(2 − ε) γ",
                    bound=amira.margin_part(epsilon) * gamma,
                    measured=margin,
                    most=False,
                    **shared,
                )


def _mistake_rows(theorem, name, algorithm, epsilon, margins, radius, mistakes, k_best=None):
    """Yield a row for each form of D."""
    run = f"{k_best}-best-{epsilon:g}" if k_best else f"amira-{epsilon:g}"
    parameters = {"epsilon": epsilon}
    if k_best:
        parameters["k_best"] = k_best
    for form, power in ((PRINTED, 1), (SQUARED, 2)):
        bound = inf
        for margin in margins:
            for gamma in radius * GAMMAS:
                losses = (np.maximum(0.0, gamma - margin) ** power).sum()
                own = amira.mistakes_whatever_the_patterns(gamma, radius, losses, epsilon)
                bound = min(bound, own)
        if bound >= len(margins[0]):  # one epoch cannot make more mistakes
            continue
        yield _row(
            paper="amira",
            theorem=theorem,
            quantity=f"mistakes, {form}",
            statement="mistakes ≤ (2 − ε)/ε ((R + D)/γ)^{2}",
            name=name,
            run=run,
            algorithm=algorithm,
            parameters=parameters,
            bound=bound,
            measured=mistakes,
        )


def _row(
    paper,
    theorem,
    quantity,
    statement,
    name,
    run,
    algorithm,
    parameters,
    bound,
    measured,
    most=True,
):
    found = judged(float(bound), float(measured), most)
    return {
        "paper": paper,
        "theorem": theorem,
        "quantity": quantity,
        "statement": statement,
        "sense": "most" if most else "least",
        "run": f"theory-{name}-{run}",
        "data": name,
        "algorithm": algorithm,
        "parameters": json.dumps(parameters),
        "bound": f"{found.bound:.17g}",
        "measured": f"{found.measured:.17g}",
        "ratio": f"{found.ratio:.17g}",
        "holds": "yes" if found.holds else "no",
    }


def _one_epoch(model, Y):
    """Return the model after an epoch over reflected patterns, converted to two classes."""
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # one epoch only
        return model.fit(signs[:, None] * Y, signs)


def _mistakes(steps):
    """Return how many of the 1 − p are at least 1; the first is 1 up to rounding."""
    return int((steps >= 1.0 - 1e-12).sum())


def _duals(model, m):
    """Return the coefficients of all patterns, (C, m)."""
    duals = np.zeros((len(model.classes_), m))
    duals[:, model.support_] = model.dual_coef_
    return duals


def is_inseparable(Y):
    """Return whether there is a proof that no w has Y·w > 0, for reflected patterns Y (m, n)."""
    return separable(Y, np.ones(len(Y)), threshold=False).separable is False


def disjoint_proofs(Y):
    """Return disjoint sets of reflected patterns Y, (m, n), none of which a w separates: proved.

    So each w has a product of 0 or less with a pattern of each set.
    """
    left, found = np.arange(len(Y)), []
    while left.size:
        answer = separable(Y[left], np.ones(left.size), threshold=False)
        if answer.separable is not False:
            break
        found.append(left[answer.patterns])
        left = np.delete(left, answer.patterns)
    return found


def pocket_rows(name, Y):
    """Yield a row on the errors of the weight in the pocket, on reflected patterns Y (m, n)."""
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)
    model = Pocket(augment=0.0, max_visits=POCKET_VISITS, random_state=SEED)
    model.fit(signs[:, None] * Y, signs)
    yield _row(
        paper="falkowski",
        theorem="Pocket, derived here",
        quantity="errors",
        statement="errors ≥ disjoint sets of patterns that no weight separates",
        name=name,
        run="pocket",
        algorithm="Pocket",
        parameters={"max_visits": POCKET_VISITS},
        bound=len(disjoint_proofs(Y)),
        measured=(~model.correct_).sum(),
        most=False,
    )


def _all_differences(X, codes, classes):
    """Return ΔΦ of all patterns, ((C − 1) m, C n)."""
    return np.concatenate([_differences(x, c, classes) for x, c in zip(X, codes, strict=True)])


def _differences(x, code, classes):
    """Return ΔΦ of a pattern for every other class, (C − 1, C n)."""
    others = [c for c in range(classes) if c != code]
    found = np.zeros((len(others), classes, len(x)))
    found[:, code] = x
    found[np.arange(len(others)), others] = -x
    return found.reshape(len(others), -1)


def _margins(u, X, codes):
    """Return min over z of u·ΔΦ(x, y, z), (m,)."""
    scores = u @ X.T
    own = scores[codes, np.arange(len(codes))]
    scores[codes, np.arange(len(codes))] = -inf
    return own - scores.max(axis=0)


def rows_of(problem):
    """Return the rows of a problem, of two classes or of several."""
    if isinstance(problem, data.SplitProblem):
        # Classes of letters and digits are 0 to C − 1; the first SMALL patterns have all classes.
        return list(multiclass_rows(problem.name, np.asarray(problem.X, float), problem.y))
    rho = np.full((len(problem.y), 1), TWO_CLASSES[problem.name])
    Y = problem.y[:, None] * np.hstack([problem.X, rho])
    rows = [*alma_rows(problem.name, Y), *falkowski_rows(problem.name, Y)]
    if is_inseparable(Y):
        rows += [*amira_rows(problem.name, Y), *pocket_rows(problem.name, Y)]
    return rows


@command(data.DataError, ValueError)
def main(arguments=None):
    """Write the CSV and return the exit code: 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(
        prog="python -m analyses.theory.first_epochs", description=__doc__
    )
    parser.add_argument("problems", nargs="*", metavar="NPZ", help="prepared problems")
    parser.add_argument("--output", required=True, metavar="CSV", help="the file to write")
    options = parser.parse_args(arguments)
    rows = list(amira_rows("one-tiny-pattern", one_tiny_pattern(), us=[np.eye(2)[0]]))
    rows += amira_rows("unit-patterns", unit_patterns(), us=[np.eye(3)[0]])
    for path in options.problems:
        try:
            rows += rows_of(data.read_problem(path))
        except data.Unreachable as error:
            print(f"{path}: left out, because {error}")
    write(options.output, THEORY_FIRST_EPOCHS, sorted(rows, key=_order))


def _order(row):
    return row["paper"], THEOREMS.index(row["theorem"].split(", any")[0])


THEOREMS = (
    "Theorem 3, part 2",
    "Lemma 1",
    "Theorem 2",
    "Corollary 2",
    "Theorem 3, k-best",
    "Theorem 4",
    "Theorem 5",
    "(10)",
    "(11)",
    "(12)",
    "Pocket, derived here",
)

if __name__ == "__main__":
    sys.exit(main())
