"""What Theorem 1 of the MICRA paper (Tsampouka & Shawe-Taylor 2007) says of MICRA^{ε,ζ}.

Numbers are in the units of the data, except for the learning rate η, which has none.
"""

from math import log

from scipy.optimize import brentq


def theorem_1(gamma, radius, epsilon, zeta, eta, beta):
    """(t_b, f_b): no run goes past t = t_b, and each reaches at least the fraction f_b of γ_d.

    gamma: γ_d; radius: R; beta: β. From (11), (12) and (13); t counts from 1.
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
