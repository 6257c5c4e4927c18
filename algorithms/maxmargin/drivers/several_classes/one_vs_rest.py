"""The two-class problems of one-vs-rest."""

import numpy as np


def one_vs_rest_labels(codes, n_classes):
    """Return the labels, (m,), ±1, of each two-class problem, in the order of the classes.

    codes: (m,), the patterns' classes from 0 to n_classes − 1. Two classes are one problem, with
    the second as the positive class, since the other problem would only change all signs.
    """
    positives = range(n_classes) if n_classes > 2 else [1]
    return [np.where(codes == positive, 1, -1) for positive in positives]
