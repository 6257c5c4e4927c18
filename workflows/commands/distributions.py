"""Computes the distribution of the margins that a fitted estimator gives the patterns."""

import numpy as np

QUANTILES = 400  # recorded of the patterns' margins


def distribution_of(model, X, y):
    """Return rows of distributions.csv, as lists without the run's name.

    The margins are the geometric margins of the patterns in the extended space, in the data's
    units. There are at most QUANTILES + 1 rows.

    Parameters
    ----------
    model : estimator
        A fitted estimator.
    X : array or csr matrix of shape (m, n)
        The patterns.
    y : array of shape (m,)
        The labels, +1 and -1.
    """
    slacks = model.slack_coef_
    products = y * (X @ model.coef_[0] + model.intercept_[0] + model.extend * slacks)
    weight = np.concatenate([model.coef_[0], slacks])
    margins = np.sort(products / np.linalg.norm(weight))
    ranks = np.linspace(0, len(margins) - 1, min(len(margins), QUANTILES + 1)).round().astype(int)
    shown = np.unique(margins[ranks])
    fractions = np.searchsorted(margins, shown, side="right") / len(margins)
    epoch = getattr(model, "n_epochs_", None)
    return [[epoch, "last", *pair] for pair in zip(shown.tolist(), fractions.tolist(), strict=True)]
