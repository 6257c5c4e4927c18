"""Learning from patterns that do not fit into memory."""

import numpy as np

from maxmargin.drivers import block_run
from maxmargin.drivers.blocks import Blocks
from maxmargin.estimators.learner import Learner

ROWS = 1 << 18


def fit_in_blocks(learner, X, y, *, rows=ROWS, shuffle=False, checkpoint=None):
    """Fits a learner to patterns that are read block by block; returns it.

    learner: one of `LEARNERS`, its kernel, mini_epochs, worst_first, and ALMA's p and normalise and
    PrimalSVM's accuracy, as they are by default; its random_state has to be a number if the blocks
    are shuffled. X: (m, n), an array or csr matrix over memory-mapped arrays, such as those of a
    prepared problem; y: (m,), of two values. rows: patterns in a block. shuffle: whether each epoch
    has the blocks in a new order; within a block it is that of the file. checkpoint: path of a file
    from which an interrupted call is continued, and which is there at the end too.

    In the order of the file the updates are those of `fit`, to the last bit. Memory holds two
    blocks, the weight and α, 8 bytes a pattern. Attributes are those of `fit`. Raises TypeError for
    what is no learner, ValueError for learners that cannot be presented blocks, and for input on
    which no margin can be reached. Warns (ConvergenceWarning) if the run ended before it converged.
    """
    if not isinstance(learner, Learner):
        raise TypeError(f"{learner!r} is none of maxmargin.LEARNERS: only these learn in blocks.")
    learner._validate_params()
    for name, value in learner.plain.items():
        if getattr(learner, name) != value:
            raise ValueError(f"{name}={getattr(learner, name)!r} needs fit: leave it at {value!r}.")
    seed = learner.random_state if shuffle else None
    if shuffle and not isinstance(seed, int | np.integer):
        raise ValueError("shuffle=True needs a whole number as the learner's random_state.")
    blocks = Blocks(X, y, float(learner.augment), float(learner.extend), rows)
    watch = learner._say if learner.verbose else None
    how = {"seed": seed, "budget": learner.budget(), "watch": watch, "checkpoint": checkpoint}
    found = block_run.run(*learner.rule_and_parameters(), blocks, **how)
    learner.classes_, learner.n_features_in_ = blocks.classes, blocks.n
    learner.keep(found, blocks)
    return learner
