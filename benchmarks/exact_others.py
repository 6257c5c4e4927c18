"""Prepares other solvers of the identical problem for `benchmarks.exact`.

Each function of OTHERS prepares a solver for a `Problem` and returns solve(delta, tolerance), or
None if the solver is not installed or does not solve the problem. solve returns the weight,
(n + 1,), its duals, (m,), or None without duals, and the seconds of training. Solvers with squared
slacks take C = 1/(2Δ²). Solvers with linear slacks get the extended patterns and C = 1/γ² with the
maximum margin γ, so that no dual reaches C. Functions of solvers in THRESHOLD_INSIDE get no problem
with a free threshold.
"""

import ctypes
import warnings
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import daqp
import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
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
DENSE_NUMBERS = 20_000_000  # the most of sparse patterns that are made dense


class Proof(NamedTuple):
    """Duals of `MaximumMargin`, (m,), for a solver without duals, and the seconds to make them."""

    duals: np.ndarray
    seconds: float


class Problem(NamedTuple):
    """A problem with its maximum margin.

    X: (m, n), an array or csr matrix. labels: (m,), +1 and −1. rho, delta: ρ and Δ in the units of
    X. free: whether the threshold is outside the norm; ρ is then 1. maximum: the maximum margin.
    proof: a `Proof`, or None if all solvers have duals.
    """

    X: Any
    labels: np.ndarray
    rho: float
    delta: float
    free: bool
    maximum: float
    proof: Proof | None = None

    def inside(self, part):
        """Return the problem with its threshold inside the norm, and a ρ of this part of R.

        The larger ρ, the less the threshold adds to the norm.
        """
        radius = row_norms(self.X.astype(np.float64)).max()  # squares of uint8 would overflow
        return self._replace(free=False, rho=part * float(radius))

    def weight_of(self, weight, other):
        """Return this problem's weight, (n + 1,), with the threshold of another problem's weight.

        The two problems differ in ρ alone.
        """
        if other.rho == self.rho:
            return weight
        return np.append(weight[:-1], weight[-1] * other.rho / self.rho)

    def augmented(self):
        """Return X with ρ as its last column."""
        column = np.full((self.labels.size, 1), self.rho)
        if sparse.issparse(self.X):
            return sparse.csr_matrix(sparse.hstack([self.X, column]))
        return np.hstack([self.X, column])

    def products(self, weight):
        """Return the products of the patterns, without slacks, with a weight, (n + 1,)."""
        return self.labels * (self.X @ weight[:-1] + self.rho * weight[-1])

    def norm(self, weight, slacks):
        """Return the norm of a weight, (n + 1,), and its slacks, without a free threshold."""
        inside = weight[:-1] if self.free else weight
        return np.sqrt(inside @ inside + slacks @ slacks)

    def margin(self, weight):
        """Return the margin of a weight, (n + 1,), with its best slacks."""
        products = self.products(weight)
        slacks = np.maximum(0.0, 1.0 - products) / self.delta if self.delta else np.zeros(1)
        return (products + self.delta * slacks).min() / self.norm(weight, slacks)

    def fraction(self, weight):
        """Return the fraction of the maximum margin that a weight, (n + 1,), reaches."""
        return self.margin(weight) / self.maximum

    def shown(self, weight, duals):
        """Return the fraction of the maximum margin that duals α, (m,), show a weight to reach.

        No margin exceeds ‖Σ α_k y_k‖/Σα for α >= 0. For a free threshold the larger class is scaled
        down to Σ α_k label_k = 0.
        """
        duals = np.maximum(duals, 0.0)
        if self.free:
            positive = self.labels > 0
            sums = [duals[of_class].sum() for of_class in (positive, ~positive)]
            if not min(sums) > 0.0:
                return 0.0
            duals = duals * min(sums) / np.where(positive, *sums)
        total = duals.sum()
        if not total > 0.0:
            return 0.0
        signed = self.labels * duals
        combined = np.append(self.X.T @ signed, self.rho * signed.sum())
        return self.margin(weight) * total / self.norm(combined, self.delta * duals)


def liblinear_newton(problem):
    """LIBLINEAR's Newton solver, in the primal."""
    return _liblinear(problem, "-s 2 -R" if problem.free else "-s 2")


def liblinear_dual(problem):
    """LIBLINEAR's dual coordinate descent."""
    return _liblinear(problem, "-s 1")


