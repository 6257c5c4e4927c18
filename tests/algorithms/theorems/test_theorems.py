"""No run of any learner violates a theorem in the list, and the check detects a violation."""

import warnings
from math import nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from maxmargin import BATCH_LEARNERS, EXACT, LEARNERS, THRESHOLD_LEARNERS, MaximumMargin
from maxmargin.theorems.all_theorems import THEOREMS
from maxmargin.theorems.theorem import Facts, judged, outcome
from peers import BASELINES
from tests.algorithms.problems import separable
from tests.algorithms.strategies import problems, spaces

FEW = settings(max_examples=25, derandomize=True)
UPDATES = st.sampled_from([1, 10, 100, 3000])
accuracies = st.sampled_from([1.0, 0.7, 0.3, 0.1])
PARAMETERS = {
    "Perceptron": {},
    "ROMMA": {},
    "AggressiveROMMA": {"delta": accuracies},
    "PDM": {"epsilon": accuracies},
    "KrauthMezard": {"c": st.sampled_from([0.1, 1.0, 7.0, 50.0])},
    "PerceptronWithMargin": {"b": st.sampled_from([0.0, 0.1, 1.0, 20.0])},
    "Margitron": {
        "epsilon": st.sampled_from([0.05, 0.3, 0.7, 0.9, 1.0, 1.4, 1.8]),
        "b": st.sampled_from([0.001, 0.05, 0.3, 2.0]),
        "threshold": st.sampled_from(["t", "w"]),
    },
    "MICRA": {
        "epsilon": st.sampled_from([0.1, 0.2, 0.5, 1.0]),
        "zeta": st.sampled_from([0.3, 0.6, 0.8, 1.0]),
        "eta": st.sampled_from([0.2, 1.0, 3.0]),
        "beta": st.sampled_from([0.01, 0.1, 0.6]),
    },
    "ALMA": {
        "alpha": st.sampled_from([1.0, 0.9, 0.5, 0.2]),
        "projection": st.sampled_from(["outside", "always"]),
    },
    "AMIRA": {"epsilon": accuracies},
    "MIRA": {},
    "PassiveAggressive": {},
    "AdaTron": {"delta": st.sampled_from([0.5, 0.1, 0.01])},
    "Ballseptron": {"radius": st.sampled_from([0.0, 1e-3, 0.01, 0.1])},
    "ConstantShrinking": {
        "b": st.sampled_from([0.0, 0.5, 2.0, 20.0]),
        "shrinking": st.sampled_from([1e-5, 1e-3, 0.03, 0.3]),
    },
    "VariableShrinking": {
        "b": st.sampled_from([0.0, 0.5, 2.0, 20.0]),
        "n": st.sampled_from([0.5, 1.0, 3.7, 40.0]),
    },
    "MaximumMargin": {},
    "PUMMA": {"delta": st.sampled_from([0.7, 0.3, 0.1])},
    "Gilbert": {},
    "AwaySteps": {},
    "SmoothedPerceptron": {},
    "NesterovGame": {},
    "NormalisedMomentum": {},
    "NormalisedGradient": {"rate": st.sampled_from([0.1, 0.7, 1.0, 3.0])},
}
# With these values every theorem applies to some run.
CASES = [
    ("Perceptron", {}),
    ("ROMMA", {}),
    ("AggressiveROMMA", {"delta": 0.2}),
    ("PDM", {"epsilon": 0.5}),
    ("KrauthMezard", {"c": 5.0}),
    ("KrauthMezard", {"c": 5.0, "start": np.full(30, 0.01)}),
    ("KrauthMezard", {"c": 5.0, "start": np.full(30, -0.01), "any_start": True}),
    ("Margitron", {"epsilon": 0.7, "b": 0.3, "threshold": "t"}),
    ("Margitron", {"epsilon": 0.7, "b": 2.0, "threshold": "w"}),
    ("Margitron", {"epsilon": 1.3, "b": 0.3, "threshold": "t"}),
    ("Margitron", {"epsilon": 1.3, "b": 0.3, "threshold": "w"}),
    ("MICRA", {"epsilon": 0.2, "zeta": 0.6, "eta": 1.0, "beta": 0.5}),
    ("ALMA", {"alpha": 0.5}),
    ("ALMA", {"alpha": 0.5, "B": 0.5**0.5, "C": 0.5**0.5}),
    ("MICRA", {"epsilon": 0.5, "zeta": 0.5, "eta": 1.0, "beta": 0.5}),
    ("AMIRA", {"epsilon": 0.5}),
    ("AdaTron", {"delta": 0.1}),
    ("Ballseptron", {"radius": 1e-3}),
    ("ConstantShrinking", {"b": 1.0, "shrinking": 1e-4}),
    ("VariableShrinking", {"b": 1.0, "n": 2.0}),
    ("MaximumMargin", {}),
    ("PUMMA", {"delta": 0.3}),
    ("Gilbert", {}),
    ("AwaySteps", {}),
    ("SmoothedPerceptron", {}),
    ("NesterovGame", {}),
    ("NormalisedMomentum", {}),
    ("NormalisedGradient", {"rate": 0.7}),
]

