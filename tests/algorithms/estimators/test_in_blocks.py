"""Learning block by block makes the updates of `fit`, and goes on after a kill."""

import signal
import subprocess
import sys
import time
from contextlib import nullcontext

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from maxmargin import (
    ALMA,
    LEARNERS,
    LIBLINEAR,
    PDM,
    KrauthMezard,
    Perceptron,
    PrimalSVM,
    fit_in_blocks,
)
from tests.algorithms.cases import CASES, ENDLESS
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

pytestmark = pytest.mark.long

BLOCK_CASES = [case for case in CASES if case[0] != "KrauthMezard"]
FORMS = {
    "dense": np.asarray,
    "sparse": sparse.csr_matrix,
    "half binary": lambda X: sparse.csr_matrix((X > 0) * (1.0 + (np.arange(200) > 99))[:, None]),
}


def assert_same(model, other):
    for name in ("n_updates_", "n_epochs_", "n_visits_", "status_", "directional_margin_"):
        assert getattr(model, name) == getattr(other, name), name
    assert model.margin_upper_bound_ == other.margin_upper_bound_
    for name in ("guaranteed_fraction_", "margin_bound_by_updates_", "asymptotic_fraction_"):
        np.testing.assert_equal(getattr(model, name), getattr(other, name))
    for name in ("coef_", "intercept_", "dual_coef_", "slack_coef_", "classes_"):
        np.testing.assert_array_equal(getattr(model, name), getattr(other, name))


@pytest.mark.parametrize(("name", "values"), BLOCK_CASES)
def test_the_updates_are_those_of_fit_to_the_last_bit(name, values):
    X, labels = separable(3, m=90, n=5)
    limits = {"max_updates": None, "max_epochs": 30 if name in ENDLESS else 2000}
    learner = LEARNERS[name](*values, augment=1.0, extend=0.5, **limits)
    whole = fit(learner, (X, labels))
    with nullcontext() if whole.converged_ else pytest.warns(UserWarning, match="max_epochs"):
        blocks = fit_in_blocks(clone(learner), X, labels, rows=37)
    assert_same(blocks, whole)


@pytest.mark.parametrize("form", FORMS)
def test_in_every_storage_from_mapped_arrays(form, tmp_path):
    X, labels = separable(5, m=200, n=12)
    X = FORMS[form](X)
    arrays = [X.data, X.indices, X.indptr] if sparse.issparse(X) else [X]
    mapped = []
    for place, array in enumerate(arrays):
        np.save(tmp_path / f"{place}.npy", array)
        mapped.append(np.load(tmp_path / f"{place}.npy", mmap_mode="r"))
    mapped = sparse.csr_matrix(tuple(mapped), X.shape) if sparse.issparse(X) else mapped[0]
    whole = PDM(0.2, extend=1.0).fit(X, labels)
    assert_same(fit_in_blocks(PDM(0.2, extend=1.0), mapped, labels, rows=64), whole)


def test_blocks_in_random_order_are_drawn_from_the_seed():
    problem = separable(5, m=200, n=12)
    one, same, other = (
        fit_in_blocks(PDM(0.2, random_state=seed), *problem, rows=16, shuffle=True)
        for seed in (1, 1, 2)
    )
    assert_same(one, same)
    assert (one.coef_ != other.coef_).any() and other.converged_
    assert other.directional_margin_ >= 0.8 * other.margin_upper_bound_


@pytest.mark.parametrize("shuffle", [False, True])
def test_a_run_goes_on_from_its_checkpoint(tmp_path, shuffle):
    problem = separable(5, m=200, n=12)
    how = {"rows": 16, "shuffle": shuffle}
    whole = fit_in_blocks(PDM(0.3, random_state=1), *problem, **how)
    assert whole.n_epochs_ > 6
    how["checkpoint"] = tmp_path / "run"
    for epochs in (1, 2, 5):
        with pytest.warns(UserWarning, match="max_epochs"):
            fit_in_blocks(PDM(0.3, random_state=1, max_epochs=epochs), *problem, **how)
    assert_same(fit_in_blocks(PDM(0.3, random_state=1), *problem, **how), whole)
    assert_same(fit_in_blocks(PDM(0.3, random_state=1), *problem, **how), whole)
    with pytest.raises(ValueError, match="is of a run of another learner"):
        fit_in_blocks(PDM(0.1, random_state=1), *problem, **how)


KILLED = """
import sys
import numpy as np
from maxmargin import PDM, fit_in_blocks
from tests.algorithms.problems import separable
from maxmargin.drivers import block_run
block_run.SAVE_EVERY = 0.0
model = PDM(0.15, max_updates=None)
fit_in_blocks(model, *separable(5, m=400, n=12), rows=50, checkpoint=sys.argv[1])
np.save(sys.argv[2], np.append(model.dual_coef_, model.n_updates_))
"""


def test_a_killed_run_ends_as_if_it_had_not_been(tmp_path):
    def call(name):
        arguments = [str(tmp_path / f"{name}.npz"), str(tmp_path / f"{name}.npy")]
        return subprocess.Popen([sys.executable, "-c", KILLED, *arguments])

    assert call("whole").wait(300) == 0
    for _ in range(4):
        process = call("killed")
        while not (tmp_path / "killed.npz").exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert call("killed").wait(300) == 0
    whole, killed = (np.load(tmp_path / f"{name}.npy") for name in ("whole", "killed"))
    np.testing.assert_array_equal(killed, whole)


def test_what_needs_all_patterns_is_refused():
    X, labels = separable(1, m=20)
    for learner, match in (
        (Perceptron(mini_epochs=5), "mini_epochs=5 needs fit: leave it at 0"),
        (KrauthMezard(), "worst_first=True needs fit"),
        (ALMA(p=4), "p=4 needs fit: leave it at 2"),
        (ALMA(normalise="instance"), "normalise='instance' needs fit"),
        (PrimalSVM(accuracy=0.1), "accuracy=0.1 needs fit: leave it at None"),
    ):
        with pytest.raises(ValueError, match=match):
            fit_in_blocks(learner, X, labels)
    with pytest.raises(TypeError, match="LIBLINEAR.* is none of maxmargin.LEARNERS"):
        fit_in_blocks(LIBLINEAR(), X, labels)
    with pytest.raises(ValueError, match="whole number as the learner's random_state"):
        fit_in_blocks(Perceptron(), X, labels, shuffle=True)
    with pytest.raises(ValueError, match="y has 1 classes"):
        fit_in_blocks(Perceptron(), X, np.ones(20))
    X[7] = 0.0
    with pytest.raises(ValueError, match="row 7 of X"):
        fit_in_blocks(Perceptron(augment=0.0), X, labels, rows=3)
