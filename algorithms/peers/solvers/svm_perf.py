"""SVM^perf's algorithm (Joachims 2006): cutting planes for linear slacks.

No package index has SVM^perf, so the algorithm is written here, over the QP solver daqp. One slack
ξ stands for the mean of the m linear slacks. Each set c of patterns is a constraint:

    minimise ½‖w‖² + m C ξ  subject to  1/m Σ_{k in c} y_k·w >= |c|/m − ξ  for every c

The y_k are the label-reflected patterns in the augmented and extended space. Each step solves the
problem of the constraints found before, and adds the most violated constraint. This constraint is
the set of the patterns with y_k·w < 1. The run ends when its violation is at most ξ + ε.

`augment` is SVM^perf's bias feature, with the same default. SVM^perf's options count losses in per
cent, so that its ε is 100 `tol`.
"""

from math import inf
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, attributes, declares
from peers.optional import optional
from peers.solvers.linear_slacks import (
    SLACKS_ATTRIBUTES,
    SLACKS_PARAMETERS,
    Solution,
    WithLinearSlacks,
)

INACTIVE = 50  # steps without a dual after which a constraint is removed, as in SVM^perf
ROOM = 64  # the number of constraints for which there is room at first
UNLIMITED = 1e30  # for daqp
SOLVED = 1  # daqp's exit flag
MOST = 10**6  # iterations of daqp
FEASIBLE = 1e-9  # the largest violation of daqp's constraints
NEARLY = 1.0 - 1e-5  # for sums of duals up to daqp's tolerance
NO_DUAL = 1e-12  # part of all duals up to which a dual counts as 0
TINY = 1e-300

TOL = Parameter(
    1e-3,
    [POSITIVE],
    "ε, the largest violation of a constraint. A constraint is a mean over all patterns, so that "
    "the product of a single pattern may be as small as 1 − m ε.",
)
ATTRIBUTES = attributes(
    "dual_coef_",
    n_iter_="The number of constraints found.",
    margin_upper_bound_="‖Σ α_k y_k‖/Σα plus the largest rounding error. No directional margin "
    "is larger.",
)


