"""A slow sequential driver, on patterns written out in full."""

import numpy as np

from maxmargin import kernels
from maxmargin.contract import State


def patterns(X, labels, augment, extend):
    """Return the label-reflected, augmented and extended patterns, one per row."""
    m = len(X)
    columns = [X, np.full((m, 1), augment), extend * np.eye(m)]
    return labels[:, None] * np.hstack(columns)


def run(
    rule,
    parameters,
    Y,
    mini_epochs=0,
    max_updates=10**6,
    permute=None,
    max_epochs=10**6,
    trail=None,
    labels=None,
):
    """Run a rule on the rows of Y, patterns written out in full.

    Returns (converged, updates, epochs, mini-epochs, visits, weight). permute: a numpy generator
    that shuffles the order before each full epoch, or None. trail: a list that collects the weight
    after every visit. labels: (m,), for a rule that uses them.
    """
    params = rule.scaled(parameters, (Y**2).sum(axis=1).max())
    first = rule.STARTS_FROM_FIRST_PATTERN
    order = np.arange(len(Y))
    if permute:
        permute.shuffle(order)
    a, t = (Y[order[0]].copy(), 1) if first else (np.zeros(Y.shape[1]), 0)
    duals = np.zeros(len(Y))
    duals[order[0]] = first
    memory = rule.initial_memory(params) if hasattr(rule, "observe") else ()
    visits = epochs = mini_passes = 0
    exponents = rule.exponents(params) if hasattr(rule, "exponents") else ()

    def present(k):
        nonlocal visits
        if t - first == max_updates:
            return False
        visits += 1
        called = update(k)
        if trail is not None:
            trail.append(a)
        return called

    def update(k):
        nonlocal a, t, duals, memory
        p, q, squared_norm = a @ Y[k], Y[k] @ Y[k], a @ a
        powers = [t**e if t else np.nan for e in exponents]
        norm, dual = np.sqrt(squared_norm), duals[k]
        norm_power = power_of_norm(rule, params, norm)
        label = 0.0 if labels is None else float(labels[k])
        counts = t, powers, visits - 1
        state = State(norm, squared_norm, *counts, memory, norm_power, epochs, dual, label)
        dual_argument = (dual,) if getattr(rule, "USES_DUAL", False) else ()
        violated = rule.violates(p, rule.threshold(state, params), *dual_argument)
        if hasattr(rule, "observe"):
            memory = rule.observe(p, q, violated, state, params)
        if not violated:
            return False
        s, d = rule.step(p, q, state, params)
        d = max(d, -s * dual)
        a, duals = s * a + d * Y[k], s * duals
        duals[k] += d
        t += 1
        return True

    while t - first < max_updates and epochs < max_epochs:
        active = [k for k in order if present(k)]
        epochs += 1
        if not active and not getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False):
            return True, t - first, epochs, mini_passes, visits, a
        for _ in range(mini_epochs if active else 0):
            mini_passes += 1
            if not sum([present(k) for k in active]):
                break
        if permute:
            permute.shuffle(order)
    return False, t - first, epochs, mini_passes, visits, a


def power_of_norm(rule, params, norm):
    """Return ‖a‖^e for the rule's exponent e; 1 for a rule without one, and for a = 0."""
    return norm ** rule.norm_exponent(params) if hasattr(rule, "norm_exponent") and norm else 1.0


def run_worst_first(rule, parameters, Y, max_updates=10**6, start=None):
    """Present the worst row of Y each time; return (converged, updates, weight).

    start: the initial weight, by default 0.
    """
    params = rule.scaled(parameters, (Y**2).sum(axis=1).max())
    first = rule.STARTS_FROM_FIRST_PATTERN
    a, t = (Y[0].copy(), 1) if first else (np.zeros(Y.shape[1]), 0)
    a = a if start is None else start.copy()
    memory = rule.initial_memory(params) if hasattr(rule, "observe") else ()
    exponents = rule.exponents(params) if hasattr(rule, "exponents") else ()
    while t - first < max_updates:
        products = Y @ a
        k = products.argmin()
        p, q, squared_norm = products[k], Y[k] @ Y[k], a @ a
        powers = [t**e if t else np.nan for e in exponents]
        norm = np.sqrt(squared_norm)
        norm_power = power_of_norm(rule, params, norm)
        counts = t, powers, t - first
        state = State(norm, squared_norm, *counts, memory, norm_power, t - first, 0.0, 0.0)
        violated = rule.violates(p, rule.threshold(state, params))
        if hasattr(rule, "observe"):
            memory = rule.observe(p, q, violated, state, params)
        if not violated:
            return True, t - first, a
        s, d = rule.step(p, q, state, params)
        a = s * a + d * Y[k]
        t += 1
    return False, t - first, a


def features(kernel, X, rho=0.0):
    """Return vectors, one per row, whose inner products are the kernel's values."""
    plain = kernel._replace(normalised=False) if kernel.normalised else kernel
    gram = kernels.values(plain, X, X) + rho**2
    if kernel.normalised:
        scale = 1.0 / np.sqrt(np.diag(gram))
        gram = gram * scale[:, None] * scale
    eigenvalues, vectors = np.linalg.eigh(gram)
    return vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
