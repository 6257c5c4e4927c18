"""Prepares other solvers of the question of separability for `benchmarks.separable`.

A solver gets the patterns z_k = label_k (x_k, 1) as a csr matrix Z, (m, d), whose columns have
entries of at most 1. It returns True for "separable", False for "not separable", None if it states
neither, and PROVES_NOTHING for a weight that does not separate. Two linear programs ask the
question:

- primal: find w with z_k·w >= 1 for all k. If none exists, the patterns are not separable.
- Gordan: find α_k >= 0 with Σ α_k = 1 and Σ α_k z_k = 0. If none exist, the patterns are separable.

All solvers but LinearSVC state an answer to a tolerance, in floating-point numbers.
"""

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import linprog
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from peers.optional import is_installed

OPTIMAL, INFEASIBLE = 0, 2  # statuses of linprog
HARD = 1e6  # C of LinearSVC
PROVES_NOTHING = "proves nothing"
LINEAR_SVC = "LinearSVC"  # the one solver that never answers "not separable"


class Solver(NamedTuple):
    """A solver: its name in the table, the module that it needs, and its function of Z."""

    name: str
    module: str
    solve: Callable[[sparse.csr_matrix], bool | str | None]

    @property
    def is_installed(self):
        return is_installed(self.module)


def primal(method):
    """Return a function that asks HiGHS by a method of scipy's linprog for a separating w."""

    def solve(Z):
        m, d = Z.shape
        found = linprog(np.zeros(d), -Z, -np.ones(m), bounds=(None, None), method=method)
        return {OPTIMAL: True, INFEASIBLE: False}.get(found.status)

    return solve


def gordan(method):
    """Return a function that asks HiGHS by a method of scipy's linprog for Gordan's α."""

    def solve(Z):
        m, d = Z.shape
        system = sparse.vstack([Z.T, np.ones((1, m))], format="csc")
        right = np.append(np.zeros(d), 1.0)
        found = linprog(np.zeros(m), A_eq=system, b_eq=right, bounds=(0, None), method=method)
        return {OPTIMAL: False, INFEASIBLE: True}.get(found.status)

    return solve


def cvxpy(Z):
    """Ask CVXPY with its default solver for a separating w, as arXiv:2603.12850 did."""
    import cvxpy  # here, since cvxpy is optional

    w = cvxpy.Variable(Z.shape[1])
    problem = cvxpy.Problem(cvxpy.Minimize(0), [Z @ w >= 1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about inaccurate solutions, which count as no answer
        try:
            problem.solve()
        except cvxpy.SolverError:
            return None
    return {cvxpy.OPTIMAL: True, cvxpy.INFEASIBLE: False}.get(problem.status)


def clarabel(Z):
    """Ask Clarabel, an interior point method, for a separating w."""
    import clarabel  # here, since clarabel is optional

    m, d = Z.shape
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    nothing = sparse.csc_matrix((d, d))
    cones = [clarabel.NonnegativeConeT(m)]
    solver = clarabel.DefaultSolver(
        nothing, np.zeros(d), sparse.csc_matrix(-Z), -np.ones(m), cones, settings
    )
    answers = {"Solved": True, "PrimalInfeasible": False}
    return answers.get(str(solver.solve().status))


def linear_svc(Z):
    """Fit LinearSVC with C = 10⁶. Its weight may separate the patterns, but it proves no "no"."""
    signs = np.where(np.arange(Z.shape[0]) % 2, -1.0, 1.0)  # since it needs two classes
    model = LinearSVC(C=HARD, fit_intercept=False, dual="auto", random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(sparse.diags_array(signs).tocsr() @ Z, signs)
    return True if (Z @ model.coef_.ravel() > 0).all() else PROVES_NOTHING


SOLVERS = (
    Solver("HiGHS simplex, primal", "scipy", primal("highs-ds")),
    Solver("HiGHS simplex, Gordan", "scipy", gordan("highs-ds")),
    Solver("HiGHS interior, primal", "scipy", primal("highs-ipm")),
    Solver("HiGHS interior, Gordan", "scipy", gordan("highs-ipm")),
    Solver("CVXPY", "cvxpy", cvxpy),
    Solver("Clarabel", "clarabel", clarabel),
    Solver(LINEAR_SVC, "sklearn", linear_svc),
)
