"""Prepares other solvers of the identical problem for `benchmarks.exact`.

Each function prepares a solver for a `Problem` and returns solve(delta, tolerance), or None if the
solver does not solve the problem. solve returns the weight, (n + 1,), and the seconds of training.
Solvers with squared slacks take C = 1/(2Δ²). Solvers with linear slacks get the extended patterns
and C = 1/γ² with the maximum margin γ, so that no dual reaches C.
"""

import ctypes
import importlib.util
from functools import partial
from typing import NamedTuple

import daqp
import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from sklearn.svm import LinearSVC
from sklearn.utils.extmath import row_norms

from peers import LIBSVM, OCAS, Skglm
from peers.optional import is_installed
from peers.solvers.classifier import timed
from peers.solvers.cyanure import OPTIONS
from peers.solvers.liblinear import liblinear

LIMIT = 5.0  # seconds of a run
C_LIBRARY = ctypes.CDLL(None)
UNLIMITED = 10**6  # iterations, so that only the time limit ends a run
UNBOUNDED = 1e30  # for DAQP


class Problem(NamedTuple):
    """A problem with its maximum margin.

    X: (m, n), an array or csr matrix. labels: (m,), +1 and −1. rho, delta: ρ and Δ in the units of
    X. free: whether the threshold is outside the norm; ρ is then 1. maximum: the maximum margin.
    """

    X: object
    labels: np.ndarray
    rho: float
    delta: float
    free: bool
    maximum: float

    def augmented(self):
        """Return X with ρ as its last column."""
        column = np.full((self.labels.size, 1), self.rho)
        if sparse.issparse(self.X):
            return sparse.csr_matrix(sparse.hstack([self.X, column]))
        return np.hstack([self.X, column])

    def fraction(self, weight):
        """Return the fraction of the maximum that a weight, (n + 1,), reaches with its slacks."""
        products = self.labels * (self.augmented() @ weight)
        slacks = np.maximum(0.0, 1.0 - products) / self.delta if self.delta else np.zeros(1)
        inside = weight[:-1] if self.free else weight
        norm = np.sqrt(inside @ inside + slacks @ slacks)
        return (products + self.delta * slacks).min() / norm / self.maximum


def liblinear_newton(problem):
    """LIBLINEAR's Newton solver, in the primal."""
    return _liblinear(problem, "-s 2" + (" -R -B 1" if problem.free else ""))


def liblinear_dual(problem):
    """LIBLINEAR's dual coordinate descent, whose threshold is always inside the norm."""
    return None if problem.free else _liblinear(problem, "-s 1")


def _liblinear(problem, options):
    package, bias = liblinear(), 1 if problem.free else -1
    patterns = sparse.csr_matrix(problem.X if problem.free else problem.augmented())
    prepared = package.problem(problem.labels, patterns, bias)

    def solve(delta, tol):
        C_LIBRARY.srand(1)  # solver 1 draws the order of patterns
        parameter = package.parameter(f"{options} -c {0.5 / delta**2:.17g} -e {tol} -q")
        model, seconds = timed(package.train, prepared, parameter)
        coef, intercept = model.get_decfun()
        weight = [*coef, intercept] if problem.free else coef
        return model.get_labels()[0] * np.array(weight), seconds

    return solve


def libsvm(problem):
    """LIBSVM, whose threshold is always outside the norm."""
    if not problem.free:
        return None

    def solve(delta, tol):
        model = LIBSVM(tol=tol, extend=problem.delta).fit(problem.X, problem.labels)
        return np.append(model.coef_, model.intercept_), model.train_seconds_

    return solve


def scikit_learn(problem):
    """scikit-learn's LinearSVC, a copy of LIBLINEAR that chooses the solver by the data's shape."""
    if problem.free:
        return None
    patterns = problem.augmented()
    fixed = {"dual": "auto", "fit_intercept": False, "max_iter": UNLIMITED, "random_state": 0}

    def solve(delta, tol):
        model = LinearSVC(C=0.5 / delta**2, tol=tol, **fixed)
        _, seconds = timed(model.fit, patterns, problem.labels)
        return model.coef_.ravel(), seconds

    return solve


