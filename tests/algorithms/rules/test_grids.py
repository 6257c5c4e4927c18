"""Checks the parameter grids of comparisons, the bounds of rules, and the list of rules."""

from math import sqrt

import pytest

from maxmargin import rules, variants
from maxmargin.bounds import margitron, weight_shrinking
from maxmargin.rules import built_in_rules

RULES = built_in_rules()
GAMMA, R = 0.5, 2.0  # the maximum margin and the radius: γ_d/R is 1/4, its square 1/16

GRIDS = {
    "AMIRA": [(0.5,), (0.1,), (0.05,), (0.01,), (0.001,)],
    "AdaTron": [(0.5,), (0.1,), (0.01,), (1e-3,), (1e-4,), (1e-5,)],
    "AggressiveROMMA": [(0.5,), (0.1,), (0.05,), (0.01,), (1e-3,), (1e-4,)],
    "ALMA": [(alpha, None, sqrt(2), "outside") for alpha in (0.9, 0.5, 0.2, 0.1, 0.05, 0.01)],
    "Ballseptron": [(0.125,), (0.225,), (0.2375,), (0.2475,)],
    "CRAMMA": [(0.5, rate, beta) for rate in (0.075, 0.025) for beta in (25.0, 75.0, 250.0, 750.0)],
    "KrauthMezard": [(1.0,), (10.0,), (100.0,), (1e3,), (1e4,)],
    "MICRA": [(0.05, 0.9, 0.6, beta) for beta in (0.375, 0.425, 0.45, 0.475, 0.5, 0.55)],
    "NORMA": [(1 / 16, 1.0), (1 / 160, 0.1), (1 / 1600, 0.01), (1 / 16000, 1e-3)],
    "PDM": [(0.5,), (0.1,), (0.05,), (0.01,), (1e-3,), (1e-4,)],
    "Pegasos": [(0.025,), (2.5e-3,), (2.5e-4,), (2.5e-5,), (2.5e-6,)],
    "PerceptronWithMargin": [(1.0,), (10.0,), (100.0,), (1e3,), (1e4,)],
    "PrimalSVM": [(0.1 / 16,), (0.01 / 16,), (1e-3 / 16,), (1e-4 / 16,)],
    "UnnormalisedALMA": [(alpha, None, sqrt(2)) for alpha in (0.9, 0.5, 0.2, 0.1, 0.05, 0.01)],
    "VariableShrinking": [(1, 1), (10, 4), (100, 16), (1e3, 64), (1e4, 256)],
}
COMPUTED = {"ConstantShrinking", "Margitron"}  # by a bound, as the tests below have it
WITHOUT = {"MIRA", "PassiveAggressive", "Perceptron", "ROMMA"}


def test_grids_are_of_rules_and_each_rule_without_one_is_known():
    assert RULES.keys() >= {*GRIDS, *COMPUTED, *WITHOUT}
    assert not [name for name in WITHOUT if hasattr(RULES[name], "parameter_grid")]


@pytest.mark.parametrize("name", GRIDS)
def test_a_grid_goes_from_coarse_to_fine(name):
    rule = RULES[name]
    found = rule.parameter_grid(GAMMA, R)
    assert {type(setting) for setting in found} == {rule.Parameters}
    assert len(found) == len(GRIDS[name])
    for setting, expected in zip(found, GRIDS[name], strict=True):
        for value, number in zip(setting, expected, strict=True):
            exact = number is None or isinstance(number, str)
            assert value == (number if exact else pytest.approx(number, rel=1e-12))


def test_the_margitrons_grid_promises_its_accuracy():
    """b comes from (16) and (35) with δ = 1/(1 + ε)², in the rule's units."""
    rule, found = RULES["Margitron"], RULES["Margitron"].parameter_grid(GAMMA, R)
    epsilons = (0.5, 0.2, 0.1, 0.05, 0.01, 0.001)
    assert [(s.epsilon, s.threshold) for s in found] == [(e, k) for e in epsilons for k in "wt"]
    for setting in found:
        epsilon, scaled = setting.epsilon, rule.scaled(setting, R**2)
        delta = margitron.accuracy_of_b(GAMMA, R**2, epsilon, scaled.b, setting.threshold)
        assert delta == pytest.approx((1 + epsilon) ** -2, rel=1e-9)


