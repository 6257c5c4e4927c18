"""NORMA with a constant learning rate (Kivinen, Smola & Williamson 2004): adds η y when p < 1.

Every visit also multiplies the weight by 1 − ηλ. The algorithm is stochastic gradient descent on
λ‖a‖²/2 plus the hinge loss. The weight stored here is the weight after the last update, v visits
ago. Its product is therefore compared with (1 − ηλ)^−v, and the next update makes up for the
shrinking of these visits. NORMA never ends a run by itself: a limit or a target does. With λ = 0 it
makes the updates of the Perceptron with margin b = 1/η (the Margitron paper, Section 1).
"""

from typing import NamedTuple

NAME = "NORMA"
RANGES = {"lam": "[0, inf)", "rate": "(0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False
THRESHOLD_GROWS_BY_VISIT = True
MAY_NEVER_END = True


class Parameters(NamedTuple):
    """lam: λ, the weight of ‖a‖²/2 relative to the hinge loss of a pattern, in units of R². rate:
    η, in units of 1/R². The product of λ and η has to be below 1.
    """

    lam: float = 1e-4
    rate: float = 0.1


def scaled(parameters, squared_radius):
    lam, rate = parameters
    if lam * rate >= 1.0:
        raise ValueError(
            f"NORMA shrinks its weight to 1 − lam·rate of itself: lam={lam:g} times rate={rate:g} "
            "has to be below 1."
        )
    return Parameters(lam * squared_radius, rate / squared_radius)


def initial_memory(params):
    """Return the number of visits for which the weight has been shrunk."""
    return (0.0,)


def observe(p, q, violated, state, params):
    return (state.visits + 1.0,) if violated else state.memory


def threshold(state, params):
    return (1.0 - params.lam * params.rate) ** (state.memory[0] - state.visits)


def violates(p, threshold):
    return p < threshold


def step(p, q, state, params):
    visits = state.visits + 1.0 - state.memory[0]
    return (1.0 - params.lam * params.rate) ** visits, params.rate


def parameter_grid(maximum_margin, radius):
    """Return λ well below γ_d², where the hinge loss is 0 at the minimum, and small steps."""
    least = (maximum_margin / radius) ** 2
    return [Parameters(least * part, part) for part in (1.0, 0.1, 1e-2, 1e-3)]
