"""AROW, adaptive regularisation of weights (Crammer, Kulesza & Dredze 2009), with a diagonal
matrix.

It keeps a variance for each coordinate of the weight. An update moves coordinates of large variance
further, and reduces the variance of the coordinates that the pattern has.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import validate_data


class AROW(ClassifierMixin, BaseEstimator):
    """r: how slowly the variances fall, in the squared units of X."""

    def __init__(self, r=1.0):
        self.r = r

    def partial_fit(self, X, y, classes=None):
        first = not hasattr(self, "coef_")
        X, y = validate_data(self, X, y, reset=first)
        if first:
            self.classes_ = np.unique(y if classes is None else classes)
            self.coef_, self.intercept_ = np.zeros((1, X.shape[1])), np.zeros(1)
            self.variances_ = np.ones(X.shape[1])
        weight = self.coef_[0]
        for x, label in zip(X, np.where(y == self.classes_[1], 1.0, -1.0), strict=True):
            loss = 1.0 - label * (weight @ x)
            if loss > 0.0:
                direction = self.variances_ * x
                beta = 1.0 / (x @ direction + self.r)
                weight += loss * beta * label * direction
                self.variances_ -= beta * direction**2
        return self

    def fit(self, X, y):
        self.__dict__.pop("coef_", None)
        return self.partial_fit(X, y)

    def predict(self, X):
        return self.classes_[(X @ self.coef_[0] > 0.0).astype(int)]

    @staticmethod
    def parameter_grid(maximum_margin, radius):
        return [{"r": r * radius**2} for r in (0.01, 0.1, 1.0, 10.0)]
