"""Checks the user's data for patterns that no learner can use, and for likely mistakes."""

import re

import numpy as np
from scipy import sparse

from data.held_out import rounding_hint, scale_hint
from data.loaders.rows import is_number
from data.own.faults import Faults
from data.own.numbers import MISSING
from data.problem import nonzero_rows, squared_norms

SMALLEST, LARGEST = 1e-70, 1e70  # norms that the learners take, as in maxmargin/space.py
# A column that counts the rows is reported from FEWEST_ROWS rows up. If its name is not the name of
# an index, it may be an attribute, and is reported only from FEWEST_NAMED_ROWS rows up.
FEWEST_ROWS, FEWEST_NAMED_ROWS = 3, 20
LIKE_AN_INDEX = re.compile(
    r"|unnamed: 0|rownames|(.*[\W_])?(id|index|idx|nr|no|row)", re.IGNORECASE
)


def check_norms(path, lines, X, allow_zeros):
    """Raise DataError, naming file and lines, for patterns that no learner can use.

    Learners compute powers of norms. So a norm must not be above LARGEST, or below SMALLEST unless
    `allow_zeros`, as augment or extend lengthen each pattern. One norm must be at least SMALLEST
    even then. No hyperplane through the origin classifies a pattern of zeros; unless `allow_zeros`,
    such a pattern is a fault too.

    Parameters
    ----------
    path : Path
        The file, for the message.
    lines : list of int
        The line of each pattern.
    X : array or csr matrix of shape (m, n)
        The patterns.
    allow_zeros : bool
        Whether a pattern may be all zeros, or short.
    """
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        squares = squared_norms(X)
    nonzero, faults = nonzero_rows(X), Faults(path)
    units = "Use other units."
    if not sparse.issparse(X):  # scale: standard would leave no zeros
        units = "Scale the attributes, as with scale: standard, or use other units."
    for k in np.flatnonzero(~(squares <= LARGEST**2)).tolist():
        faults.add(lines[k], f"the pattern is too large: its norm is above {LARGEST:g}", units)
    short = nonzero & (squares < SMALLEST**2)
    if allow_zeros and (squares >= SMALLEST**2).any():
        short[:] = False
    for k in np.flatnonzero(short).tolist():
        faults.add(lines[k], f"the pattern is too small: its norm is below {SMALLEST:g}", units)
    through = "Set augment above 0, so that hyperplanes need not pass through the origin."
    for k in np.flatnonzero(~nonzero).tolist() if not allow_zeros else []:
        what = "all attributes are 0, and no hyperplane through the origin classifies that"
        faults.add(lines[k], what, through)
    faults.raise_any()


def hints(rows, is_scaled):
    """Yield sentences about likely mistakes."""
    yield from _index_hints(rows)
    for name in sorted({name for name in rows.classes if name.lower() in MISSING}):
        yield f"{name!r} is read as the name of a class; leave lines out where it is missing."
    seen = {}
    for name in sorted(name for name in set(rows.classes) if not is_number(name)):
        if (other := seen.setdefault(name.casefold(), name)) != name:
            yield f"{other!r} and {name!r} are read as two classes."
    if text := (rounding_hint if is_scaled else scale_hint)(rows.X):
        yield text


def _index_hints(rows):
    """Yield a hint for each attribute that seems to number the rows."""
    if sparse.issparse(rows.X):
        return
    m, n = rows.X.shape
    for k in range(n):
        name = rows.names[k] if rows.names else ""
        first = rows.X[0, k]
        counts = np.array_equal(rows.X[:, k], first + np.arange(m))
        nameless = rows.names is not None and k == 0 and name == ""
        few = FEWEST_ROWS if LIKE_AN_INDEX.fullmatch(name) else FEWEST_NAMED_ROWS
        if nameless or (counts and m >= few):
            called = f"the attribute {name!r}" if name else f"attribute {k + 1}"
            why = "counts the rows" if counts else "has no name, as row names have none"
            yield f"{called} {why}; leave it out with drop if it is no attribute."
