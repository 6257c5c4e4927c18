"""The record of a fitted estimator, and of one that could not be fitted."""

import traceback
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from records.run_files import ATTRIBUTES, CURVES
from records.statuses import Status

QUANTILES = 400  # of the margins of the patterns, for their distribution
_SECONDS = []  # of the fits since `spent` was last called


def fitted(model, X, y):
    """The estimator, fitted without a warning of how it ended, as the record's status says that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, y)
    _SECONDS.append(seconds_of(model))
    return model


def seconds_of(model):
    """How long a fitted estimator learned."""
    curve = getattr(model, "history_", None)
    return curve[-1].seconds if curve else model.train_seconds_


def spent():
    """Seconds that all fits together learned since the last call."""
    total = sum(_SECONDS)
    _SECONDS.clear()
    return total


def status_of(model):
    """How a fitted estimator's run ended."""
    return getattr(model, "status_", Status.CONVERGED if model.converged_ else Status.STOPPED)


def record_of(model):
    """What the record of a run says about its fitted estimator."""
    record = {name: getattr(model, attribute, None) for name, attribute in ATTRIBUTES.items()}
    curve = getattr(model, "history_", [])
    record["status"] = status_of(model)
    record["reason"] = "" if model.converged_ else f"The run ended by {record['status']}."
    if record["status"] == Status.FAILED:
        record["reason"] = f"{type(model).__name__}: {model.failure_}"
    record["curve"] = [[getattr(point, name) for name in CURVES.header[1:]] for point in curve]
    record["seconds"] = seconds_of(model)
    return record


def distribution_of(model, X, y):
    """Rows of distributions.csv, as lists without the run: the geometric margins of the patterns in
    the extended space, in the units of the data, at most QUANTILES + 1 of them.

    X: (m, n), an array or csr matrix; y: (m,), +1 and -1.
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
    """What a record says about a run that raised an error.

    The error is raised again if the machine failed and not the run, as with a full disk: then there
    must be no record.
    """
    if isinstance(error, OSError) and not isinstance(error, TimeoutError):
        raise error
    traceback.print_exc()
    return {"status": Status.FAILED, "reason": f"{type(error).__name__}: {error}"}


def parameter_grid_of(learner, gamma, radius):
    """A learner's settings from coarse to fine, a list of dicts. Raises RuntimeError if its code
    fails.
    """
    try:
        return learner.parameter_grid(gamma, radius)
    except Exception as error:
        raise RuntimeError(f"{learner.__name__}'s parameter grid fails: {error!r}") from error
