"""Learning from patterns that do not fit into memory."""

import numpy as np
from scipy import sparse
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from maxmargin.drivers import block_run
from maxmargin.drivers.blocks import Blocks
from maxmargin.estimators.checked_input import (
    check_labels,
    check_lengths,
    check_nothing_is_masked,
    forget,
)
from maxmargin.estimators.learner import Learner
from maxmargin.sparse_input import check_sparse

ROWS = 1 << 18


def fit_in_blocks(learner, X, y, *, rows=ROWS, shuffle=False, checkpoint=None):
    """Fits a learner to patterns that are read block by block; returns it.

    learner: one of `LEARNERS`, its kernel, mini_epochs, worst_first, shuffle, and ALMA's p and
    normalise and PrimalSVM's accuracy, as they are by default; its random_state has to be a number
    if the blocks are shuffled. X: (m, n), an array or csr matrix, such as one over arrays that are
    memory-mapped, best read-only: of others the system keeps what it has read for as long as there
    is room. y: (m,), of two values. rows: patterns in a block, 262,144 unless told. shuffle:
    whether each epoch has the blocks in a new order; within a block it is that of the file.
    checkpoint: path of a file from which an interrupted call is continued, and which is there at
    the end too; of the learner's limits max_seconds begins anew with each call, max_updates and
    max_epochs count from the first.

    In the order of the file the updates are those of `fit`, to the last bit. Memory holds two
    blocks, the weight and α, 8 bytes a pattern. Attributes are those of `fit`. Raises TypeError for
    what is no learner, ValueError for learners that cannot be presented blocks, for input on which
    no margin can be reached, and for a checkpoint of another call. Warns (ConvergenceWarning) if
    the run ended before it converged.
    """
    if not isinstance(learner, Learner):
        raise TypeError(f"{learner!r} is none of maxmargin.LEARNERS: only these learn in blocks.")
    learner._validate_params()
    for name, value in learner.in_blocks.items():
        if getattr(learner, name) != value:
            raise ValueError(f"{name}={getattr(learner, name)!r} needs fit: leave it at {value!r}.")
    seed = learner.random_state if shuffle else None
    if shuffle and not isinstance(seed, int | np.integer):
        raise ValueError("shuffle=True needs a whole number as the learner's random_state.")
    forget(learner)
    X, y = _checked(X, y, rows)
    check_lengths(learner)
    space = float(learner.augment), float(learner.extend)
    blocks = Blocks(X, y, *space, int(rows), with_digest=checkpoint is not None)
    watch = learner._say if learner.verbose else None
    how = {"seed": seed, "budget": learner.budget(), "watch": watch, "checkpoint": checkpoint}
    found = block_run.run(*learner.rule_and_parameters(), blocks, **how)
    learner.classes_, learner.n_features_in_ = blocks.classes, blocks.n
    learner.keep(found, blocks)
    return learner


def _checked(X, y, rows):
    """X, an array or csr matrix of m rows, and y, (m,). Raises ValueError for anything else."""
    if not (isinstance(X, np.ndarray) or sparse.issparse(X) and X.format == "csr"):
        raise ValueError(f"X is a {type(X).__name__}: it has to be an array, or a csr matrix.")
    if X.ndim != 2 or not X.shape[0]:
        raise ValueError(f"X has the shape {X.shape}: it has to have rows and columns.")
    check_sparse(X)
    check_nothing_is_masked(X)
    if X.dtype.kind not in "fiub":
        raise ValueError(f"X is of {X.dtype}: it has to be of real numbers.")
    check_labels(y)
    y = column_or_1d(y)
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        place = int(np.isfinite(y).argmin())
        raise ValueError(f"y has {y[place]} at place {place}, counted from 0: it has to be finite.")
    check_classification_targets(y)
    if y.size != X.shape[0]:
        raise ValueError(f"y has {y.size} labels for the {X.shape[0]} rows of X.")
    if not (isinstance(rows, int | np.integer) and rows >= 1):
        raise ValueError(f"rows is {rows!r}: it has to be a whole number of at least 1.")
    return X, y
