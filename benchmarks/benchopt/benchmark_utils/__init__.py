"""Shared code of the adapters.

benchopt imports this module first. The import makes the packages of the surrounding checkout
importable.
"""

import sys
import warnings
from pathlib import Path

from sklearn.exceptions import ConvergenceWarning

sys.path.append(str(Path(__file__).parents[3]))


def fit(model, X, y):
    """Fit a model without convergence warnings, since the objective shows the missing margin."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, y)
