"""A class weight scales patterns: a weighted learner is the learner of scaled patterns."""

import warnings
from datetime import date, datetime

import numpy as np
import pandas
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.multiclass import OneVsRestClassifier
from sklearn.utils.class_weight import compute_class_weight

from maxmargin import ALMA, LEARNERS, MICRA, PDM, OneVsRest, Perceptron
from maxmargin.audit import prove_model
from maxmargin.estimators.in_blocks import fit_in_blocks
from maxmargin.kernels import Gaussian, Linear, Polynomial
from tests.algorithms.cases import CASES, NEVER_WORST_FIRST, slow_beyond_class_weights
from tests.algorithms.models import fit
from tests.algorithms.problems import separable
from tests.chosen import slow_unless

X, Y = separable(3, m=60, n=5)
DYADIC = {-1.0: 0.25, 1.0: 2.0}  # scaling by a power of two rounds nothing
OTHERS = {-1.0: 0.3, 1.0: 1.7}
FORMS = {
    "dense": np.asarray,
    "sparse": lambda X: sparse.csr_matrix(np.where(np.abs(X) > 0.4, X, 0.0)),
    "ones": lambda X: sparse.csr_matrix((X > -0.5) * 1.0),
}
CONTENTS = ("n_updates_", "n_epochs_", "n_visits_", "status_", "squared_radius_")
ARRAYS = ("coef_", "dual_coef_", "slack_coef_")


def of(weights):
    return np.where(Y > 0, weights[1.0], weights[-1.0])


def scaled(patterns, weights, rho=None):
    """Return the patterns, each scaled by its class weight, with a column of ρ if it is given."""
    if rho is not None:
        column = np.full((len(Y), 1), rho)
        dense = not sparse.issparse(patterns)
        patterns = np.hstack([patterns, column]) if dense else sparse.hstack([patterns, column])
    if sparse.issparse(patterns):
        return sparse.csr_matrix(sparse.diags_array(of(weights)) @ patterns)
    return patterns * of(weights)[:, None]


def assert_same(one, other):
    for name in (*CONTENTS, "directional_margin_", "margin_upper_bound_", "weight_norm_"):
        np.testing.assert_equal(getattr(one, name), getattr(other, name), name)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


@pytest.mark.long
@pytest.mark.parametrize("worst_first", [False, True])
@pytest.mark.parametrize(("name", "values"), slow_beyond_class_weights(CASES))
def test_equals_fitting_scaled_patterns_to_the_last_bit(name, values, worst_first):
    options = {"augment": 0.0, "extend": 0.5, "max_updates": 300}
    if worst_first and name in NEVER_WORST_FIRST | {"KrauthMezard"}:
        pytest.skip("the learner has no such parameter")
    options |= {"worst_first": True} if worst_first else {}
    one = fit(LEARNERS[name](*values, class_weight=DYADIC, **options), (X, Y))
    other = fit(LEARNERS[name](*values, **options), (scaled(X, DYADIC), Y))
    assert_same(one, other)


THRESHOLDS = [
    pytest.param(learner, form, marks=slow_unless(form == "dense"), id=f"{learner}-{form}")
    for learner in [PDM(0.3), MICRA(), ALMA(0.5), ALMA(0.5, p=4)]
    for form in FORMS
]


@pytest.mark.long
@pytest.mark.parametrize(("learner", "form"), THRESHOLDS)
@pytest.mark.parametrize("options", [{}, {"mini_epochs": 3}, {"shuffle": True, "random_state": 1}])
def test_the_threshold_is_scaled_with_its_pattern(learner, form, options):
    """Fitting w (x, ρ) without augmenting differs only in the rounding of sums."""
    patterns, rho = FORMS[form](X), 0.7
    settings = {**learner.get_params(), "max_updates": 400, "extend": 0.5, **options}
    one = fit(type(learner)(**settings | {"augment": rho, "class_weight": OTHERS}), (patterns, Y))
    other = fit(type(learner)(**settings | {"augment": 0.0}), (scaled(patterns, OTHERS, rho), Y))
    assert one.n_updates_ == other.n_updates_ and one.status_ == other.status_
    np.testing.assert_allclose(one.coef_[0], other.coef_[0, :-1], rtol=1e-9)
    np.testing.assert_allclose(one.intercept_, rho * other.coef_[0, -1:], rtol=1e-9)
    np.testing.assert_allclose(one.dual_coef_, other.dual_coef_, rtol=1e-9)
    np.testing.assert_allclose(one.slack_coef_, other.slack_coef_, rtol=1e-9)
    for name in ("directional_margin_", "margin_upper_bound_", "squared_radius_", "weight_norm_"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), rel=1e-9)
    if learner.get_params().get("p", 2) == 2:
        plain = np.linalg.norm(np.append(one.coef_, one.slack_coef_))
        smallest = one.directional_margin_ * one.weight_norm_
        assert one.geometric_margin_ == pytest.approx(smallest / plain)


