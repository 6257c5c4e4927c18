"""What the adapters share. Importing this makes the suite's packages importable, from the checkout
that the folder is in; benchopt does so first.
"""

import sys
import warnings
from pathlib import Path

from sklearn.exceptions import ConvergenceWarning

sys.path.append(str(Path(__file__).parents[2]))


def fit(model, X, y):
    """Fits a model without a warning of how it ended, as the objective says what is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, y)
