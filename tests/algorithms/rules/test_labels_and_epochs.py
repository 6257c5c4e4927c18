"""A rule may see its pattern's label and the number of epochs, under every driver."""

from pathlib import Path

import numpy as np
import pytest

from maxmargin import MaximumMargin, conformance, fit_in_blocks, variants
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.estimators.learner import learner, learner_from
from tests.algorithms.cases import STORAGES
from tests.algorithms.problems import separable
from tests.algorithms.rules.under_drivers import ORDERS, check_dual, check_sequential
from tests.algorithms.variant_files import write
from tests.chosen import slow_unless

PAUM = Path(__file__).parents[3] / "docs" / "examples" / "paum.py"
TEXT = PAUM.read_text(encoding="utf-8")
# The margin asked for falls from epoch to epoch, and differs by class.
BOTH = (
    TEXT.replace('"PAUM"', '"Falling"')
    .replace("USES_LABEL", "USES_EPOCHS = USES_LABEL")
    .replace("else params.negative", "else params.negative / (1 + state.epochs)")
)


@pytest.fixture(scope="module", params=[pytest.param("paum", marks=pytest.mark.slow), "falling"])
def rule(request, tmp_path_factory):
    text = {"paum": TEXT, "falling": BOTH}[request.param]
    assert text.count("state.epochs") == (request.param == "falling")
    return variants.load(write(tmp_path_factory.mktemp("rules"), f"{request.param}.py", text))


# Only `make test-slow` compiles PAUM, and other storages for Falling, which uses both. The check of
# PAUM below is slow, too, and covers sparse patterns.
@pytest.mark.parametrize(
    "storage",
    [pytest.param(storage, marks=slow_unless(storage == "dense")) for storage in STORAGES],
)
@pytest.mark.parametrize(("mini_epochs", "permuted"), ORDERS)
def test_same_updates_as_the_reference(rule, storage, mini_epochs, permuted, monkeypatch):
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: True)  # which would skip visits
    run = check_sequential(rule, rule.Parameters(0.9, 0.2), storage, mini_epochs, permuted)
    assert run.end.epochs >= 2


@pytest.mark.long
@pytest.mark.parametrize(("mini_epochs", "permuted"), ORDERS)
def test_the_dual_driver_makes_the_same_updates(rule, mini_epochs, permuted):
    check_dual(rule, rule.Parameters(0.9, 0.2), mini_epochs, permuted)


@pytest.mark.long
def test_blocks_and_streams_make_the_same_updates(rule):
    X, labels = separable(3, m=30, n=6)
    cls, given = learner(rule), {"positive": 0.9, "negative": 0.2, "extend": 0.5}
    whole = cls(**given).fit(X, labels)
    blocks = fit_in_blocks(cls(**given), X, labels, rows=7)
    assert blocks.n_epochs_ == whole.n_epochs_ >= 2 and blocks.n_updates_ == whole.n_updates_
    assert blocks.coef_.tobytes() == whole.coef_.tobytes()
    with pytest.warns(UserWarning, match="max_epochs"):
        once = cls(**given, max_epochs=1).fit(X, labels)
    stream = cls(**given)
    for place in range(0, 30, 7):
        part = slice(place, place + 7)
        stream.partial_fit(
            X[part], labels[part], classes=[-1, 1], squared_radius=once.squared_radius_
        )
    assert stream.n_updates_ == once.n_updates_
    assert stream.coef_.tobytes() == once.coef_.tobytes()


@pytest.mark.slow
def test_the_example_conforms():
    assert conformance.report(PAUM) == (True, [f"{PAUM}: PAUM conforms."])


@pytest.mark.long
def test_the_example_is_paum():
    """Its threshold is theirs: a coordinate R, whose weight grows by R² y at an update."""
    X, labels = separable(4, m=40)
    radius = float(np.sqrt((X**2).sum(axis=1).max()))
    model = learner_from(PAUM)(positive=0.5, negative=0.1, augment=radius).fit(X, labels)
    squared = model.squared_radius_
    w, b, changed = np.zeros(X.shape[1]), 0.0, True
    while changed:
        changed = False
        for x, label in zip(X, labels, strict=True):
            if label * (w @ x + b) <= squared * (0.5 if label > 0 else 0.1):
                w, b, changed = w + label * x, b + label * radius**2, True
    np.testing.assert_allclose(model.coef_[0], w, rtol=1e-12)
    np.testing.assert_allclose(model.intercept_, b, rtol=1e-12)
    gamma = MaximumMargin(augment=radius).fit(X, labels).directional_margin_
    assert model.directional_margin_ <= gamma <= model.margin_upper_bound_ * (1 + 1e-9)


def test_the_worst_pattern_may_be_none_that_violates():
    X, labels = separable(4, m=40)
    with pytest.raises(ValueError, match="PAUM asks for different margins by class.*worst_first"):
        learner_from(PAUM)(worst_first=True).fit(X, labels)
