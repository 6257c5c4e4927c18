"""Each theorem in the list has the right text, conditions and bound, on facts made by hand.

STATEMENTS has the text of each theorem. BOUNDS has, for the same rows, the numbers that the
formulas of `test_formulas.py` give for the facts.
"""

from importlib import reload
from math import inf, nan, sqrt

import pytest

from maxmargin.bounds import batch, falkowski, margitron, micra, pdm, weight_shrinking
from maxmargin.theorems import all_theorems, theorem
from maxmargin.theorems.theorem import Facts, Outcome, Theorem, judged, outcome

MARGITRON, AMIRA = ("Margitron", "PerceptronWithMargin"), ("AMIRA", "MIRA", "PassiveAggressive")
ROMMA = ("ROMMA", "AggressiveROMMA")
STATEMENTS = [
    ("micra", "Theorem 1", "updates", True, "t ≤ t_{b}", ("MICRA",)),
    ("micra", "Theorem 1", "margin", False, "γ′_{d} ≥ f_{b} γ_{d}", ("MICRA",)),
    ("micra", "Remark 1", "updates", True, "t ≤ t_{b}", ("MICRA",)),
    ("micra", "Remark 1", "margin", False, "γ′_{d} ≥ f_{b} γ_{d}", ("MICRA",)),
    ("micra", "Example 1", "margin", False, "γ′_{d} ≥ γ_{d}/(1 + R/(ηβ) + 2ηR/β)", ("MICRA",)),
    ("micra", "(2), left", "γ", False, "γ ≥ γ_{d}", ("MaximumMargin",)),
    ("micra", "(2), right", "γ", True, "γ ≤ γ_{d} R/ρ", ("MaximumMargin",)),
    ("margitron", "Section 4", "γ_{d}", False, "γ_{d} ≥ Δ/√m", ("MaximumMargin",)),
    ("margitron", "Theorem 3.1, (7)", "updates", True, "t ≤ t_{b} in closed form", MARGITRON),
    ("margitron", "Theorem 3.1, (12)", "updates", True, "t ≤ t_{b}", MARGITRON),
    (
        "margitron",
        "Theorem 3.1, (8)",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, any γ_{d}",
        MARGITRON,
    ),
    (
        "margitron",
        "Theorem 3.1, (9)",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, after running",
        MARGITRON,
    ),
    ("margitron", "Theorem 3.1, (14)", "margin", False, "γ′_{d} ≥ f_{b} γ_{d}, before", MARGITRON),
    (
        "margitron",
        "Remark 1",
        "γ_{d}",
        True,
        "γ_{d} ≤ L/t, after running",
        MARGITRON,
    ),
    ("margitron", "Remark 2, (15)", "margin", False, "γ′_{d} ≥ f_{b} γ_{d}", MARGITRON),
    (
        "margitron",
        "Remark 2, (16)",
        "margin",
        False,
        "γ′_{d} ≥ (1 − ε/2) γ_{d}/(1 + δ)",
        MARGITRON,
    ),
    ("margitron", "Theorem 3.2, (33)", "updates", True, "t ≤ t_{b} in closed form", ("Margitron",)),
    ("margitron", "Theorem 3.2, (24)", "updates", True, "t ≤ t_{b}", ("Margitron",)),
    (
        "margitron",
        "Theorem 3.2, (20)",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, any γ_{d}",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.2, (21)",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, after running",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.2, (30)",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, before",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.3",
        "margin",
        False,
        "γ′_{d} ≥ γ_{d}/((1 + ε)(1 + δ))",
        ("Margitron",),
    ),
    (
        "margitron",
        "Remark 4, derived here",
        "margin",
        False,
        "γ′_{d} ≥ γ_{d}/((1 + ε)(1 + δ))",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.3 with (33)",
        "updates",
        True,
        "t ≤ x (1 + ε)/(2εδ) (R/γ_{d})^{2}, x = δ + x^{1−ε}",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.4, derived here",
        "updates",
        True,
        "t ≤ (1 + ε)(1 + δ)/(2εδ) (R/γ_{d})^{2}",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.5, t-margitron",
        "updates",
        True,
        "t ≤ t_{b} in closed form",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.5, t-margitron",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, before",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.5, w-margitron",
        "updates",
        True,
        "t ≤ t_{b} in closed form",
        ("Margitron",),
    ),
    (
        "margitron",
        "Theorem 3.5, w-margitron",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}, before",
        ("Margitron",),
    ),
    (
        "alma",
        "Theorem 3, part 1",
        "updates",
        True,
        "|M| ≤ 2(p − 1)/γ*^{2} (2/α − 1)^{2} + 8/α − 4",
        ("ALMA",),
    ),
    ("alma", "Theorem 3, part 1", "γ_{k} of the last update", False, "γ_{k} ≥ γ*", ("ALMA",)),
    ("alma", "Theorem 3, part 1", "margin", False, "γ′ ≥ (1 − α) γ*", ("ALMA",)),
    ("alma", "Remark 4", "updates", True, "|M| ≤ (1 + √5)/2 (p − 1)/(γ*^{2} α)", ("ALMA",)),
    ("alma", "Remark 4", "γ_{k} of the last update", False, "γ_{k} ≥ γ*/3", ("ALMA",)),
    ("alma", "Remark 4", "margin", False, "γ′ ≥ (1 − α) γ*/3", ("ALMA",)),
    (
        "falkowski",
        "(4)",
        "updates",
        True,
        "M ≤ (R^{2}/Δ_{opt})^{2} ((2c + 1)/R^{2} + ‖w_{0}‖^{2})",
        ("KrauthMezard",),
    ),
    ("falkowski", "(5)", "margin", False, "Δ_{c} ≥ Δ_{opt}/A", ("KrauthMezard",)),
    (
        "falkowski",
        "(6)",
        "A",
        True,
        "A ≤ R^{2}/c ((2c + 1)/R^{2} + ‖w_{0}‖^{2}/M)",
        ("KrauthMezard",),
    ),
    ("falkowski", "(13)", "‖w_{M}‖", True, "‖w_{M}‖ ≤ ‖w*‖ (1 + O(√M/c))", ("KrauthMezard",)),
    ("falkowski", "(14)", "margin", False, "Δ_{c} → Δ_{opt} as c → ∞", ("KrauthMezard",)),
    (
        "falkowski",
        "any start, derived here",
        "updates",
        True,
        "M ≤ (R/Δ_{opt})^{2} (2c + 1) + 2 R^{2} ‖w_{0}‖/Δ_{opt}",
        ("KrauthMezard",),
    ),
    (
        "falkowski",
        "any start, derived here",
        "‖w_{M}‖",
        True,
        "‖w_{M}‖ ≤ ‖w*‖ (1 + O(√M/c))",
        ("KrauthMezard",),
    ),
    (
        "falkowski",
        "any start, derived here",
        "margin",
        False,
        "Δ_{c} → Δ_{opt} as c → ∞",
        ("KrauthMezard",),
    ),
    ("amira", "Theorem 1", "updates", True, "t ≤ (2 − ε)/ε (R/γ)^{2}", AMIRA),
    ("amira", "Corollary 1", "‖w‖", True, "‖w‖ ≤ (2 − ε)/γ", AMIRA),
    ("amira", "Theorem 3", "margin", False, "γ′ ≥ (1 − ε)/(2 − ε) γ", AMIRA),
    ("novikoff", "Perceptron", "updates", True, "t ≤ (R/γ_{d})^{2}", ("Perceptron",)),
    ("romma", "ROMMA", "updates", True, "t ≤ (R/(δγ_{d}))^{2}; δ = 1 for ROMMA", ROMMA),
    ("romma", "ROMMA", "‖w‖", True, "‖w‖ ≤ 1/γ_{d}", ROMMA),
    ("romma", "ROMMA", "margin", False, "γ′_{d} ≥ (1 − δ) γ_{d}", ROMMA),
    ("pdm", "derived here", "updates", True, "γ_{d}^{2} t^{2} ≤ R^{2} N(t)", ("PDM",)),
    ("pdm", "derived here", "margin", False, "γ′_{d} ≥ (1 − ε) γ_{d}", ("PDM",)),
    ("pumma", "derived here", "updates", True, "t ≤ (2R/(δγ))^{2}", ("PUMMA",)),
    ("pumma", "derived here", "‖w‖", True, "‖w‖ ≤ 1/γ", ("PUMMA",)),
    ("pumma", "derived here", "margin", False, "γ′ ≥ (1 − δ) γ", ("PUMMA",)),
    ("adatron", "derived here", "margin", False, "γ′_{d} ≥ (1 − δ)/(1 + δ) γ_{d}", ("AdaTron",)),
    (
        "ballseptron",
        "derived here",
        "updates",
        True,
        "t ≤ (R^{2} + r^{2})/(γ_{d} − r)^{2}",
        ("Ballseptron",),
    ),
    ("ballseptron", "derived here", "margin", False, "γ′_{d} > r", ("Ballseptron",)),
    (
        "shrinking",
        "Constant factor, derived here",
        "updates",
        True,
        "t ≤ t_{b}",
        ("ConstantShrinking",),
    ),
    (
        "shrinking",
        "Constant factor, derived here",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}",
        ("ConstantShrinking",),
    ),
    (
        "shrinking",
        "Variable factor, derived here",
        "updates",
        True,
        "t ≤ t_{b}",
        ("VariableShrinking",),
    ),
    (
        "shrinking",
        "Variable factor, derived here",
        "margin",
        False,
        "γ′_{d} ≥ f_{b} γ_{d}",
        ("VariableShrinking",),
    ),
    (
        "jaggi",
        "Theorem 1",
        "‖a‖^{2} − γ_{d}^{2}",
        True,
        "‖a‖^{2} − γ_{d}^{2} ≤ 16 R^{2}/(t + 2) for Σα = 1",
        ("Gilbert",),
    ),
    (
        "away",
        "derived here",
        "‖a‖^{2} − γ_{d}^{2}",
        True,
        "‖a‖^{2} − γ_{d}^{2} ≤ 32 R^{2}/(t + 32) for Σα = 1",
        ("AwaySteps",),
    ),
    (
        "smoothed",
        "derived here",
        "margin",
        False,
        "γ′_{d}^{2} ≥ γ_{d}^{2} − 8 R^{2} log m/(t (t + 1))",
        ("SmoothedPerceptron",),
    ),
    (
        "game",
        "derived here",
        "margin",
        False,
        "γ′_{d}^{2} ≥ γ_{d}^{2} − 16 R^{2} log m/(t (t + 1))",
        ("NesterovGame",),
    ),
    (
        "momentum",
        "Theorem 3.1",
        "margin",
        False,
        "γ′_{d} ≥ γ_{d} − 4R^{2} (1 + log m) (1 + 2 log(t + 1))/(γ_{d} (t + 1)^{2})",
        ("NormalisedMomentum",),
    ),
    (
        "normalised",
        "derived here",
        "margin",
        False,
        "γ′_{d} ≥ γ_{d} − R^{2} (½ + log(m)/η)/(γ_{d} t), η ≤ 1",
        ("NormalisedGradient",),
    ),
]


