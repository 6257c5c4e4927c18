"""USPS digits smoothed like LIBSVM's, from the raw images, for use without LIBSVM's files.

Each pixel of the result agrees with LIBSVM's to 1e-6, the last digit of its files.
"""

import numpy as np
from scipy.ndimage import correlate1d

from data.loaders import usps_raw

SIDE = 16  # pixels
SIGMA = 0.75  # pixels; LIBSVM's images agree with this Gaussian
REACH = 3  # pixels: the Gaussian covers 7 x 7 pixels
BORDER = -1.0  # white, the grey level outside the image


def load(train, test, sigma=SIGMA):
    """Return (X, y, X_test, y_test) like `usps_smoothed.load`, from `zip.train` and `zip.test`.

    `sigma` is the standard deviation of the Gaussian, in pixels.
    """
    X, y, X_test, y_test = usps_raw.load(train, test)
    return smoothed(X, sigma), y, smoothed(X_test, sigma), y_test


def smoothed(X, sigma=SIGMA):
    """Return images, the rows of X (m, 256), convolved with a Gaussian of weights summing to 1."""
    weights = np.exp(-0.5 * (np.arange(-REACH, REACH + 1) / sigma) ** 2)
    weights /= weights.sum()
    images = X.reshape(-1, SIDE, SIDE)
    for axis in (1, 2):  # a Gaussian is a product of two one-dimensional Gaussians
        images = correlate1d(images, weights, axis=axis, mode="constant", cval=BORDER)
    return images.reshape(X.shape)
