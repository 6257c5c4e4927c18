"""The same limits end a run under every driver: in a kernel's space, with p-norms, in stages."""

import numpy as np
import pytest

from maxmargin import (
    ALMA,
    PDM,
    PUMMA,
    ContinuedMICRA,
    KrauthMezard,
    MaximumMargin,
    PassiveAggressive,
    Pegasos,
    Perceptron,
)
from maxmargin.drivers.progress import NO_BUDGET, Point, ProgressMonitor
from maxmargin.kernels import Gaussian
from tests.algorithms.problems import separable

PROBLEM = separable(8, m=40, margin=0.05)
KERNEL = {"kernel": Gaussian(1.0)}
CASES = [
    (Pegasos, {"lam": 1e-4}),
    (PassiveAggressive, {}),
    (PassiveAggressive, KERNEL),
    (PDM, {"epsilon": 0.01, **KERNEL}),
    (PDM, {"epsilon": 0.01, "worst_first": True, **KERNEL}),
    (ALMA, {"alpha": 0.05, "p": 4.0}),
    (ALMA, {"alpha": 0.05, **KERNEL}),
]


@pytest.mark.parametrize(("learner", "options"), CASES)
def test_certify(learner, options):
    model = learner(certify=0.6, **options).fit(*PROBLEM)
    assert model.status_ == "certified" and model.converged_
    certified = [p.directional_margin >= 0.6 * p.upper_bound for p in model.history_]
    assert certified.index(True) == len(certified) - 1
    assert model.directional_margin_ >= 0.6 * model.margin_upper_bound_


@pytest.mark.parametrize(
    ("learner", "options"), [(PDM, {"epsilon": 0.01, "mini_epochs": 0}), (PUMMA, {"delta": 0.01})]
)
def test_a_margin_against_time_is_looked_for_four_times_an_epoch(learner, options):
    """A look costs a pass over the patterns."""
    X, labels = separable(3, m=400, n=3)
    options["enough_margin"] = 0.9 * MaximumMargin().fit(X, labels).directional_margin_
    whole, timed = (
        learner(max_seconds=seconds, **options).fit(X, labels) for seconds in (None, 100.0)
    )
    assert timed.status_ == whole.status_ == "reached"
    visits = np.array([point.visits for point in timed.history_])
    assert 3 < len(visits) < len(whole.history_) and (np.diff(visits) >= 100).all()
    of_whole = {point.updates: point for point in whole.history_}
    for point in timed.history_[:-1]:
        assert point._replace(seconds=0) == of_whole[point.updates]._replace(seconds=0)


@pytest.mark.parametrize(("learner", "options"), [*CASES, (ContinuedMICRA, {"fraction": 0.999})])
def test_enough_margin(learner, options):
    enough = 0.6 * learner(**options, max_updates=3000).fit(*PROBLEM).directional_margin_
    model = learner(enough_margin=enough, **options).fit(*PROBLEM)
    assert model.status_ == "reached" and model.converged_
    assert model.directional_margin_ == model.history_[-1].directional_margin >= enough
    assert all(point.directional_margin < enough for point in model.history_[:-1])


@pytest.mark.parametrize("kernel", [None, Gaussian(1.0)])
def test_pegasos_never_converges(kernel):
    """An epoch without an update does not end the run if the threshold has grown meanwhile."""
    model = Pegasos(lam=1e-6, kernel=kernel, max_epochs=200_000 if kernel is None else 2000)
    with pytest.warns(UserWarning, match="reached max_epochs"):
        model.fit(*PROBLEM)
    assert model.n_updates_ < model.n_epochs_ == model.max_epochs


@pytest.mark.parametrize("kernel", [None, Gaussian(1.0)])
@pytest.mark.parametrize("learner", [KrauthMezard, PDM, Perceptron])
def test_a_weight_of_zero_has_not_diverged(learner, kernel):
    """Equal patterns of opposite labels: the weight comes back to 0, which proves that nothing
    separates them.
    """
    X = np.array([[1.0, 2.0], [1.0, 2.0]])
    model = learner(max_updates=1000, kernel=kernel)
    with pytest.warns(UserWarning, match="reached max_updates=1000 .* at most 0"):
        model.fit(X, [0, 1])
    assert model.status_ == "max_updates" and not model.converged_
    assert model.margin_upper_bound_ == model.weight_norm_ == 0.0


@pytest.mark.parametrize("bound, status", [(0.0, "converged"), (np.inf, "diverged")])
def test_diverged(bound, status):
    monitor = ProgressMonitor(
        NO_BUDGET, None, lambda seconds: Point(1, 1, 0, 1, seconds, np.nan, np.nan, bound)
    )
    monitor.check(1, 1, converged=True)
    assert monitor.status == status
