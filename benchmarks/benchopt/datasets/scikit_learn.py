"""Loads data sets that come with scikit-learn."""

import numpy as np
from benchopt import BaseDataset
from sklearn import datasets


class Dataset(BaseDataset):
    """A data set with its first class as the positive class. A hyperplane separates the classes."""

    name = "scikit-learn"
    parameters = {"data": ["iris", "digits", "wine"]}
    requirements = ["scikit-learn"]

    def get_data(self):
        """Return X, (m, n), y, (m,), +1 and −1, and the length of the longest pattern as ρ."""
        X, classes = getattr(datasets, f"load_{self.data}")(return_X_y=True)
        longest = np.linalg.norm(X, axis=1).max()
        return {"X": X, "y": np.where(classes == 0, 1.0, -1.0), "augment": longest}
