"""Learning in blocks makes the updates of `fit`, and continues after a kill."""

import signal
import subprocess
import sys
from contextlib import nullcontext

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from maxmargin import (
    ALMA,
    LEARNERS,
    PDM,
    AdaTron,
    KrauthMezard,
    Perceptron,
    PrimalSVM,
    fit_in_blocks,
)
from maxmargin.drivers.blocks.blocks import Blocks
from maxmargin.estimators.class_weights import weighted
from maxmargin.space import make_space
from peers import LIBLINEAR
from tests.algorithms.cases import CASES, ENDLESS, by_target
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

BLOCK_CASES = by_target(case for case in CASES if case[0] != "KrauthMezard")
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


@pytest.mark.long
@pytest.mark.parametrize(("name", "values"), BLOCK_CASES)
def test_the_updates_are_those_of_fit_to_the_last_bit(name, values):
    X, labels = separable(3, m=90, n=5)
    limits = {"max_updates": None, "max_epochs": 30 if name in ENDLESS else 2000}
    learner = LEARNERS[name](*values, augment=1.0, extend=0.5, **limits)
    whole = fit(learner, (X, labels))
    with nullcontext() if whole.converged_ else pytest.warns(UserWarning, match="max_epochs"):
        blocks = fit_in_blocks(clone(learner), X, labels, rows=37)
    assert_same(blocks, whole)


@pytest.mark.long
@pytest.mark.parametrize("learner", [PDM(0.3, extend=0.5), AdaTron(extend=0.5)], ids=str)
def test_a_run_is_stopped_at_any_update_as_that_of_fit(learner):
    problem = separable(5, m=200, n=12)
    for updates in range(1, 60):
        learner.set_params(max_updates=updates)
        whole = fit(clone(learner), problem)
        with pytest.warns(UserWarning, match="max_updates"):
            blocks = fit_in_blocks(clone(learner), *problem, rows=37)
        assert_same(blocks, whole)
        assert blocks.n_updates_ == updates


@pytest.mark.long
@pytest.mark.parametrize("target", [{"certify": 0.3}, {"enough_margin": 0.05}], ids=str)
@pytest.mark.parametrize("learner", [PDM(0.01), AdaTron()], ids=str)
def test_a_target_is_checked_after_1_2_4_epochs(learner, target):
    problem = separable(5, m=200, n=12)
    blocks = fit_in_blocks(clone(learner).set_params(**target), *problem, rows=37)
    assert blocks.status_ in ("certified", "reached")
    assert blocks.n_epochs_.bit_count() == 1  # a power of 2
    whole = fit(clone(learner).set_params(max_updates=blocks.n_updates_), problem)
    np.testing.assert_array_equal(blocks.coef_, whole.coef_)  # the same updates until then


@pytest.mark.long
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


@pytest.mark.long
def test_blocks_in_random_order_are_drawn_from_the_seed():
    problem = separable(5, m=200, n=12)
    one, same, other = (
        fit_in_blocks(PDM(0.2, random_state=seed), *problem, rows=16, shuffle=True)
        for seed in (1, 1, 2)
    )
    assert_same(one, same)
    assert (one.coef_ != other.coef_).any() and other.converged_
    assert other.directional_margin_ >= 0.8 * other.margin_upper_bound_


@pytest.mark.long
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
    with pytest.raises(ValueError, match="is from a run of another learner"):
        fit_in_blocks(PDM(0.1, random_state=1), *problem, **how)


@pytest.mark.parametrize("limits", [{"max_epochs": 1}, {"max_updates": 7}], ids=str)
def test_a_repeated_call_does_not_pass_its_limits(tmp_path, limits):
    X, labels = separable(3, m=90, n=5)
    models = []
    for _ in range(3):
        learner = PDM(0.3, augment=0.5, **limits)
        with pytest.warns(UserWarning, match=next(iter(limits))):
            fit_in_blocks(learner, X, labels, rows=16, checkpoint=tmp_path / "run.npz")
        models.append(learner)
    for again in models[1:]:
        assert_same(again, models[0])
        assert len(again.history_) == len(models[0].history_)


