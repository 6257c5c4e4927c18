"""The slow, obvious version of the sequential driver, on patterns written out in full."""

import numpy as np

from maxmargin.drivers.state import Now


def patterns(X, labels, augment, extend):
    """The label-reflected, augmented and extended patterns, one a row."""
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
):
    """(converged, updates, epochs, mini-epochs, visits, weight) of a rule on the rows of Y.

    permute: a numpy generator that shuffles the order before each full epoch, or None. trail: a
    list to which the weight after every visit is added.
    """
    par = rule.scaled(parameters, (Y**2).sum(axis=1).max())
    first = rule.STARTS_FROM_FIRST_PATTERN
    order = np.arange(len(Y))
    if permute:
        permute.shuffle(order)
    a, t = (Y[order[0]].copy(), 1) if first else (np.zeros(Y.shape[1]), 0)
    visits = epochs = minis = 0
    exponents = rule.exponents(par) if hasattr(rule, "exponents") else ()

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
        nonlocal a, t
        p, q, n2 = a @ Y[k], Y[k] @ Y[k], a @ a
        now = Now(np.sqrt(n2), n2, t, [t**e if t else np.nan for e in exponents], visits - 1)
        if not rule.wrong(p, rule.bound(now, par)):
            return False
        s, d = rule.step(p, q, now, par)
        a = s * a + d * Y[k]
        t += 1
        return True

    while t - first < max_updates and epochs < max_epochs:
        active = [k for k in order if present(k)]
        epochs += 1
        if not active and not getattr(rule, "BOUND_GROWS_BY_TRIAL", False):
            return True, t - first, epochs, minis, visits, a
        for _ in range(mini_epochs if active else 0):
            minis += 1
            if not sum([present(k) for k in active]):
                break
        if permute:
            permute.shuffle(order)
    return False, t - first, epochs, minis, visits, a


def run_worst_first(rule, parameters, Y, max_updates=10**6, start=None):
    """(converged, updates, weight) when each time the worst of the rows of Y is presented.

    start: the weight to begin from, for 0.
    """
    par = rule.scaled(parameters, (Y**2).sum(axis=1).max())
    first = rule.STARTS_FROM_FIRST_PATTERN
    a, t = (Y[0].copy(), 1) if first else (np.zeros(Y.shape[1]), 0)
    a = a if start is None else start.copy()
    exponents = rule.exponents(par) if hasattr(rule, "exponents") else ()
    while t - first < max_updates:
        products = Y @ a
        k = products.argmin()
        p, q, n2 = products[k], Y[k] @ Y[k], a @ a
        now = Now(np.sqrt(n2), n2, t, [t**e if t else np.nan for e in exponents], t - first)
        if not rule.wrong(p, rule.bound(now, par)):
            return True, t - first, a
        s, d = rule.step(p, q, now, par)
        a = s * a + d * Y[k]
        t += 1
    return False, t - first, a
