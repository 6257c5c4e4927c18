"""USPS digits smoothed like LIBSVM's, from the raw images, if LIBSVM's files are not available.

Row by row and pixel by pixel the result is LIBSVM's to 1e-6, the last digit of its files.
"""

import numpy as np
from scipy.ndimage import correlate1d

from data.loaders import usps_raw

SIDE = 16  # pixels
SIGMA = 0.75  # pixels, of the Gaussian with which LIBSVM's images agree
REACH = 3  # pixels: it is taken on 7 x 7 of them
BORDER = -1.0  # white, all around the image


def load(train, test, sigma=SIGMA):
    """(X, y, X_test, y_test) like `usps_smoothed.load`, from `zip.train` and `zip.test`.

    sigma: of the Gaussian, in pixels.
    """
    X, y, X_test, y_test = usps_raw.load(train, test)
    return smoothed(X, sigma), y, smoothed(X_test, sigma), y_test


def smoothed(X, sigma=SIGMA):
    """Images, the rows of X (m, 256), convolved with the Gaussian, its weights summing to 1."""
    weights = np.exp(-0.5 * (np.arange(-REACH, REACH + 1) / sigma) ** 2)
    weights /= weights.sum()
    images = X.reshape(-1, SIDE, SIDE)
    for axis in (1, 2):  # the Gaussian is a product of one along each axis
        images = correlate1d(images, weights, axis=axis, mode="constant", cval=BORDER)
    return images.reshape(X.shape)
