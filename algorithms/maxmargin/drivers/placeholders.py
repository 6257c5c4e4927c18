"""Placeholders for the names that `maxmargin.compilation.bind` fills in when it compiles a loop.

A loop, `drivers/*_kernel.py`, imports those it uses from here, so that a reader can look them up.
It is executed once for every rule and storage that it serves, and these names then stand for the
functions of the rule and of the storage, compiled, and for constants. The functions here are never
called: they document arguments, results and meaning.
"""

# Of the rule: flags of its file, and whether it has the optional functions.
ADDITIVE = False  # s is 1 in every step
SCALE_FREE = False  # a and c·a behave alike
POWERS = False  # it has `exponents`
PER_VISIT = False  # its threshold grows by visits: THRESHOLD_GROWS_BY_VISIT
OBSERVES = False  # it has a memory, and `observe`
USES_DUAL = False  # it looks at its pattern's own dual
EACH_VISIT = False  # any of the last three: the state differs from one pattern to the next
BOUNDED = False  # it has `norm_exponent`, and bounds on that power decide most visits
# Of the driver.
KEEP = False  # products are kept up to date by the Gram matrix


def threshold(state, params):
    """The rule's: what p is compared with."""
    raise NotImplementedError


def violates(p, threshold):
    """The rule's: whether a pattern calls for an update.

    With USES_DUAL it takes (p, threshold, dual).
    """
    raise NotImplementedError


def step(p, q, state, params):
    """The rule's: (s, d) of the update s·a + d·y. A batch method's takes other arguments."""
    raise NotImplementedError


def exponents(params):
    """The rule's: the two exponents of t, or (0, 0)."""
    return 0.0, 0.0


def norm_exponent(params):
    """The rule's: the exponent of ‖a‖, or 0."""
    return 0.0


def observe(p, q, violated, state, params):
    """The rule's: its updated memory, () for a rule without one."""
    return ()


def product(weights, patterns, start, end):
    """The storage's: x·w of the pattern with these entries."""
    raise NotImplementedError


def add(weights, patterns, start, end, c):
    """The storage's: adds c·x to the weights."""
    raise NotImplementedError


def take_squares(weights, patterns, start, end):
    """The storage's: Σ w² over the columns of the pattern with these entries; sets them to 0."""
    raise NotImplementedError


def copy(patterns, start, end, into, at):
    """The storage's: copies the entries of a pattern to other patterns."""
    raise NotImplementedError


def add_squares(matrix, patterns, ids, c):
    """The storage's: adds c Σ x xᵀ of these patterns to the lower triangle of a matrix."""
    raise NotImplementedError


def fresh(order, rho, delta2, weights, place, start, end):
    """Of `storage_kernel`: y_k·v of a pattern."""
    raise NotImplementedError


def renew(products, in_file_order, rho, delta2, weights):
    """Of `storage_kernel`: computes products of all patterns."""
    raise NotImplementedError


def shift(order, rho, weights, place, c):
    """Of `storage_kernel`: v becomes v + c·y_k."""
    raise NotImplementedError


def arrange(in_file_order, order, size):
    """Of `storage_kernel`: copies patterns into an order."""
    raise NotImplementedError


def combine(problem, weight):
    """Of `storage_kernel`: computes the coordinates and products of a weight from its duals."""
    raise NotImplementedError
