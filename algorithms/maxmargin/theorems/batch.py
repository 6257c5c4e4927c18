"""Theorems on batch methods, as statements about their runs."""

from maxmargin.bounds import batch
from maxmargin.theorems.theorem import Theorem, margin_of, updated


def batch_theorems():
    def excess(facts):
        return facts.upper_bound**2 - facts.gamma**2

    quantity = "‖a‖^{2} − γ_{d}^{2}"
    for source, name, most, statement, algorithm in (
        ("jaggi", "Theorem 1", batch.excess_of_gilbert, "16 R^{2}/(t + 2)", "Gilbert"),
        ("away", "derived here", batch.excess_of_away_steps, "32 R^{2}/(t + 32)", "AwaySteps"),
    ):
        yield Theorem(
            source=source,
            name=name,
            quantity=quantity,
            most=True,
            statement=f"{quantity} ≤ {statement} for Σα = 1",
            algorithms=(algorithm,),
            bound=lambda f, most=most: most(f.updates, f.squared_radius),
            measured=excess,
            applies=updated,
        )
    for source, algorithm, factor in (
        ("smoothed", "SmoothedPerceptron", 8),
        ("game", "NesterovGame", 16),
    ):
        statement = f"γ′_{{d}}^{{2}} ≥ γ_{{d}}^{{2}} − {factor} R^{{2}} log m/(t (t + 1))"
        yield _margin(
            source=source,
            name="derived here",
            statement=statement,
            algorithm=algorithm,
            fraction=lambda f, factor=factor: batch.fraction_of_squares(*_known(f), factor),
        )
    statement = "γ′_{d} ≥ γ_{d} − 4R^{2} (1 + log m) (1 + 2 log(t + 1))/(γ_{d} (t + 1)^{2})"
    yield _margin(
        source="momentum",
        name="Theorem 3.1",
        statement=statement,
        algorithm="NormalisedMomentum",
        fraction=lambda facts: batch.fraction_of_momentum(*_known(facts)),
    )
    yield _margin(
        source="normalised",
        name="derived here",
        statement="γ′_{d} ≥ γ_{d} − R^{2} (½ + log(m)/η)/(γ_{d} t), η ≤ 1",
        algorithm="NormalisedGradient",
        fraction=lambda facts: batch.fraction_of_normalised_gradient(*_known(facts), _rate(facts)),
        applies=lambda facts: updated(facts) and _rate(facts) <= 1,
    )


def _margin(source, name, statement, algorithm, fraction, applies=updated):
    """Return a `Theorem` that bounds the margin after any update from below.

    `fraction` is a function of `Facts` that returns a fraction of γ_d.
    """
    return Theorem(
        source=source,
        name=name,
        quantity="margin",
        most=False,
        statement=statement,
        algorithms=(algorithm,),
        bound=lambda facts: fraction(facts) * facts.gamma,
        measured=margin_of,
        applies=applies,
    )


def _known(facts):
    return facts.updates, facts.patterns, facts.gamma, facts.squared_radius


def _rate(facts):
    return facts.parameters.get("rate", 1.0)
