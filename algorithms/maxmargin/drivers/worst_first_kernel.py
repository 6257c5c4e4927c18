"""The compiled loop of the worst-first driver: of all patterns the one with the smallest product.

`bound`, `wrong`, `step`, `exponents` and the constants are put into this module's globals by
`maxmargin.compilation.bind`.

The weight is a = scale·v. The products y_k·v of all patterns are kept, and an update adds to them
a column of the Gram matrix, of those that lie in `columns`. Where the column of the worst pattern
is not there the loop is left with MISSING, and entered again when it is.
"""

from math import sqrt

import numpy as np
from numba import njit

from maxmargin.drivers.power_laws import BLOCK, tabulate
from maxmargin.drivers.state import AT_UPDATE, CONVERGED, Now

MISSING, TO_RENEW = 4, 5  # besides CONVERGED and AT_UPDATE
LARGE = 2.0**300
SMALL = 2.0**-300
RENEW_EVERY = 4096  # updates after which the products are to be computed afresh


@njit(fastmath={"nnan", "nsz", "reassoc"}, error_model="numpy")
def smallest(values):
    best = values[0]
    for k in range(1, values.size):
        best = min(best, values[k])
    return best


@njit(error_model="numpy")
def place_of(value, values):
    """The first place of a value; 0 where it stands nowhere, as it is no number."""
    for k in range(values.size):
        if values[k] == value:
            return k
    return 0


@njit(error_model="numpy")
def add_column(products, c, columns, slot):
    for k in range(products.size):
        products[k] += c * columns[slot, k]


@njit(error_model="numpy")
def rescale(factor, products, duals):
    """v becomes factor·v."""
    for k in range(products.size):
        products[k] *= factor
        duals[k] *= factor


@njit(cache=True, error_model="numpy")
def advance(products, duals, squared_norms, columns, slots, used, par, states, at_update):
    """Presents the worst pattern until there is a reason to leave, which is returned.

    columns: (capacity, m), of the Gram matrix; slots: (m,), where the column of a pattern is, or
    −1; used: (capacity,), the update that used a column last.

    CONVERGED: the worst pattern was right. AT_UPDATE: t has reached at_update. MISSING: the worst
    pattern, at state.position, has no column. TO_RENEW: t is a multiple of RENEW_EVERY.
    """
    state = states[0]
    n2, scale, t = state.n2, state.scale, state.t
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(par), t)
    reason = -1
    while reason < 0:
        least = smallest(products)
        worst = place_of(least, products)
        p = scale * least
        now = Now(sqrt(n2), n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), state.epochs)
        if not wrong(p, bound(now, par)):
            state.epochs += 1
            reason = CONVERGED
            break
        if slots[worst] < 0:
            state.position = worst
            reason = MISSING
            break
        state.epochs += 1
        q = squared_norms[worst]
        s, d = step(p, q, now, par)
        if s == 1.0 and d == 1.0:  # in the order of the sequential driver
            n2 = n2 + 2.0 * p + q
        else:
            n2 = s * s * n2 + d * (2.0 * s * p + d * q)
        t += 1
        if ADDITIVE:
            c = d
        elif s == 0.0:
            rescale(0.0, products, duals)
            scale, c = 1.0, d
        else:
            scale *= s
            c = d / scale
        add_column(products, c, columns, slots[worst])
        used[slots[worst]] = t
        duals[worst] += c
        if not SMALL < scale < LARGE:
            factor = 2.0 ** np.round(np.log2(scale))  # a power of two rounds nothing
            rescale(factor, products, duals)
            scale /= factor
        if SCALE_FREE and n2 > LARGE:
            rescale(SMALL, products, duals)  # the weight itself
            n2 *= SMALL * SMALL
        if POWERS and t % BLOCK == 0:
            tabulate(powers, exponents(par), t)
        if t == at_update:
            reason = AT_UPDATE
        elif t % RENEW_EVERY == 0:
            reason = TO_RENEW
    state.n2, state.scale, state.t = n2, scale, t
    return reason
