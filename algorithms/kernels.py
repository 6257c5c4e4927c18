"""Kernels: K(x, x′) = (c + g(x, x′))^d of a base g, the inner product or a Gaussian.

Linear: x·x′. Gaussian: exp(−‖x − x′‖²/2σ²). Polynomial: (1 + x·x′/s)^d. PolyGaussian: (1 + exp(−‖x
− x′‖²/2σ²))^d (ALMA paper, Section 4). Only the base is costly, and all kernels of one base share
it.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse


class Gaussian(NamedTuple):
    """width: σ, in the units of X."""

    width: float = 1.0

    @property
    def base(self):
        return ("gaussian", float(self.width))

    @property
    def power_of_base(self):
        return 0.0, 1.0, 1


class Linear(NamedTuple):
    """The inner product itself."""

    @property
    def base(self):
        return ("product", 1.0)

    @property
    def power_of_base(self):
        return 0.0, 1.0, 1


class Polynomial(NamedTuple):
    """degree: d, a whole number from 1. scale: s, in the units of X squared."""

    degree: int = 2
    scale: float = 1.0

    @property
    def base(self):
        return ("product", 1.0)

    @property
    def power_of_base(self):
        return 1.0, 1.0 / self.scale, int(self.degree)


class PolyGaussian(NamedTuple):
    """width: σ, in the units of X. degree: d, a whole number from 1."""

    width: float = 1.0
    degree: int = 2

    @property
    def base(self):
        return ("gaussian", float(self.width))

    @property
    def power_of_base(self):
        return 1.0, 1.0, int(self.degree)


KERNELS = {
    "linear": Linear,
    "gaussian": Gaussian,
    "polynomial": Polynomial,
    "poly-gaussian": PolyGaussian,
}


def make_kernel(name, **parameters):
    """The kernel of a name of KERNELS. Raises ValueError that names what is wrong, and what is
    right.
    """
    if name not in KERNELS:
        raise ValueError(f"no kernel is called {name!r}; known are {', '.join(KERNELS)}.")
    known = KERNELS[name]._fields
    for key, value in parameters.items():
        if key not in known:
            has = ", ".join(known) or "no parameters"
            raise ValueError(f"the {name} kernel has no {key}; it has {has}.")
        if not value > 0 or (key == "degree" and value != int(value)):
            right = "a whole number from 1" if key == "degree" else "a number above 0"
            raise ValueError(f"{key} of the {name} kernel is {value}, but has to be {right}.")
    return KERNELS[name](**parameters)


def base_values(base, X, squared_norms, Y, squared_norms_of_y):
    """g of every row of X with every row of Y, float64 (rows of X, rows of Y).

    base: of a kernel. X, Y: arrays or csr matrices, with the squared norms of their rows.
    """
    products = X @ Y.T
    products = products.toarray() if sparse.issparse(products) else products
    name, scale = base
    if name == "product":
        return products
    products *= 2.0
    products -= squared_norms[:, None]
    products -= squared_norms_of_y
    np.minimum(products, 0.0, out=products)  # −‖x − x′‖², which rounding can make positive
    products /= 2.0 * scale**2
    return np.exp(products, out=products)


def diagonal(kernel, squared_norms):
    """K(x, x), from the squared norms of the patterns."""
    shift, factor, degree = kernel.power_of_base
    g = squared_norms if kernel.base[0] == "product" else np.ones_like(squared_norms)
    return (shift + factor * g) ** degree


def values(kernel, X, Y):
    """K of every row of X with every row of Y, float64 (rows of X, rows of Y)."""
    shift, factor, degree = kernel.power_of_base
    g = base_values(kernel.base, X, squared_norms(X), Y, squared_norms(Y))
    return (shift + factor * g) ** degree


def squared_norms(X):
    """‖x‖² of the rows of an array or csr matrix, float64."""
    if sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)