def _liblinear(problem, options):
    package = liblinear()
    bias = problem.rho or -1  # LIBLINEAR adds the column of ρ itself, and none for -1
    prepared = package.problem(problem.labels, sparse.csr_matrix(problem.X), bias)

    def solve(delta, tol):
        C_LIBRARY.srand(1)  # solver 1 draws the order of patterns
        parameter = package.parameter(f"{options} -B {bias} -c {0.5 / delta**2:.17g} -e {tol} -q")
        model, seconds = timed(package.train, prepared, parameter)
        coef, intercept = model.get_decfun()
        last = intercept / problem.rho if problem.rho else 0.0
        weight = model.get_labels()[0] * np.array([*coef, last])
        return weight, of_squared_slacks(problem, weight), seconds

    return solve


def libsvm(problem):
    """LIBSVM, whose threshold is always outside the norm."""
    if not problem.free:
        return None

    def solve(delta, tol):
        model = LIBSVM(tol=tol, extend=problem.delta).fit(problem.X, problem.labels)
        weight = np.append(model.coef_, model.intercept_)
        return weight, model.dual_coef_, model.train_seconds_

    return solve


def scikit_learn(problem):
    """scikit-learn's LinearSVC, a copy of LIBLINEAR that chooses the solver by the data's shape."""
    patterns = problem.augmented()
    fixed = {"dual": "auto", "fit_intercept": False, "max_iter": UNLIMITED, "random_state": 0}

    def solve(delta, tol):
        model = LinearSVC(C=0.5 / delta**2, tol=tol, **fixed)
        _, seconds = timed(model.fit, patterns, problem.labels)
        weight = model.coef_.ravel()
        return weight, of_squared_slacks(problem, weight), seconds

    return solve


def cyanure(problem):
    """Cyanure (Mairal 2019): quasi-Newton and variance reduction, with a duality gap."""
    estimators = _optional("cyanure.estimators")
    if estimators is None:
        return None

    patterns = problem.X if problem.free else problem.augmented()
    options = {"fit_intercept": problem.free, **OPTIONS}

    def solve(delta, tol):
        model = estimators.LinearSVC(lambda_1=delta**2 / problem.labels.size, tol=tol, **options)
        _, seconds = timed(model.fit, patterns, problem.labels)
        weight = np.append(model.coef_, model.intercept_ if problem.free else [])
        return weight, of_squared_slacks(problem, weight), seconds

    return solve


def skglm(problem):
    """skglm (Bertrand et al. 2022): working sets in the dual, with linear slacks."""
    if is_installed(Skglm.NEEDS):
        Skglm().fit(np.eye(2), [1, -1])  # compiles skglm here, for runs in processes of their own
    return _linear_slacks(problem, Skglm)


def ocas(problem):
    """OCAS (Franc & Sonnenburg 2008): cutting planes, with linear slacks."""
    # OCAS has its own limit, because killing this process would leave OCAS's program running.
    return _linear_slacks(problem, OCAS, max_seconds=LIMIT)


def daqp_dual(problem):
    """DAQP (Arnström et al. 2022): a dual active set, for problems without extension."""
    if not has_quadratic_program(problem):
        return None
    A, H = quadratic_program(problem)
    m, n = A.shape
    bounds = np.full(m, UNBOUNDED), np.ones(m), np.zeros(m, np.int32)

    def solve(delta, tol):
        settings = {"primal_tol": tol, "eps_prox": 1e-5 if problem.free else 0.0}
        found, seconds = timed(partial(daqp.solve, **settings), H, np.zeros(n), A, *bounds)
        return found[0], np.abs(found[3]["lam"]), seconds

    return solve


def goldfarb_idnani(problem):
    """quadprog (Goldfarb & Idnani 1983): a dual active set, for problems without extension."""
    quadprog = _optional("quadprog")
    if not quadprog or not has_quadratic_program(problem):
        return None
    A, H = quadratic_program(problem)
    m, n = A.shape
    columns = np.ascontiguousarray(A.T)

    def solve(delta, tol):  # quadprog has no tolerance
        found, seconds = timed(quadprog.solve_qp, H, np.zeros(n), columns, np.ones(m))
        return found[0], found[4], seconds

    return solve


def piqp_dense(problem):
    """PIQP (Schwan et al. 2023): interior points, for problems without extension."""
    piqp = _optional("piqp")
    if not piqp or not has_quadratic_program(problem):
        return None
    A, H = quadratic_program(problem)
    m, n = A.shape
    unbounded, nothing = np.full(m, np.inf), np.zeros((0, n))

    def solve(delta, tol):
        solver = piqp.DenseSolver()
        solver.settings.eps_abs = solver.settings.eps_rel = tol

        def run():
            solver.setup(H, np.zeros(n), nothing, np.zeros(0), A, np.ones(m), unbounded)
            solver.solve()

        _, seconds = timed(run)
        return solver.result.x, solver.result.z_l, seconds

    return solve


