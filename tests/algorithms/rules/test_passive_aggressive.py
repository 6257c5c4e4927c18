"""PassiveAggressive makes the steps of scikit-learn's implementation and of the paper."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest

from maxmargin import PassiveAggressive
from tests.algorithms.models import fit, passive_aggressive_of_scikit_learn
from tests.algorithms.problems import separable

VARIANTS = ("I", "II")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("C", [1e-3, 0.1, 1.0, 1e3])
@pytest.mark.parametrize("epochs", [1, 5])
def test_weights_are_those_of_scikit_learn(variant, C, epochs):
    X, y = separable(3, m=200, n=12)
    X = np.c_[X, np.ones(200)]
    ours = fit(PassiveAggressive(C=C, variant=variant, augment=0.0, max_epochs=epochs), (X, y))
    options = {"fit_intercept": False, "shuffle": False, "max_iter": epochs, "tol": None}
    theirs = passive_aggressive_of_scikit_learn(variant, C, **options).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_are_those_of_the_paper_in_fractions(variant):
    generator = np.random.default_rng(1)
    X, y = generator.integers(-3, 4, (30, 3)), generator.choice([-1, 1], 30)
    X[:, 0] += 1 + np.abs(X[:, 0])  # no pattern is 0
    C, w = Fraction(1, 8), [Fraction(0)] * 3
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        loss = max(0, 1 - label * sum(a * b for a, b in zip(w, x, strict=True)))
        q = sum(a * a for a in x)
        tau = min(C, loss / Fraction(q)) if variant == "I" else loss / (q + 1 / (2 * C))
        w = [a + tau * label * b for a, b in zip(w, x, strict=True)]
    model = PassiveAggressive(C=0.125, variant=variant, augment=0.0).partial_fit(X, y, [-1, 1])
    np.testing.assert_allclose(model.coef_[0], [float(a) for a in w], rtol=1e-12, atol=1e-14)


def test_without_c_no_step_is_shortened_to_the_last_bit():
    problem = separable(3, m=90, n=5)
    plain, *others = (
        fit(PassiveAggressive(C=C, variant=variant, max_epochs=3), problem)
        for C, variant in [(inf, "I"), (inf, "II"), (1e9, "I")]
    )
    for other in others:
        assert (plain.coef_ == other.coef_).all() and plain.n_updates_ == other.n_updates_
