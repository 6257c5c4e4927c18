"""Each rule agrees with its paper's formulas for violations and updates.

The state is that of a run: p, q = ‖y‖², ‖a‖², t updates, and R². Rules run as plain Python, so a
mistake in one line of a rule is found within a second.
"""

from math import inf, sqrt

import pytest

from maxmargin.contract import State
from maxmargin.rules import built_in_rules

RULES = built_in_rules()
P, Q, N2, T, VISITS, R2 = 0.375, 2.5, 7.0, 5, 11, 9.0
NORM, R = sqrt(N2), 3.0


def state(rule, params, t=T, visits=VISITS, memory=(), squared_norm=N2):
    norm = sqrt(squared_norm)
    exponents = rule.exponents(params) if hasattr(rule, "exponents") else (0.0, 0.0)
    norm_exponent = rule.norm_exponent(params) if hasattr(rule, "norm_exponent") else 0.0
    powers = tuple(float(t) ** exponent for exponent in exponents) if t else (0.0, 0.0)
    norm_power = norm**norm_exponent
    return State(norm, squared_norm, t, powers, visits, memory, norm_power, 0, 0.0, 0.0)


def approx(value):
    return pytest.approx(value, rel=1e-13)


# Parameters, threshold, s and d of the update s·a + d·y, at the state above.
FORMULAS = [
    ("Perceptron", {}, 0.0, 1.0, 1.0),
    ("PerceptronWithMargin", {"b": 0.25}, 0.25 * R2, 1.0, 1.0),
    ("AggressiveROMMA", {"delta": 0.25}, 0.75, (Q * N2 - P) / (Q * N2 - P**2),
     N2 * (1 - P) / (Q * N2 - P**2)),
    ("ROMMA", {}, 0.0, (Q * N2 - P) / (Q * N2 - P**2), N2 * (1 - P) / (Q * N2 - P**2)),
    ("CRAMMA", {"epsilon": 0.5, "eta": 0.2, "beta": 0.3},
     NORM * 0.3 * R * T**-0.5, 1.0, NORM * 0.2 / R),
    ("MICRA", {"epsilon": 0.5, "zeta": 0.75, "eta": 0.2, "beta": 0.3},
     NORM * 0.3 * R * T**-0.5, 1.0, NORM * 0.2 / R * T**-0.75),
    ("Margitron", {"epsilon": 0.5, "b": 0.2, "threshold": "t"}, 0.2 * R2 * T**0.5, 1.0, 1.0),
    ("Margitron", {"epsilon": 0.5, "b": 0.2, "threshold": "w"},
     0.2 * R**1.5 * NORM**0.5, 1.0, 1.0),
    ("PDM", {"epsilon": 0.25}, 0.75 * N2 / T, 1.0, 1.0),
    ("AMIRA", {"epsilon": 0.25}, 0.75, 1.0, (1 - P) / Q),
    ("MIRA", {}, 0.0, 1.0, (1 - P) / Q),
    ("PassiveAggressive", {}, 1.0, 1.0, (1 - P) / Q),
    ("PassiveAggressive", {"C": 0.01}, 1.0, 1.0, 0.01),
    ("PassiveAggressive", {"C": 100.0}, 1.0, 1.0, (1 - P) / Q),
    ("PassiveAggressive", {"C": 0.01, "variant": "II"}, 1.0, 1.0, (1 - P) / (Q + 50)),
    ("AdaTron", {"delta": 0.25}, 0.75, 1.0, (1 - P) / Q),
    ("KrauthMezard", {"c": 4.0}, 4.0 * R2, 1.0, 1.0),
    ("Ballseptron", {"radius": 0.5}, 0.5 * R * NORM, 1 - 0.5 * R / NORM, 1.0),
    ("ConstantShrinking", {"b": 0.25, "shrinking": 0.125}, 0.25 * R2, 0.875, 1.0),
    ("VariableShrinking", {"b": 0.25, "n": 3.0}, 0.25 * R2, (1 - 1 / (T + 1)) ** 3, 1.0),
    ("PrimalSVM", {"lam": 0.125}, 0.125 * R2 * VISITS, 1.0, 1.0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "given", "threshold", "s", "d"),
    FORMULAS,
    ids=[f"{place}-{name}" for place, (name, *_) in enumerate(FORMULAS)],
)
def test_threshold_and_step(name, given, threshold, s, d):
    rule = RULES[name]
    params = rule.scaled(rule.Parameters(**given), R2)
    now = state(rule, params)
    assert rule.threshold(now, params) == approx(threshold)
    assert rule.step(P, Q, now, params) == (approx(s), approx(d))
    assert rule.ADDITIVE <= (s == 1.0)