def test_whole_numbers_are_scaled_without_rounding():
    """With whole numbers any order of the sums gives the same bits."""
    generator = np.random.default_rng(0)
    rows = generator.integers(-9, 10, (60, 4)).astype(float)
    for learner in (Perceptron, PDM):
        one = fit(learner(augment=3.0, class_weight={1.0: 5}, max_epochs=9), (rows, Y))
        whole = scaled(rows, {-1.0: 1, 1.0: 5}, 3.0)
        other = fit(learner(augment=0.0, max_epochs=9), (whole, Y))
        np.testing.assert_array_equal(one.coef_[0], other.coef_[0, :-1])
        np.testing.assert_array_equal(one.intercept_, 3.0 * other.coef_[0, -1:])
        np.testing.assert_array_equal(one.dual_coef_, other.dual_coef_)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2, 1.0), Gaussian(1.0)], ids=str)
@pytest.mark.parametrize("worst_first", [False, True])
def test_in_a_kernels_space(kernel, worst_first):
    """The weight Σ α_k w_k label_k φ(x_k) has the margin that the kernel gives, and predicts."""
    rho, delta = 0.7, 0.4
    model = PDM(
        0.3,
        augment=rho,
        extend=delta,
        kernel=kernel,
        class_weight=OTHERS,
        worst_first=worst_first,
    ).fit(X, Y)
    gram = _values(kernel) + rho**2
    signed = Y * of(OTHERS) * model.dual_coef_
    np.testing.assert_allclose(model.decision_function(X), gram @ signed, rtol=1e-9, atol=1e-12)
    products = Y * of(OTHERS) * (gram @ signed) + delta**2 * model.dual_coef_
    norm = np.sqrt(model.dual_coef_ @ products)
    assert model.directional_margin_ == pytest.approx(products.min() / norm)
    assert model.margin_upper_bound_ == pytest.approx(norm / model.dual_coef_.sum())
    plain = np.sqrt(norm**2 - (rho * signed.sum()) ** 2)
    assert model.geometric_margin_ == pytest.approx(products.min() / plain)
    squares = of(OTHERS) ** 2 * gram.diagonal() + delta**2
    assert model.squared_radius_ == pytest.approx(squares.max())
    np.testing.assert_allclose(model.slack_coef_, delta * Y * model.dual_coef_)