def test_a_lower_limit_ends_a_continued_run(tmp_path):
    X, labels = separable(3, m=90, n=5)
    for limit in (9, 7):
        learner = PDM(0.3, augment=0.5, max_updates=limit)
        with pytest.warns(UserWarning, match="max_updates"):
            fit_in_blocks(learner, X, labels, rows=16, checkpoint=tmp_path / "run.npz")
    assert (learner.status_, learner.n_updates_) == ("max_updates", 9)


@pytest.mark.long
def test_a_checkpoint_is_for_the_same_patterns_and_labels(tmp_path):
    X, labels = separable(5, m=200, n=12)
    how = {"rows": 16, "checkpoint": tmp_path / "run"}
    fit_in_blocks(PDM(0.3), X, labels, **how)
    others = labels.copy()
    others[17] *= -1
    for changed in ((X, others), (X[::-1].copy(), labels[::-1].copy()), (2 * X, labels)):
        with pytest.raises(ValueError, match="on other patterns or of another version"):
            fit_in_blocks(PDM(0.3), *changed, **how)


@pytest.mark.long
@pytest.mark.parametrize("kind", [object, "U2", bool])
def test_a_run_with_labels_of_any_type_goes_on_from_its_checkpoint(tmp_path, kind):
    X, labels = separable(5, m=200, n=12)
    names = [f"a{int(label > 0)}" for label in labels]

    def fitted(**values):
        # New strings, as in another process.
        y = labels > 0 if kind is bool else np.array(["".join(name) for name in names], kind)
        return fit_in_blocks(PDM(0.3, **values), X, y, rows=16, checkpoint=tmp_path / "run")

    with pytest.warns(UserWarning, match="max_epochs"):
        fitted(max_epochs=1)
    assert fitted().converged_
    names[17] = "a1" if names[17] == "a0" else "a0"
    labels[17] *= -1
    with pytest.raises(ValueError, match="is from a run of another learner, on other patterns"):
        fitted()


def test_a_checkpoint_is_for_the_same_columns(tmp_path):
    X, labels = separable(5, m=200, n=12)
    fit_in_blocks(PDM(0.3), sparse.csr_matrix(X), labels, checkpoint=tmp_path / "run")
    wider = sparse.csr_matrix(X)
    wider.resize(200, 13)
    with pytest.raises(ValueError, match="is from a run of another learner, on other patterns"):
        fit_in_blocks(PDM(0.3), wider, labels, checkpoint=tmp_path / "run")


def test_a_target_of_an_earlier_call_does_not_end_a_later_one(tmp_path):
    problem, how = separable(5, m=200, n=12), {"checkpoint": tmp_path / "run"}
    early = fit_in_blocks(PDM(0.3, certify=0.1), *problem, **how)
    same = fit_in_blocks(PDM(0.3, certify=0.1), *problem, **how)
    assert early.status_ == same.status_ == "certified" and same.n_updates_ == early.n_updates_
    late = fit_in_blocks(PDM(0.3, certify=0.6), *problem, **how)
    assert late.directional_margin_ >= 0.6 * late.margin_upper_bound_
    assert late.n_updates_ > early.n_updates_


def test_a_damaged_checkpoint_is_told(tmp_path):
    problem, path = separable(5, m=200, n=12), tmp_path / "run"
    fit_in_blocks(PDM(0.3), *problem, checkpoint=path)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(ValueError, match="run is damaged or not a checkpoint: remove it"):
        fit_in_blocks(PDM(0.3), *problem, checkpoint=path)


def compression(content):
    content[content.find(b"PK\x01\x02") + 10] ^= 4


def encryption(content):
    content[content.find(b"PK\x01\x02") + 8] ^= 1


def name_of_a_member(content):
    for _ in range(2):  # the name is also in the directory
        content[content.rfind(b"weights.npy")] = ord("W")


