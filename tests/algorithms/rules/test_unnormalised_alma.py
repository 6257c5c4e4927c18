"""Remark 7's ALMA is ALMA where all patterns are equally long, and else depends on their order."""

import numpy as np

from maxmargin import ALMA, UnnormalisedALMA
from tests.algorithms.problems import separable

SPACE = {"alpha": 0.5, "augment": 0.0}


def test_patterns_of_one_length():
    X, labels = separable(4, m=50, n=6)
    X *= 3.0 / np.linalg.norm(X, axis=1)[:, None]
    own, usual = (cls(**SPACE).fit(X, labels) for cls in (UnnormalisedALMA, ALMA))
    assert own.n_updates_ == usual.n_updates_ > 50
    np.testing.assert_allclose(own.coef_, usual.coef_, rtol=1e-9)


def test_the_place_of_an_outlier_counts():
    X, labels = separable(4, m=50, n=6)
    X[0] *= 1000.0
    last = np.r_[1:50, 0]
    updates = {
        cls: [
            cls(**SPACE).fit(X[order], labels[order]).n_updates_ for order in (np.arange(50), last)
        ]
        for cls in (UnnormalisedALMA, ALMA)
    }
    first, at_the_end = updates[UnnormalisedALMA]
    assert first != at_the_end


def test_the_units_of_the_patterns_do_not_count():
    X, labels = separable(4, m=50, n=6)
    own, scaled = (UnnormalisedALMA(**SPACE).fit(c * X, labels) for c in (1.0, 2.0**20))
    assert own.n_updates_ == scaled.n_updates_
    assert (own.coef_ == scaled.coef_).all()
