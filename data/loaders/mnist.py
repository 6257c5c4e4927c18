"""MNIST digits: 28 x 28 grey levels from 0 to 255, in the publisher's idx files.

An idx file of bytes has three parts: the bytes 0, 0, 8 and the number of dimensions; the size of
each dimension in four bytes, most significant first; and the items.
"""

import numpy as np

from data.errors import DataError

SIDE = 28  # pixels
BYTES = 8  # idx's code for items of one byte


def load(train_images, train_labels, test_images, test_labels):
    """Return (X, y, X_test, y_test) of the four files, in file order.

    X is uint8 (60000, 784) and X_test (10000, 784); y and y_test are int64, the digits. A file of
    another kind raises DataError, which names the file and its content.
    """
    return *_read(train_images, train_labels), *_read(test_images, test_labels)


def _read(images, labels):
    X, y = _idx(images, (SIDE, SIDE)), _idx(labels, ())
    if len(X) != len(y):
        raise DataError(f"{images} has {len(X)} images, but {labels} has {len(y)} labels.")
    wrong = np.flatnonzero(y > 9)
    if wrong.size:
        raise DataError(f"{labels}, label {wrong[0] + 1}: {y[wrong[0]]} is not a digit.")
    return X.reshape(len(X), SIDE * SIDE), y.astype(np.int64)


def _idx(path, shape):
    """Return the items of an idx file as uint8 (m, *shape)."""
    content = np.fromfile(path, np.uint8)
    dimensions = 1 + len(shape)
    head = 4 + 4 * dimensions
    if content.size < head or bytes(content[:4]) != bytes([0, 0, BYTES, dimensions]):
        raise DataError(f"{path} does not begin as a {dimensions}-dimensional idx file of bytes.")
    m, *sizes = content[4:head].view(">u4").tolist()
    if tuple(sizes) != shape:
        found, expected = (" x ".join(map(str, of)) for of in (sizes, shape))
        raise DataError(f"{path} has items of {found} bytes, where {expected} are expected.")
    expected = m * int(np.prod(shape))
    if content.size - head != expected:
        raise DataError(
            f"{path} has {content.size - head} bytes of items, but its header requires {expected}."
        )
    return content[head:].reshape(m, *shape)
