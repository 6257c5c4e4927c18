"""Kernels K(x, x′) = (c + g(x, x′))^d, where g is the inner product or a Gaussian.

g is called the base of a kernel. Only the base is costly, and kernels with one base share it.

| kernel | K(x, x′) |
|---|---|
| Linear | x·x′ |
| Gaussian | exp(−‖x − x′‖²/2σ²) |
| Polynomial | (1 + x·x′/s)^d |
| PolyGaussian | (1 + exp(−‖x − x′‖²/2σ²))^d, of the ALMA paper's Section 4.3 |
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from maxmargin import whole_products
from maxmargin.input import numbers
from maxmargin.input.sparse_input import check_sparse
from maxmargin.rounding import rounding_of


class Linear(NamedTuple):
    """The inner product x·x′.

    Attributes
    ----------
    normalised : bool, default False
        Whether K(x, x′)/√(K(x, x) K(x′, x′)) replaces K(x, x′).
    """

    normalised: bool = False

    @property
    def base(self) -> tuple[str, float]:
        return ("product", 1.0)

    @property
    def power_of_base(self) -> tuple[float, float, int]:
        return 0.0, 1.0, 1


class Gaussian(NamedTuple):
    """The kernel exp(−‖x − x′‖²/2σ²), which is always normalised.

    Attributes
    ----------
    width : float, default 1.0
        σ, in the units of X.
    """

    width: float = 1.0

    normalised = False  # normalising would change nothing

    @property
    def base(self) -> tuple[str, float]:
        return ("gaussian", float(self.width))

    @property
    def power_of_base(self) -> tuple[float, float, int]:
        return 0.0, 1.0, 1


class Polynomial(NamedTuple):
    """The kernel (1 + x·x′/s)^d.

    Attributes
    ----------
    degree : int, default 2
        d, a positive whole number.
    scale : float, default 1.0
        s, in the units of X squared.
    normalised : bool, default False
        Whether K(x, x′)/√(K(x, x) K(x′, x′)) replaces K(x, x′).
    """

    degree: int = 2
    scale: float = 1.0
    normalised: bool = False

    @property
    def base(self) -> tuple[str, float]:
        return ("product", 1.0)

    @property
    def power_of_base(self) -> tuple[float, float, int]:
        return 1.0, 1.0 / float(self.scale), int(self.degree)


class PolyGaussian(NamedTuple):
    """The kernel (1 + exp(−‖x − x′‖²/2σ²))^d.

    Attributes
    ----------
    width : float, default 1.0
        σ, in the units of X.
    degree : int, default 2
        d, a positive whole number.
    normalised : bool, default False
        Whether K(x, x′)/√(K(x, x) K(x′, x′)) replaces K(x, x′).
    """

    width: float = 1.0
    degree: int = 2
    normalised: bool = False

    @property
    def base(self) -> tuple[str, float]:
        return ("gaussian", float(self.width))

    @property
    def power_of_base(self) -> tuple[float, float, int]:
        return 1.0, 1.0, int(self.degree)


Kernel = Linear | Gaussian | Polynomial | PolyGaussian
# Within these ranges squares and powers of the parameters are finite.
RANGES = {"width": (1e-70, 1e70), "scale": (1e-140, 1e140), "degree": (1, 1e6)}
MANY_ROWS = 256  # of each matrix, so that looking for whole numbers pays
LARGEST_ERROR = 1e-6  # allowed rounding error of values, relative to the largest value
KERNELS = {
    "linear": Linear,
    "gaussian": Gaussian,
    "polynomial": Polynomial,
    "poly-gaussian": PolyGaussian,
}


def make_kernel(name: str, **parameters: Any) -> Kernel:
    """Return the kernel of a name, with checked parameters.

    Parameters
    ----------
    name : {"linear", "gaussian", "polynomial", "poly-gaussian"}
        The name in `KERNELS`.
    **parameters
        The kernel's parameters.

    Returns
    -------
    Kernel
        The kernel.

    Raises
    ------
    ValueError
        If the name is unknown, or if the kernel does not have or allow a parameter.

    Examples
    --------
    >>> make_kernel("polynomial", degree=4, scale=255)
    Polynomial(degree=4, scale=255, normalised=False)
    """
    if name not in KERNELS:
        raise ValueError(f"no kernel is called {name!r}; choose one of {', '.join(KERNELS)}.")
    return checked(KERNELS[name](**_known(name, parameters)))


def checked(kernel: Any) -> Kernel:
    """Return a kernel after checking its parameters.

    Parameters
    ----------
    kernel : Kernel
        The kernel to check.

    Returns
    -------
    Kernel
        The same kernel.

    Raises
    ------
    ValueError
        If `kernel` is not a kernel, or if it has a parameter that is not allowed.
    """
    name = next((n for n, cls in KERNELS.items() if type(kernel) is cls), None)
    if name is None:
        raise ValueError(
            f"{kernel!r} is not a kernel; choose one of "
            f"{', '.join(cls.__name__ for cls in KERNELS.values())} of maxmargin.kernels."
        )
    items: Any = kernel._asdict().items()
    for key, given in items:
        value = float(given) if isinstance(given, np.floating) else given
        allowed = "true or false" if key == "normalised" else "a number above 0"
        allowed = "a positive whole number" if key == "degree" else allowed
        is_bool, is_number = _is_bool(value), numbers.is_number(value)
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


def _is_bool(value):
    return isinstance(value, bool | np.bool_)


def _known(name, parameters):
    fields = KERNELS[name]._fields
    for key in parameters:
        if key not in fields:
            raise ValueError(f"the {name} kernel has no {key}; it has {', '.join(fields)}.")
    return parameters


def relative_error(kernel: Kernel, longest: float, entries: int) -> float:
    """Return the largest rounding error of a value of K, relative to the largest K(x, x).

    A Gaussian's argument is computed from ‖x‖² + ‖x′‖² − 2 x·x′, whose terms add up to 4‖x‖². A
    power multiplies relative errors by its degree.

    Parameters
    ----------
    kernel : Kernel
        The kernel.
    longest : float
        The largest ‖x‖², in the units of X squared.
    entries : int
        The largest number of entries of a pattern.

    Returns
    -------
    float
        The relative error.

    Raises
    ------
    ValueError
        If the error is `LARGEST_ERROR` or more.
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


