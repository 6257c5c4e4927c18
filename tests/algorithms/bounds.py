"""Bounds that the papers prove, as far as the tests need them."""

from math import log

from scipy.optimize import brentq


def micra_theorem_1(gamma, radius, epsilon, zeta, eta, beta):
    """(t_b, f_b) of the MICRA paper's Theorem 1: bounds on t and on the fraction of γ_d reached.

    gamma: γ_d; radius: R; beta: β, in their units. From (11), (12) and (13).
    """
    t0 = (beta / gamma) ** (1 / epsilon)
    rate = eta * t0**-zeta
    omega = gamma / radius * rate * (2 + rate) + rate**2 / 2 * (1 + rate)

    def integral(theta, tau):
        if theta == 1:
            return log(1 + tau)
        return ((1 + tau) ** (1 - theta) - 1) / (1 - theta)

    def excess(tau):
        g = integral(zeta, tau) - integral(zeta + epsilon, tau)
        g -= radius / (2 * gamma) * rate * integral(2 * zeta, tau)
        g -= radius / (2 * gamma) * rate**2 * integral(3 * zeta, tau)
        g -= rate * integral(2 * zeta + epsilon, tau)
        return g - (1 + omega) * radius / (gamma * eta * t0 ** (1 - zeta))

    high = 1.0
    while excess(high) <= 0:
        high *= 2
    tau = brentq(excess, 0, high)
    return t0 * (1 + tau), (1 + tau + 1 / t0) ** -epsilon