def cyanure(problem):
    """Cyanure (Mairal 2019): quasi-Newton and variance reduction, with a duality gap."""
    if importlib.util.find_spec("cyanure") is None:
        return None
    from cyanure.estimators import LinearSVC  # here, since cyanure is optional

    patterns = problem.X if problem.free else problem.augmented()
    options = {"fit_intercept": problem.free, **OPTIONS}

    def solve(delta, tol):
        model = LinearSVC(lambda_1=delta**2 / problem.labels.size, tol=tol, **options)
        _, seconds = timed(model.fit, patterns, problem.labels)
        return np.append(model.coef_, model.intercept_ if problem.free else []), seconds

    return solve


def skglm(problem):
    """skglm (Bertrand et al. 2022): working sets in the dual, with linear slacks."""
    return _linear_slacks(problem, Skglm)


def ocas(problem):
    """OCAS (Franc & Sonnenburg 2008): cutting planes, with linear slacks."""
    # OCAS has its own limit, because killing this process would leave OCAS's program running.
    return _linear_slacks(problem, OCAS, max_seconds=LIMIT)


def daqp_dual(problem):
    """DAQP (Arnström et al. 2022): a dual active set, for dense patterns without extension."""
    if problem.delta or sparse.issparse(problem.X):
        return None
    patterns = problem.labels[:, None] * problem.augmented()
    radius = row_norms(patterns).max()
    m, n = patterns.shape
    A, H = np.ascontiguousarray(patterns / radius), np.eye(n)
    H[-1, -1] = 0.0 if problem.free else 1.0
    bounds = np.full(m, UNBOUNDED), np.ones(m), np.zeros(m, np.int32)

    def solve(delta, tol):
        settings = {"primal_tol": tol, "eps_prox": 1e-5 if problem.free else 0.0}
        found, seconds = timed(partial(daqp.solve, **settings), H, np.zeros(n), A, *bounds)
        return found[0], seconds

    return solve


def lbfgs(problem):
    """scipy's L-BFGS-B, on the primal problem with squared slacks."""
    if not problem.delta:
        return None
    patterns = problem.augmented()
    penalised = np.ones(patterns.shape[1])
    penalised[-1] = 0.0 if problem.free else 1.0

    def solve(delta, tol):
        def objective(weight):
            short = np.maximum(0.0, 1.0 - problem.labels * (patterns @ weight))
            inside = delta**2 * penalised * weight
            gradient = inside - patterns.T @ (problem.labels * short)
            return 0.5 * (inside @ weight + short @ short), gradient

        options = {"gtol": tol, "ftol": 0.0, "maxiter": UNLIMITED, "maxfun": UNLIMITED}
        start = np.zeros(patterns.shape[1])
        run = partial(minimize, objective, start, jac=True, method="L-BFGS-B", options=options)
        found, seconds = timed(run)
        return found.x, seconds

    return solve


def _linear_slacks(problem, cls, **limit):
    if problem.free or not is_installed(cls.NEEDS):
        return None
    squared_radius = row_norms(problem.augmented(), squared=True).max() + problem.delta**2
    space = {"augment": problem.rho, "extend": problem.delta, **limit}
    C = squared_radius / problem.maximum**2

    def solve(delta, tol):
        model = cls(C=C, tol=tol, **space).fit(problem.X, problem.labels)
        last = model.intercept_ / problem.rho if problem.rho else [0.0]
        return np.append(model.coef_, last), model.train_seconds_

    return solve


OTHERS = {
    "-s 2": liblinear_newton,
    "-s 1": liblinear_dual,
    "LIBSVM": libsvm,
    "sklearn": scikit_learn,
    "cyanure": cyanure,
    "skglm": skglm,
    "OCAS": ocas,
    "DAQP": daqp_dual,
    "L-BFGS": lbfgs,
}
# Solvers that need no Δ for separable problems.
LINEAR_SLACKS = {"LIBSVM", "skglm", "OCAS", "DAQP", "L-BFGS"}
