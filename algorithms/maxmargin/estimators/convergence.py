"""Warns users of runs that ended early, at the line of their own code."""

import os
import warnings
from inspect import currentframe
from pathlib import Path

from sklearn.exceptions import ConvergenceWarning

PACKAGE = str(Path(__file__).parents[1]) + os.sep


def warn_not_converged(sentence):
    """Give a ConvergenceWarning at the innermost line outside this package."""
    frame, level = currentframe(), 1
    while frame and frame.f_code.co_filename.startswith(PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, ConvergenceWarning, stacklevel=level)
