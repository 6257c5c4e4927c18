"""Runs of a rule under the drivers, compared with the slow reference."""

import numpy as np

from maxmargin.drivers.dual import driver as dual_run
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import KernelSpace
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.kernels import Linear
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.cases import STORAGES
from tests.algorithms.problems import separable

ORDERS = [(0, False), (3, False), (2, True)]  # mini-epochs, and whether the order is permuted
SPACE = 1.0, 0.5  # ρ and Δ


def expected(rule, parameters, X, labels, mini_epochs, permuted):
    """Return (converged, updates, epochs, mini-epochs, visits, weight) of the reference."""
    Y, permute = reference.patterns(X, labels, *SPACE), generator(permuted)
    return reference.run(rule, parameters, Y, mini_epochs, permute=permute, labels=labels)


def generator(permuted):
    return np.random.default_rng(5) if permuted else None


def check_sequential(rule, parameters, storage, mini_epochs, permuted):
    """Assert that the sequential driver makes the updates of the reference; return its run."""
    _, values_are_one, form = STORAGES[storage]
    X, labels = separable(3, m=30, n=6, binary=values_are_one)
    converged, *counts, a = expected(rule, parameters, X, labels, mini_epochs, permuted)
    run = sequential.run(
        rule,
        parameters,
        make_space(form(X), labels, *SPACE),
        mini_epochs=mini_epochs,
        permute=generator(permuted),
    )
    assert converged and run.status == "converged"
    assert run.end[:4] == tuple(counts)
    weight = np.concatenate([run.weights, SPACE[1] * labels * run.duals])
    np.testing.assert_allclose(weight, a, atol=1e-9 * np.linalg.norm(a))
    return run


def check_dual(rule, parameters, mini_epochs, permuted):
    """Assert that the dual driver makes the updates of the reference."""
    X, labels = separable(3, m=30, n=6)
    _, *counts, _ = expected(rule, parameters, X, labels, mini_epochs, permuted)
    space = KernelSpace(Linear(), KernelRows(("product", 1.0), X, None, 1e8), *SPACE)
    permute = generator(permuted)
    run = dual_run.run(rule, parameters, labels, space, mini_epochs=mini_epochs, permute=permute)
    assert run.status == "converged"
    assert run.end[:4] == tuple(counts)
