"""ALMA_p makes the updates of the slow reference, and Theorem 3 holds for every run."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import minimize
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from maxmargin import ALMA, LEARNERS
from maxmargin.bounds import alma as bounds
from maxmargin.drivers import p_norm, progress, sequential
from maxmargin.drivers.p_norm import Parameters, PNormLearner
from maxmargin.drivers.p_norm_space import make_p_norm_space, normalised, q_norm
from maxmargin.rules import alma as rule
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.problems import separable

NORMS = [2.0, 2.5, 4.0, 10.0]
FORMS = {"dense": np.asarray, "sparse": sparse.csr_matrix}
FEW = settings(max_examples=25, deadline=None, derandomize=True)
norms = st.sampled_from(NORMS)
problems = st.builds(
    separable,
    seed=st.integers(0, 10**6),
    m=st.integers(4, 30),
    n=st.integers(2, 6),
    margin=st.sampled_from([0.05, 0.1, 0.5]),
)


def norm(x, p):
    """‖x‖_p of a vector."""
    largest = np.abs(x).max()
    return largest * (np.abs(x / largest) ** p).sum() ** (1 / p) if largest else 0.0


def f(w, q):
    """f of Section 3; with p for q it is its inverse."""
    length = norm(w, q)
    return length * np.sign(w) * np.abs(w / length) ** (q - 1) if length else w


def obvious(parameters, Y, orders):
    """Figure 1 on label-reflected patterns of at most unit length: (corrected, weights), the
    patterns of each update in order and the weight after each visit.
    """
    alpha, B, C, p = parameters
    B, q = sqrt(8) / alpha if B is None else B, p / (p - 1)
    w, k, corrected, weights = np.zeros(Y.shape[1]), 1, [], []
    for t in np.concatenate(orders):
        if Y[t] @ w <= (1 - alpha) * B * sqrt(p - 1) / sqrt(k) and Y[t].any():
            w = f(f(w, q) + C / sqrt(p - 1) / sqrt(k) * Y[t], p)
            w = w / max(1, norm(w, q))
            k += 1
            corrected.append(t)
        weights.append(w)
    return corrected, np.array(weights)


def unit_rows(X, p):
    return X / np.array([norm(x, p) or 1.0 for x in X])[:, None]


def maximum(Y, p):
    """γ* of label-reflected patterns from below and above, by the dual problem: the shortest
    mean of patterns.
    """
    m = len(Y)
    found = minimize(
        lambda a: norm(a @ Y, p),
        np.full(m, 1 / m),
        jac=lambda a: Y @ (f(a @ Y, p) / norm(a @ Y, p)),
        bounds=[(0, 1)] * m,
        constraints={"type": "eq", "fun": lambda a: a.sum() - 1, "jac": np.ones_like},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    a = np.maximum(found.x, 0) / np.maximum(found.x, 0).sum()
    w = f(a @ Y, p)
    return (Y @ w).min() / norm(w, p / (p - 1)), norm(a @ Y, p)


def orders(seed, m, epochs):
    rng = np.random.default_rng(seed)
    return [rng.permutation(m).astype(np.int32) for _ in range(epochs)]


def presented(parameters, X, labels, order_of_epochs, X_test=None):
    given = [X] if X_test is None else [X, X_test]
    parts = [normalised(part, parameters.p) for part in given]
    learner = PNormLearner(parameters, labels, *parts)
    for order in order_of_epochs:
        learner.present(order)
    return learner


@FEW
@given(w=st.lists(st.floats(-5, 5), min_size=1, max_size=8), p=st.sampled_from([2, 2.5, 4, 10]))
def test_lemma_2(w, p):
    """f is inverse to what p makes of it, and keeps the norm."""
    w, q = np.array(w), p / (p - 1)
    assert norm(f(w, q), p) == pytest.approx(norm(w, q), rel=1e-9)
    np.testing.assert_allclose(f(f(w, q), p), w, rtol=1e-6, atol=1e-9 * np.abs(w).max())


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("p", [*NORMS, 30.0])
@pytest.mark.parametrize(
    ("alpha", "B", "C"), [(0.5, None, sqrt(2)), (1.0, None, 1.0), (0.1, None, 1.4), (0.9, 1.1, 1e9)]
)
def test_same_hypotheses_as_reference(alpha, B, C, p, form):
    X, labels = separable(3, m=60, n=7, margin=0.05)
    X[np.random.default_rng(0).random(X.shape) < 0.3] = 0.0
    X[5] = 0.0
    m = 40
    parameters = Parameters(alpha, B, C, p)
    epochs = orders(1, m, 20)
    learner = presented(parameters, form(X[:m]), labels[:m], epochs, form(X[m:]))
    X = unit_rows(X, p)
    Y = labels[:m, None] * X[:m]
    corrected, weights = obvious(parameters, Y, epochs)
    assert learner.updates == len(corrected) and 5 not in corrected
    assert learner.support_vectors == len(set(corrected))
    scores = X @ weights.T
    np.testing.assert_allclose(learner.last(), scores[:, -1], atol=1e-10)
    np.testing.assert_allclose(learner.average(), scores.mean(axis=1), atol=1e-10)
    safe = (np.abs(scores) > 1e-12).all(axis=1)
    assert safe.sum() > 10
    votes = np.sign(scores).mean(axis=1)
    np.testing.assert_allclose(learner.voted()[safe], votes[safe], atol=1e-12)
    q = p / (p - 1)
    for hypothesis, w in (("last", weights[-1]), ("average", weights.mean(axis=0))):
        output = getattr(learner, hypothesis)()
        assert learner.norm_of(hypothesis, output) == pytest.approx(norm(w, q), rel=1e-10)


@pytest.mark.parametrize("p", NORMS)
def test_long_runs_keep_their_precision(p):
    """By then scale has fallen by many powers of ten."""
    X, labels = separable(8, m=50, n=5, margin=0.02)
    parameters = Parameters(0.1, None, sqrt(2), p)
    epochs = orders(2, 50, 200)
    learner = presented(parameters, X, labels, epochs)
    X = unit_rows(X, p)
    corrected, weights = obvious(parameters, labels[:, None] * X, epochs)
    assert learner.updates == len(corrected) > 2000
    np.testing.assert_allclose(learner.last(), X @ weights[-1], atol=1e-9)
    np.testing.assert_allclose(learner.average(), X @ weights.mean(axis=0), atol=1e-9)


def test_votes_may_be_asked_for_at_any_time(monkeypatch):
    X, labels = separable(4, m=40)
    epochs = orders(4, 40, 6)
    once = presented(Parameters(0.3, p=4.0), X, labels, epochs)
    monkeypatch.setattr(p_norm, "BLOCK", 3)
    often = presented(Parameters(0.3, p=4.0), X, labels, epochs[:2])
    often.voted()
    for order in epochs[2:]:
        often.present(order)
        often.voted()
    assert once.updates > 20
    np.testing.assert_array_equal(once.voted(), often.voted())


@pytest.mark.parametrize("p", [*NORMS, 40.0, 300.0])
@FEW
@given(problem=problems, alpha=st.floats(0.05, 1), C=st.sampled_from([0.1, 1.4, 1e5]))
def test_weights_stay_in_the_ball(p, problem, alpha, C):
    """And are what their duals and their sum say, with p too large for the reference, in which
    small weights underflow.
    """
    X, labels = problem
    X = unit_rows(X, p)
    learning = p_norm.PNormWeight(Parameters(alpha, None, C, p), labels, X)
    w, total, visits = learning.last(), np.zeros(X.shape[1]), 0
    for update in range(1, 200):
        learning.advance(np.arange(len(X), dtype=np.int32), at_update=update)
        before, w = w, learning.last()
        corrected = int(learning.state["updates"] == update)
        passed = learning.state["visits"] - visits
        total += (passed - corrected) * before + corrected * w
        visits += passed
        assert q_norm(w, p) <= 1 + 1e-12
        assert learning.theta_norm() == pytest.approx(q_norm(w, p), rel=1e-12)
        np.testing.assert_allclose(f(learning.duals() * labels @ X, p), w, atol=1e-9)
        np.testing.assert_allclose(learning.average(), total / visits, atol=1e-12)
        if not corrected:
            break


@pytest.mark.parametrize("normalise", ["radius", "instance"])
@pytest.mark.parametrize("p", NORMS)
@FEW
@given(problem=problems, alpha=st.floats(0.2, 1))
def test_theorem_3_where_separable(p, normalise, problem, alpha):
    """Part 1: updates, margin and γ_k; and the certificate, which needs no theorem."""
    X, labels = problem
    units = np.array([norm(x, p) for x in X])
    if normalise == "radius":
        units[:] = units.max()
    low, high = maximum(labels[:, None] * X / units[:, None], p)
    assert low >= 0.98 * high  # it nearly found the maximum
    model = ALMA(alpha, p=p, normalise=normalise, augment=0.0).fit(X, labels)
    assert model.converged_
    assert model.n_updates_ <= bounds.updates_where_separable(low, alpha, p)
    unit = sqrt(model.squared_radius_)
    assert model.directional_margin_ >= (1 - alpha) * low * unit * (1 - 1e-9)
    for point in model.history_:
        assert bounds.margin_bound(point.updates, alpha, p) >= low
        assert point.directional_margin <= high * unit * (1 + 1e-9)
        assert point.upper_bound >= low * unit * (1 - 1e-9)


@pytest.mark.parametrize("p", NORMS)
@FEW
@given(
    seed=st.integers(0, 10**6),
    alpha=st.floats(0.1, 1),
    gamma=st.floats(0.01, 1),
    sparsity=st.integers(1, 5),
)
def test_theorem_3_whatever_the_patterns(p, seed, alpha, gamma, sparsity):
    """Part 2, with the B and C of Remark 4, for a weight of the ball that knows the labels and one
    that does not; the deviations are those of the visits with an update.
    """
    X, labels = separable(seed, m=30, n=5)
    rng = np.random.default_rng(seed)
    labels = np.where(rng.random(30) < 0.2, -labels, labels)
    parameters = Parameters(alpha, 1 / (2 * sqrt(alpha)), sqrt(alpha), p)
    _, B, C, _ = parameters
    assert C**2 + 2 * (1 - alpha) * B * C == pytest.approx(1)
    epochs = orders(seed, 30, 5)
    learner = presented(parameters, X, labels, epochs)
    Y = labels[:, None] * unit_rows(X, p)
    corrected, _ = obvious(parameters, Y, epochs)
    assert learner.updates == len(corrected)
    informed = f(Y.mean(axis=0), p)
    ignorant = np.where(np.arange(5) < sparsity, rng.normal(size=5), 0.0)
    for u in (informed, ignorant):
        u = u / norm(u, p / (p - 1))
        deviations = np.maximum(0, gamma - Y[corrected] @ u).sum()
        bound = bounds.updates_whatever_the_patterns(gamma, deviations, C, p)
        assert learner.updates <= bound * (1 + 1e-12)


def test_theorem_3_as_remark_4_has_it():
    """In the separable case part 2 gives (1 + √5)/2 (p − 1)/(γ² α), where that is large."""
    alpha, gamma, p = 0.5, 1e-4, 6
    bound = bounds.updates_whatever_the_patterns(gamma, 0.0, sqrt(alpha), p)
    assert bound == pytest.approx((p - 1) / (gamma**2 * alpha), rel=1e-6)
    assert bound <= (1 + sqrt(5)) / 2 * (p - 1) / (gamma**2 * alpha)
    assert bounds.updates_where_separable(1.0, 1.0, 2) == 2 + 4
    assert bounds.margin_bound(8, 1.0, 2) == pytest.approx(1.0)
    assert bounds.margin_bound(0, 1.0, 2) == np.inf


@FEW
@given(problem=problems, p=norms, alpha=st.floats(0.2, 1))
def test_label_swap_changes_no_bit(problem, p, alpha):
    X, labels = problem
    model, swapped = (
        ALMA(alpha, p=p, normalise="instance").fit(X, sign * labels) for sign in (1, -1)
    )
    assert swapped.history_[-1]._replace(seconds=0) == model.history_[-1]._replace(seconds=0)
    assert (swapped.coef_ == -model.coef_).all()


@pytest.mark.parametrize("p", NORMS)
@FEW
@given(problem=problems, power=st.integers(-60, 60))
def test_scale_of_each_pattern_changes_nothing(p, problem, power):
    X, labels = problem
    factors = np.random.default_rng(power + 60).uniform(0.1, 10.0, size=(len(X), 1))
    model, scaled, same = (
        ALMA(0.5, p=p, normalise="instance", augment=0.0).fit(c * X, labels)
        for c in (1.0, 2.0**power * factors, 2.0**power)
    )
    assert scaled.history_[-1][:4] == model.history_[-1][:4]
    np.testing.assert_allclose(scaled.coef_, model.coef_, atol=1e-9)
    assert same.coef_.tobytes() == model.coef_.tobytes()
    radius = ALMA(0.5, p=p, augment=0.0).fit(X, labels)
    scaled = ALMA(0.5, p=p, augment=0.0).fit(2.0**power * X, labels)
    assert scaled.n_updates_ == radius.n_updates_
    assert scaled.directional_margin_ == pytest.approx(2.0**power * radius.directional_margin_)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("seed", range(6))
def test_p_of_2_is_the_rule(seed, form):
    X, labels = separable(seed, m=30, n=5)
    augment, extend = [(0.0, 0.5), (1.5, 0.0), (1.0, 2.0)][seed % 3]
    options = {"mini_epochs": [0, 3][seed % 2], "budget": progress.Budget(max_epochs=300)}
    permutes = [np.random.default_rng(seed) if seed > 2 else None for _ in range(2)]
    space = make_space(form(X), labels, augment, extend)
    ended = sequential.run(rule, rule.Parameters(0.3), space, permute=permutes[0], **options)
    other = make_p_norm_space(form(X), labels, 2.0, "radius", augment, extend)
    run = p_norm.run(Parameters(0.3), other, permute=permutes[1], **options)
    assert run.status == ended.status and other.squared_radius == pytest.approx(
        space.squared_radius
    )
    assert len(run.curve) == len(ended.curve)
    for point, expected in zip(run.curve, ended.curve, strict=True):
        assert point[:4] == expected[:4]
        assert point[5:] == pytest.approx(expected[5:], rel=1e-9)
    np.testing.assert_allclose(run.weights[:6], ended.weights, atol=1e-9)
    np.testing.assert_allclose(run.duals, ended.duals, atol=1e-9)
    if extend:
        np.testing.assert_allclose(run.weights[6:], extend * labels * ended.duals, atol=1e-9)


@pytest.mark.parametrize("p", [2.0, 4.0])
def test_entries_given_twice_add_up(p):
    X, labels = separable(1, m=20)
    starts = np.arange(21) * 8
    columns, values = np.tile(np.arange(8) % 4, 20), np.hstack([1.5 * X, -0.5 * X]).ravel()
    twice = sparse.csr_matrix((values, columns, starts), shape=X.shape)
    one, other = (ALMA(0.5, p=p, normalise="instance").fit(rows, labels) for rows in (X, twice))
    assert other.n_updates_ == one.n_updates_ > 10
    np.testing.assert_allclose(other.coef_, one.coef_, atol=1e-12)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("extend", [0.0, 0.5])
@pytest.mark.parametrize("normalise", ["radius", "instance"])
@pytest.mark.parametrize("p", [2.0, 4.0])
def test_attributes_describe_the_weight(p, normalise, extend, form):
    X, labels = separable(1, m=30)
    model = ALMA(0.3, p=p, normalise=normalise, augment=2.0, extend=extend)
    model.fit(form(X), labels)
    weight = np.concatenate([model.coef_[0], model.intercept_ / 2.0, model.slack_coef_])
    Y = reference.patterns(X, labels, 2.0, extend)
    lengths = np.array([norm(y, p) for y in Y])
    if normalise == "instance":
        Y = Y / lengths[:, None]
    radius = 1.0 if normalise == "instance" else lengths.max()
    products, q = Y @ weight, p / (p - 1)
    assert model.squared_radius_ == pytest.approx(radius**2)
    assert model.directional_margin_ == pytest.approx(products.min() / norm(weight, q))
    plain = norm(np.delete(weight, 4), q)
    assert model.geometric_margin_ == pytest.approx(products.min() / plain)
    theta = model.dual_coef_ @ Y
    np.testing.assert_allclose(f(theta, p), weight, atol=1e-12)
    assert model.margin_upper_bound_ == pytest.approx(norm(theta, p) / model.dual_coef_.sum())
    assert (model.dual_coef_ >= 0).all() and model.converged_
    assert model.history_[-1].updates == model.n_updates_
    assert model.n_iter_ == model.n_epochs_ + model.n_mini_epochs_
    scores = X @ model.coef_[0] + model.intercept_
    np.testing.assert_array_equal(model.predict(form(X)), np.where(scores > 0, 1, -1))
    assert clone(model).get_params() == model.get_params()


def test_large_p_finds_the_coordinates_that_matter():
    """A target of 3 coordinates among 300 takes far fewer updates than with p = 2, as in
    Section 4.4, and the weight is nearly all there.
    """
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(400, 300))
    X[:, :3] += 0.5 * np.sign(X[:, :3].sum(axis=1))[:, None]
    labels = np.sign(X[:, :3].sum(axis=1))
    two, ten = (ALMA(0.5, p=p, normalise="instance", augment=0.0).fit(X, labels) for p in (2, 10))
    assert ten.n_updates_ < two.n_updates_
    parts = [np.abs(model.coef_[0]) / np.abs(model.coef_).sum() for model in (two, ten)]
    assert parts[0][:3].sum() < 0.5 and parts[1][:3].sum() > 0.9


@pytest.mark.parametrize("options", [{"max_updates": 123}, {"max_epochs": 7}])
@pytest.mark.parametrize("shuffle", [False, True])
def test_limits_are_kept_exactly(options, shuffle):
    X, labels = separable(5, m=30)
    X, labels = np.vstack([X, X[:1]]), np.append(labels, -labels[0])
    model = ALMA(0.01, p=4, shuffle=shuffle, random_state=0, **options)
    with pytest.warns(ConvergenceWarning, match="directional margin .* certified maximum"):
        model.fit(X, labels)
    (name, limit), count = next(iter(options.items())), {"max_updates": "n_updates_"}
    assert getattr(model, count.get(name, "n_epochs_")) == limit and model.status_ == name
    assert model.margin_upper_bound_ >= 0


@pytest.mark.parametrize("p", [2.0, 10.0, 1e5])
def test_extremes_are_numbers(p):
    """Of learning rates and of p, and of patterns whose powers would over- or underflow."""
    X, labels = separable(2, m=20)
    for C in (1e-9, 1e12):
        for scale in (1e-200, 1e200):
            learner = presented(Parameters(0.5, None, C, p), scale * X, labels, orders(1, 20, 30))
            assert 0 < learner.norm_of("last", learner.last()) <= 1 + 1e-12
            outputs = learner.last(), learner.average(), learner.voted()
            assert np.isfinite(outputs).all() and np.abs(outputs).max() <= 1 + 1e-12


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(
    [
        ALMA(p=4, normalise="instance", max_updates=20_000),
        ALMA(p=2.5, extend=1.0, max_updates=20_000),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"p": 1.5}, r"The 'p' parameter of ALMA must be a float in the range \[2"),
        ({"normalise": "no"}, "The 'normalise' parameter of ALMA must be a str among"),
        ({"p": 3.0}, "row 4 of X, counted from 0, is all zero"),
    ],
)
def test_bad_input_is_named(options, sentence):
    X, labels = separable(1)
    X[4] = 0.0
    with pytest.raises(ValueError, match=sentence):
        ALMA(**options, augment=0.0).fit(X, labels)


def test_patterns_that_are_too_long_are_named():
    X, labels = separable(1)
    X[4] = 1.7e308
    with pytest.raises(ValueError, match="row 4 of X.* norm overflows"):
        ALMA(p=3.0).fit(X, labels)


def test_the_estimator_is_the_learner_of_its_name():
    assert LEARNERS["ALMA"] is ALMA
