"""Procedures reach what they certify at a proportionate cost, and report their stages."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from maxmargin import (
    MICRA,
    ContinuedMICRA,
    Margitron,
    MaximumMargin,
    PerceptronWithMargin,
    TwoStageMargitron,
    kernels,
)
from tests.algorithms.problems import public, separable
from tests.algorithms.strategies import problems, spaces

FEW = settings(max_examples=20, derandomize=True)
X, Y = separable(1, m=30)

procedures = st.one_of(
    st.builds(ContinuedMICRA, fraction=st.sampled_from([0.5, 0.9, 0.97, 0.99])),
    st.builds(
        TwoStageMargitron,
        epsilon=st.sampled_from([0.5, 0.1, 0.03, 0.01]),
        bound=st.sampled_from(["weight", "updates"]),
    ),
)


def wanted(model):
    return model.fraction if isinstance(model, ContinuedMICRA) else 1 - model.epsilon


@FEW
@given(problem=problems, space=spaces, model=procedures, mini_epochs=st.sampled_from([0, 50]))
def test_certifies_what_it_claims(problem, space, model, mini_epochs):
    gamma = MaximumMargin(*space).fit(*problem).directional_margin_
    augment, extend = space
    model.set_params(augment=augment, extend=extend, mini_epochs=mini_epochs).fit(*problem)
    assert model.converged_
    assert wanted(model) <= model.certified_fraction_
    assert model.certified_fraction_ <= model.directional_margin_ / gamma * (1 + 1e-9)
    assert model.margin_upper_bound_ >= gamma * (1 - 1e-9)


@pytest.mark.parametrize("model", [ContinuedMICRA(fraction=0.97), TwoStageMargitron(epsilon=0.03)])
def test_a_kernel_of_inner_products_changes_nothing_but_rounding(model):
    in_own_space = clone(model).fit(X, Y)
    model.set_params(kernel=kernels.Linear()).fit(X, Y)
    assert model.converged_ and wanted(model) <= model.certified_fraction_
    assert model.n_updates_ == in_own_space.n_updates_
    assert model.directional_margin_ == pytest.approx(in_own_space.directional_margin_, rel=1e-6)


@FEW
@given(problem=problems, space=spaces)
def test_first_stages_need_to_know_nothing(problem, space):
    """Their updates are proportional to (R/γ_d)², for any γ_d."""
    best = MaximumMargin(*space).fit(*problem)
    ratio = best.squared_radius_ / best.directional_margin_**2
    augment, extend = space
    for cls, most in ((ContinuedMICRA, 20), (TwoStageMargitron, 11)):
        model = cls(augment=augment, extend=extend, max_updates=100_000_000).fit(*problem)
        assert model.stages_[0].status == "converged"
        assert model.stages_[0].updates <= most * ratio * (1 + 1e-9)


@pytest.mark.parametrize("model", [TwoStageMargitron(0.02), ContinuedMICRA(0.995)])
def test_totals_and_bests_are_of_all_stages(model):
    model.set_params(extend=0.5).fit(X, Y)
    stages, end = model.stages_, model.history_[-1]
    assert len(stages) >= 2
    assert model.n_updates_ == end.updates == sum(s.updates for s in stages)
    assert model.n_visits_ == end.visits == sum(s.visits for s in stages)
    assert end.seconds == pytest.approx(sum(s.seconds for s in stages))
    assert model.directional_margin_ == max(s.directional_margin for s in stages)
    assert model.margin_upper_bound_ == min(s.upper_bound for s in stages)
    assert model.certified_fraction_ == model.directional_margin_ / model.margin_upper_bound_
    for earlier, later in zip(model.history_, model.history_[1:], strict=False):
        assert later.updates >= earlier.updates and later.seconds >= earlier.seconds
    weight = np.concatenate([model.coef_.ravel(), model.intercept_, model.slack_coef_])
    rows = np.hstack([X, np.ones((30, 1)), 0.5 * np.eye(30)])
    margins = Y * (rows @ weight) / np.linalg.norm(weight)
    assert margins.min() == pytest.approx(model.directional_margin_)


@pytest.mark.parametrize(
    ("procedure", "learner"), [(TwoStageMargitron(0.02), Margitron), (ContinuedMICRA(0.99), MICRA)]
)
def test_stages_can_be_repeated(procedure, learner):
    procedure.set_params(extend=0.5).fit(X, Y)
    for stage in procedure.stages_:
        model = learner(*stage.parameters, extend=0.5, mini_epochs=50).fit(X, Y)
        assert (model.n_updates_, model.n_visits_) == (stage.updates, stage.visits)
        assert model.directional_margin_ == stage.directional_margin
        assert model.margin_upper_bound_ == stage.upper_bound
        np.testing.assert_equal(model.guaranteed_fraction_, stage.guaranteed_fraction)
        np.testing.assert_equal(model.margin_bound_by_updates_, stage.margin_bound_by_updates)


def test_first_stage_is_the_perceptron_with_margin():
    first = TwoStageMargitron(extend=0.5, mini_epochs=0).fit(X, Y).stages_[0]
    perceptron = PerceptronWithMargin(b=5, extend=0.5).fit(X, Y)
    assert first.updates == perceptron.n_updates_
    assert first.directional_margin == pytest.approx(perceptron.directional_margin_)


@pytest.mark.parametrize("cls", [TwoStageMargitron, ContinuedMICRA])
@pytest.mark.parametrize(
    "budget", [{"max_updates": 5000}, {"max_epochs": 40}, {"max_seconds": 0.05}], ids=str
)
def test_a_budget_is_of_all_stages_and_its_end_is_told(cls, budget):
    (limit,) = budget
    tight = {"epsilon": 1e-7} if cls is TwoStageMargitron else {"fraction": 1 - 1e-7}
    model = cls(**tight, **budget, mini_epochs=0)
    with pytest.warns(ConvergenceWarning, match=rf"{limit}=.* before it certified .*: directional"):
        model.fit(X, Y)
    assert not model.converged_ and model.status_ == limit
    assert 0 < model.certified_fraction_ < 1 - 1e-7
    spent = {"max_updates": model.n_updates_, "max_epochs": model.n_epochs_}
    assert spent.get(limit, budget[limit]) == budget[limit]


@pytest.mark.parametrize(
    ("cls", "ending"),
    [(TwoStageMargitron, "reached an earlier weight again"), (ContinuedMICRA, "max_updates=5000")],
)
def test_inseparable_patterns_end(cls, ending):
    both = np.vstack([X, X[:1]]), np.append(Y, -Y[0])
    with pytest.warns(ConvergenceWarning, match=ending):
        model = cls(max_updates=5000).fit(*both)
    assert model.certified_fraction_ == 0.0
    assert (model.inseparable_ is not None) == (cls is TwoStageMargitron)
    assert model.inseparable_ is None or model.inseparable_.proof(*both)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (TwoStageMargitron(epsilon=0.0), "epsilon"),
        (TwoStageMargitron(bound="b"), "bound"),
        (ContinuedMICRA(fraction=1.0), "fraction"),
        (ContinuedMICRA(mini_epochs=-1), "mini_epochs"),
    ],
)
def test_parameters_out_of_range_are_named(model, name):
    with pytest.raises(ValueError, match=f"The '{name}' parameter of {type(model).__name__} must"):
        model.fit(X, Y)


def test_shuffle_is_reproducible_and_makes_a_difference():
    runs = [
        ContinuedMICRA(shuffle=True, random_state=seed, max_updates=1_000_000).fit(X, Y)
        for seed in (1, 1, 2)
    ]
    assert all(model.converged_ for model in runs)
    assert runs[0].coef_.tobytes() == runs[1].coef_.tobytes()
    assert runs[0].coef_.tobytes() != runs[2].coef_.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "space", "b", "margins", "estimate"),
    [
        ("a9a", (0, 1), 577, ("6.8839", "8.3274", "8.3274"), "0.838"),
        # Printed is 19.202, which b = 575.05 gives, one unit in the last place below 5 R².
        ("w8a", (0.1, 1), 551, ("19.195", "20.677", "21.053"), "0.864"),
        ("covertype", (1, 10), 301, ("10.644", "14.674", "14.735"), "0.816"),
    ],
)
def test_margitron_table_4(name, space, b, margins, estimate):
    """Both stages with the printed b reproduce the printed margins and the estimate."""
    problem = public(name)
    augment, extend = space
    model = TwoStageMargitron(0.1, "updates", augment=augment, extend=extend)
    first, second = model.fit(problem.X, problem.y).stages_
    assert second.parameters == (0.1, b / 1e5, "w")
    found = (first.directional_margin, second.directional_margin, model.geometric_margin_)
    for value, printed in zip(found, margins, strict=True):
        assert f"{1000 * value:.{len(printed.partition('.')[2])}f}" == printed
    assert f"{second.guaranteed_fraction:.3f}" == estimate


@pytest.mark.parametrize(
    ("name", "augment", "extend", "hand_chosen"),
    [("votes", 1, 1, 17_120), ("a1a", 0, 1, 393_395), ("w1a", 0.25, 1, 31_266)],
)
def test_certifying_costs_a_few_times_the_hand_chosen_run(name, augment, extend, hand_chosen):
    """hand_chosen: updates in the MICRA paper's Tables 5, 6 and 7, which certify nothing."""
    problem = public(name)
    model = ContinuedMICRA(0.99, augment=augment, extend=extend).fit(problem.X, problem.y)
    assert model.certified_fraction_ >= 0.99
    assert model.n_updates_ <= 4 * hand_chosen


def test_an_accuracy_beyond_rounding_ends_as_stopped():
    model = TwoStageMargitron(epsilon=1e-17)
    with pytest.warns(ConvergenceWarning, match="was stopped by rounding before it certified 1 of"):
        model.fit([[1, 1], [-1, -1]], [1, 0])
    assert model.status_ == "stopped" and model.certified_fraction_ < 1


def test_the_warning_tells_the_wanted_and_the_certified_fraction_apart():
    model = ContinuedMICRA(fraction=0.9999999, max_updates=2000)
    with pytest.warns(ConvergenceWarning, match="certified 0.9999999 of the maximum margin"):
        model.fit(*separable(1))
