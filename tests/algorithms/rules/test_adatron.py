"""AdaTron reaches its guaranteed margin, lowers duals, and ends at the maximum margin."""

import numpy as np
import pytest

from maxmargin import AdaTron, MaximumMargin
from maxmargin.kernels import Linear
from tests.algorithms.problems import separable


@pytest.mark.parametrize("kernel", [None, Linear()])
@pytest.mark.parametrize("delta", [0.5, 0.1, 1e-2, 1e-4])
@pytest.mark.parametrize("space", [{"augment": 1.0}, {"augment": 0.0, "extend": 0.5}])
def test_it_reaches_the_part_that_delta_promises(delta, space, kernel):
    X, labels = separable(7, m=40, n=5, margin=0.05)
    gamma = MaximumMargin(**space).fit(X, labels).directional_margin_
    model = AdaTron(delta, kernel=kernel, **space).fit(X, labels)
    promised = (1 - delta) / (1 + delta)
    assert model.converged_ and model.guaranteed_fraction_ == promised
    assert model.directional_margin_ >= promised * gamma * (1 - 1e-6)
    assert model.directional_margin_ >= promised * model.margin_upper_bound_ * (1 - 1e-6)
    assert gamma <= model.margin_upper_bound_ * (1 + 1e-6)
    assert (model.dual_coef_ >= 0).all()


def test_at_the_end_support_vectors_have_the_margin_alone():
    X, labels = separable(7, m=40, n=5, margin=0.05)
    model = AdaTron(1e-6, augment=0.0).fit(X, labels)
    products = labels * (X @ model.coef_[0])
    assert (products >= 1 - 1e-6).all()
    np.testing.assert_allclose(products[model.dual_coef_ > 0], 1.0, atol=1e-6)


def test_duals_are_lowered_to_nothing_and_no_further():
    """The first pattern forms the first weight, but has no part in the last weight."""
    X = np.array([[3.0, 2.0], [0.2, 1.0], [-0.2, -1.0], [0.2, -1.0]])
    model = AdaTron(1e-9, augment=0.0).fit(X, [1, 1, 0, 0])
    assert model.history_[0].updates == 1 and model.converged_
    assert model.dual_coef_[0] == 0.0
    np.testing.assert_allclose(model.coef_[0], [0.0, 1.0], atol=1e-8)