def base_values(
    base: tuple[str, float],
    X: Any,
    squared_norms: np.ndarray,
    Y: Any,
    squared_norms_of_y: np.ndarray,
) -> np.ndarray:
    """Return g of every row of X with every row of Y.

    Parameters
    ----------
    base : tuple
        The `base` of a kernel.
    X, Y : arrays or csr matrices
        The patterns.
    squared_norms, squared_norms_of_y : arrays
        The squared norms of the rows of X and of Y.

    Returns
    -------
    float64 array of shape (rows of X, rows of Y)
        The values of g.
    """
    return base_of_products(base, inner_products(X, Y), squared_norms, squared_norms_of_y)


def inner_products(X: Any, Y: Any) -> np.ndarray:
    """Return the inner products of every row of X with every row of Y.

    Parameters
    ----------
    X, Y : arrays or csr matrices
        The patterns.

    Returns
    -------
    float64 array of shape (rows of X, rows of Y)
        X·Yᵀ.
    """
    if min(X.shape[0], Y.shape[0]) >= MANY_ROWS:
        parts = whole_products.parts_of(X, Y)
        if parts:
            of_x, of_y = X.astype(np.float32), Y.astype(np.float32)
            return whole_products.products(of_x, of_y, parts).astype(np.float64, copy=False)
    products = X @ Y.T
    return products.toarray() if sparse.issparse(products) else products


