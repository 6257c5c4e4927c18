"""Kernels: K(x, x′) = (c + g(x, x′))^d of a base g, the inner product or a Gaussian.

Only the base is costly, and all kernels of one base share it.

| kernel | K(x, x′) |
|---|---|
| Linear | x·x′ |
| Gaussian | exp(−‖x − x′‖²/2σ²) |
| Polynomial | (1 + x·x′/s)^d |
| PolyGaussian | (1 + exp(−‖x − x′‖²/2σ²))^d, of the ALMA paper's Section 4.3 |
"""

from math import inf
from numbers import Real
from typing import NamedTuple

import numpy as np
from scipy import sparse

from maxmargin.rounding import rounding_of
from maxmargin.sparse_input import check_sparse


class Linear(NamedTuple):
    """normalised: whether K(x, x′)/√(K(x, x) K(x′, x′)) takes the place of K, here and below."""

    normalised: bool = False

    @property
    def base(self):
        return ("product", 1.0)

    @property
    def power_of_base(self):
        return 0.0, 1.0, 1


class Gaussian(NamedTuple):
    """width: σ, in the units of X. It is always normalised."""

    width: float = 1.0

    normalised = False  # it would change nothing

    @property
    def base(self):
        return ("gaussian", float(self.width))

    @property
    def power_of_base(self):
        return 0.0, 1.0, 1


class Polynomial(NamedTuple):
    """degree: d, a positive whole number. scale: s, in the units of X squared."""

    degree: int = 2
    scale: float = 1.0
    normalised: bool = False

    @property
    def base(self):
        return ("product", 1.0)

    @property
    def power_of_base(self):
        return 1.0, 1.0 / self.scale, int(self.degree)


class PolyGaussian(NamedTuple):
    """width: σ, in the units of X. degree: d, a positive whole number."""

    width: float = 1.0
    degree: int = 2
    normalised: bool = False

    @property
    def base(self):
        return ("gaussian", float(self.width))

    @property
    def power_of_base(self):
        return 1.0, 1.0, int(self.degree)


# Parameters' ranges, in which squares and powers are numbers.
RANGES = {"width": (1e-70, 1e70), "scale": (1e-140, 1e140), "degree": (1, 1e6)}
LARGEST_ERROR = 1e-6  # of values, relative to the largest
KERNELS = {
    "linear": Linear,
    "gaussian": Gaussian,
    "polynomial": Polynomial,
    "poly-gaussian": PolyGaussian,
}


def make_kernel(name, **parameters):
    """The kernel that KERNELS has under a name. Raises ValueError that says what is wrong, and what
    would be right.

    >>> make_kernel("polynomial", degree=4, scale=255)
    Polynomial(degree=4, scale=255, normalised=False)
    """
    if name not in KERNELS:
        raise ValueError(f"no kernel is called {name!r}; choose one of {', '.join(KERNELS)}.")
    return checked(KERNELS[name](**_known(name, parameters)))


def checked(kernel):
    """The kernel, if its parameters are valid. Raises ValueError."""
    name = next((n for n, cls in KERNELS.items() if type(kernel) is cls), None)
    if name is None:
        raise ValueError(
            f"{kernel!r} is not a kernel; choose one of "
            f"{', '.join(cls.__name__ for cls in KERNELS.values())} of maxmargin.kernels."
        )
    for key, value in kernel._asdict().items():
        allowed = "true or false" if key == "normalised" else "a number above 0"
        allowed = "a positive whole number" if key == "degree" else allowed
        is_bool = isinstance(value, bool | np.bool_)
        is_number = isinstance(value, Real) and not is_bool
        is_allowed = is_bool if key == "normalised" else is_number and 0 < value < inf
        low, high = RANGES.get(key, (0.0, inf))
        if not is_bool and is_allowed and not low <= value <= high:
            raise ValueError(
                f"{key} of the {name} kernel is {str(value)[:20]}, but has to be from {low:g} to "
                f"{high:g}."
            )
        if not is_allowed or (key == "degree" and value != int(value)):
            raise ValueError(f"{key} of the {name} kernel is {value!r}, but has to be {allowed}.")
    return kernel


def _known(name, parameters):
    fields = KERNELS[name]._fields
    for key in parameters:
        if key not in fields:
            raise ValueError(f"the {name} kernel has no {key}; it has {', '.join(fields)}.")
    return parameters


def relative_error(kernel, longest, entries):
    """By how much rounding can make a value of K wrong, relative to the largest K(x, x).

    Raises ValueError if that is LARGEST_ERROR or more.

    A Gaussian's argument is computed from ‖x‖² + ‖x′‖² − 2 x·x′, whose error is that of 4‖x‖². A
    power multiplies relative errors by its degree.

    Parameters
    ----------
    longest : float
        The largest ‖x‖², in the units of X squared.
    entries : int
        The largest number of entries of a pattern.
    """
    (name, width), (*_, degree) = kernel.base, kernel.power_of_base
    terms = 1.0 if name == "product" else 1.0 + 2.0 * longest / width / width
    error = degree * rounding_of(entries) * terms
    if not error < LARGEST_ERROR:
        raise ValueError(
            f"rounding makes values of {kernel} wrong by up to {error:.1g} of the largest: "
            "subtract a common vector, such as the mean, from X, widen the kernel or lower its "
            "degree."
        )
    return error


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


def diagonal(kernel, squared_norms, rho=0.0):
    """K(x, x) + ρ² before K is normalised, from the squared norms of the patterns.

    Raises ValueError if one overflows or, with a normalised kernel, is 0. As |K(x, x′)|² is at most
    K(x, x) K(x′, x′), all values of K are finite otherwise.
    """
    shift, factor, degree = kernel.power_of_base
    g = squared_norms if kernel.base[0] == "product" else np.ones_like(squared_norms)
    with np.errstate(over="ignore"):
        squares = (shift + factor * g) ** degree + rho * rho
    is_finite = np.isfinite(squares) & np.isfinite(squared_norms)
    if not is_finite.all():
        raise ValueError(
            f"K(x, x) of {kernel} overflows for pattern {int(np.argmin(is_finite))} (counted from "
            "0): scale X down, or lower the degree."
        )
    if kernel.normalised and not squares.all():
        raise ValueError(
            f"pattern {int(np.argmin(squares))} (counted from 0) is 0 in the kernel's space "
            "and cannot be normalised; leave it out, or use normalised=False."
        )
    return squares


def values(kernel, X, Y, rho=0.0):
    """K of every row of X with every row of Y, augmented by ρ: float64 (rows of X, rows of Y).

    Raises ValueError for a sparse matrix whose parts do not agree, and for rows whose values are
    not finite.

    >>> values(Gaussian(width=1.0), np.array([[0.0]]), np.array([[0.0], [1.0]])).round(3)
    array([[1.   , 0.607]])
    """
    check_sparse(X)
    check_sparse(Y, "Y")
    for part in (X, Y):
        diagonal(kernel, squared_norms(part), rho)
    return values_of_checked(kernel, X, Y, rho)


def values_of_checked(kernel, X, Y, rho):
    """`values` for matrices that have been checked."""
    shift, factor, degree = kernel.power_of_base
    norms = squared_norms(X), squared_norms(Y)
    g = base_values(kernel.base, X, norms[0], Y, norms[1])
    K = (shift + factor * g) ** degree + rho**2
    if kernel.normalised:
        of_x, of_y = (1.0 / np.sqrt(diagonal(kernel, part, rho)) for part in norms)
        K *= of_x[:, None] * of_y
    return K


def squared_norms(X):
    """‖x‖² of the rows of an array or csr matrix, float64."""
    if sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)
