"""A measured margin that exact arithmetic contradicts is a failed run."""

import numpy as np
import pytest

from maxmargin import MICRA, Perceptron
from tests.algorithms.problems import separable
from workflows.commands.proofs import proof_of

X, Y = separable(1, m=30)


@pytest.mark.parametrize("factor", [1.001, 1000.0, 0.5])
@pytest.mark.parametrize("bound", [True, False])
def test_a_margin_that_is_not_the_weights_fails(factor, bound):
    """Without duals there is no upper end, but the lower end has to be the measured margin."""
    model = MICRA(epsilon=0.5).fit(X, Y)
    if not bound:
        model.dual_coef_ = None
    assert "status" not in proof_of(model, X, Y)
    model.directional_margin_ *= factor
    found = proof_of(model, X, Y)
    assert found["status"] == "failed" and "exact arithmetic proves" in found["reason"]


@pytest.mark.parametrize("extend", [0.0, 1.0])
def test_a_margin_far_below_the_length_of_a_pattern_is_proved(extend):
    """The proof's lower end then has six digits, rounded down."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        patterns = rng.normal(size=(30, 4)).round(3)
        patterns[0] = [400, 410, 420, 430]
        labels = np.where(patterns @ [1, 1, -1, 0.5] > 0, 1.0, -1.0)
        model = Perceptron(augment=1, extend=extend).fit(patterns, labels)
        found = proof_of(model, patterns, labels)
        assert "status" not in found and float(found["proved_margin"]) > 0
        model.directional_margin_ *= 1 + 2e-5
        assert proof_of(model, patterns, labels)["status"] == "failed"


def test_a_weight_that_does_not_separate_fails():
    model = Perceptron().fit(X, Y)
    model.coef_ = -model.coef_
    assert proof_of(model, X, Y)["status"] == "failed"


def test_a_run_that_did_not_converge_has_no_proof():
    with pytest.warns(UserWarning, match="max_updates=3"):
        model = Perceptron(max_updates=3).fit(np.vstack([X, X[:1]]), np.append(Y, -Y[0]))
    assert proof_of(model, X, Y) == {}