@pytest.mark.parametrize("damage", [compression, encryption, name_of_a_member])
def test_a_damaged_archive_is_told(tmp_path, damage):
    problem, path = separable(5, m=200, n=12), tmp_path / "run"
    fit_in_blocks(PDM(0.3), *problem, checkpoint=path)
    content = bytearray(path.read_bytes())
    damage(content)
    path.write_bytes(content)
    with pytest.raises(ValueError, match="run is damaged or not a checkpoint: remove it"):
        fit_in_blocks(PDM(0.3), *problem, checkpoint=path)


@pytest.mark.parametrize("name", ["weights", "duals", "curve"])
def test_other_numbers_in_a_checkpoint_are_noticed(tmp_path, name):
    """The weight's sign would change, while the status and the margin stay."""
    problem, path = separable(5, m=200, n=12), tmp_path / "run"
    fit_in_blocks(PDM(0.3), *problem, checkpoint=path)
    arrays = dict(np.load(path))
    arrays[name] = -arrays[name]
    with open(path, "wb") as file:
        np.savez(file, **arrays)
    with pytest.raises(ValueError, match="run is damaged or not a checkpoint: remove it"):
        fit_in_blocks(PDM(0.3), *problem, checkpoint=path)


@pytest.mark.long
@pytest.mark.parametrize("dtype", [float, np.int8])
def test_entries_given_twice_are_added(dtype):
    X, labels = separable(5, m=200, n=12)
    counts = sparse.coo_matrix((X > 0) * 100)
    places = [np.tile(place, 2) for place in (counts.row, counts.col)]
    twice = sparse.csr_matrix((200, 12), dtype=dtype)
    rows = sparse.csr_matrix((np.ones(2 * counts.nnz, dtype) * 100, places), counts.shape)
    twice.indptr = 2 * sparse.csr_matrix(counts).indptr
    twice.indices = np.repeat(sparse.csr_matrix(counts).indices, 2)
    twice.data = np.full(2 * counts.nnz, 100, dtype)
    assert not twice.has_canonical_format and rows.nnz == counts.nnz
    whole = fit(PDM(0.2, extend=100.0), (twice.astype(float), labels))
    assert_same(fit_in_blocks(PDM(0.2, extend=100.0), twice, labels, rows=64), whole)


def test_truth_values_given_twice_are_true():
    places = [0, 0, 1, 0, 1], [0, 3, 4, 5]
    twice = sparse.csr_matrix((np.ones(5, bool), *places), shape=(3, 2))
    labels = [1, 0, 1]
    blocks = fit_in_blocks(Perceptron(max_epochs=30), twice, labels, rows=2)
    assert blocks.converged_ and blocks.squared_radius_ == 3.0
    assert_same(blocks, Perceptron(max_epochs=30).fit(twice, labels))


