"""The learners as river's classifiers: river's own checks, and the updates of partial_fit."""

import pickle
from copy import copy, deepcopy

import numpy as np
import pytest
from scipy.sparse import csr_array

from maxmargin import (
    ALMA,
    LEARNERS,
    MICRA,
    PDM,
    KrauthMezard,
    PassiveAggressive,
    Perceptron,
    PerceptronWithMargin,
)
from maxmargin.storages.rows import UINT16_FEATURES, column_type
from tests.algorithms.cases import slow_beyond
from tests.algorithms.problems import separable
from tests.chosen import slow_unless

river = pytest.importorskip("river")

from river import checks, evaluate, linear_model, metrics, multiclass, preprocessing  # noqa: E402

from maxmargin.river import RiverClassifier  # noqa: E402

X, Y = separable(3, m=90, n=5)
RADIUS = 60.0
DICTS = [dict(zip("abcde", row, strict=True)) for row in X.tolist()]
CHECKED = [
    RiverClassifier(PDM(extend=0.5)),
    RiverClassifier(PerceptronWithMargin(), squared_radius=100.0),
    RiverClassifier(Perceptron()),
    RiverClassifier(PassiveAggressive(C=0.1)),
    RiverClassifier(LEARNERS["ROMMA"]()),
]


def named(model):
    return type(model.learner).__name__


def presented(model, patterns=DICTS, labels=Y > 0):
    for x, y in zip(patterns, labels.tolist(), strict=True):
        model.learn_one(x, y)
    return model


@pytest.mark.parametrize(
    "model",
    [pytest.param(model, marks=slow_unless(model is CHECKED[0])) for model in CHECKED],
    ids=named,
)
def test_rivers_own_checks(model):
    checks.check_estimator(model)


@pytest.mark.long
def test_numbers_of_few_bits_are_not_multiplied_in_few_bits():
    plain, narrow = (RiverClassifier(PassiveAggressive(C=0.1)) for _ in range(2))
    for value, y in ((200, True), (100, False), (250, True), (3, False)):
        plain.learn_one({"a": float(value), "b": 300.0}, y)
        narrow.learn_one({"a": np.uint8(value), "b": np.float16(300)}, y)
    assert narrow.weights == plain.weights
    pattern = {"a": np.float16(60_000), "b": np.float32(0.1)}
    exact = {name: float(value) for name, value in pattern.items()}
    assert narrow.decision_one(pattern) == plain.decision_one(exact)


# Class weights make labels real numbers, for which every loop is compiled once more.
@pytest.mark.long
@pytest.mark.parametrize("extend", [0.0, 0.5])
@pytest.mark.parametrize(
    "name",
    slow_beyond(("PDM", "MICRA"), ((name,) for name in LEARNERS if name != "KrauthMezard")),
)
def test_makes_the_updates_of_partial_fit(name, extend):
    options = {"augment": 0.7, "extend": extend, "class_weight": {False: 0.5}}
    learner = LEARNERS[name](**options)
    model = presented(RiverClassifier(learner, squared_radius=RADIUS))
    stream = LEARNERS[name](**options).partial_fit(X, Y > 0, [False, True], RADIUS)
    assert model.n_updates == stream.n_updates_
    np.testing.assert_allclose([model.weights[name] for name in "abcde"], stream.coef_[0])
    np.testing.assert_allclose(model.intercept, stream.intercept_[0])
    np.testing.assert_allclose(model.margin_upper_bound, stream.margin_upper_bound_)
    found = [model.decision_one(x) for x in DICTS]
    np.testing.assert_allclose(found, stream.decision_function(X), atol=1e-12)
    assert [model.predict_one(x) for x in DICTS] == stream.predict(X).tolist()