def facts(algorithm, status="converged", **parameters):
    """Return facts of a run: R = 2, γ_d = 0.5, γ = 0.6, 40 updates."""
    return Facts(
        algorithm,
        parameters,
        squared_radius=4.0,
        gamma=0.5,
        status=status,
        updates=40,
        directional_margin=0.45,
        augment=0.8,
        extend=0.3,
        patterns=9,
        upper_bound=0.7,
        norm=5.0,
        geometric_margin=0.55,
        geometric_gamma=0.6,
        start_norm=0.0,
        start_sum=0.0,
    )


def listed():
    """Return the theorems, made anew, since mutmut changes code after it imports tests."""
    return reload(all_theorems).THEOREMS


def found(run, **changes):
    """Return {(name, quantity): bound} for the theorems that apply to a run."""
    outcomes = {
        (t.source, t.name, t.quantity): outcome(t, run._replace(**changes)) for t in listed()
    }
    return {key[1:]: said.bound for key, said in outcomes.items() if said}


def approx(value):
    return pytest.approx(value, rel=1e-11, abs=0)


def test_statements():
    assert [tuple(one[:6]) for one in listed()] == STATEMENTS


G, R2, R = 0.5, 4.0, 2.0
NAME = "derived here"


def margitron_bounds(epsilon, b, threshold):
    """Return the Margitron's bounds, computed by its functions; b is in the units of the data."""
    own = G, R2, epsilon, b, threshold
    closed = margitron.updates_bound_in_closed_form(*own)
    before = margitron.fraction_before_running(*own) * G
    if epsilon > 1:
        name = f"Theorem 3.5, {threshold}-margitron"
        return {(name, "updates"): closed, (name, "margin"): before}
    root = margitron.updates_bound(*own)
    whatever = margitron.fraction_whatever_the_margin(*own[1:]) * G
    after = margitron.fraction_after_running(40, 0.45, *own[1:]) * G
    numbers = {"t": (1, 7, 12, 8, 9, 14), "w": (2, 33, 24, 20, 21, 30)}[threshold]
    names = [f"Theorem 3.{numbers[0]}, ({number})" for number in numbers[1:]]
    quantities = "updates", "updates", "margin", "margin", "margin"
    bounds = closed, root, whatever, after, before
    expected = dict(zip(zip(names, quantities, strict=True), bounds, strict=True))
    if threshold == "t":
        length = sqrt(R2 * root + 2 * b * root ** (2 - epsilon) / (2 - epsilon))
        delta = R2 / G**2 * (2 * b / ((2 - epsilon) * G**2)) ** (-1 / epsilon)
        own_length = sqrt(R2 * 40 + 2 * b * 40 ** (2 - epsilon) / (2 - epsilon))
        expected |= {
            ("Remark 1", "γ_{d}"): min(own_length / 40, R),
            ("Remark 2, (15)", "margin"): b * root ** (1 - epsilon) / length,
            ("Remark 2, (16)", "margin"): (1 - epsilon / 2) / (1 + delta) * G,
        }
    if threshold == "w":
        delta, sharper = margitron.accuracy_of_b(*own), margitron.sharper_accuracy_of_b(*own)
        A = (1 + epsilon) / (2 * epsilon) * R2 / G**2
        remark = "Remark 4, derived here"
        expected |= {
            ("Theorem 3.3", "margin"): G / ((1 + epsilon) * (1 + delta)),
            (remark, "margin"): G / ((1 + epsilon) * (1 + sharper)),
            ("Theorem 3.3 with (33)", "updates"): margitron.updates_for_accuracy(
                *own[:3], delta, "w"
            ),
            ("Theorem 3.4, derived here", "updates"): A * (1 + sharper) / sharper,
        }
    return expected


