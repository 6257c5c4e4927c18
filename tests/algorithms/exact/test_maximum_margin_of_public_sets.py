"""The exact solver reproduces the MICRA paper's margins, and others, on public data."""

import pytest
from scipy import sparse

from peers import LIBSVM
from tests.algorithms.exact_margins import assert_certified, fitted, margin
from tests.algorithms.problems import public

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@pytest.mark.parametrize(
    ("name", "space", "printed"),  # γ_d in the MICRA paper, Section 4
    [
        ("sonar", (1.0, 0.0, False), "0.00841"),
        ("wbc-11", (30.0, 0.0, False), "0.0243"),
        ("wbc", (10.0, 1.0, False), "0.13033"),
        ("a1a", (1.0, 1.0, False), None),
    ],
)
def test_public_sets(name, space, printed):
    _, X, y = public(name)
    assert_certified((X.toarray() if sparse.issparse(X) else X, y), space)
    model = fitted((X, y), space)
    assert model.relative_gap_ < 1e-11  # of which rounding is given 7e-12
    if printed:
        assert f"{margin(model):.{len(printed) - 2}f}" == printed


@pytest.mark.parametrize("name", ["sonar", "mushroom"])
def test_public_sets_without_extension_and_with_a_free_threshold(name):
    """The margin is above LIBSVM's best margin and below LIBSVM's proved bound."""
    _, X, y = public(name)
    exact, svm = fitted((X, y), (1.0, 0.0, True)), LIBSVM(tol=1e-6).fit(X, y)
    assert svm.geometric_margin_ <= margin(exact) <= svm.margin_upper_bound_
    assert exact.relative_gap_ < 2e-11  # of which rounding is given 1.3e-11