def base_of_products(
    base: tuple[str, float],
    products: np.ndarray,
    squared_norms: np.ndarray,
    squared_norms_of_y: np.ndarray,
) -> np.ndarray:
    """Return g of rows of X with rows of Y from their inner products.

    Parameters
    ----------
    base : tuple
        The `base` of a kernel.
    products : float64 array of shape (rows of X, rows of Y)
        The inner products. They are overwritten.
    squared_norms, squared_norms_of_y : arrays
        The squared norms of the rows of X and of Y.

    Returns
    -------
    float64 array of shape (rows of X, rows of Y)
        The values of g.
    """
    name, scale = base
    if name == "product":
        return products
    products *= 2.0
    products -= squared_norms[:, None]
    products -= squared_norms_of_y
    np.minimum(products, 0.0, out=products)  # rounding can make −‖x − x′‖² positive
    products /= 2.0 * scale**2
    return np.exp(products, out=products)


def diagonal(kernel: Kernel, squared_norms: np.ndarray, rho: float = 0.0) -> np.ndarray:
    """Return K(x, x) + ρ² before normalisation.

    |K(x, x′)|² is at most K(x, x) K(x′, x′). So if K(x, x) is finite for all patterns, all values
    of K are finite.

    Parameters
    ----------
    kernel : Kernel
        The kernel.
    squared_norms : array of shape (m,)
        ‖x‖² of the patterns, in the units of X squared.
    rho : float, default 0.0
        ρ.

    Returns
    -------
    array of shape (m,)
        K(x, x) + ρ² of each pattern.

    Raises
    ------
    ValueError
        If a value overflows, or if a value is 0 and the kernel is normalised.
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


def values(kernel: Kernel, X: Any, Y: Any, rho: float = 0.0) -> np.ndarray:
    """Return K + ρ² of every row of X with every row of Y.

    Parameters
    ----------
    kernel : Kernel
        The kernel.
    X, Y : arrays or csr matrices
        The patterns.
    rho : float, default 0.0
        ρ.

    Returns
    -------
    float64 array of shape (rows of X, rows of Y)
        The kernel's values. A normalised kernel is normalised after ρ² is added.

    Raises
    ------
    ValueError
        If the parts of a sparse matrix do not agree, or if a row has values that are not finite.

    Examples
    --------
    >>> values(Gaussian(width=1.0), np.array([[0.0]]), np.array([[0.0], [1.0]])).round(3)
    array([[1.   , 0.607]])
    """
    check_sparse(X)
    check_sparse(Y, "Y")
    for part in (X, Y):
        diagonal(kernel, squared_norms(part), rho)
    return values_of_checked(kernel, X, Y, rho)


def values_of_checked(kernel: Kernel, X: Any, Y: Any, rho: float) -> np.ndarray:
    """Return `values` of matrices that are already checked.

    Parameters
    ----------
    kernel : Kernel
        The kernel.
    X, Y : arrays or csr matrices
        The patterns.
    rho : float
        ρ.

    Returns
    -------
    float64 array of shape (rows of X, rows of Y)
        The kernel's values.
    """
    shift, factor, degree = kernel.power_of_base
    norms = squared_norms(X), squared_norms(Y)
    g = base_values(kernel.base, X, norms[0], Y, norms[1])
    K = _power(shift + factor * g, degree)
    K += rho**2
    if kernel.normalised:
        of_x, of_y = (1.0 / np.sqrt(diagonal(kernel, part, rho)) for part in norms)
        K *= of_x[:, None] * of_y
    return K


def _power(base, degree):
    """Return base to a positive whole power. numpy's takes as long as twenty products."""
    found = base
    for digit in f"{degree:b}"[1:]:
        found = found * found
        if digit == "1":
            found *= base
    return found


def squared_norms(X: Any) -> np.ndarray:
    """Return the squared norms of the rows of X.

    Parameters
    ----------
    X : array or csr matrix of shape (m, n)
        The patterns.

    Returns
    -------
    float64 array of shape (m,)
        ‖x‖² of each row, in the units of X squared.
    """
    if sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)