def micra_bounds(epsilon, zeta, eta, beta):
    """Return MICRA's bounds; β is in units of R, η as in the paper."""
    t_b, f_b = micra.theorem_1(G, R, epsilon, zeta, eta, beta * R)
    expected = {("Theorem 1", "updates"): t_b, ("Theorem 1", "margin"): f_b * G}
    if zeta > 0.5 and abs(zeta + 2 * epsilon - 1) < 1e-9:
        t_b, f_b = micra.remark_1(G, R, epsilon, zeta, eta, beta * R)
        expected |= {("Remark 1", "updates"): t_b, ("Remark 1", "margin"): f_b * G}
    if epsilon == zeta == 0.5:
        expected["Example 1", "margin"] = G / (1 + 1 / (eta * beta) + 2 * eta / beta)
    return expected


def alma_bounds(alpha, B, p=2):
    """Return ALMA's bounds by Theorem 3, part 1; the patterns divided by R have γ* = 1/4."""
    name, k = "Theorem 3, part 1", "γ_{k} of the last update"
    updates = 32 * (p - 1) * (2 / alpha - 1) ** 2 + 8 / alpha - 4
    return {(name, "updates"): updates, (name, k): G, (name, "margin"): (1 - alpha) * G}


REMARK_4 = {
    ("Remark 4", "updates"): (1 + sqrt(5)) / 2 * 16 / 0.25,
    ("Remark 4", "γ_{k} of the last update"): G / 3,
    ("Remark 4", "margin"): G / 4,
}
FALKOWSKI = {  # without a start
    ("(4)", "updates"): 7 * 16,
    ("(5)", "margin"): 3 * 40 * 4.0 / 25 * G,  # ‖w‖ = 5/4, A = 25/16 · 4/120
    ("(6)", "A"): 2 + 1 / 3,
    ("(13)", "‖w_{M}‖"): falkowski.length_bound(40, G, R2, 3.0),
    ("(14)", "margin"): falkowski.fraction_before_running(G, R2, 3.0) * G,
}
FALKOWSKI_STARTED = {  # from w_0 of norm 1/4 with Σλ = 1/8, so that Λ = R²/8 and ‖k_0‖² = 15/256
    ("(4)", "updates"): 64 * (7 / 4 + 1 / 16),
    ("(5)", "margin"): 3 * 40.5 * 4.0 / 25 * G,
    ("(6)", "A"): 4 / 3 * (7 / 4 + 1 / 640),
    ("(13)", "‖w_{M}‖"): falkowski.length_bound(40, G, R2, 3.0, sqrt(15) / 16),
    ("(14)", "margin"): falkowski.fraction_before_running(G, R2, 3.0, 0.25, sqrt(15) / 16) * G,
}
START = "any start, derived here"
FALKOWSKI_ANY_START = {  # from w_0 of norm 1/4
    (START, "updates"): 7 * 16 + 2 * 8 / 4,
    (START, "‖w_{M}‖"): falkowski.length_bound(40, G, R2, 3.0, 0.25 + (0.25 * 8 + 1) / 2),
    (START, "margin"): falkowski.fraction_from_any_start(G, R2, 3.0, 0.25) * G,
}


