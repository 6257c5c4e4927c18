"""Learning from patterns that do not fit into memory."""

from os import PathLike
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.utils import column_or_1d

from maxmargin.drivers.blocks import driver as block_run
from maxmargin.drivers.blocks.blocks import Blocks
from maxmargin.drivers.shared.progress import budget_of
from maxmargin.estimators.class_weights import class_weights_of
from maxmargin.estimators.learner import Learner
from maxmargin.estimators.run_classifier import printer_of
from maxmargin.input.checked_input import (
    ArrayLike,
    check_added_coordinates,
    check_are_classes,
    check_labels,
    check_nothing_is_masked,
    check_two,
    exact_labels,
    forget,
)
from maxmargin.input.sparse_input import check_sparse

ROWS = 1 << 18  # patterns in a block


def fit_in_blocks(
    learner: Learner,
    X: np.ndarray | sparse.csr_array | sparse.csr_matrix,
    y: ArrayLike,
    *,
    rows: int = ROWS,
    shuffle: bool = False,
    checkpoint: str | Path | None = None,
) -> Learner:
    """Fit a learner to patterns that are read block by block.

    In the order of the file the updates equal the updates of `fit` to the last bit. The run may
    end at another update. It measures margins, for certify and enough_margin, only after 1, 2, 4, …
    epochs. It does not look for repeated weights either, so that it never ends as "inseparable":
    set a limit if nothing may separate the patterns. Memory holds two blocks, the weight, and α
    with 8 bytes a pattern.

    Parameters
    ----------
    learner : Learner
        An instance of a class in `LEARNERS`, except KrauthMezard. These parameters must have their
        defaults: kernel, mini_epochs, worst_first, shuffle and average, ALMA's p and normalise, and
        PrimalSVM's gap.
    X : array or csr matrix of shape (m, n)
        The patterns, for example over memory-mapped arrays. They must not change during the call.
        Map arrays read-only: the system retains the pages that it has read from writable ones while
        it has room.
    y : array-like of shape (m,)
        The labels: two values.
    rows : int, default 262144
        The number of patterns in a block.
    shuffle : bool, default False
        Whether each epoch presents the blocks in a new order. Patterns within a block stay in the
        order of the file. Needs a whole number as the learner's random_state.
    checkpoint : path, optional
        A file from which an interrupted call continues. The file remains after the call. Each call
        counts max_seconds from 0. max_updates and max_epochs count from the first call.

    Returns
    -------
    Learner
        The learner, with the attributes that `fit` sets.

    Raises
    ------
    TypeError
        If `learner` is not an instance of a class in `LEARNERS`.
    ValueError
        If the learner cannot learn in blocks, if its `fit` would refuse X, y or a parameter, if
        `rows`, `shuffle` or the learner's random_state is invalid, or if `checkpoint` belongs to
        another call.

    Warns
    -----
    ConvergenceWarning
        If the run ends before it converges.
    """
    if not isinstance(learner, Learner):
        raise TypeError(f"{learner!r} cannot learn in blocks: use a learner of maxmargin.LEARNERS.")
    forget(learner)
    learner._check_learns_in_blocks()
    if learner.average:
        raise ValueError(
            "average=True cannot be learned by fit_in_blocks: leave it at False, or use fit or "
            "partial_fit."
        )
    if not isinstance(shuffle, bool | np.bool_):
        raise ValueError(f"shuffle is {shuffle!r}, but has to be True or False.")
    is_path = isinstance(checkpoint, str | PathLike) and Path(checkpoint).name
    if checkpoint is not None and not is_path:
        raise ValueError(
            f"checkpoint is {checkpoint!r}, but has to be the path of a file, or None."
        )
    seed = learner.random_state if shuffle else None
    if shuffle and not isinstance(seed, int | np.integer):
        raise ValueError(
            f"random_state is {seed!r}, but shuffle=True needs a whole number: set random_state."
        )
    X, y = _checked(X, y, rows)
    check_added_coordinates(learner)
    blocks = Blocks(
        X,
        y,
        float(learner.augment),
        float(learner.extend),
        int(rows),
        with_digest=checkpoint is not None,
        class_weights=_class_weights(learner, y),
    )
    rule, parameters = learner.rule_and_parameters()
    found = block_run.run(
        rule,
        parameters,
        blocks,
        seed=seed,
        budget=budget_of(learner),
        watch=printer_of(learner),
        checkpoint=checkpoint,
    )
    learner.classes_, learner.n_features_in_ = blocks.classes, blocks.n
    learner.class_weight_ = np.ones(2) if blocks.class_weights is None else blocks.class_weights
    learner._store_fit(found, blocks)
    return learner


def _class_weights(learner, y):
    """Return the weights of the two classes, (2,), or None without weights."""
    if learner.class_weight is None:
        return None
    classes, counts = np.unique(y, return_counts=True)
    check_two(classes)
    return class_weights_of(learner.class_weight, classes, counts)


def _checked(X, y, rows):
    """Return X and y as arrays, or X as the csr matrix it is. Raise ValueError for other input."""
    is_csr = sparse.issparse(X) and X.format == "csr"
    if isinstance(X, np.matrix) or not (is_csr or isinstance(X, np.ndarray)):
        raise ValueError(f"X is a {type(X).__name__}: it has to be an array, or a csr matrix.")
    if X.ndim != 2 or 0 in X.shape:
        raise ValueError(f"X has the shape {X.shape}: it has to have rows and columns.")
    check_sparse(X)
    check_nothing_is_masked(X)
    if X.dtype.kind not in "fiub":
        raise ValueError(f"X is of {X.dtype}: it has to be of real numbers.")
    check_labels(y)
    y = column_or_1d(exact_labels(y))
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        place = int(np.isfinite(y).argmin())
        raise ValueError(f"y has {y[place]} at place {place}, counted from 0: it has to be finite.")
    check_are_classes(y)
    if y.size != X.shape[0]:
        raise ValueError(f"y has {y.size} labels, but X has {X.shape[0]} rows: give one for each.")
    if not (isinstance(rows, int | np.integer) and not isinstance(rows, bool) and rows >= 1):
        raise ValueError(f"rows is {rows!r}: it has to be a whole number of at least 1.")
    return X, y
