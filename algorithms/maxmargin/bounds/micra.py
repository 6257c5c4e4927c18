"""Theorem 1, Remark 1 and Example 1 of the MICRA paper (Tsampouka & Shawe-Taylor 2007).

gamma is γ_d, radius R and beta β, in the units of the data. The learning rate η has no unit. The
first two functions return (t_b, f_b): no run goes past t = t_b, and each run reaches at least the
fraction f_b of γ_d. t counts from 1, so that the update made at t is the t-th. 0 < ζ <= 1. Both
functions raise ValueError if numbers become too large to be useful.
"""

from math import expm1, log1p, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root


@finite_or_inf
def theorem_1(gamma, radius, epsilon, zeta, eta, beta):
    """Return (t_b, f_b) from (11), (12) and (13), or (inf, 0) if t_b exceeds 1e300."""
    t0, rate, omega = _start(gamma, radius, epsilon, zeta, eta, beta)

    def integral(theta, tau):
        logarithm = log1p(tau)
        if theta == 1:
            return logarithm
        return expm1((1 - theta) * logarithm) / (1 - theta)

    def excess(tau):
        g = integral(zeta, tau) - integral(zeta + epsilon, tau)
        g -= radius / (2 * gamma) * rate * integral(2 * zeta, tau)
        g -= radius / (2 * gamma) * rate**2 * integral(3 * zeta, tau)
        g -= rate * integral(2 * zeta + epsilon, tau)
        return g - (1 + omega) * radius / (gamma * eta * t0 ** (1 - zeta))

    return _bounds(root(excess), t0, epsilon)


@finite
def remark_1(gamma, radius, epsilon, zeta, eta, beta):
    """Return (t_b, f_b) in closed form, for ζ + 2ε = 1 and ζ > 1/2: looser than Theorem 1."""
    t0, _, omega = _start(gamma, radius, epsilon, zeta, eta, beta)
    ratio, scale = gamma / beta, radius / beta
    squared_a = 2 * epsilon / eta * scale * ratio * (1 + omega)
    squared_a += epsilon * eta / (1 - 4 * epsilon) * scale * ratio ** (1 / epsilon - 3)
    squared_a += epsilon * eta**2 / (2 - 6 * epsilon) * scale * ratio ** (2 / epsilon - 5)
    squared_a += 2 * epsilon * eta / (1 - 3 * epsilon) * ratio ** (1 / epsilon - 2)
    tau = (1 + sqrt(squared_a)) ** (1 / epsilon) - 1
    return _bounds(tau, t0, epsilon)


@finite
def example_1(radius, eta, beta):
    """Return f_b for ε = ζ = 1/2, by the technique of ALMA's Theorem 3.

    With η = η₀R/β it is the paper's 1/(1 + 1/η₀ + 2η₀(R/β)²), which does not tend to 1 as β grows.
    With a fixed η it does.
    """
    ratio = radius / beta
    return 1 / (1 + ratio / eta + 2 * eta * ratio)


def _start(gamma, radius, epsilon, zeta, eta, beta):
    """Return (t_0, the effective learning rate at t_0, ω)."""
    t0 = (beta / gamma) ** (1 / epsilon)
    rate = eta * t0**-zeta
    return t0, rate, gamma / radius * rate * (2 + rate) + rate**2 / 2 * (1 + rate)


def _bounds(tau, t0, epsilon):
    return t0 * (1 + tau), (1 + tau + 1 / t0) ** -epsilon
