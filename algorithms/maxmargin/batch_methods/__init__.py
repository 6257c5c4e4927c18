"""Batch methods, one short file each: algorithms that use all patterns before each update.

A method sees the products p_k = y_k·a of all patterns with the weight a = Σ α_k y_k. It also sees
the α_k themselves. An update replaces the α_k by

    (1 − λ κ) α_k + λ d_k.

d_k may be negative only as far as α_k stays at 0 or above. A method is a module with

`NAME`, `Parameters`, `RANGES`
    as for rules (`maxmargin.rules`).
`STARTS_FROM_FIRST_PATTERN`
    True if a = y_1 at the start, False if a = 0.
`SEARCHES`
    True if λ is the allowed length that makes ‖a‖ shortest; False if λ is 1.
`initial_memory(patterns, params)` (optional)
    returns a tuple of arrays of floats, which the method may change at each update. patterns is m.
`step(products, duals, memory, state, params, direction)`
    writes d to direction, (m,), and returns κ and the largest λ. products: p_k, (m,). duals: α_k,
    (m,). memory: from `initial_memory`, () without it. params: `Parameters`.

numba compiles `step`. `state` holds t, the number of earlier updates; squared_norm = ‖a‖²; total =
Σ α_k; squared_radius = R². Products and squares are in units of a power of two near R². A run
converges when its own certificate, ‖a‖/Σα, shows that the margin cannot grow.

For comparisons with a known maximum margin a method may have `parameter_grid`, as rules do.
"""

import importlib
import pkgutil


def all_methods():
    """Return every method of this folder: a dictionary from `NAME` to module, sorted by name."""
    modules = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)
    )
    named = {module.NAME: module for module in modules if hasattr(module, "NAME")}
    return dict(sorted(named.items()))