AT_THE_THRESHOLD = {"Perceptron", "PerceptronWithMargin", "Margitron", "PDM", "MICRA", "CRAMMA"}
AT_THE_THRESHOLD |= {"ROMMA", "MIRA", "Ballseptron", "ConstantShrinking", "VariableShrinking"}
AT_THE_THRESHOLD |= {"ALMA", "AMIRA", "UnnormalisedALMA", "PrimalSVM"}
BELOW = {"AdaTron", "AggressiveROMMA", "KrauthMezard", "NORMA", "PassiveAggressive", "Pegasos"}


@pytest.mark.parametrize("name", RULES)
def test_a_product_at_the_threshold(name):
    """Papers differ on whether p equal to the threshold is a violation."""
    rule = RULES[name]
    dual = (0.0,) if getattr(rule, "USES_DUAL", False) else ()
    assert rule.violates(0.5, 0.625, *dual)
    assert not rule.violates(0.75, 0.625, *dual)
    if name in AT_THE_THRESHOLD | BELOW:
        assert rule.violates(0.625, 0.625, *dual) == (name in AT_THE_THRESHOLD)


def test_adatron_takes_back_what_a_pattern_has_too_much():
    violates = RULES["AdaTron"].violates
    assert violates(1.375, 0.75, 0.5) and not violates(1.375, 0.75, 0.0)
    assert not violates(1.25, 0.75, 0.5)


@pytest.mark.parametrize(
    ("projection", "squared_norm", "projects"),
    [("outside", N2, True), ("outside", 0.015625, False), ("always", 0.015625, True)],
)
def test_alma(projection, squared_norm, projects):
    rule = RULES["ALMA"]
    params = rule.scaled(rule.Parameters(0.25, 2.0, 0.5, projection), R2)
    now = state(rule, params, squared_norm=squared_norm)
    assert rule.threshold(now, params) == approx(0.75 * 2.0 * R / sqrt(T + 1))
    rate = 0.5 / R / sqrt(T + 1)
    norm = sqrt(squared_norm + 2 * rate * P + rate**2 * Q) if projects else 1.0
    assert rule.step(P, Q, now, params) == (approx(1 / norm), approx(rate / norm))
    assert rule.scaled(rule.Parameters(0.25), R2).B == approx(sqrt(8) / 0.25 * R)


def test_alma_leaves_a_weight_on_the_ball_and_a_weight_of_length_0():
    rule = RULES["ALMA"]
    for projection in ("outside", "always"):
        params = rule.scaled(rule.Parameters(1.0, None, 1.0, projection), 1.0)
        assert rule.step(0.0, 1.0, state(rule, params, t=0, squared_norm=0.0), params) == (1, 1)
    away = state(rule, params, t=0, squared_norm=1.0)
    assert rule.step(-1.0, 1.0, away, params) == (1.0, 1.0)  # a becomes 0, without a direction


def test_unnormalised_alma():
    rule = RULES["UnnormalisedALMA"]
    params = rule.scaled(rule.Parameters(0.25, 2.0, 0.5), R2)
    assert rule.scaled(rule.Parameters(0.5), R2) == (0.5, approx(sqrt(8) / 0.5), approx(sqrt(2)))
    assert rule.initial_memory(params) == (0.0,)
    for longest in (1.0, 2.0):
        now = state(rule, params, memory=(longest,))
        assert rule.threshold(now, params) == approx(0.75 * 2.0 * longest / sqrt(T + 1))
        rate = 0.5 / (sqrt(T + 1) * max(longest, sqrt(Q)))
        norm = sqrt(N2 + 2 * rate * P + rate**2 * Q)
        assert rule.step(P, Q, now, params) == (approx(1 / norm), approx(rate / norm))
        assert rule.observe(P, Q, True, now, params) == (max(longest, sqrt(Q)),)
        assert rule.observe(P, Q, False, now, params) == (longest,)
    inside = state(rule, params, memory=(1.0,), squared_norm=0.015625)
    assert rule.step(P, Q, inside, params) == (1.0, approx(0.5 / (sqrt(T + 1) * sqrt(Q))))


def test_norma_shrinks_for_the_visits_since_its_last_update():
    rule = RULES["NORMA"]
    params = rule.scaled(rule.Parameters(0.5, 0.25), R2)
    assert params == (0.5 * R2, 0.25 / R2)
    assert rule.initial_memory(params) == (0.0,)
    now = state(rule, params, memory=(8.0,))
    kept = 1.0 - 0.5 * 0.25
    assert rule.threshold(now, params) == approx(1.0 / kept ** (VISITS - 8))
    assert rule.step(P, Q, now, params) == (approx(kept ** (VISITS + 1 - 8)), 0.25 / R2)
    assert rule.observe(P, Q, True, now, params) == (VISITS + 1.0,)
    assert rule.observe(P, Q, False, now, params) == (8.0,)


