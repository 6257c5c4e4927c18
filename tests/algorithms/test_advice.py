"""The chosen learner reaches the accuracy with a certificate, and the given reason is true."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from data.planted import planted
from maxmargin import MaximumMargin, advice, choose
from tests.algorithms.problems import separable


@pytest.mark.parametrize("accuracy", [0.5, 0.9, 0.99, 0.999])
@pytest.mark.parametrize(("n", "margin"), [(5, 0.3), (60, 0.3), (60, 0.001), (1000, 0.1)])
def test_the_accuracy_is_reached(accuracy, n, margin):
    _, X, y = planted(300, n, margin, seed=1)
    learner, _ = choose(X, y, accuracy, augment=0.0)
    learner.fit(X, y)
    assert learner.converged_
    assert learner.directional_margin_ >= accuracy * learner.margin_upper_bound_
    assert learner.directional_margin_ >= accuracy * margin


@pytest.mark.parametrize(
    ("n", "margin", "extend", "name", "reason"),
    [
        (5, 0.3, 0.0, "AdaTron", "The longest pattern is 3"),
        (60, 0.1, 0.0, "AdaTron", "times as long as the maximum margin: AdaTron needs few epochs."),
        (60, 0.001, 0.0, "MaximumMargin", "the exact solver is mostly faster"),
        (60, 0.3, 0.1, "MaximumMargin", "With an extension the exact solver needs few steps."),
        (1000, 0.3, 0.001, "AdaTron", "The longest pattern is 3"),
        (
            1000,
            0.0001,
            0.001,
            "MaximumMargin",
            "times as long as the maximum margin: the exact solver",
        ),
    ],
)
def test_what_decides(n, margin, extend, name, reason):
    _, X, y = planted(300, n, margin, seed=1)
    learner, said = choose(X, y, augment=0.0, extend=extend)
    assert type(learner).__name__ == name and reason in said
    assert not any(attribute.endswith("_") for attribute in vars(learner))  # not fitted


def test_a_part_of_the_patterns_shows_that_a_problem_is_hard(monkeypatch):
    _, X, y = planted(4000, 10, 0.001, seed=1, carriers=0.5)
    looks = []
    monkeypatch.setattr(advice, "SAMPLE", 100)
    look = advice._short_run
    monkeypatch.setattr(
        advice, "_short_run", lambda s, n: looks.append(s.labels.size) or look(s, n)
    )
    learner, said = choose(X, y, augment=0.0)
    assert type(learner).__name__ == "MaximumMargin" and looks[0] == 500 and max(looks) < 4000
    assert float(said.split("at least ")[1].split(" times")[0]) <= 1000.0  # R/γ


@pytest.mark.parametrize("seed", range(12))
def test_the_range_that_it_names_has_the_true_ratio(seed):
    _, X, y = planted(40, 3, 0.1 + 0.05 * seed, seed=seed)
    learner, said = choose(X, y)
    exact = MaximumMargin().fit(X, y)
    if type(learner).__name__ == "AdaTron":
        low, _, high = said.removeprefix("The longest pattern is ").split(" times")[0].split()
        ratio = exact.squared_radius_**0.5 / exact.directional_margin_
        assert float(low) * (1 - 1e-8) <= ratio <= float(high) * (1 + 1e-8)


def test_a_number_of_the_reason_is_rounded_to_where_it_is_true():
    said = choose([[-2, -1, 0], [-2, 0, -3], [1, 3, -1]], [0, 1, 1], augment=0.0).reason
    assert said.startswith("The longest pattern is 2.62 to 2.68 times")  # R/γ is 2.6264
    said = choose([[-45], [2], [11]], [0, 0, 1], augment=2.5).reason
    assert said.startswith("The longest pattern is at least 27.8 times")  # it is 27.8997


def test_a_margin_that_may_not_exist_is_not_taken_for_granted():
    said = choose([[1e16], [1e16]], [0, 1]).reason
    assert "as the maximum margin, if there is one: the exact solver" in said


def test_a_run_that_separates_the_patterns_needs_no_proof(monkeypatch):
    _, X, y = planted(300, 60, 0.055, seed=1)
    monkeypatch.delattr(advice, "decision")
    learner, said = choose(X, y, augment=0.0)
    assert type(learner).__name__ == "MaximumMargin"
    assert said.endswith("times as long as the maximum margin: the exact solver is mostly faster.")


def test_no_margin_is_spoken_of_if_nothing_separates_the_patterns():
    noise = np.random.default_rng(0).normal(size=(300, 5)), np.arange(300) % 2
    for X, y in (noise, (np.array([[1.0], [1.0], [2.0], [2.0]]), [0, 1, 0, 1])):
        learner, reason = choose(X, y)
        assert type(learner).__name__ == "MaximumMargin" and "margin" not in reason
        assert "not linearly separable" in reason and reason.endswith("Set extend above 0.")


def test_space_and_form_of_the_patterns():
    X, labels = separable(3, m=60)
    names = np.where(labels > 0, "yes", "no")
    dense, rows = (
        choose(form(X), names, augment=2.0, extend=0.5) for form in (np.array, sparse.csr_matrix)
    )
    assert dense.reason == rows.reason and type(dense.learner) is type(rows.learner)
    assert (dense.learner.augment, dense.learner.extend) == (2.0, 0.5)


@pytest.mark.long
def test_patterns_that_are_zero_but_for_the_threshold():
    X, y = np.zeros((4, 3)), [0, 1, 0, 1]
    assert choose(X, y).reason == choose(sparse.csr_matrix(X), y).reason


@pytest.mark.parametrize("accuracy", [5e-324, 1e-320, 1e-13, Fraction(1, 3), 1.0 - 2.0**-53])
@pytest.mark.parametrize("extend", [0.0, 0.5])
def test_any_number_between_0_and_1_is_an_accuracy(accuracy, extend):
    """Both learners accept it. The exact solver is chosen with an extension."""
    X, labels = separable(3, m=60, margin=0.5)
    learner, _ = choose(X, labels, accuracy, extend=extend)
    if accuracy < 0.5:
        assert type(learner).__name__ == ("MaximumMargin" if extend else "AdaTron")
        assert learner.fit(X, labels).converged_
        assert learner.directional_margin_ >= accuracy * learner.margin_upper_bound_


def test_what_is_refused():
    X, labels = separable(3, m=60)
    for accuracy in (0.0, 1.0, 99, "0.9", 10**400, Fraction(1, 10**400)):
        with pytest.raises(ValueError, match="certify is .*; it has to be between 0 and 1"):
            choose(X, labels, accuracy)
    with pytest.raises(ValueError, match="y has only one class"):
        choose(X, np.ones(60))