def rehline(problem):
    """ReHLine (Dai & Qiu 2023): dual coordinate steps, with Δ."""
    native = _optional("rehline._base")
    if native is None:
        return None
    patterns, m = problem.augmented(), problem.labels.size
    if not sparse.issparse(patterns):
        patterns = np.ascontiguousarray(patterns)
    kind = "rehline_sparse_internal" if sparse.issparse(patterns) else "rehline_internal"
    n, nothing = patterns.shape[1], np.zeros((0, m))
    constraints = np.zeros((0, n)), np.zeros(0), np.zeros(0), nothing, nothing

    def solve(delta, tol):
        found, limits = native.rehline_result(), np.full((1, m), np.inf)
        signs, ones = -problem.labels[None, :] / delta, np.ones((1, m)) / delta
        options = UNLIMITED, tol, 1, 0, UNLIMITED, 0, -1
        arguments = found, patterns, *constraints, signs, ones, limits, *options
        _, seconds = timed(getattr(native, kind), *arguments)
        return found.beta, of_squared_slacks(problem, found.beta), seconds

    return solve


def snap_ml(problem):
    """Snap ML (Dünner et al. 2018): dual coordinate steps on compressed patterns, with Δ."""
    snapml = _optional("snapml")
    if snapml is None:
        return None
    patterns = problem.augmented()
    options = {"loss": "squared_hinge", "max_iter": UNLIMITED, "n_jobs": 1, "random_state": 0}

    def solve(delta, tol):
        model = snapml.SupportVectorMachine(regularizer=2.0 * delta**2, tol=tol, **options)
        _, seconds = timed(model.fit, patterns, problem.labels)
        weight = model.coef_.ravel()
        return weight, of_squared_slacks(problem, weight), seconds

    return solve


def lbfgs(problem):
    """scipy's L-BFGS-B, on the primal problem with squared slacks."""
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
        return found.x, of_squared_slacks(problem, found.x), seconds

    return solve


def _linear_slacks(problem, cls, **limit):
    if not is_installed(cls.NEEDS):
        return None
    squared_radius = row_norms(problem.augmented(), squared=True).max() + problem.delta**2
    space = {"augment": problem.rho, "extend": problem.delta, **limit}
    C = squared_radius / problem.maximum**2

    def solve(delta, tol):
        with warnings.catch_warnings():  # the caller examines the weight that a limit leaves
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = cls(C=C, tol=tol, **space).fit(problem.X, problem.labels)
        last = model.intercept_ / problem.rho if problem.rho else [0.0]
        return np.append(model.coef_, last), None, model.train_seconds_

    return solve


def has_quadratic_program(problem):
    """Return whether a problem has no extension, and patterns that are dense or can be made so."""
    m, n = problem.X.shape
    return not problem.delta and (not sparse.issparse(problem.X) or m * n <= DENSE_NUMBERS)


def quadratic_program(problem):
    """Return A and H of a problem without extension: its weight minimises ½ wᵀHw where Aw >= 1.

    A: (m, n + 1), the label-reflected patterns in units of R. H: (n + 1, n + 1), with a 0 for a
    free threshold.
    """
    patterns = problem.augmented()
    patterns = patterns.toarray() if sparse.issparse(patterns) else patterns
    patterns *= problem.labels[:, None]
    A, H = np.ascontiguousarray(patterns / row_norms(patterns).max()), np.eye(patterns.shape[1])
    H[-1, -1] = 0.0 if problem.free else 1.0
    return A, H


def of_squared_slacks(problem, weight):
    """Return the duals that a weight with squared slacks implies, in units of 1/Δ²."""
    return np.maximum(0.0, 1.0 - problem.products(weight))


def _optional(name):
    """Return a module, or None if its package is not installed."""
    return import_module(name) if is_installed(name.split(".")[0]) else None


OTHERS = {
    "-s 2": liblinear_newton,
    "-s 1": liblinear_dual,
    "LIBSVM": libsvm,
    "sklearn": scikit_learn,
    "cyanure": cyanure,
    "skglm": skglm,
    "OCAS": ocas,
    "DAQP": daqp_dual,
    "quadprog": goldfarb_idnani,
    "PIQP": piqp_dense,
    "ReHLine": rehline,
    "Snap ML": snap_ml,
    "L-BFGS": lbfgs,
}
# Solvers that need no Δ for separable problems.
WITHOUT_EXTENSION = {"LIBSVM", "skglm", "OCAS", "DAQP", "quadprog", "PIQP"}
# Solvers whose threshold is always inside the norm. quadprog needs a positive definite H.
THRESHOLD_INSIDE = {"-s 1", "sklearn", "skglm", "OCAS", "quadprog", "ReHLine", "Snap ML"}
