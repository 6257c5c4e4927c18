"""Learning from patterns that do not fit into memory."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from maxmargin.drivers import block_run
from maxmargin.drivers.blocks import Blocks
from maxmargin.drivers.progress import Budget
from maxmargin.statuses import ENDED_WELL

ROWS = 1 << 18


def fit_in_blocks(learner, X, y, *, rows=ROWS, shuffle=False, checkpoint=None):
    """Fits a learner to patterns that are read block by block; returns it.

    learner: one of `LEARNERS`, without kernel, mini_epochs and worst_first; its random_state has to
    be a number if the blocks are shuffled. X: (m, n), an array or csr matrix over memory-mapped
    arrays, such as those of a prepared problem; y: (m,), of two values. rows: patterns in a block.
    shuffle: whether each epoch has the blocks in a new order; within a block it is that of the
    file. checkpoint: path of a file from which an interrupted call is continued, and which is there
    at the end too.

    In the order of the file the updates are those of `fit`, to the last bit. Memory holds two
    blocks, the weight and α, 8 bytes a pattern. Attributes are those of `fit`, but for those of
    theorems, and slack_coef_ where there is no extension. Raises ValueError for learners that
    cannot be presented blocks, and for input on which no margin can be reached. Warns
    (ConvergenceWarning) if the run ended before it converged.
    """
    for name, plain in (("kernel", None), ("mini_epochs", 0), ("worst_first", False)):
        if getattr(learner, name) != plain:
            raise ValueError(f"{name} needs all patterns in memory: leave it at {plain}.")
    learner._validate_params()
    seed = learner.random_state if shuffle else None
    if shuffle and not isinstance(seed, int | np.integer):
        raise ValueError("shuffle=True needs a whole number as the learner's random_state.")
    rule, parameters = learner.rule_and_parameters()
    blocks = Blocks(X, y, float(learner.augment), float(learner.extend), rows)
    limits = learner.max_updates, learner.max_epochs, learner.max_seconds
    budget = Budget(*limits, learner.certify, learner.enough_margin)
    watch = learner._say if learner.verbose else None
    how = {"seed": seed, "budget": budget, "watch": watch, "checkpoint": checkpoint}
    found = block_run.run(rule, parameters, blocks, **how)
    end = found.end
    learner.classes_, learner.n_features_in_ = blocks.classes, blocks.n
    learner.coef_ = found.weights[None, :-1]
    learner.intercept_ = blocks.rho * found.weights[-1:]
    learner.dual_coef_, learner.status_, learner.history_ = found.duals, found.status, found.curve
    if blocks.delta:
        labels = np.where(np.asarray(y) == blocks.classes[1], 1.0, -1.0)
        learner.slack_coef_ = blocks.delta * labels * found.duals
    learner.converged_ = found.status in ENDED_WELL
    learner.n_updates_, learner.n_visits_ = end.updates, end.visits
    learner.n_epochs_ = learner.n_iter_ = end.epochs
    learner.n_mini_epochs_ = 0
    learner.directional_margin_ = end.directional_margin
    learner.geometric_margin_ = end.geometric_margin
    learner.margin_upper_bound_ = end.upper_bound
    learner.weight_norm_ = end.upper_bound * found.duals.sum()
    learner.squared_radius_ = blocks.squared_radius
    if not learner.converged_:
        warnings.warn(
            f"{type(learner).__name__} ended with {found.status!r} before it converged: "
            f"directional margin {end.directional_margin:.6g} reached after {end.updates} updates.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return learner