def test_what_was_written_to_a_private_map_is_kept(tmp_path):
    X, labels = separable(5, m=200, n=12)
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="c")
    mapped *= 0.5
    assert_same(fit_in_blocks(PDM(0.2), mapped, labels, rows=64), PDM(0.2).fit(0.5 * X, labels))
    np.testing.assert_array_equal(mapped, 0.5 * X)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda X, y: (X, y[:-1]), "y has 199 labels, but X has 200 rows"),
        (lambda X, y: (X.tolist(), y), "X is a list: it has to be an array, or a csr matrix"),
        (lambda X, y: (sparse.coo_matrix(X), y), "X is a coo_matrix"),
        (lambda X, y: (X.view(np.matrix), y), "X is a matrix: it has to be an array"),
        (lambda X, y: (X + np.longdouble(1e-18), y), "X has .*, which float64 rounds"),
        (lambda X, y: (X.ravel(), y), "X has the shape"),
        (lambda X, y: (X.astype(str), y), "X is of <U.*: it has to be of real numbers"),
        (
            lambda X, y: (X, np.where(y > 0, np.inf, 0.5)),
            "y has inf at place .*: it has to be finite",
        ),
        (lambda X, y: (X, X[:, 0]), "Unknown label type: continuous"),
        (lambda X, y: (np.where(X == X[99, 3], np.nan, X), y), "X has NaN at row 99, column 3"),
    ],
)
def test_input_that_is_wrong_is_told(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        fit_in_blocks(PDM(0.2), *change(*separable(5, m=200, n=12)), rows=64)
    with pytest.raises(ValueError, match="rows is 0: it has to be a whole number of at least 1"):
        fit_in_blocks(PDM(0.2), *separable(5, m=200, n=12), rows=0)


KILLED = """
import os, signal, sys
import numpy as np
from maxmargin import PDM, fit_in_blocks
from tests.algorithms.problems import separable
from maxmargin.drivers.blocks import driver as block_run
to_disk = os.fsync
def to_disk_or_killed(file):
    global saves
    to_disk(file)
    saves -= 1
    if saves == 0:
        os.kill(os.getpid(), signal.SIGKILL)
os.fsync, block_run.SAVE_EVERY = to_disk_or_killed, 0.0
for call in sys.argv[1:]:
    name, saves = call.split(":")
    saves, child = int(saves), os.fork()
    if child == 0:
        model = PDM(0.3, max_updates=None)
        problem = separable(5, m=400, n=12)
        fit_in_blocks(model, *problem, rows=50, checkpoint=f"{name}.npz")
        np.save(f"{name}.npy", np.append(model.dual_coef_, model.n_updates_))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.mark.long
def test_a_killed_run_ends_as_if_it_had_not_been(tmp_path):
    """The run is killed when it has written a checkpoint but not yet renamed it.

    Each call is a separate process, forked before any compilation.
    """
    calls = [f"{tmp_path / 'killed'}:{saves}" for saves in (1, 12, 0)]
    done = subprocess.run([sys.executable, "-c", KILLED, *calls], capture_output=True, text=True)
    assert list(map(int, done.stdout.split())) == [*[-signal.SIGKILL] * 2, 0], done.stderr
    whole = fit_in_blocks(PDM(0.3, max_updates=None), *separable(5, m=400, n=12), rows=50)
    expected = np.append(whole.dual_coef_, whole.n_updates_)
    np.testing.assert_array_equal(np.load(tmp_path / "killed.npy"), expected)


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["2024-01-01", "2024-06-01"], "datetime64[ns]"),
        np.array([1, 2], "timedelta64[ns]"),
        np.array([1, 2], np.int8),
        np.array([1, 2], np.float16),
        np.array(["a", "b"], object),
    ],
    ids=lambda labels: str(labels.dtype),
)
def test_classes_are_those_of_fit(labels):
    X, signs = separable(5, m=20)
    y = labels[(signs > 0).astype(int)]
    blocks, whole = fit_in_blocks(PDM(0.3), X, y, rows=7), PDM(0.3).fit(X, y)
    assert blocks.classes_.dtype == whole.classes_.dtype
    np.testing.assert_array_equal(blocks.classes_, whole.classes_)
    assert blocks.directional_margin_ == whole.directional_margin_ > 0.0
    np.testing.assert_array_equal(blocks.predict(X), y)


def test_a_seed_of_numpy_has_checkpoints(tmp_path):
    X, labels = separable(5, m=20)
    path = tmp_path / "run.npz"
    options = {"rows": 7, "shuffle": True, "checkpoint": path}
    model = fit_in_blocks(PDM(0.3, random_state=np.int64(3)), X, labels, **options)
    assert model.converged_ and path.exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"shuffle": "no"}, "shuffle is 'no', but has to be True or False."),
        ({"rows": True}, "rows is True: it has to be a whole number of at least 1."),
        ({"checkpoint": 3}, "checkpoint is 3, but has to be the path of a file, or None."),
        ({"checkpoint": ""}, "checkpoint is '', but has to be the path of a file, or None."),
    ],
)
def test_odd_options_are_named(options, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        fit_in_blocks(PDM(random_state=1), *separable(5, m=20), **options)


WEIGHTED = {"augment": 0.7, "extend": 0.3, "class_weight": {-1: 2.0}}


@pytest.mark.parametrize("rows", [1, 9])
@pytest.mark.parametrize("X", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("options", [{}, WEIGHTED], ids=["plain", "weighted"])
def test_squared_norms_do_not_depend_on_the_blocks(X, options, rows):
    """Also if a block has only the class of weight 1."""
    patterns, labels = separable(4, m=60, n=7)
    weights = np.array([2.0, 1.0]) if options else None
    rho, delta = options.get("augment", 0.0), options.get("extend", 0.0)
    blocks = Blocks(X(patterns), labels, rho, delta, rows, class_weights=weights)
    signs = labels if weights is None else weighted(labels, weights)
    whole = make_space(X(patterns), signs, rho, delta)
    assert blocks.squared_radius == whole.squared_radius
    norms = [blocks.space(number).squared_norms for number in range(len(blocks.starts))]
    np.testing.assert_array_equal(np.concatenate(norms), whole.squared_norms)


@pytest.mark.parametrize("seed", range(20))
def test_the_radius_is_the_same_if_columns_are_contiguous(seed):
    X, y = np.random.default_rng(seed).normal(size=(40, 7)), np.arange(40) % 2
    by_columns = Blocks(np.asfortranarray(X), y, 0.0, 0.0, rows=7)
    assert by_columns.squared_radius == make_space(X, 2.0 * y - 1.0).squared_radius


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", ["ROMMA", "PassiveAggressive", "AdaTron"])
def test_class_weights_make_the_updates_of_fit(name):
    X, labels = separable(4, m=40, n=3, margin=0.02)
    learner = LEARNERS[name](**WEIGHTED, max_epochs=5)
    assert_same(fit_in_blocks(clone(learner), X, labels, rows=1), learner.fit(X, labels))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "X",
    [
        np.array([[1.0], [1e-80], [-1.0]]),
        sparse.csr_matrix(([1.0, 0.0, -1.0], [0, 0, 0], [0, 1, 2, 3]), shape=(3, 1)),
    ],
    ids=["dense", "sparse"],
)
def test_a_block_of_short_patterns_is_learned_if_another_has_long_ones(X):
    y = np.array([1, 1, -1])
    assert_same(fit_in_blocks(Perceptron(), X, y, rows=1), Perceptron().fit(X, y))
    stream = Perceptron()
    for k in range(3):
        stream.partial_fit(X[k : k + 1], y[k : k + 1], classes=[-1, 1])
    assert stream.n_visits_ == 3


def test_patterns_that_are_all_short_are_refused_in_blocks():
    X, y = np.array([[1e-80], [2e-80], [-1e-80]]), [1, 1, -1]
    with pytest.raises(
        ValueError, match="no number in X is larger than 2e-80, .* augment = 1 hides"
    ):
        fit_in_blocks(Perceptron(), X, np.array(y), rows=1)


def test_what_needs_all_patterns_is_refused():
    X, labels = separable(1, m=20)
    for learner, match in (
        (Perceptron(mini_epochs=5), "mini_epochs=5 cannot learn in blocks: leave it at 0"),
        (Perceptron(shuffle=True), "shuffle=True cannot learn in blocks: leave it at False"),
        (KrauthMezard(), "KrauthMezard always presents the worst pattern, so that it cannot learn"),
        (ALMA(p=4), "p=4 cannot learn in blocks: leave it at 2"),
        (ALMA(normalise="instance"), "normalise='instance' cannot learn"),
        (PrimalSVM(gap=0.1), "gap=0.1 cannot learn in blocks: leave it at None"),
    ):
        with pytest.raises(ValueError, match=match):
            fit_in_blocks(learner, X, labels)
    with pytest.raises(
        TypeError, match="LIBLINEAR.* cannot learn in blocks: use .* maxmargin.LEARNERS"
    ):
        fit_in_blocks(LIBLINEAR(), X, labels)
    with pytest.raises(ValueError, match="needs a whole number: set random_state"):
        fit_in_blocks(Perceptron(), X, labels, shuffle=True)
    with pytest.raises(ValueError, match=r"X has the shape \(20, 0\): it has to have rows and"):
        fit_in_blocks(PDM(), np.empty((20, 0)), labels)
    with pytest.raises(ValueError, match="y has only one class"):
        fit_in_blocks(Perceptron(), X, np.ones(20))
    X[7] = 0.0
    with pytest.raises(ValueError, match="row 7 of X"):
        fit_in_blocks(Perceptron(augment=0.0), X, labels, rows=3)
