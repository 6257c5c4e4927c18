"""Sparse matrices with inconsistent parts are refused in one sentence, by every entry point."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin import (
    ALMA,
    PDM,
    PUMMA,
    Gilbert,
    KrauthMezard,
    MaximumMargin,
    MulticlassAMIRA,
    OneVsRest,
    Perceptron,
    Pocket,
    PrimalSVM,
    TwoStageMargitron,
    choose,
    fit_in_blocks,
    kernels,
)
from maxmargin.audit import prove_model
from maxmargin.input.sparse_input import check_sparse, without_duplicates
from maxmargin.online import OnlineData
from maxmargin.preparation import prepared_once
from maxmargin.proof import prove
from peers import LIBLINEAR, LIBSVM

X = np.array([[1.0, 2, 0], [2, 1, 0], [-1, 0, -1], [-2, -1, 0.5]])
Y = np.array([1, 1, 0, 0])
LABELS = 2.0 * Y - 1.0
SIGN = {"out": "column 70000", "negative": "column -1", "falling": "indptr", "long": "indptr"}


def broken(how, kind=sparse.csr_matrix):
    matrix = kind(X)
    if how == "out":
        matrix.indices[1] = 70000
    elif how == "negative":
        matrix.indices[1] = -1
    elif how == "falling":
        matrix.indptr[1], matrix.indptr[2] = matrix.indptr[2], matrix.indptr[1]
    elif how == "long":
        matrix.indptr = np.append(matrix.indptr, matrix.indptr[-1])
    elif how == "nan":
        matrix.data[1] = np.nan
    elif how == "short":
        matrix.data = matrix.data[:-1]
    return matrix


MODELS = [
    ALMA(),
    PDM(),
    PDM(worst_first=True),
    PDM(kernel=kernels.Gaussian(2.0)),
    ALMA(p=4),
    Gilbert(),
    KrauthMezard(),
    PrimalSVM(),
    PUMMA(),
    Pocket(),
    TwoStageMargitron(),
    MaximumMargin(),
    LIBSVM(),
    LIBLINEAR(),
    MulticlassAMIRA(),
    OneVsRest(Perceptron()),
]


def prepared(bad):
    with prepared_once():
        PDM().fit(bad, Y)


TAKES = {repr(model): lambda bad, model=model: model.fit(bad, Y) for model in MODELS} | {
    "fit_in_blocks": lambda bad: fit_in_blocks(PDM(), bad, Y, rows=2),
    "choose": lambda bad: choose(bad, Y, certify=0.9),
    "decision_function": lambda bad: PDM().fit(X, Y).decision_function(bad),
    "predict": lambda bad: PDM(kernel=kernels.Linear()).fit(X, Y).predict(bad),
    "prepared_once": prepared,
    "prove": lambda bad: prove(bad, LABELS, [1.0, 1, 0], 0.0),
    "prove_model": lambda bad: prove_model(PDM().fit(X, Y), bad, Y),
}


@pytest.mark.parametrize("how", ["out", "negative", "falling", "long", "short", "nan"])
@pytest.mark.parametrize("name", TAKES)
def test_a_broken_matrix_is_refused(name, how):
    with pytest.raises(ValueError, match="X") as caught:
        TAKES[name](broken(how))
    assert "\n" not in str(caught.value) or how == "nan"  # scikit-learn's sentences on NaN


@pytest.mark.parametrize("how", ["out", "negative", "falling", "long", "short"])
def test_kernels_and_online_learners_refuse_it_too(how):
    good, bad = sparse.csr_matrix(X), broken(how)
    with pytest.raises(ValueError, match="^X has"):
        kernels.values(kernels.Linear(), bad, good)
    with pytest.raises(ValueError, match="^Y has"):
        kernels.values(kernels.Linear(), good, bad)
    with pytest.raises(ValueError, match="^X_test has"):
        OnlineData(good, Y, bad, Y, bases=[], memory=0, threads=None)
    missing = np.array([*Y[:-1], np.nan])
    with pytest.raises(ValueError, match="y has a missing value, nan"):
        OnlineData(good, missing, good, Y, bases=[], memory=0, threads=None)
    with pytest.raises(ValueError, match="y_test has a missing value, nan"):
        OnlineData(good, Y, good, missing, bases=[], memory=0, threads=None)


@pytest.mark.parametrize("kind", [sparse.csc_matrix, sparse.csc_array, sparse.csr_array])
@pytest.mark.parametrize("how", ["out", "negative", "falling", "long", "short"])
def test_of_every_compressed_format(kind, how):
    with pytest.raises(ValueError, match="^X has"):
        PDM().fit(broken(how, kind), Y)


@pytest.mark.parametrize("axis", [0, 1])
def test_of_coordinates_and_blocks(axis):
    bad = sparse.coo_matrix(X)
    bad.coords[axis][2] = 70000
    with pytest.raises(ValueError, match=f"entry in {('row', 'column')[axis]} 70000 "):
        PDM().fit(bad, Y)
    bad = sparse.bsr_matrix(np.tile(X, (1, 2)), blocksize=(2, 3))
    bad.indices[0] = 5
    with pytest.raises(ValueError, match="entry in column 5 "):
        PDM().fit(bad, Y)


def test_the_sentence_says_where():
    for how, part in SIGN.items():
        with pytest.raises(ValueError, match=part):
            check_sparse(broken(how))


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
def test_sound_matrices_of_any_format_are_learned_from(kind):
    expected = PDM().fit(X, Y)
    found = PDM().fit(sparse.csr_matrix(X).asformat(kind), Y)
    assert np.array_equal(found.coef_, expected.coef_)


def test_unsorted_repeated_and_64_bit_indices():
    wide = sparse.csr_matrix(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    reversed_rows = sparse.csr_matrix(
        (
            [2.0, 0.5, 0.5, 1, 2, -1, -1, 0.5, -1, -2],
            [1, 0, 0, 1, 0, 2, 0, 2, 1, 0],
            [0, 3, 5, 7, 10],
        ),
        shape=X.shape,
    )
    assert np.array_equal(reversed_rows.toarray(), X)
    expected = PDM().fit(sparse.csr_matrix(X), Y).coef_
    for matrix in (wide, reversed_rows):
        for model in (PDM().fit(matrix, Y), fit_in_blocks(PDM(), matrix, Y, rows=3)):
            assert np.array_equal(model.coef_, expected)


def test_duplicates_made_after_scipy_looked_are_added():
    matrix = sparse.csr_matrix(X)
    assert matrix.has_canonical_format
    matrix.indices[1] = matrix.indices[0]  # 1 and 2 are now both in column 0
    assert matrix.has_canonical_format  # as scipy remembers
    assert np.array_equal(without_duplicates(matrix).toarray()[0], [3.0, 0, 0])
    assert matrix.nnz == len(matrix.data) == np.count_nonzero(X)
