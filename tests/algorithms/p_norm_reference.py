"""A slow ALMA_p, written like the paper, and problems to compare it on."""

from math import sqrt

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import minimize

from maxmargin.drivers.p_norm.driver import PNormLearner
from maxmargin.drivers.p_norm.space import normalised
from tests.algorithms.strategies import separable_problems

NORMS = [2.0, 2.5, 4.0, 10.0]
FORMS = {"dense": np.asarray, "sparse": sparse.csr_matrix}
FEW = settings(max_examples=25, derandomize=True)
norms = st.sampled_from(NORMS)
problems = separable_problems(largest_m=30, margins=(0.05, 0.1, 0.5))


def norm(x, p):
    """Return ‖x‖_p of a vector."""
    largest = np.abs(x).max()
    return largest * (np.abs(x / largest) ** p).sum() ** (1 / p) if largest else 0.0


def f(w, q):
    """Return f(x) of Section 3. With p in place of q, it is the inverse of f."""
    length = norm(w, q)
    return length * np.sign(w) * np.abs(w / length) ** (q - 1) if length else w


def obvious(parameters, p, Y, orders):
    """Run Figure 1 on label-reflected patterns of at most unit length.

    Returns (corrected, weights): the pattern of each update in order, and the weight after each
    visit.
    """
    alpha, B, C, projection = parameters
    B, q = sqrt(8) / alpha if B is None else B, p / (p - 1)
    w, k, corrected, weights = np.zeros(Y.shape[1]), 1, [], []
    for t in np.concatenate(orders):
        if Y[t] @ w <= (1 - alpha) * B * sqrt(p - 1) / sqrt(k) and Y[t].any():
            w = f(f(w, q) + C / sqrt(p - 1) / sqrt(k) * Y[t], p)
            w = w / (norm(w, q) if projection == "always" else max(1, norm(w, q)))
            k += 1
            corrected.append(t)
        weights.append(w)
    return corrected, np.array(weights)


def unit_rows(X, p):
    return X / np.array([norm(x, p) or 1.0 for x in X])[:, None]


def maximum(Y, p):
    """Return a lower and an upper bound on γ* of label-reflected patterns.

    The bounds come from the dual problem, the shortest mean of patterns.
    """
    m = len(Y)
    found = minimize(
        lambda a: norm(a @ Y, p),
        np.full(m, 1 / m),
        jac=lambda a: Y @ (f(a @ Y, p) / norm(a @ Y, p)),
        bounds=[(0, 1)] * m,
        constraints={"type": "eq", "fun": lambda a: a.sum() - 1, "jac": np.ones_like},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    a = np.maximum(found.x, 0) / np.maximum(found.x, 0).sum()
    w = f(a @ Y, p)
    return (Y @ w).min() / norm(w, p / (p - 1)), norm(a @ Y, p)


def orders(seed, m, epochs):
    rng = np.random.default_rng(seed)
    return [rng.permutation(m).astype(np.int32) for _ in range(epochs)]


def presented(parameters, p, X, labels, order_of_epochs, X_test=None):
    given = [X] if X_test is None else [X, X_test]
    parts = [normalised(part, p) for part in given]
    learner = PNormLearner(parameters, p, labels, *parts)
    for order in order_of_epochs:
        learner.present(order)
    return learner
