"""Learners work in scikit-learn's tools: pipelines, searches, calibration, metadata routing."""

import inspect

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import AdaBoostClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import maxmargin
from maxmargin import (
    MICRA,
    PDM,
    KrauthMezard,
    MaximumMargin,
    MulticlassAMIRA,
    OneVsRest,
    Perceptron,
)

FRAME, TARGET = load_breast_cancer(return_X_y=True, as_frame=True)
FRAME, TARGET = FRAME[:200], TARGET[:200].map({0: "malignant", 1: "benign"})
X, Y = FRAME.to_numpy(), TARGET.to_numpy()
WEIGHTS = np.linspace(0.5, 1.5, len(Y))
SOFT = {"epsilon": 0.2, "extend": 1.0}
MODELS = [
    PDM(**SOFT),
    OneVsRest(Perceptron(), random_state=0),
    MulticlassAMIRA(random_state=0),
]
ESTIMATORS = {
    name: cls
    for name, cls in vars(maxmargin).items()
    if name in maxmargin.__all__ and inspect.isclass(cls)
}


@pytest.fixture
def routing():
    with config_context(enable_metadata_routing=True):
        yield


def piped(model):
    return make_pipeline(StandardScaler(), clone(model))


def name_of(model):
    return type(model).__name__


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_a_pipeline_is_its_steps(model):
    found = piped(model).fit(X, Y)
    scaled = StandardScaler().fit_transform(X)
    alone = clone(model).fit(scaled, Y)
    assert (found.decision_function(X) == alone.decision_function(scaled)).all()
    assert found.score(X, Y) > 0.9


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_scores_of_cross_validation(model):
    assert cross_val_score(piped(model), X, Y, cv=3).mean() > 0.9


def test_a_grid_search_reaches_a_learners_parameters():
    grid = {"pdm__extend": [0.5, 5.0], "pdm__epsilon": [0.1, 0.5]}
    search = GridSearchCV(piped(PDM()), grid, cv=3).fit(X, Y)
    assert search.best_score_ > 0.9 and len(search.cv_results_["params"]) == 4
    best = search.best_estimator_[-1]
    assert {f"pdm__{name}": getattr(best, name) for name in ("extend", "epsilon")} == (
        search.best_params_
    )


def test_a_grid_search_reaches_the_learner_of_each_class():
    grid = {"estimator": [Perceptron(), MICRA(zeta=0.9, eta=5)], "estimator__extend": [1.0, 10.0]}
    search = GridSearchCV(OneVsRest(Perceptron(), random_state=0), grid, cv=3)
    assert len(search.fit(StandardScaler().fit_transform(X), Y).cv_results_["params"]) == 4


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_calibration_turns_outputs_into_probabilities(method):
    model = CalibratedClassifierCV(piped(PDM(**SOFT)), method=method, cv=3).fit(X, Y)
    found = model.predict_proba(X)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    assert (model.classes_[found.argmax(axis=1)] == Y).mean() > 0.9


def test_weights_are_for_the_calibration_alone():
    with pytest.warns(UserWarning, match="PDM does not appear to accept sample_weight"):
        model = CalibratedClassifierCV(PDM(**SOFT), cv=3).fit(X / 100, Y, sample_weight=WEIGHTS)
    assert model.predict_proba(X / 100).shape == (len(Y), 2)


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_names_of_columns_are_kept_and_compared(model):
    model = clone(model).fit(FRAME / 100, TARGET)
    assert list(model.feature_names_in_) == list(FRAME.columns)
    assert set(model.predict(FRAME / 100)) == {"benign", "malignant"}
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(FRAME[FRAME.columns[::-1]])


def test_a_frame_is_its_numbers():
    named, plain = (PDM(**SOFT).fit(rows / 100, y) for rows, y in ((FRAME, TARGET), (X, Y)))
    assert named.coef_.tobytes() == plain.coef_.tobytes()
    assert not hasattr(plain, "feature_names_in_")


def test_a_frame_of_words_is_refused():
    with pytest.raises(ValueError, match="X has texts: convert them to numbers"):
        PDM().fit(pd.DataFrame({"colour": ["red", "blue"]}), [0, 1])


def test_a_transformer_may_pass_on_frames():
    pipe = piped(PDM(**SOFT)).set_output(transform="pandas").fit(FRAME, TARGET)
    assert list(pipe[-1].feature_names_in_) == list(FRAME.columns)
    assert (pipe.predict(FRAME) == piped(PDM(**SOFT)).fit(X, Y).predict(X)).all()


def test_weights_are_routed_to_who_asks_for_them(routing):
    """Weights reach the scaler and the score. The learner does not request them."""
    assert not hasattr(PDM(), "set_fit_request")
    learner = PDM(**SOFT).set_score_request(sample_weight=True)
    pipe = make_pipeline(StandardScaler().set_fit_request(sample_weight=True), learner)
    if hasattr(pipe, "set_score_request"):  # until scikit-learn 1.6
        pipe.set_score_request(sample_weight=True)
    grid = {"pdm__epsilon": [0.2, 0.9]}
    search = GridSearchCV(pipe, grid, cv=3).fit(X, Y, sample_weight=WEIGHTS)
    weighted = StandardScaler().fit(X, sample_weight=WEIGHTS)
    np.testing.assert_array_equal(search.best_estimator_[0].mean_, weighted.mean_)
    plain = GridSearchCV(piped(PDM(**SOFT)), grid, cv=3).fit(X, Y)
    assert search.best_score_ != plain.best_score_


def test_a_start_is_routed_to_the_learner_that_takes_one(routing):
    start = Perceptron(extend=1.0).fit(X / 100, Y)
    learner = KrauthMezard(c=5, extend=1.0).set_fit_request(start=True)
    found = make_pipeline(learner).fit(X / 100, Y, start=start)[-1]
    assert found.coef_.tobytes() == learner.fit(X / 100, Y, start=start).coef_.tobytes()


@pytest.mark.parametrize("name", ESTIMATORS)
def test_weights_are_refused_with_a_sentence(name):
    parameters = {"estimator": Perceptron()} if name == "OneVsRest" else {}
    model = ESTIMATORS[name](**parameters)
    sentence = rf"{name}.fit got sample_weight, but the nearest .* leave it out. .* in X"
    with pytest.raises(TypeError, match=sentence):
        model.fit(X, Y, sample_weight=WEIGHTS)
    with pytest.raises(
        TypeError, match=f"{name}.fit got weights, but takes only X and y: leave weights out"
    ):
        model.fit(X, Y, weights=WEIGHTS)


def test_no_weights_are_fine():
    assert PDM(**SOFT).fit(X / 100, Y, sample_weight=None).converged_


def test_what_needs_weights_knows_that_there_are_none():
    with pytest.raises(ValueError, match="PDM doesn't support sample_weight"):
        AdaBoostClassifier(PDM(**SOFT)).fit(X / 100, Y)


def test_a_pattern_repeated_counts_as_one_of_that_weight():
    """The advice in the error message gives the soft margin of LIBLINEAR with weights."""
    times, delta = np.arange(len(Y)) % 3 + 1, 2.0
    scaled = StandardScaler().fit_transform(X)
    model = MaximumMargin(extend=delta).fit(scaled.repeat(times, axis=0), Y.repeat(times))
    svm = LinearSVC(C=0.5 / delta**2, tol=1e-8, max_iter=100_000)
    svm.fit(scaled, Y, sample_weight=times)
    ours, theirs = (np.append(m.coef_, m.intercept_) for m in (model, svm))
    assert ours @ theirs / np.linalg.norm(ours) / np.linalg.norm(theirs) == pytest.approx(1.0)
