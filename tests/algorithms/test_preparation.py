"""Patterns prepared once give the same runs as patterns prepared in every fit."""

import numpy as np
import pandas
import pytest
from scipy import sparse

from maxmargin import PDM
from maxmargin.estimators import run_classifier
from maxmargin.input import checked_input
from maxmargin.preparation import memoised, prepared_once
from peers import LIBLINEAR, LIBSVM, RiverPA
from peers.online import one_by_one, river_adapter
from tests.algorithms.models import MODELS, OF_OTHERS, each, fit
from tests.algorithms.problems import separable

SPACE = (0.5, 0.0)
BASELINES = {
    "LIBSVM": lambda space: LIBSVM(extend=0.1),
    "LIBLINEAR": lambda space: LIBLINEAR(extend=0.1),
}
ALL = MODELS | BASELINES


def results(model):
    """Return a model's numbers as bytes, since no bit may differ. Seconds are left out."""
    names = ("coef_", "intercept_", "n_updates_", "n_visits_", "geometric_margin_", "classes_")
    names += ("dual_coef_", "margin_upper_bound_", "n_features_in_", "squared_radius_")
    return {
        name: np.asarray(getattr(model, name)).tobytes() for name in names if name in vars(model)
    }


@each(ALL)
def test_results_are_the_same_and_no_array_is_written_to(name):
    check(name, separable(5, m=24, n=6))


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize(
    "name", ["PDM", "PDM, worst first", "MaximumMargin", *OF_OTHERS, *BASELINES]
)
def test_those_of_sparse_patterns_too(name, binary):
    X, labels = separable(5, m=24, n=6, binary=binary)
    check(name, (sparse.csr_matrix(X), labels))


def check(name, problem):
    alone = results(fit(ALL[name](SPACE), problem))
    with prepared_once():
        shared = [results(fit(ALL[name](SPACE), problem)) for _ in range(3)]
    assert shared == [alone] * 3


@pytest.mark.parametrize(
    "kind", [bool, np.int8, np.uint64, np.float32, "U3", "datetime64[D]", "timedelta64[s]"]
)
def test_labels_of_every_kind(kind):
    X, labels = separable(5, m=24, n=6)
    y = (labels > 0).astype(np.int64).astype(kind)
    check("PDM", (X, y))
    with prepared_once(), pytest.raises(ValueError, match="X or y has changed"):
        fit(ALL["PDM"](SPACE), (X, y))
        y[:] = y[::-1].copy()
        fit(ALL["PDM"](SPACE), (X, y))


def counted(monkeypatch, module, name):
    calls, function = [], getattr(module, name)

    def counting(*arguments, **others):
        calls.append(arguments)
        return function(*arguments, **others)

    monkeypatch.setattr(module, name, counting)
    return calls


def test_one_check_and_one_space_for_all_fits_of_a_space(monkeypatch):
    X, labels = separable(5, m=24)
    checks = counted(monkeypatch, checked_input, "_for_learning")
    spaces = counted(monkeypatch, run_classifier, "make_space")
    with prepared_once():
        for augment in (1.0, 1.0, 2.0):
            PDM(augment=augment).fit(X, labels)
        assert (len(checks), len(spaces)) == (1, 2)
        other = X.copy()
        PDM(augment=1.0).fit(other, labels)
        assert (len(checks), len(spaces)) == (2, 3)
    PDM(augment=1.0).fit(X, labels)
    assert (len(checks), len(spaces)) == (3, 4)


def test_bad_input_is_refused_each_time():
    X, labels = separable(5, m=24)
    X[3, 1] = np.nan
    with prepared_once():
        for _ in range(2):
            with pytest.raises(ValueError, match="X has NaN at row 3, column 1"):
                PDM().fit(X, labels)


def test_an_id_that_is_given_away_again_is_not_mistaken():
    with prepared_once():
        sizes = [memoised(np.size, np.zeros(size)) for size in range(1, 50)]
    assert sizes == list(range(1, 50))


def test_river_is_given_no_more_patterns_than_it_gets_to_see(monkeypatch):
    X, labels = separable(5, m=2000, n=8)
    made = counted(monkeypatch, river_adapter, "named")
    with prepared_once():
        for _ in range(2):
            fit(RiverPA(max_seconds=1e-9), (X, labels))
            assert len(made) == one_by_one.BLOCK


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_patterns_that_are_changed_meanwhile_are_an_error(form):
    X, labels = separable(5, m=24, n=6)
    X = form(X)
    with prepared_once():
        fit(ALL["PDM"](SPACE), (X, labels))
        X[[0, 1]] = X[[1, 0]]
        with pytest.raises(ValueError, match="has changed since the first fit"):
            fit(ALL["PDM"](SPACE), (X, labels))
        X[[0, 1]] = X[[1, 0]]
        fit(ALL["PDM"](SPACE), (X, labels))
        X[0, 0] += 2.0
        X[1, 0] -= 1.0
        with pytest.raises(ValueError, match="has changed since the first fit"):
            fit(ALL["PDM"](SPACE), (X, labels))
        X[0, 0] -= 2.0
        X[1, 0] += 1.0
        labels[3] *= -1
        with pytest.raises(ValueError, match="pass a changed copy"):
            fit(ALL["PDM"](SPACE), (X, labels))
    fit(ALL["PDM"](SPACE), (X, labels))


FRAMES = {
    "float": lambda X: pandas.DataFrame(X),
    "nullable": lambda X: pandas.DataFrame(X, columns=["u", "v", "w", "x"]).convert_dtypes(),
    "object": lambda X: X.astype(object),
    "list": lambda X: X.tolist(),
}
LABELS_AS = {
    "string": lambda y: pandas.Series(np.where(y > 0, "p", "q"), dtype="string"),
    "object": lambda y: np.where(y > 0, "p", "q").astype(object),
    "category": lambda y: pandas.Series(np.where(y > 0, "p", "q"), dtype="category"),
    "Int64": lambda y: pandas.Series(y, dtype="Int64"),
}


@pytest.mark.parametrize("of_y", LABELS_AS)
@pytest.mark.parametrize("of_x", FRAMES)
def test_frames_that_nobody_has_changed_are_learned_from_again(of_x, of_y):
    X, y = separable(5, m=12, n=4)
    frame, labels = FRAMES[of_x](X), LABELS_AS[of_y](y)
    with prepared_once():
        found = [PDM(0.5).fit(frame, labels).coef_ for _ in range(2)]
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("of_x", ["float", "nullable", "object"])
def test_frames_that_were_changed_are_noticed(of_x):
    X, y = separable(5, m=12, n=4)
    frame = FRAMES[of_x](X)
    with prepared_once():
        PDM(0.5).fit(frame, y)
        if of_x == "object":
            frame[0, 0] += 1.0
        else:
            frame.iloc[0, 0] += 1.0
        with pytest.raises(ValueError, match="has changed"):
            PDM(0.5).fit(frame, y)
