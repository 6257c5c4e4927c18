"""The record of an estimator has exactly the facts that the estimator knows."""

import numpy as np
import pytest

from maxmargin import MICRA, MaximumMargin
from peers import LIBSVM
from peers.fitting import Fitter, seconds_of
from records.models import distribution_of, failure, record_of
from records.run_files import ATTRIBUTES, CURVES, DISTRIBUTIONS

X, Y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, -1]


def test_a_learners_record():
    model = Fitter().fit(MICRA(epsilon=0.05, zeta=0.9, eta=5, beta=0.3, augment=1.0), X, Y)
    record = record_of(model, seconds_of(model))
    assert (record["status"], record["reason"]) == ("converged", "")
    assert record["updates"] == model.n_updates_
    assert record["squared_radius"] == model.squared_radius_
    assert record["retained_patterns"] is None
    assert all(len(point) == len(CURVES.header) - 1 for point in record["curve"])


def test_a_solver_without_a_curve_has_its_seconds():
    model = Fitter().fit(LIBSVM(), X, Y)
    record = record_of(model, seconds_of(model))
    assert record["curve"] == [] and record["seconds"] >= 0
    assert set(ATTRIBUTES) < set(record)


def test_a_full_disk_is_no_result(capsys):
    with pytest.raises(OSError, match="full"):
        failure(OSError("full"))
    assert failure(ValueError("b")) == {"status": "failed", "reason": "ValueError: b"}


@pytest.mark.parametrize("model", [LIBSVM(extend=0.5), MaximumMargin(augment=1.0, extend=0.5)])
def test_the_smallest_margin_of_a_distribution_is_the_one_reached(model):
    model, labels = Fitter().fit(model, X, Y), np.array(Y)
    rows = distribution_of(model, np.array(X), labels)
    assert all(len(row) == len(DISTRIBUTIONS.header) - 1 for row in rows)
    margins, fractions = np.array([row[2:] for row in rows]).T
    assert margins[0] == pytest.approx(model.geometric_margin_)
    assert fractions[-1] == 1.0 and (np.diff(margins) > 0).all()
    # as the definition says, pattern by pattern
    weight = np.concatenate([model.coef_[0], model.slack_coef_])
    for margin, fraction in zip(margins, fractions, strict=True):
        own = [
            y * (np.dot(model.coef_[0], x) + model.intercept_[0] + 0.5 * slack)
            for x, y, slack in zip(X, Y, model.slack_coef_, strict=True)
        ]
        at_most = np.mean(np.array(own) / np.linalg.norm(weight) <= margin + 1e-12)
        assert at_most == pytest.approx(fraction)


def test_a_distribution_of_many_patterns_has_few_rows():
    rng = np.random.default_rng(1)
    labels = np.where(np.arange(5000) % 2, 1.0, -1.0)
    many = labels[:, None] * (1.0 + rng.random((5000, 2)))
    rows = distribution_of(Fitter().fit(MICRA(augment=0.0, beta=0.1), many, labels), many, labels)
    assert len(rows) == 401 and rows[-1][3] == 1.0
