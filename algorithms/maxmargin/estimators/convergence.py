"""Warns users of runs that ended early, at the innermost line outside this package."""

import os
import warnings
from inspect import currentframe

from sklearn.exceptions import ConvergenceWarning

PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep  # pathlib would normalise it


def warn_not_converged(sentence):
    """Give a ConvergenceWarning at the innermost line outside this package."""
    frame, level = currentframe(), 1
    while frame and frame.f_code.co_filename.startswith(PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, ConvergenceWarning, stacklevel=level)