def amira_bounds(epsilon):
    bounds = {("Corollary 1", "‖w‖"): (2 - epsilon) * 2}
    if epsilon:
        bounds["Theorem 1", "updates"] = (2 / epsilon - 1) * 16
    if epsilon < 1:
        bounds["Theorem 3", "margin"] = (1 - epsilon) / (2 - epsilon) * G
    return bounds


def romma_bounds(delta):
    bounds = {("ROMMA", "updates"): 16 / delta**2, ("ROMMA", "‖w‖"): 2.0}
    return bounds | ({("ROMMA", "margin"): (1 - delta) * G} if delta < 1 else {})


def shrinking_bounds(kind, *own):
    name = f"{kind} factor, derived here"
    updates = getattr(weight_shrinking, f"updates_of_{kind.lower()}")
    fraction = getattr(weight_shrinking, f"fraction_of_{kind.lower()}")
    return {(name, "updates"): updates(G, R2, *own), (name, "margin"): fraction(G, R2, *own) * G}


def pumma_bounds(delta):
    margin = (1 - delta) * 0.6
    return {
        (NAME, "updates"): (4 / (delta * 0.6)) ** 2,
        (NAME, "‖w‖"): 1 / 0.6,
        (NAME, "margin"): margin,
    }


EXCESS = "‖a‖^{2} − γ_{d}^{2}"
CASES = [
    ("Margitron", {"epsilon": 0.75, "b": 0.3, "threshold": "t"},
     margitron_bounds(0.75, 1.2, "t")),
    ("Margitron", {"epsilon": 1.0, "b": 0.3, "threshold": "t"}, margitron_bounds(1.0, 1.2, "t")),
    ("Margitron", {"epsilon": 0.75, "b": 0.6, "threshold": "w"},
     margitron_bounds(0.75, 0.6 * 2**1.75, "w")),
    ("Margitron", {"epsilon": 1.0, "b": 0.3, "threshold": "w"}, margitron_bounds(1.0, 1.2, "w")),
    ("Margitron", {"epsilon": 1.25, "b": 0.3, "threshold": "t"},
     margitron_bounds(1.25, 1.2, "t")),
    ("Margitron", {"epsilon": 1.25, "b": 0.3, "threshold": "w"},
     margitron_bounds(1.25, 0.3 * 2**2.25, "w")),
    ("PerceptronWithMargin", {"b": 0.3}, margitron_bounds(1.0, 1.2, "t")),
    ("PerceptronWithMargin", {"b": 0.0}, {}),
    ("MICRA", {"epsilon": 0.5, "zeta": 0.5, "eta": 1.0, "beta": 0.5},
     micra_bounds(0.5, 0.5, 1.0, 0.5)),
    ("MICRA", {"epsilon": 0.2, "zeta": 0.6, "eta": 0.7, "beta": 0.6},
     micra_bounds(0.2, 0.6, 0.7, 0.6)),
    ("MICRA", {"epsilon": 0.3, "zeta": 1.0, "eta": 0.7, "beta": 0.6},
     micra_bounds(0.3, 1.0, 0.7, 0.6)),
    ("MICRA", {"epsilon": 0.3, "zeta": 0.0, "eta": 0.7, "beta": 0.6}, {}),
    ("ALMA", {"alpha": 0.5}, alma_bounds(0.5, None)),
    ("ALMA", {"alpha": 0.5, "p": 5}, alma_bounds(0.5, None, 5)),
    ("ALMA", {"alpha": 0.5, "B": 2 * sqrt(8)}, alma_bounds(0.5, None)),
    ("ALMA", {"alpha": 0.5, "B": 2.0}, {}),
    ("ALMA", {"alpha": 0.25, "B": 1.0, "C": 0.5}, REMARK_4),
    ("ALMA", {"alpha": 0.25, "B": 1.1, "C": 0.5}, {}),
    ("ALMA", {"alpha": 0.25, "B": 1.0, "C": 0.6}, {}),
    ("ALMA", {"alpha": 0.25, "C": 0.5}, {}),
    ("KrauthMezard", {"c": 3.0}, FALKOWSKI),
    ("KrauthMezard", {"c": 3.0, "worst_first": False},
     {key: value for key, value in FALKOWSKI.items() if key[0] in ("(4)", "(5)", "(6)")}),
    ("AMIRA", {"epsilon": 0.2}, amira_bounds(0.2)),
    ("MIRA", {}, amira_bounds(1.0)),
    ("PassiveAggressive", {}, amira_bounds(0.0)),
    ("PassiveAggressive", {"C": 1.0}, {}),
    ("Perceptron", {}, {("Perceptron", "updates"): 16}),
    ("ROMMA", {}, romma_bounds(1.0)),
    ("AggressiveROMMA", {"delta": 0.2}, romma_bounds(0.2)),
    ("PDM", {"epsilon": 0.75},
     {(NAME, "updates"): pdm.updates_bound(G, R2, 0.75), (NAME, "margin"): 0.25 * G}),
    ("PUMMA", {}, pumma_bounds(0.1)),
    ("PUMMA", {"delta": 0.3}, pumma_bounds(0.3)),
    ("AdaTron", {"delta": 0.2}, {(NAME, "margin"): 0.8 / 1.2 * G}),
    ("Ballseptron", {"radius": 0.1}, {(NAME, "updates"): 4.04 / 0.09, (NAME, "margin"): 0.2}),
    ("Ballseptron", {"radius": 0.25}, {(NAME, "margin"): 0.5}),
    ("ConstantShrinking", {"b": 0.5, "shrinking": 0.01}, shrinking_bounds("Constant", 2.0, 0.01)),
    ("VariableShrinking", {"b": 0.5, "n": 3.0}, shrinking_bounds("Variable", 2.0, 3.0)),
    ("MaximumMargin", {},
     {("(2), left", "γ"): G, ("(2), right", "γ"): 1.25, ("Section 4", "γ_{d}"): 0.1}),
    ("Gilbert", {}, {("Theorem 1", EXCESS): 64 / 42}),
    ("AwaySteps", {}, {(NAME, EXCESS): 128 / 72}),
    ("SmoothedPerceptron", {},
     {(NAME, "margin"): batch.fraction_of_squares(40, 9, G, R2, 8) * G}),
    ("NesterovGame", {}, {(NAME, "margin"): batch.fraction_of_squares(40, 9, G, R2, 16) * G}),
    ("NormalisedMomentum", {}, {}),
    ("NormalisedGradient", {}, {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("algorithm", "parameters", "bounds"),
    CASES,
    ids=[f"{place}-{name}" for place, (name, *_) in enumerate(CASES)],
)
def test_bounds(algorithm, parameters, bounds):
    run = facts(algorithm, **parameters)
    assert found(run) == {key: approx(value) for key, value in bounds.items()}
    # A run that was stopped has no margin to bound, except of batch methods.
    if algorithm not in ("SmoothedPerceptron", "NesterovGame"):
        stopped = {key for key in bounds if key[1] != "margin"}
        assert set(found(run, status="max_updates")) == stopped


def test_bounds_with_a_start():
    run = facts("KrauthMezard", c=3.0)
    combination = found(run, start_norm=0.25, start_sum=0.125)
    assert combination == {key: approx(value) for key, value in FALKOWSKI_STARTED.items()}
    any_start = found(run, start_norm=0.25, start_sum=nan)
    assert any_start == {key: approx(value) for key, value in FALKOWSKI_ANY_START.items()}
    assert found(run, start_norm=nan, start_sum=nan) == {}


def test_remark_2_needs_a_large_b_if_epsilon_is_small():
    remarks = {("Remark 2, (15)", "margin"), ("Remark 2, (16)", "margin")}
    for b, applies in ((0.1, False), (3.0, True)):  # in units of R²
        run = facts("Margitron", epsilon=0.25, b=b, threshold="t")
        assert (remarks <= set(found(run))) == applies


def test_bounds_after_many_updates():
    many = {"updates": 4000}
    bound = G * batch.fraction_of_momentum(4000, 9, G, R2)
    assert found(facts("NormalisedMomentum"), **many) == {("Theorem 3.1", "margin"): approx(bound)}
    for given, rate in (({}, 1.0), ({"rate": 1.0}, 1.0), ({"rate": 0.2}, 0.2)):
        bound = G * batch.fraction_of_normalised_gradient(4000, 9, G, R2, rate)
        run = facts("NormalisedGradient", **given)
        assert found(run, **many) == {(NAME, "margin"): approx(bound)}
    assert found(facts("NormalisedGradient", rate=1.5), **many) == {}


def measured(algorithm, parameters, name, quantity, **changes):
    """Return a run's value of a theorem's quantity."""
    run = facts(algorithm, **parameters)._replace(**changes)
    (own,) = (
        t for t in listed()
        if algorithm in t.algorithms and t.name == name and t.quantity == quantity
    )  # fmt: skip
    return outcome(own, run).measured


def test_measured():
    assert measured("Perceptron", {}, "Perceptron", "updates") == 40
    assert measured("AdaTron", {"delta": 0.2}, NAME, "margin") == 0.45
    assert measured("PUMMA", {}, NAME, "margin") == 0.55
    assert measured("PUMMA", {}, NAME, "‖w‖") == 5.0
    assert measured("ROMMA", {}, "ROMMA", "‖w‖") == 5.0
    assert measured("AMIRA", {"epsilon": 0.2}, "Corollary 1", "‖w‖") == 5.0
    assert measured("KrauthMezard", {"c": 3.0}, "(13)", "‖w_{M}‖") == 1.25
    assert measured("KrauthMezard", {"c": 3.0}, "(6)", "A") == approx(25 / 480)
    assert measured("Gilbert", {}, "Theorem 1", EXCESS) == approx(0.24)
    assert measured("AwaySteps", {}, NAME, EXCESS) == approx(0.24)
    assert measured("MaximumMargin", {}, "(2), left", "γ") == 0.6
    assert measured("MaximumMargin", {}, "(2), right", "γ") == 0.6
    assert measured("MaximumMargin", {}, "Section 4", "γ_{d}") == 0.5
    k = "γ_{k} of the last update"
    for p in (2, 5):
        gamma_k = 4 * sqrt(8) * sqrt((p - 1) / 40)  # B = √8/α R
        last = measured("ALMA", {"alpha": 0.5, "p": p}, "Theorem 3, part 1", k)
        assert last == approx(gamma_k)
    last = measured("ALMA", {"alpha": 0.25, "B": 1.0, "C": 0.5}, "Remark 4", k)
    assert last == approx(2 / sqrt(40))


def test_what_is_not_known():
    """A theorem gives no bound if one of its facts is nan, or if it needs an update."""
    for name, kept in (("ROMMA", "updates"), ("PUMMA", "updates"), ("Perceptron", "updates")):
        said = {quantity for _, quantity in found(facts(name), norm=nan)}
        assert kept in said and "‖w‖" not in said
        assert "‖w‖" not in {quantity for _, quantity in found(facts(name), updates=0)}
        assert "‖w‖" in {quantity for _, quantity in found(facts(name), updates=1)} or (
            name == "Perceptron"
        )
    assert found(facts("PUMMA"), geometric_gamma=nan) == {}
    assert set(found(facts("KrauthMezard", c=3.0), norm=nan)) == {("(4)", "updates")}
    alma = facts("ALMA", alpha=0.5)
    assert len(found(alma, updates=0)) == 2 and len(found(alma, updates=1)) == 3
    for name in ("Gilbert", "AwaySteps", "SmoothedPerceptron", "NormalisedGradient"):
        assert found(facts(name), updates=0) == {}
    assert len(found(facts("Gilbert"), updates=1)) == 1
    exact = facts("MaximumMargin")
    assert set(found(exact, extend=0.0)) == {("(2), left", "γ"), ("(2), right", "γ")}
    assert set(found(exact, patterns=nan)) == {("(2), left", "γ"), ("(2), right", "γ")}
    assert set(found(exact, augment=0.0)) == {("Section 4", "γ_{d}")}
    assert set(found(exact, geometric_gamma=nan)) == {("Section 4", "γ_{d}")}
    small = facts("Margitron", epsilon=0.99, b=1e-5, threshold="w")
    assert {name for name, _ in found(small, gamma=1.9)} == {
        f"Theorem 3.2, ({number})" for number in (24, 20, 21, 30)
    }  # Lemma 1 does not hold


# theorem.py ---------------------------------------------------------------------------------------


def test_facts():
    bare = Facts("Margitron", {"b": 0.5, "reach": 3}, 9.0, 0.5, "failed", 3, 0.1)
    assert bare.radius == 3.0
    assert bare.rule.Parameters.__module__ == type(bare.given).__module__
    assert bare.given == bare.rule.Parameters(b=0.5)
    assert bare.scaled == bare.rule.scaled(bare.given, 9.0)
    assert bare.augment == bare.extend == 0.0
    assert all(value != value for value in bare[9:])  # nan


def test_outcome():
    def made(bound, applies=theorem.always, most=True):
        return Theorem(
            "source", "name", "updates", most, "words", ("PDM",), bound, theorem.updates_of, applies
        )

    run = facts("PDM")
    assert outcome(made(lambda f: 50), run) == Outcome(50.0, 40.0, 0.8, True)
    assert outcome(made(lambda f: 32), run) == Outcome(32.0, 40.0, 1.25, False)
    assert outcome(made(lambda f: 32, most=False), run) == Outcome(32.0, 40.0, 1.25, True)
    assert isinstance(outcome(made(lambda f: 50), run).bound, float)
    assert isinstance(outcome(made(lambda f: 50), run).measured, float)
    assert outcome(made(lambda f: 0.5), run).ratio == 80.0
    assert outcome(made(lambda f: 50), run._replace(algorithm="MIRA")) is None
    assert outcome(made(lambda f: 50, lambda f: False), run) is None
    for silent in (0, -1.0, inf, nan):
        assert outcome(made(lambda f, silent=silent: silent), run) is None
    assert outcome(made(lambda f: float("no number")), run) is None


def test_judged_allows_for_rounding():
    edge = 1 + theorem.TOLERANCE
    assert judged(1.0, edge, most=True).holds and not judged(1.0, edge + 1e-12, most=True).holds
    edge = 1 - theorem.TOLERANCE
    assert judged(1.0, edge, most=False).holds and not judged(1.0, edge - 1e-12, most=False).holds
    assert theorem.TOLERANCE == 1e-9


def test_conditions_and_kinds():
    run = facts("PDM")
    assert theorem.always(run) and theorem.converged(run) and theorem.norm_known(run)
    assert not theorem.converged(run._replace(status="failed"))
    assert theorem.updated(run._replace(updates=1)) and not theorem.updated(run._replace(updates=0))
    assert not theorem.norm_known(run._replace(updates=0))
    assert not theorem.norm_known(run._replace(norm=inf))
    assert (theorem.margin_of(run), theorem.norm_of(run)) == (0.45, 5.0)
    assert theorem.all_of(theorem.updated, theorem.converged)(run)
    assert not theorem.all_of(theorem.updated, lambda f: False)(run)
    most = theorem.most_updates("s", "n", "words", ("PDM",), lambda f: 50)
    assert most[:6] == ("s", "n", "updates", True, "words", ("PDM",))
    assert most.applies(run._replace(status="failed", updates=0))
    least = theorem.least_margin("s", "n", "words", ("PDM",), lambda f: 0.5)
    assert least[:6] == ("s", "n", "margin", False, "words", ("PDM",))
    assert least.bound(run) == 0.25 and not least.applies(run._replace(status="failed"))
