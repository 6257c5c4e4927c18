"""Data sets that scikit-learn brings."""

import numpy as np
from benchopt import BaseDataset
from sklearn import datasets


class Dataset(BaseDataset):
    """The first class of a data set against the others, which a hyperplane separates."""

    name = "scikit-learn"
    parameters = {"data": ["iris", "digits", "wine"]}
    requirements = ["scikit-learn"]

    def get_data(self):
        """X, (m, n), y, (m,), +1 and -1, and as ρ the length of the longest pattern."""
        X, classes = getattr(datasets, f"load_{self.data}")(return_X_y=True)
        longest = np.linalg.norm(X, axis=1).max()
        return {"X": X, "y": np.where(classes == 0, 1.0, -1.0), "augment": longest}
