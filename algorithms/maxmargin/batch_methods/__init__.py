"""Batch methods: one short file per algorithm that looks at all patterns before each update.

A method sees the products p_k = y_k·a of all patterns with the weight a = Σ α_k y_k, and the α_k
themselves. An update replaces the α_k by

    (1 − λ κ) α_k + λ d_k,

with d >= 0, or as much below 0 as α allows. So a method is a module with

`NAME`, `Parameters`, `RANGES`
    as for rules (`maxmargin.rules`).
`STARTS_FROM_FIRST_PATTERN`
    True if a = y_1 at the start, False if a = 0.
`SEARCHES`
    True if λ is the length, of those allowed, that makes ‖a‖ shortest; False if it is 1.
`initial_memory(patterns, params)` (optional)
    a tuple of arrays of floats that the method may change from one update to the next. patterns: m.
`step(products, duals, memory, state, params, direction)`
    writes d to direction, (m,), and returns (κ, the longest λ). products: p_k, (m,); duals: α_k,
    (m,); memory: of `initial_memory`, () without one; state: below; params: `Parameters`.

`step` is compiled by numba. `state` holds t, the updates made before; squared_norm = ‖a‖²; total =
Σ α_k; squared_radius = R². Products and squares are in units of a power of two near R². A run
converges when its own certificate, ‖a‖/Σα, shows that nothing is left to be gained.

For comparisons in which the maximum margin is known a method may have `parameter_grid`, as rules.
"""

import importlib
import pkgutil


def all_methods():
    """Every method of this folder: a dictionary from `NAME` to the module, in order of name."""
    modules = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)
    )
    named = {module.NAME: module for module in modules if hasattr(module, "NAME")}
    return dict(sorted(named.items()))