@pytest.mark.long
@pytest.mark.parametrize("name", ["PDM", pytest.param("Pegasos", marks=pytest.mark.slow)])
def test_predicts_with_the_average(name):
    learner = LEARNERS[name](average=True)
    model = RiverClassifier(learner, squared_radius=RADIUS)
    later = [x | {k: 0.0 for k in range(20)} if k > 40 else x for k, x in enumerate(DICTS)]
    presented(model, later)
    stream = LEARNERS[name](average=True).partial_fit(X, Y > 0, [False, True], RADIUS)
    found = [model.decision_one(x) for x in DICTS]
    np.testing.assert_allclose(found, stream.decision_function(X), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(model.weights["a"], stream.coef_[0, 0])


def test_new_features_and_many_patterns_make_room():
    """Every pattern has a feature of its own, and with Δ > 0 an α of its own."""
    generator = np.random.default_rng(0)
    columns = generator.permutation(1500)
    patterns = [{int(k): 2.0, "all": 1.0 + k % 3} for k in columns]
    labels = columns % 2 == 0
    model = presented(RiverClassifier(PassiveAggressive(extend=0.5)), patterns, labels)
    rows = np.zeros((1500, 1501))
    for row, k in enumerate(columns):
        rows[row, k], rows[row, 1500] = 2.0, 1.0 + k % 3
    stream = PassiveAggressive(extend=0.5).partial_fit(rows, labels, [False, True])
    assert model.n_updates == stream.n_updates_
    for k in range(1500):
        assert model.weights[k] == pytest.approx(stream.coef_[0, k], abs=1e-12)
    assert model.margin_upper_bound == pytest.approx(stream.margin_upper_bound_)


def test_columns_are_uint16_up_to_65_534_features_and_uint32_beyond():
    types = [column_type(UINT16_FEATURES + more) for more in (0, 1)]
    assert types == [np.uint16, np.uint32]


@pytest.mark.slow
def test_columns_beyond_uint16():
    generator = np.random.default_rng(1)
    sizes = [3, 40_000, 5, 30_000, 4, 50_000, 6, 2]
    patterns = [{int(k): 1.0 for k in generator.permutation(90_000)[:size]} for size in sizes]
    labels = [True, False] * 4
    model = presented(RiverClassifier(PDM()), patterns, np.array(labels))
    rows = csr_array(
        (np.ones(sum(sizes)), np.concatenate([[*x] for x in patterns]), np.cumsum([0, *sizes])),
        shape=(len(sizes), 90_000),
    )
    stream = PDM().partial_fit(rows, labels, [False, True])
    assert model.n_updates == stream.n_updates_ > 2
    weights = model.weights
    assert len(weights) > 2**16
    found = [weights.get(k, 0.0) for k in range(90_000)]
    np.testing.assert_allclose(found, stream.coef_[0], rtol=1e-12)


def test_copies_continue_alone():
    model = presented(RiverClassifier(ALMA(0.5), squared_radius=RADIUS), DICTS[:40], Y[:40] > 0)
    copies = [pickle.loads(pickle.dumps(model)), deepcopy(model), copy(model)]
    before = model.weights
    for each in copies:
        presented(each, DICTS[40:], Y[40:] > 0)
    assert model.weights == before
    presented(model, DICTS[40:], Y[40:] > 0)
    assert all(each.weights == model.weights for each in copies)
    assert not model.clone().weights


def test_copies_keep_the_parameters_of_the_first_call():
    learner = PDM(0.5)
    model = presented(RiverClassifier(learner, squared_radius=RADIUS), DICTS[:40], Y[:40] > 0)
    learner.set_params(epsilon=0.001)
    copies = [pickle.loads(pickle.dumps(model)), deepcopy(model)]
    for each in (model, *copies):
        for _ in range(5):
            presented(each, DICTS[40:], Y[40:] > 0)
    assert copies[0].n_updates == copies[1].n_updates == model.n_updates


@pytest.mark.parametrize("classes", [None, 5, ([1], 2), (float("nan"), 1), (1, 1), (1, 2, 3)])
def test_classes_are_two_labels(classes):
    with pytest.raises(ValueError, match="^classes are .*, but have to be two different labels"):
        RiverClassifier(PDM(), classes=classes).learn_one({"a": 1.0}, 1)


def test_memory_does_not_grow_with_the_patterns():
    few, many = (RiverClassifier(PassiveAggressive(C=0.1)) for _ in range(2))
    presented(few)
    for _ in range(30):
        presented(many)
    assert len(pickle.dumps(many)) <= len(pickle.dumps(few)) + 64


def test_any_two_labels_and_several_classes():
    model = RiverClassifier(PassiveAggressive(), classes=("ham", "spam"))
    assert model.predict_one({"a": 1.0}) == "ham" and not model.weights
    model.learn_one({"offer": 2.0}, "spam")
    model.learn_one({"meeting": 2.0}, "ham")
    assert model.predict_one({"offer": 1.0}) == "spam"
    assert model.predict_one({"meeting": 1.0, "unknown": 9.0}) == "ham"
    assert sum(model.predict_proba_one({"offer": 1.0}).values()) == pytest.approx(1.0)
    several = multiclass.OneVsRestClassifier(RiverClassifier(PassiveAggressive()))
    names = np.array(["x", "y", "z"])[np.argmax(X[:, :3], axis=1)]
    for _ in range(5):
        presented(several, DICTS, names)
    right = [several.predict_one(x) == name for x, name in zip(DICTS, names, strict=True)]
    assert np.mean(right) > 0.9


def test_agrees_with_rivers_passive_aggressive_learner():
    ours = presented(RiverClassifier(PassiveAggressive(C=0.1, augment=0.0)))
    theirs = presented(linear_model.PAClassifier(C=0.1, learn_intercept=False))
    for name in "abcde":
        assert ours.weights[name] == pytest.approx(theirs.weights[name], rel=1e-12)


def test_in_a_pipeline_of_river():
    model = preprocessing.StandardScaler() | RiverClassifier(PassiveAggressive(C=0.1))
    stream = list(zip(DICTS, (Y > 0).tolist(), strict=True))
    assert evaluate.progressive_val_score(stream, model, metrics.Accuracy()).get() > 0.7


@pytest.mark.parametrize(
    ("model", "x", "y", "sentence"),
    [
        (RiverClassifier(MICRA()), {"a": 1.0}, True, "are in units of R: give the largest"),
        (RiverClassifier(Perceptron()), {"a": np.nan}, True, "the feature 'a' is nan, but has"),
        (RiverClassifier(Perceptron()), {"a": np.inf}, True, "the feature 'a' is inf"),
        (RiverClassifier(Perceptron()), {"a": "red"}, True, "the feature 'a' is 'red', but has to"),
        (RiverClassifier(Perceptron()), {"a": [1.0]}, True, r"the feature 'a' is \[1.0\], but has"),
        (RiverClassifier(Perceptron()), {"a": None}, True, "the feature 'a' is None, but has to"),
        (RiverClassifier(Perceptron()), [1.0, 2.0], True, r"the pattern is \[1.0, 2.0\], but has"),
        (RiverClassifier(Perceptron()), {"a": 1.0}, [1], r"y is \[1\], but classes are"),
        (RiverClassifier(Perceptron()), {"a": 10**400}, True, "the feature 'a' is an int of 1329"),
        (RiverClassifier(Perceptron()), {"a": 10**200}, True, "has ‖y‖² = inf, but the largest"),
        (RiverClassifier(Perceptron()), {"a": 1e80}, True, "largest ‖y‖² allowed is 1e.140"),
        (RiverClassifier(Perceptron(augment=0)), {"a": 0.0}, True, "no weight gives it a margin"),
        (RiverClassifier(Perceptron()), {"a": 1.0}, "spam", "y is 'spam', but classes are False"),
        (RiverClassifier(Perceptron(), classes=(1, True)), {"a": 1.0}, 1, "two different labels"),
        (
            RiverClassifier(MICRA(), squared_radius=5.0),
            {"a": 3.0},
            True,
            "has ‖y‖² = 10.0, but",
        ),
        (RiverClassifier(MICRA(), squared_radius=-5.0), {"a": 3.0}, True, "squared_radius is -5"),
        (RiverClassifier(Perceptron(shuffle=True)), {}, True, "shuffle=True cannot learn in"),
        (RiverClassifier(KrauthMezard()), {}, True, "has partial_fit, such as Perceptron()"),
        (RiverClassifier(Perceptron(class_weight="balanced")), {}, True, "'balanced', but partial"),
        (RiverClassifier(Perceptron(class_weight={2: 1.0})), {}, True, "has the class 2, but"),
    ],
)
def test_bad_calls_are_refused_in_one_sentence(model, x, y, sentence):
    model = model.clone()
    with pytest.raises(ValueError, match=sentence):
        model.learn_one(x, y)
    assert not model.n_updates


REFUSED = [
    ({"a": "red"}, "the feature 'a' is 'red', but has to be a number"),
    ({"new": "red"}, "the feature 'new' is 'red', but has to be a number"),
    ({"a": np.nan}, "the feature 'a' is nan, but has to be finite"),
    ({"a": 1.0, "new": np.nan}, "the feature 'new' is nan, but has to be finite"),
    ({"a": np.inf, "b": -np.inf}, "the feature 'a' is inf, but has to be finite"),
    ({"new": -np.inf}, "the feature 'new' is -inf, but has to be finite"),
    (
        {"a": 10**400},
        "the feature 'a' is an int of 1329 bits, but has to be in the range of float64",
    ),
    ([1.0], r"the pattern is \[1.0\], but has to be a dictionary of features"),
]


@pytest.mark.long
@pytest.mark.parametrize(("x", "sentence"), REFUSED)
@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("trained", [False, True])
def test_a_prediction_of_what_is_no_finite_number_is_refused(x, sentence, average, trained):
    model = RiverClassifier(Perceptron(average=average))
    if trained:
        presented(model)
    for call in (model.predict_one, model.decision_one, model.predict_proba_one):
        with pytest.raises(ValueError, match=sentence):
            call(x)


@pytest.mark.parametrize("x", [{"a": 1e308, "b": -1e308}, {"a": 1e308, "b": 1e308}])
def test_a_product_that_overflows_is_refused(x):
    model = RiverClassifier(Perceptron())
    model.learn_one({"a": 9.0, "b": 9.0}, True)
    with pytest.raises(ValueError, match="'a': 1e.308.* its product with the weight overflows: sc"):
        model.predict_one(x)


@pytest.mark.long
def test_a_number_that_is_not_finite_ends_the_run():
    model = RiverClassifier(LEARNERS["UnnormalisedALMA"](0.5, 1e-161, 1e-161))
    with pytest.raises(FloatingPointError, match="UnnormalisedALMA: the step is"):
        presented(model)
    with pytest.raises(ValueError, match="the run has ended: the step is .* Use a clone"):
        model.learn_one({"a": 1.0}, True)
