"""The distribution of margins is that of its definition, pattern by pattern."""

import numpy as np
import pytest

from maxmargin import MICRA, MaximumMargin
from peers import LIBSVM
from peers.fitting import Fitter
from records.run_files import DISTRIBUTIONS
from workflows.commands.distributions import distribution_of

X, Y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, -1]


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