@declares(SLACKS_PARAMETERS | {"tol": TOL}, attributes=SLACKS_ATTRIBUTES | ATTRIBUTES)
class SVMPerf(WithLinearSlacks):
    __doc__ = __doc__

    # One pattern may lack m ε of its product. `_solve` reports itself whether slacks are left.
    _least_product = 0.0

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, with the smallest C that leaves no slack.

        Parameters
        ----------
        maximum_margin, radius : float
            γ_d and R, in the units of X.

        Returns
        -------
        list of dict
            C and tol, one dictionary for each setting.
        """
        C = 1.01 * (radius / maximum_margin) ** 2
        return [{"C": C, "tol": tol} for tol in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)]

    def _solve(self, patterns, labels, C):
        m = labels.size
        shared = patterns.shape[1] - (m if self.extend else 0)
        rows = sparse.csr_array(patterns[:, :shared].multiply(labels[:, None]))
        limit = inf if self.max_seconds is None else self.max_seconds
        with threadpool_limits(1):
            started = process_time()  # CPU seconds, as SVM^light's
            last = _last_step(rows, self.extend, m * C, self.tol, limit)
            seconds = process_time() - started
        self.n_iter_ = last.number
        weight = rows.T @ last.duals
        if self.extend:
            weight = np.concatenate([weight, self.extend * labels * last.duals])
        hard = last.price < NEARLY * m * C  # ξ is 0 if the constraints' duals are below their limit
        return Solution(weight, seconds, bool(hard), last.duals)


class Step(NamedTuple):
    """The optimum of the constraints found, and the most violated constraint.

    number: of constraints found. duals: (m,), α_k of the weight Σ α_k y_k. price: the sum of the
    constraints' duals, at most m C. slack: ξ. loss: the mean of max(0, 1 − y_k·w), which is the
    slack of all constraints. lower: the optimum's value, below the minimum over all constraints.
    upper: the value of the weight with all constraints. added: (m,), the most violated constraint.
    """

    number: int
    duals: np.ndarray
    price: float
    slack: float
    loss: float
    lower: float
    upper: float
    added: np.ndarray


def steps(rows, extend, price):
    """Yield the `Step` of every optimum, without end; the first has no constraint.

    Parameters
    ----------
    rows : csr_array of shape (m, n)
        The label-reflected patterns without their extending coordinates.
    extend : float
        Δ.
    price : float
        m C, the price of the slack.
    """
    found, number = WorkingSet(rows, extend), 0
    while True:
        weight, duals = found.weight(), found.pattern_duals()
        products = rows @ weight + extend**2 * duals
        violations = found.losses - found.gram @ found.duals
        slack = violations.max(initial=0.0)
        loss = np.maximum(0.0, 1.0 - products).mean()
        half = 0.5 * (weight @ weight + extend**2 * (duals @ duals))
        lower, upper = found.losses @ found.duals - half, half + price * loss
        added = products < 1.0
        yield Step(number, duals, found.duals.sum(), slack, loss, lower, upper, added)
        found.add(added)
        found.optimise(price)
        number += 1


def _last_step(rows, extend, price, tol, limit):
    """Return the first `Step` with a violation of at most ξ + tol.

    Raise TimeoutError after `limit` seconds.
    """
    started = perf_counter()
    for step in steps(rows, extend, price):
        if step.loss <= step.slack + tol:
            return step
        if perf_counter() - started > limit:
            raise TimeoutError


class WorkingSet:
    """The constraints found, with their duals.

    For K constraints, `gram` has the inner products of their vectors, (K, K), `losses` their |c|/m,
    (K,), and `duals` their duals, (K,). A constraint's vector is 1/m Σ_{k in c} y_k. Its extending
    coordinates, Δ/m for each pattern in c, are not stored: `members` has the sets c instead.
    """

    def __init__(self, rows, extend):
        self.rows, self.extend, self.columns = rows, extend, rows.T.tocsr()
        self.size, self.step = 0, 0
        self.duals = np.zeros(0)
        self._gram = np.zeros((ROOM, ROOM))
        self._losses = np.zeros(ROOM)
        self._vectors = np.zeros((ROOM, rows.shape[1]))
        self._active = np.zeros(ROOM, dtype=int)  # the last step with a dual
        # The sets' patterns, one set after the other, and the ends of the sets.
        self._patterns = np.zeros(rows.shape[0], dtype=np.int32)
        self._ends = np.zeros(ROOM + 1, dtype=np.int32)

    @property
    def gram(self):
        """The inner products, a view."""
        return self._gram[: self.size, : self.size]

    @property
    def losses(self):
        """|c|/m of each constraint, a view."""
        return self._losses[: self.size]

    @property
    def members(self):
        """Ones for the patterns in each constraint's set, (K, m)."""
        ends = self._ends[: self.size + 1]
        patterns = self._patterns[: ends[-1]]
        ones = np.ones(patterns.size)
        return sparse.csr_array((ones, patterns, ends), shape=(self.size, self.rows.shape[0]))

    def weight(self):
        """Return the weight, without its extending coordinates."""
        return self._vectors[: self.size].T @ self.duals

    def pattern_duals(self):
        """Return α_k of the weight Σ α_k y_k, (m,): 1/m times the sum of the duals of k's sets."""
        return self.members.T @ self.duals / self.rows.shape[0]

    def add(self, members):
        """Add the constraint of a set of patterns, given as booleans, (m,)."""
        m, size = members.size, self.size
        patterns = np.flatnonzero(members)
        end = self._ends[size] + patterns.size
        if size == self._losses.size:
            self._gram = _enlarged(self._gram, (2 * size, 2 * size))
            self._losses = _enlarged(self._losses, (2 * size,))
            self._vectors = _enlarged(self._vectors, (2 * size, self._vectors.shape[1]))
            self._active = _enlarged(self._active, (2 * size,))
            self._ends = _enlarged(self._ends, (2 * size + 1,))
        if end > self._patterns.size:
            self._patterns = _enlarged(self._patterns, (2 * end,))
        self._patterns[self._ends[size] : end] = patterns
        self._ends[size + 1] = end
        self._vectors[size] = self.columns @ (members / m)
        self._losses[size] = patterns.size / m
        self._active[size] = self.step
        self.size += 1
        products = self._vectors[: self.size] @ self._vectors[size]
        products += (self.extend / m) ** 2 * (self.members @ members.astype(float))
        self._gram[size, : self.size] = self._gram[: self.size, size] = products
        self.duals = np.append(self.duals, 0.0)

    def optimise(self, price):
        """Set the duals to the optimum, and remove constraints that have long had no dual."""
        self.step += 1
        self.duals = optimal_duals(self.gram, self.losses, price)
        self._active[: self.size][self.duals > NO_DUAL * self.duals.sum()] = self.step
        recent = self._active[: self.size] > self.step - INACTIVE
        if not recent.all():
            self.retain(np.flatnonzero(recent))

    def retain(self, stay):
        """Remove all constraints but those in these places."""
        members = self.members[stay]
        self._patterns[: members.nnz] = members.indices
        self._ends[: stay.size + 1] = members.indptr
        self._gram[: stay.size, : stay.size] = self._gram[np.ix_(stay, stay)]
        for values in (self._losses, self._vectors, self._active):
            values[: stay.size] = values[stay]
        self.duals = self.duals[stay]
        self.size = stay.size


def optimal_duals(gram, losses, price):
    """Return the duals a that maximise a·losses − ½ a·gram·a, with a >= 0 and Σa <= price.

    daqp gets the duals of vectors of length 1, or duals in units of the price if these are smaller,
    because the lengths and the price differ by orders of magnitude. daqp was preferred to quadprog,
    which refuses singular inner products, and to PIQP, which takes a large price for an unbounded
    problem.

    Raises
    ------
    ArithmeticError
        If daqp does not solve the problem.
    """
    daqp = optional("daqp", "daqp")
    size = losses.size
    scale = np.minimum(price, 1.0 / np.sqrt(np.maximum(np.diag(gram), TINY)))
    upper = np.append(np.full(size, UNLIMITED), 1.0)
    lower = np.append(np.zeros(size), -UNLIMITED)
    found, _, flag, _ = daqp.solve(
        gram * np.outer(scale, scale),
        -losses * scale,
        scale[None, :] / price,
        upper,
        lower,
        np.zeros(size + 1, dtype=np.int32),
        iter_limit=MOST,
        primal_tol=FEASIBLE,
    )
    if flag != SOLVED:
        raise ArithmeticError(
            f"daqp did not solve the problem of {size} constraints: exit flag {flag}."
        )
    duals = np.maximum(0.0, found * scale)
    return duals * min(1.0, price / max(duals.sum(), TINY))  # the sum is exact only up to FEASIBLE


def _enlarged(values, shape):
    """Return a copy of an array with this shape, with zeros in the new places."""
    larger = np.zeros(shape, dtype=values.dtype)
    larger[tuple(map(slice, values.shape))] = values
    return larger