@pytest.mark.parametrize(("lam", "rate"), [(2.0, 0.5), (4.0, 0.5)])
def test_norma_refuses_to_shrink_to_0(lam, rate):
    rule = RULES["NORMA"]
    sentence = rf"lam={lam:g} times rate=0.5 has to be below 1"
    with pytest.raises(ValueError, match=f"^NORMA shrinks its weight .* itself: {sentence}"):
        rule.scaled(rule.Parameters(lam, rate), R2)


def test_pegasos():
    rule = RULES["Pegasos"]
    params = rule.scaled(rule.Parameters(0.125), R2)
    assert params == (0.125,)
    assert rule.threshold(state(rule, params), params) == 0.125 * VISITS
    assert rule.threshold(state(rule, params, visits=0), params) == 1.0
    assert rule.threshold(state(rule, params, visits=1), params) == 0.125
    squared_norm = N2 + 2 * P + Q  # 10.25, within 0.125 · 12²
    assert rule.step(P, Q, state(rule, params), params) == (1.0, 1.0)
    kept = sqrt(0.125 * 3**2 / squared_norm)
    projected = rule.step(P, Q, state(rule, params, visits=2), params)
    assert projected == (approx(kept), approx(kept))


def test_the_first_updates():
    """From a = 0 or t = 0, some formulas would divide by 0."""
    for name, given in (("PDM", {}), ("Margitron", {"threshold": "t"}), ("Margitron", {})):
        rule = RULES[name]
        params = rule.scaled(rule.Parameters(**given), R2)
        assert rule.threshold(state(rule, params, t=0, squared_norm=0.0), params) == 0.0
        assert rule.threshold(state(rule, params, t=1), params) > 0.0
    rule = RULES["VariableShrinking"]
    assert rule.step(0.0, Q, state(rule, (9.0, 4.0), t=0), rule.Parameters()) == (1.0, 1.0)
    assert rule.step(0.0, Q, state(rule, (9.0, 4.0), t=1), rule.Parameters())[0] == 0.5**4
    rule = RULES["AggressiveROMMA"]
    params = rule.Parameters(0.25)
    assert rule.threshold(state(rule, params, t=0), params) == 1.0
    assert rule.threshold(state(rule, params, t=1), params) == 0.75


def test_romma_where_a_pattern_lies_on_the_weight():
    """The determinant is 0: the step reaches the pattern, or goes to infinity."""
    rule = RULES["ROMMA"]
    params = rule.Parameters()
    assert rule.step(8.0, 4.0, state(rule, params, squared_norm=2.0), params) == (0.0, 0.25)
    large = state(rule, params, squared_norm=2.0)  # and a determinant of 1/2 is none of 0
    assert rule.step(0.5, 0.375, large, params) == (approx(0.5), approx(2.0))
    assert rule.step(0.5, 0.5, state(rule, params, squared_norm=0.5), params) == (0.0, 2.0)
    long = state(rule, params, squared_norm=0.5)  # p is below q n², and p² is above it
    assert rule.step(2.0, 8.0, long, params) == (approx(0.0), 0.125)
    assert rule.step(-2.0, 2.0, state(rule, params, squared_norm=2.0), params) == (inf, inf)
    assert rule.step(0.0, 1.0, state(rule, params, squared_norm=0.0), params) == (0.0, 1.0)


def test_the_ballseptron_adds_a_misclassified_pattern_whole():
    rule = RULES["Ballseptron"]
    params = rule.scaled(rule.Parameters(0.5), R2)
    assert rule.step(0.0, Q, state(rule, params), params) == (1.0, 1.0)
    assert rule.step(-1.0, Q, state(rule, params), params) == (1.0, 1.0)
    short = state(rule, params, squared_norm=1.0)  # within r of 0
    assert rule.step(P, Q, short, params) == (0.0, 1.0)


def test_what_is_sure_of_a_run():
    adatron, ball = RULES["AdaTron"], RULES["Ballseptron"]
    assert adatron.guaranteed_fraction(7, 0.5, adatron.Parameters(0.25), R2) == 0.75 / 1.25
    assert ball.margin_bound(0, ball.Parameters(0.5), R2) == R
    assert ball.margin_bound(4, ball.Parameters(0.5), R2) == approx(0.5 + sqrt((R2 + 0.25) / 4))
    shrinking = RULES["VariableShrinking"]
    assert shrinking.asymptotic_fraction(shrinking.Parameters(b=1.0, n=4.0)) == 4.5 / 5.0