def _values(kernel):
    squares = (X**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * X @ X.T
    return {
        "Linear": X @ X.T,
        "Polynomial": (1.0 + X @ X.T) ** 2,
        "Gaussian": np.exp(-distances / 2),
    }[type(kernel).__name__]


def test_a_linear_kernel_is_the_space_of_the_patterns():
    options = {"augment": 0.7, "extend": 0.3, "class_weight": OTHERS}
    own, kernel = PDM(0.3, **options).fit(X, Y), PDM(0.3, kernel=Linear(), **options).fit(X, Y)
    assert own.n_updates_ == kernel.n_updates_
    np.testing.assert_allclose(own.decision_function(X), kernel.decision_function(X), rtol=1e-9)


def test_a_normalised_kernel_is_normalised_before_its_patterns_are_scaled():
    kernel = Polynomial(2, 1.0, normalised=True)
    model = PDM(0.3, kernel=kernel, extend=0.5, augment=0.0, class_weight=OTHERS).fit(X, Y)
    assert model.squared_radius_ == pytest.approx(1.7**2 + 0.5**2)


def test_a_pattern_is_as_far_from_the_plane_as_its_class_weight_says():
    model = PDM(0.01, augment=2.0, class_weight={-1.0: 5.0}).fit(X, Y)
    norm = np.hypot(np.linalg.norm(model.coef_), model.intercept_[0] / 2.0)
    distances = Y * model.decision_function(X) / norm
    for label, weight in ((-1.0, 5.0), (1.0, 1.0)):
        nearest = distances[label == Y].min()
        assert nearest >= model.directional_margin_ / weight * (1 - 1e-12)
        assert nearest == pytest.approx(model.directional_margin_ / weight, rel=0.05)


def test_balanced_weights_are_scikit_learns():
    counts = np.array([0.0] * 20 + [1.0] * 40)
    model = fit(Perceptron(class_weight="balanced", max_epochs=5), (X, counts))
    expected = compute_class_weight("balanced", classes=np.array([0.0, 1.0]), y=counts)
    np.testing.assert_array_equal(model.class_weight_, expected)


def test_weights_of_one_are_none():
    assert_same(PDM(0.3, class_weight={1.0: 1}).fit(X, Y), PDM(0.3).fit(X, Y))
    np.testing.assert_array_equal(PDM().fit(X, Y).class_weight_, [1.0, 1.0])


@pytest.mark.parametrize("learner", [PDM(0.3), pytest.param(MICRA(), marks=pytest.mark.long)])
@pytest.mark.parametrize("extend", [0.0, 0.5])
def test_a_stream_and_blocks_make_the_updates_of_an_epoch(extend, learner):
    learner = clone(learner).set_params(class_weight=OTHERS, extend=extend, max_epochs=1)
    stream, blocks, whole = clone(learner), clone(learner), fit(learner, (X, Y))
    for rows in np.split(np.arange(60), [7, 30]):
        stream.partial_fit(X[rows], Y[rows], [-1.0, 1.0], whole.squared_radius_)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        fit_in_blocks(blocks, X, Y, rows=7)
    assert_same(blocks, whole)
    for model in (stream, blocks):
        for name in ARRAYS:
            np.testing.assert_array_equal(getattr(model, name), getattr(whole, name))
        np.testing.assert_array_equal(model.class_weight_, [0.3, 1.7])
    again = whole.partial_fit(X[:5], Y[:5])
    stream.partial_fit(X[:5], Y[:5])
    np.testing.assert_allclose(again.coef_, stream.coef_, rtol=1e-9)
    np.testing.assert_allclose(again.slack_coef_, stream.slack_coef_, rtol=1e-9)


DATES = ("2020-01-01", "2021-01-01")


@pytest.mark.parametrize("kind", ["M8[D]", "M8[ns]", "m8[ns]", "U10", object, bool, float])
def test_classes_of_any_type_have_their_weights_in_blocks(kind):
    """R² is that of the weighted patterns only if each label is found among the classes."""
    classes = np.array(DATES if kind in ("U10", object) or "M" in str(kind) else (0, 1), dtype=kind)
    labels = classes[np.where(np.arange(len(Y)) % 9, 0, 1)]
    rows = X + 3.0 * (labels == classes[1])[:, None]
    options = {"class_weight": "balanced", "extend": 1.0, "max_updates": 50}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        whole = PDM(0.3, **options).fit(rows, labels)
        blocks = fit_in_blocks(PDM(0.3, **options), rows, labels, rows=7)
    assert_same(blocks, whole)
    assert blocks.class_weight_.tolist() == whole.class_weight_.tolist() != [1.0, 1.0]


@pytest.mark.parametrize("weights", ["balanced", {1.0: 3.0}])
def test_a_checkpoint_is_of_its_class_weights(weights, tmp_path):
    path = tmp_path / "run"
    whole = PDM(0.3, class_weight=weights).fit(X, Y)
    with pytest.warns(ConvergenceWarning):
        fit_in_blocks(PDM(0.3, class_weight=weights, max_updates=5), X, Y, checkpoint=path)
    assert_same(fit_in_blocks(PDM(0.3, class_weight=weights), X, Y, checkpoint=path), whole)
    with pytest.raises(ValueError, match="is from a run of another learner"):
        fit_in_blocks(PDM(0.3, class_weight={1.0: 4.0}), X, Y, checkpoint=path)


@pytest.mark.parametrize("kind", [float, np.float64, int, np.int64])
def test_a_weight_is_of_the_class_that_is_exactly_its_name(kind):
    """numpy compares whole numbers with floats in float64, where 2⁵³ + 3 is 2⁵³ + 4."""
    large = 2**53
    labels = np.where(Y > 0, large + 4, large + 3)
    model = Perceptron(class_weight={kind(large + 4): 3.0}).fit(X, labels)
    assert model.class_weight_.tolist() == [1.0, 3.0]


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("M8[D]", np.datetime64),
        ("M8[D]", date.fromisoformat),
        ("M8[ns]", np.datetime64),
        ("M8[ns]", datetime.fromisoformat),
        ("M8[ns]", pandas.Timestamp),
        ("M8[Y]", lambda name: np.datetime64(name, "D")),
        ("U10", str),
    ],
)
def test_a_weight_is_found_by_the_class_that_its_name_equals(kind, named):
    """Equal dates of numpy and of Python have different hashes."""
    labels = np.array(DATES, dtype=kind)[(Y > 0).astype(int)]
    model = PDM(0.3, class_weight={named(DATES[1]): 5.0})
    assert model.fit(X, labels).class_weight_.tolist() == [1.0, 5.0]
    assert fit_in_blocks(model, X, labels).class_weight_.tolist() == [1.0, 5.0]