KNOWN = LEARNERS | THRESHOLD_LEARNERS | BATCH_LEARNERS
SPACES = {"MaximumMargin": (1.0, 0.1)}  # where not ρ = 1 and Δ = 0


def facts_of(name, parameters, problem, space, **options):
    parameters = dict(parameters)
    augment, extend = space
    best = MaximumMargin(augment, extend).fit(*problem)
    free = MaximumMargin(extend=extend, free_threshold=True).fit(*problem)
    known = {"augment": augment, "extend": extend, "geometric_gamma": free.geometric_margin_}
    known["patterns"] = len(problem[1])
    if name == "MaximumMargin":
        gamma = best.directional_margin_
        return Facts(name, {}, best.squared_radius_, gamma, "converged", 0, gamma, **known)
    options = {"augment": augment, "extend": extend, "max_updates": 50_000} | options
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # bounds on updates hold before, too
        options = {key: options[key] for key in options.keys() & KNOWN[name]().get_params()}
        start = parameters.pop("start", None)
        given = {} if start is None else {"start": start}
        model = KNOWN[name](**parameters, **options).fit(*problem, **given)
    return Facts(
        name,
        parameters,
        model.squared_radius_,
        best.directional_margin_,
        model.status_,
        model.n_updates_,
        getattr(model, "directional_margin_", nan),
        **known,
        geometric_margin=model.geometric_margin_,
        upper_bound=model.margin_upper_bound_,
        norm=model.weight_norm_,
        start_norm=getattr(model, "start_norm_", nan),
        start_sum=getattr(model, "start_sum_", nan),
    )


@pytest.mark.parametrize("name", PARAMETERS)
@FEW
@given(data=st.data(), problem=problems, space=spaces, mini_epochs=st.sampled_from([0, 5]))
def test_no_run_violates_a_theorem(name, data, problem, space, mini_epochs):
    parameters = {key: data.draw(values, key) for key, values in PARAMETERS[name].items()}
    options = {"mini_epochs": mini_epochs}
    if name in ("KrauthMezard", "MaximumMargin"):
        options = {}
    if name in BATCH_LEARNERS:  # what is proved of them holds after any number of updates
        options = {"certify": None, "max_updates": data.draw(UPDATES, "updates")}
    facts = facts_of(name, parameters, problem, space, **options)
    for theorem in THEOREMS:
        found = outcome(theorem, facts)
        assert found is None or found.holds, (theorem.source, theorem.name, facts, found)


@FEW
@given(
    problem=problems,
    space=spaces,
    c=st.sampled_from([0.1, 1.0, 7.0, 50.0]),
    seed=st.integers(0, 10**6),
    size=st.sampled_from([1e-3, 0.1, 1.0, 30.0]),
    any_start=st.booleans(),
)
def test_no_run_from_a_start_violates_a_theorem(problem, space, c, seed, size, any_start):
    m = len(problem[1])
    start = size * np.random.default_rng(seed).uniform(-1.0 if any_start else 0.0, 1.0, m)
    parameters = {"c": c, "start": start, "any_start": any_start}
    facts = facts_of("KrauthMezard", parameters, problem, space)
    assert facts.start_norm > 0 and np.isfinite(facts.start_sum) == (start >= 0).all()
    for theorem in THEOREMS:
        found = outcome(theorem, facts)
        assert found is None or found.holds, (theorem.source, theorem.name, facts, found)


def test_every_learner_of_a_theorem_is_tried():
    assert {name for theorem in THEOREMS for name in theorem.algorithms} == set(PARAMETERS)
    assert set(PARAMETERS) <= set(KNOWN) | set(EXACT) | set(BASELINES)


