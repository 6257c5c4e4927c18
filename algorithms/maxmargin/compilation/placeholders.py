"""Placeholders for the names that `binding.bind` fills in when it compiles a loop.

A loop, `drivers/*/kernel.py`, imports the names from here, so that a reader can look them up.
`bind` executes the loop once for every rule and storage. The names then stand for the compiled
functions of the rule and of the storage, and for constants. The functions here document arguments,
results and meaning. They are never called.
"""

from typing import Any

# Of the rule: flags of its file, and whether it has the optional functions.
ADDITIVE = False  # s is 1 in every step
SCALE_FREE = False  # a and c·a behave alike
POWERS = False  # the rule has `exponents`
PER_VISIT = False  # the threshold grows by visits: THRESHOLD_GROWS_BY_VISIT
OBSERVES = False  # the rule has a memory, and `observe`
USES_DUAL = False  # the rule uses its pattern's own dual
EACH_VISIT = False  # the state differs from one pattern to the next: a trait of `RuleTraits`
BOUNDED = False  # the rule has `norm_exponent`, and bounds on the power decide most visits
# Of the driver.
CACHED = False  # products are cached, and updated by the Gram matrix
AVERAGES = False  # the loop also computes the average of the weights


def threshold(state, params) -> Any:
    """Return the number to which p is compared. From the rule."""
    raise NotImplementedError


def violates(p, threshold, dual=0.0) -> Any:
    """Return whether a pattern calls for an update. From the rule.

    With USES_DUAL it takes (p, threshold, dual).
    """
    raise NotImplementedError


def step(p, q, state, params, *others) -> Any:
    """Return (s, d) of the update s·a + d·y. From the rule; a batch method has other arguments."""
    raise NotImplementedError


def exponents(params) -> Any:
    """Return the two exponents of t, or (0, 0). From the rule."""
    return 0.0, 0.0


def norm_exponent(params) -> Any:
    """Return the exponent of ‖a‖, or 0. From the rule."""
    return 0.0


def observe(p, q, violated, state, params) -> Any:
    """Return the updated memory, () for a rule without one. From the rule."""
    return ()


def product(weights, patterns, start, end) -> Any:
    """Return x·w of the pattern with these entries. From the storage."""
    raise NotImplementedError


def add(weights, patterns, start, end, c) -> Any:
    """Add c·x to the weights. From the storage."""
    raise NotImplementedError


def add_diagonal(into, patterns, start, end) -> Any:
    """Add the square of each coordinate of a pattern to an array. From the storage."""
    raise NotImplementedError


def take_squares(weights, patterns, start, end) -> Any:
    """Return Σ w² over the columns of the pattern with these entries, and set them to 0.

    From the storage.
    """
    raise NotImplementedError


def copy(patterns, start, end, into, at) -> Any:
    """Copy the entries of a pattern to other patterns. From the storage."""
    raise NotImplementedError


def add_squares(matrix, patterns, ids, c) -> Any:
    """Add c Σ x xᵀ of these patterns to the lower triangle of a matrix. From the storage."""
    raise NotImplementedError


def fresh(order, rho, squared_delta, weights, place, start, end) -> Any:
    """Return y_k·v of a pattern. From `storage_kernel`."""
    raise NotImplementedError


def recompute(products, in_file_order, rho, squared_delta, weights) -> Any:
    """Recompute the products of all patterns. From `storage_kernel`."""
    raise NotImplementedError


def shift(order, rho, weights, place, c) -> Any:
    """Set v to v + c·y_k. From `storage_kernel`."""
    raise NotImplementedError


def add_pattern(order, rho, weights, place, c) -> Any:
    """Add c·y_k to weights, without the extending coordinate. From `storage_kernel`."""
    raise NotImplementedError


def arrange(in_file_order, order, size) -> Any:
    """Copy patterns into an order. From `storage_kernel`."""
    raise NotImplementedError


def combine(scaled, weight) -> Any:
    """Compute the coordinates and products of a weight from its duals. From `storage_kernel`."""
    raise NotImplementedError
