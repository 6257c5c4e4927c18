"""The MICRA paper's theorems as statements about runs; `micra.py` has the bounds."""

from math import isfinite

from maxmargin.bounds import micra
from maxmargin.theorems.theorem import Theorem, least_margin, most_updates


def _micra(function):
    """Return a function of `Facts` that returns (t_b, f_b)."""

    def bounds(facts):
        epsilon, zeta, eta, _ = facts.given
        return function(facts.gamma, facts.radius, epsilon, zeta, eta, facts.scaled.beta)

    return bounds


def micra_theorems():
    """Yield the `Theorem`s on MICRA's runs, then inequality (2)."""

    def positive_zeta(facts):
        return 0 < facts.given.zeta <= 1

    def of_remark(facts):
        epsilon, zeta, *_ = facts.given
        return zeta > 0.5 and abs(zeta + 2 * epsilon - 1) < 1e-12

    own = ("MICRA",)
    for name, function, applies in (
        ("Theorem 1", _micra(micra.theorem_1), positive_zeta),
        ("Remark 1", _micra(micra.remark_1), of_remark),
    ):
        yield most_updates("micra", name, "t ≤ t_{b}", own, lambda f, b=function: b(f)[0], applies)
        yield least_margin(
            "micra", name, "γ′_{d} ≥ f_{b} γ_{d}", own, lambda f, b=function: b(f)[1], applies
        )

    def of_example(facts):
        return facts.given.epsilon == facts.given.zeta == 0.5

    def example_1(facts):
        return micra.example_1(facts.radius, facts.given.eta, facts.scaled.beta)

    statement = "γ′_{d} ≥ γ_{d}/(1 + R/(ηβ) + 2ηR/β)"
    yield least_margin("micra", "Example 1", statement, own, example_1, of_example)
    yield from _inequality_2()


def _inequality_2():
    """Yield the `Theorem`s on problems, with the exact solver's γ and γ_d."""

    def both_known(facts):
        return facts.augment > 0 and isfinite(facts.geometric_gamma)

    def largest(facts):
        return facts.gamma * facts.radius / facts.augment

    own = ("MaximumMargin",)
    for name, most, statement, bound in (
        ("(2), left", False, "γ ≥ γ_{d}", lambda facts: facts.gamma),
        ("(2), right", True, "γ ≤ γ_{d} R/ρ", largest),
    ):
        yield Theorem(
            source="micra",
            name=name,
            quantity="γ",
            most=most,
            statement=statement,
            algorithms=own,
            bound=bound,
            measured=lambda facts: facts.geometric_gamma,
            applies=both_known,
        )