def violated(theorem, facts):
    """Return the facts with a quantity far on the wrong side of any bound."""
    if theorem.quantity == "margin":
        margins = ("directional_margin", "geometric_margin")
        return facts._replace(**{name: 1e-12 * getattr(facts, name) for name in margins})
    if theorem.quantity == "‖a‖^{2} − γ_{d}^{2}":
        return facts._replace(upper_bound=1e9 * facts.upper_bound)
    if theorem.quantity == "γ_{d}":
        return facts._replace(gamma=(1e9 if theorem.most else 1e-9) * facts.gamma)
    if theorem.quantity == "γ":
        return facts._replace(geometric_gamma=(1e9 if theorem.most else 1e-9) * facts.gamma)
    if theorem.quantity in ("‖w‖", "‖w_{M}‖", "A"):
        return facts._replace(norm=1e9 * facts.norm)
    return facts._replace(updates=10**18 * facts.updates)


def test_every_theorem_says_something_and_a_made_up_run_violates_it():
    problem = separable(5, m=30, n=4, margin=0.1)
    said = set()
    for name, parameters in CASES:
        facts = facts_of(name, parameters, problem, SPACES.get(name, (1.0, 0.0)))
        assert facts.status == "converged" or name in BATCH_LEARNERS
        for theorem in THEOREMS:
            found = outcome(theorem, facts)
            if found is None:
                continue
            said.add(theorem)
            assert found.holds
            worse = outcome(theorem, violated(theorem, facts))
            assert not worse.holds, (theorem, worse)
            assert worse.ratio > 1 if theorem.most else worse.ratio < 1
    missing = set(THEOREMS) - said
    assert not missing, [(theorem.source, theorem.name, theorem.quantity) for theorem in missing]


def test_what_a_theorem_does_not_speak_of():
    problem = separable(5, m=30, n=4, margin=0.1)

    def said(*arguments, **changes):
        facts = facts_of(*arguments, problem, (1.0, 0.0))._replace(**changes)
        return {(t.source, t.name, t.quantity) for t in THEOREMS if outcome(t, facts)}

    # of margins only at the end; and norms that are not known
    assert said("PDM", {"epsilon": 0.5}, status="max_updates") == {
        ("pdm", "derived here", "updates")
    }
    assert ("amira", "Corollary 1", "‖w‖") not in said("AMIRA", {}, norm=float("nan"))
    # bounds of 0 and of infinity are empty
    assert ("amira", "Theorem 3", "margin") not in said("MIRA", {})
    assert ("amira", "Theorem 1", "updates") not in said("PassiveAggressive", {})
    # the theorem's own B and C
    assert said("ALMA", {"alpha": 0.5})
    assert said("ALMA", {"alpha": 0.5, "B": 2.0}) == set()
    assert said("ALMA", {"alpha": 0.5, "B": 2.0 * 8**0.5}) == said("ALMA", {"alpha": 0.5})
    with_remark_4 = said("ALMA", {"alpha": 0.25, "B": 1.0, "C": 0.5})
    assert {name for _, name, _ in with_remark_4} == {"Remark 4"}
    # Remark 1 is for ζ + 2ε = 1 and ζ > 1/2, Theorem 1 for ζ > 0
    names = {name for _, name, _ in said("MICRA", {"epsilon": 0.3, "zeta": 0.6, "beta": 0.3})}
    assert names == {"Theorem 1"}
    # the margin of the extension needs Δ, inequality (2) ρ and the maximum geometric margin
    assert len(said("MaximumMargin", {}, extend=0.1)) == 3
    assert len(said("MaximumMargin", {})) == 2
    assert said("MaximumMargin", {}, augment=0.0) == set()
    assert said("MaximumMargin", {}, geometric_gamma=float("nan")) == set()
    assert said("MICRA", {"epsilon": 0.5, "zeta": 0.0, "eta": 0.1, "beta": 0.3}) == set()


def test_equality_is_no_breach_and_rounding_none():
    assert judged(2.0, 2.0 * (1 + 1e-12), most=True).holds
    assert judged(2.0, 2.0 * (1 - 1e-12), most=False).holds
    assert not judged(2.0, 2.0 * (1 + 1e-8), most=True).holds
    assert not judged(2.0, 2.0 * (1 - 1e-8), most=False).holds


def test_a_number_that_is_not_known_violates_nothing():
    for name in ("Gilbert", "AwaySteps", "PUMMA"):
        facts = Facts(name, {}, 4.0, 1.0, "converged", 10, 0.99)
        outcomes = [outcome(theorem, facts) for theorem in THEOREMS]
        assert all(found.holds for found in outcomes if found)
