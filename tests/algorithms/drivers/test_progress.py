"""The same limits end a run under every driver: with kernels, with p-norms, in stages."""

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
from maxmargin.drivers.shared.progress import Budget, Point, ProgressMonitor
from maxmargin.kernels import Gaussian
from tests.algorithms.models import fit
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


@pytest.mark.long
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
    """A margin check costs a pass over the patterns."""
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
        same = of_whole[point.updates]._replace(seconds=point.seconds)
        assert repr(point) == repr(same)  # PUMMA's points have nan


@pytest.mark.long
@pytest.mark.parametrize(("learner", "options"), [*CASES, (ContinuedMICRA, {"fraction": 0.999})])
def test_enough_margin(learner, options):
    most = 300_000 if learner is ALMA else 100_000  # after which ALMA still has no margin
    whole = fit(learner(**options, max_updates=most), PROBLEM)
    enough = 0.6 * whole.directional_margin_
    model = learner(enough_margin=enough, **options).fit(*PROBLEM)
    assert model.status_ == "reached" and model.converged_
    assert model.directional_margin_ == model.history_[-1].directional_margin >= enough
    assert all(point.directional_margin < enough for point in model.history_[:-1])


@pytest.mark.parametrize("kernel", [None, Gaussian(1.0)])
def test_pegasos_never_converges(kernel):
    """An epoch without an update does not end a run whose threshold has grown during the epoch."""
    model = Pegasos(lam=1e-6, kernel=kernel, max_epochs=200_000 if kernel is None else 2000)
    with pytest.warns(UserWarning, match="reached max_epochs"):
        model.fit(*PROBLEM)
    assert model.n_updates_ < model.n_epochs_ == model.max_epochs


@pytest.mark.parametrize("kernel", [None, Gaussian(1.0)])
@pytest.mark.parametrize("learner", [KrauthMezard, PDM, Perceptron])
def test_a_weight_of_zero_has_not_diverged(learner, kernel):
    """With equal patterns of opposite labels, the weight returns to 0.

    This proves that no weight separates them.
    """
    X = np.array([[1.0, 2.0], [1.0, 2.0]])
    model = learner(max_updates=1000, kernel=kernel)
    # The updates prove it where each adds to the weight, one pattern after the other.
    proved = kernel is None and learner is not KrauthMezard
    ending = "an earlier weight again" if proved else "max_updates=1000"
    with pytest.warns(UserWarning, match=f"reached {ending} .* margin 0 reached"):
        model.fit(X, [0, 1])
    assert model.status_ == ("inseparable" if proved else "max_updates") and not model.converged_
    assert model.directional_margin_ == 0.0
    if kernel is None:
        assert model.margin_upper_bound_ == model.weight_norm_ == 0.0
    else:  # where lengths are known by sums of products alone
        assert 0.0 < model.margin_upper_bound_ < 1e-6  # the rounding of kernel values


@pytest.mark.parametrize("margin", [np.nan, -1.0, 0.0, 1e-15, 0.5])
@pytest.mark.parametrize("ended", ["converged", "certified", "reached"])
def test_a_run_ends_well_only_with_a_margin_above_rounding(margin, ended):
    targets = {"certified": {"certify": 0.0}, "reached": {"enough_margin": -2.0}}
    monitor = ProgressMonitor(
        Budget(**targets.get(ended, {})),
        None,
        lambda seconds: Point(1, 1, 0, 1, seconds, margin, margin, 1.0),
        lambda point: point.directional_margin > 1e-14,
    )
    monitor.check(1, 1, converged=ended == "converged")
    assert monitor.status == (
        ended if margin == 0.5 else "stopped" if ended == "converged" else None
    )


def test_the_last_point_is_the_final_one():
    """The maintained margin may be above the target while the measured margin is below."""
    found = {"maintained": 2.0, "measured": 0.5}

    def point_of(kind):
        return lambda seconds: Point(1, 1, 0, 1, seconds, found[kind], found[kind], 3.0)

    monitor = ProgressMonitor(
        Budget(enough_margin=1.0),
        None,
        point_of("maintained"),
        lambda point: point.directional_margin > 0.0,
        final=point_of("measured"),
    )
    monitor.check(1)
    assert monitor.status is None and monitor.curve[-1].directional_margin == 0.5
    found["measured"] = 1.5
    monitor.check(2)
    assert monitor.status == "reached" and monitor.curve[-1].directional_margin == 1.5
