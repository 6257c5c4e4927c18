"""Fits the library's learners and the peers alike, and measures their seconds of learning."""

import json
import warnings

from sklearn.exceptions import ConvergenceWarning

from maxmargin.compilation.binding import without_collecting


class Fitter:
    """Fits estimators, and adds up the `seconds` that their fits spent learning."""

    def __init__(self):
        self.seconds = 0.0

    def fit(self, model, X, y):
        """Fit the estimator and return it.

        Convergence warnings are silenced, because the record's status reports how the fit ended.
        Garbage is collected later: with all compiled code in memory that takes 0.2 seconds, which
        would count as learning.
        """
        with warnings.catch_warnings(), without_collecting():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(X, y)
        self.seconds += seconds_of(model)
        return model


def seconds_of(model):
    """Return the seconds that a fitted estimator spent learning."""
    curve = getattr(model, "history_", None)
    return curve[-1].seconds if curve else model.train_seconds_


def parameter_grid_of(learner, gamma, radius):
    """Return a learner's parameter settings from coarse to fine, a list of dicts.

    Raise RuntimeError if the learner's code raises an error, or returns no settings.
    """
    try:
        settings = list(learner.parameter_grid(gamma, radius))
    except Exception as error:
        raise RuntimeError(f"{learner.__name__}'s parameter grid fails: {error!r}") from error
    if not settings:
        raise RuntimeError(f"{learner.__name__}'s parameter grid is empty: return a setting.")
    for setting in settings:
        if not _is_setting(setting):
            raise RuntimeError(
                f"{learner.__name__}'s parameter grid has {setting!r:.80}: return dicts of texts, "
                "numbers, truth values and None, by the names of parameters."
            )
    return settings


def _is_setting(setting):
    """Return whether a user's setting is a dict that a record can hold."""
    if not isinstance(setting, dict) or not all(isinstance(name, str) for name in setting):
        return False
    try:
        json.dumps(setting, default=float)
    except Exception:  # of a value's own `float`
        return False
    return True
