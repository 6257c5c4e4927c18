"""Makes the record of a fitted estimator, and of an estimator that raised an error."""

import traceback

import numpy as np

from records.run_files import ATTRIBUTES, CURVES
from records.statuses import Status

QUANTILES = 400  # recorded for the distribution of the patterns' margins


def status_of(model):
    """Return the status of a fitted estimator's run."""
    return getattr(model, "status_", Status.CONVERGED if model.converged_ else Status.STOPPED)


def record_of(model, seconds):
    """Return the part of a run's record that comes from its fitted estimator.

    seconds: those that the estimator spent learning.
    """
    record = {name: getattr(model, attribute, None) for name, attribute in ATTRIBUTES.items()}
    curve = getattr(model, "history_", [])
    record["status"] = status_of(model)
    meaning = Status(record["status"]).meaning
    record["reason"] = "" if model.converged_ else f"{meaning[0].upper()}{meaning[1:]}."
    if record["status"] == Status.FAILED:
        record["reason"] = f"{type(model).__name__}: {model.failure_}"
    record["curve"] = [[getattr(point, name) for name in CURVES.header[1:]] for point in curve]
    record["seconds"] = seconds
    return record


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


def failure(error):
    """Return the status and the reason for a run that raised an error.

    An error of the machine, such as a full disk, is raised again: it must leave no record.
    """
    if isinstance(error, OSError) and not isinstance(error, TimeoutError):
        raise error
    traceback.print_exc()
    return {"status": Status.FAILED, "reason": f"{type(error).__name__}: {error}"}