def test_weights_may_not_change_within_a_stream():
    given = {-1.0: 2.0}
    model = Perceptron(class_weight=given).partial_fit(X, Y, [-1.0, 1.0])
    given[-1.0] = 3.0
    with pytest.raises(ValueError, match="class_weight is .*3.0.*, but was .*2.0.* at the start"):
        model.partial_fit(X, Y)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ({2: 1.0}, "class_weight has the class 2, but the classes are -1.0 and 1.0"),
        ({(1.0, 1.0): 1.0}, r"class_weight has the class \(1.0, 1.0\), but the classes are -1.0"),
        ({1.0: 0.0}, "gives the class 1.0 the weight 0.0, but a weight has to be a finite"),
        ({1.0: np.inf}, "gives the class 1.0 the weight inf"),
        ({1.0: np.nan}, "gives the class 1.0 the weight nan"),
        ({1.0: "2"}, "gives the class 1.0 the weight '2'"),
        ({1.0: 10**400}, "class_weight gives the class 1.0 the weight an int of 1329 bits, but"),
        ("equal", "The 'class_weight' parameter of Perceptron must be"),
        ({1.0: 1e-80}, "with augment, extend and class_weight, and powers of that leave the range"),
    ],
)
def test_bad_weights_are_refused(weights, sentence):
    with pytest.raises(ValueError, match=sentence):
        Perceptron(class_weight=weights).fit(X, Y)


def test_a_date_is_named_once_and_as_a_date():
    labels = np.array(DATES, dtype="M8[ns]")[(Y > 0).astype(int)]
    with pytest.raises(ValueError, match="the classes are '2020-01-01T.*' and '2021-01-01T.*'"):
        PDM(class_weight={"2020-01-01": 2.0}).fit(X, labels)
    for other in (pandas.Timestamp(f"{DATES[0]}T00:00:00.000000001"), 1577836800000000000):
        with pytest.raises(ValueError, match="class_weight has the class"):
            PDM(class_weight={other: 2.0}).fit(X, labels)
    twice = {np.datetime64(DATES[0]): 2.0, date.fromisoformat(DATES[0]): 3.0}
    with pytest.raises(ValueError, match="class_weight has the class .* twice: leave one of them"):
        PDM(class_weight=twice).fit(X, labels.astype("M8[D]"))


def test_what_has_no_weights_refuses_them():
    with pytest.raises(ValueError, match="'balanced', but partial_fit does not know how many"):
        Perceptron(class_weight="balanced").partial_fit(X, Y, [-1.0, 1.0])
    with pytest.raises(ValueError, match="divides each pattern by its norm.* class_weight at None"):
        ALMA(normalise="instance", class_weight=OTHERS).fit(X, Y)
    with pytest.raises(ValueError, match="OneVsRest ignores class_weight"):
        OneVsRest(Perceptron(class_weight="balanced")).fit(X, Y)


def test_the_audit_proves_the_margin_of_the_patterns_themselves():
    model = PDM(0.01, augment=2.0, class_weight=OTHERS).fit(X, Y)
    proof = prove_model(model, X, Y)
    norm = np.hypot(np.linalg.norm(model.coef_), model.intercept_[0] / 2.0)
    margin = (Y * model.decision_function(X)).min() / norm
    assert float(proof.lower) == pytest.approx(margin)
    assert float(proof.upper) == pytest.approx(norm / (of(OTHERS) @ model.dual_coef_))
    best = PDM(0.001, augment=2.0).fit(X, Y)
    assert float(proof.lower) <= best.margin_upper_bound_
    assert best.directional_margin_ <= float(proof.upper)


def test_a_proof_of_inseparability_is_of_the_patterns_themselves():
    rows, labels = [[1.0], [2.0], [1.0], [3.0]], [0, 0, 1, 1]
    with pytest.warns(ConvergenceWarning, match="reached an earlier weight again"):
        model = Perceptron(augment=1.0, class_weight={0: 2.0, 1: 2.0}).fit(rows, labels)
    assert model.inseparable_ is not None and not model.inseparable_.separable


def test_several_classes_have_balanced_weights_each():
    y = np.arange(60) % 3
    model = OneVsRestClassifier(PDM(class_weight="balanced", max_epochs=1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, y)
    for learner in model.estimators_:
        np.testing.assert_allclose(learner.class_weight_, [0.75, 1.5])