def test_constant_shrinking_stays_below_the_largest_shrinking():
    found = RULES["ConstantShrinking"].parameter_grid(GAMMA, R)
    assert [setting.b for setting in found] == [1.0, 10.0, 100.0, 1e3]
    for b, shrinking in found:
        largest = weight_shrinking.largest_shrinking(GAMMA**2, R**2, b * R**2)
        assert shrinking == pytest.approx(0.9 * largest, rel=1e-9)


@pytest.mark.parametrize("kind", ["t", "w"])
def test_the_margitrons_promises_are_those_of_its_threshold(kind):
    rule = RULES["Margitron"]
    params = rule.scaled(rule.Parameters(0.5, 3.0, kind), R**2)
    given = R**2, 0.5, params.b, kind
    fraction = rule.guaranteed_fraction(40, 0.4, params, R**2)
    assert fraction == margitron.fraction_after_running(40, 0.4, *given)
    assert rule.margin_bound(40, params, R**2) == margitron.margin_bound(40, *given)
    assert rule.asymptotic_fraction(params) == margitron.limit_of_fraction(0.5, kind)


def test_the_perceptron_with_margin_is_the_t_margitron_with_epsilon_1():
    rule = RULES["PerceptronWithMargin"]
    params = rule.scaled(rule.Parameters(3.0), R**2)
    assert params.b == 12.0
    squared_length = 40 * (4.0 + 2 * 12.0)
    fraction = rule.guaranteed_fraction(40, 0.4, params, R**2)
    assert fraction == pytest.approx(40 * 12.0 / squared_length)
    assert rule.margin_bound(40, params, R**2) == pytest.approx(sqrt(28.0 / 40))


@pytest.mark.parametrize(
    ("name", "parameter", "bound"),
    [
        ("ConstantShrinking", 0.01, weight_shrinking.margin_bound_of_constant),
        ("VariableShrinking", 4.0, weight_shrinking.margin_bound_of_variable),
    ],
)
def test_a_shrinking_weight_promises_a_part_of_its_bound(name, parameter, bound):
    rule = RULES[name]
    params = rule.scaled(rule.Parameters(3.0, parameter), R**2)
    largest = bound(40, R**2, 12.0, parameter)
    assert rule.margin_bound(40, params, R**2) == largest
    assert rule.guaranteed_fraction(40, 0.25, params, R**2) == 0.25 / largest
    assert rule.guaranteed_fraction(40, 2 * largest, params, R**2) == 1.0


def test_the_margitron_computes_one_power_of_its_two():
    rule = RULES["Margitron"]
    for kind, powers, power_of_norm in (("t", (0.75, 0.0), 0.0), ("w", (0.0, 0.0), 0.75)):
        params = rule.scaled(rule.Parameters(0.25, 1.0, kind), R**2)
        assert rule.exponents(params) == powers and rule.norm_exponent(params) == power_of_norm
    cramma = RULES["CRAMMA"]
    assert cramma.exponents(cramma.Parameters(0.25)) == (-0.25, 0.0)


def test_rules_are_listed_by_name_and_read_again_at_each_call():
    found = built_in_rules()
    assert list(found) == sorted(found) and len(found) >= 21
    assert all(rule.NAME == name for name, rule in found.items())
    assert rules.all_rules() == found


def test_a_variant_takes_its_place_among_the_rules(monkeypatch):
    class Variant:
        NAME, __file__ = "Between", "between.py"

    def load(path):
        assert path == "between.py"
        return Variant

    monkeypatch.setattr(variants, "files", lambda: ["between.py"])
    monkeypatch.setattr(variants, "load", load)
    found = rules.all_rules()
    assert found["Between"] is Variant and list(found) == sorted(found)
    assert len(found) == len(RULES) + 1
    Variant.NAME = "PDM"
    with pytest.raises(
        variants.VariantError, match=r"^between.py: NAME 'PDM' is already used in .*pdm.py: choo"
    ):
        rules.all_rules()
