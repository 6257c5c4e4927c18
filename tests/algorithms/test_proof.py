"""Proofs of margins: true of what they are given, however it was damaged; exact; quick enough."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from sklearn.svm import SVC

import data
from maxmargin import LIBLINEAR, LIBSVM, MICRA, MaximumMargin, Perceptron
from maxmargin.audit import main, prove_model, save_model
from maxmargin.proof import prove
from tests.algorithms.problems import separable

SPACE = {"augment": 0.7, "extend": 0.3}


def slow_ends(X, labels, coef, intercept, slacks, duals, augment, extend):
    """(p|p|/‖a‖² of the margin p/‖a‖, the square of the bound), as fractions, written out."""
    rho, delta = Fraction(augment), Fraction(extend)
    rows = []
    for k, (x, label) in enumerate(zip(X.tolist(), labels.tolist(), strict=True)):
        own = [delta * int(label) if i == k else 0 for i in range(len(labels))]
        rows.append([Fraction(v) * int(label) for v in x] + [rho * int(label), *own])
    # The threshold of the weight that is meant, which need not have the decimals of the intercept.
    weight = [Fraction(v) for v in [*coef.tolist(), intercept / augment, *slacks.tolist()]]
    least = min(sum(a * b for a, b in zip(row, weight, strict=True)) for row in rows)
    sums = [sum(a * Fraction(d) for a, d in zip(column, duals.tolist(), strict=True))
            for column in zip(*rows, strict=True)]  # fmt: skip
    total = sum(map(Fraction, duals.tolist()))
    return least * abs(least) / sum(v * v for v in weight), sum(v * v for v in sums) / total**2


def parts_of(model):
    return {
        "coef": model.coef_[0],
        "intercept": model.intercept_[0],
        "slacks": model.slack_coef_,
        "duals": model.dual_coef_,
    }


def assert_between(proof, lower, upper):
    """The ends, as signed squares, are what the proof says, to its last digit."""
    unit = Fraction(1, 10 ** len(proof.upper.partition(".")[2]))
    low, high = Fraction(Decimal(proof.lower)), Fraction(Decimal(proof.upper))
    assert low * abs(low) <= lower <= (low + 2 * unit) * abs(low + 2 * unit)
    assert max(0, high - unit) ** 2 <= upper <= high**2


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix], ids=["dense", "sparse"])
def test_both_ends_are_those_written_out_in_fractions(seed, form):
    X, labels = separable(seed, m=8, n=3)
    model = Perceptron(**SPACE, max_updates=seed + 1).fit(X, labels)
    ends = slow_ends(X, labels, **parts_of(model), **SPACE)
    assert_between(prove(form(X), labels, **parts_of(model), **SPACE), *ends)


def damaged(X, labels, parts, rng):
    """Copies with one thing changed at random; says whether the numbers can be any."""
    X, labels, parts = X.copy(), labels.copy(), {key: np.copy(v) for key, v in parts.items()}
    k, size = rng.integers(len(labels)), rng.choice([1e-12, 1e-3, 1.0, 1e6, np.nan])
    match rng.integers(5):
        case 0:
            parts["coef"][rng.integers(X.shape[1])] += size
        case 1:
            parts["duals"][k] -= size
        case 2:
            labels[k] = -labels[k]
        case 3:
            X[k] += size * rng.normal(size=X.shape[1])
        case 4:
            X[[0, k]] = X[[k, 0]]
    return X, labels, parts


def test_a_thousand_damaged_certificates_prove_nothing_false():
    """Each is refused, or what it says is true of the data as they then are."""
    rng = np.random.default_rng(1)
    refused = weaker = 0
    for trial in range(1000):
        X, labels = separable(trial % 50, m=8, n=2)
        model = MaximumMargin(**SPACE).fit(X, labels)
        whole = prove(X, labels, **parts_of(model), **SPACE)
        X, labels, parts = damaged(X, labels, parts_of(model), rng)
        try:
            proof = prove(X, labels, **parts, **SPACE)
        except ValueError:
            refused += 1
            continue
        maximum = MaximumMargin(**SPACE).fit(X, labels)
        gamma = maximum.directional_margin_
        assert not proof.lower or float(proof.lower) <= gamma * (1 + 1e-6)
        assert not proof.upper or float(proof.upper) >= gamma * (1 - 1e-6)
        weaker += proof != whole
    assert refused > 50 and weaker > 500


def test_a_classifier_of_scikit_learn_is_proved_with_a_free_threshold():
    X, labels = separable(3, m=40, n=2, margin=0.5)
    proof = prove_model(SVC(kernel="linear", C=1e9, tol=1e-9).fit(X, labels), X, labels)
    exact = MaximumMargin(free_threshold=True).fit(X, labels).geometric_margin_
    assert float(proof.lower) <= exact * (1 + 1e-9) and exact <= float(proof.upper) * (1 + 1e-9)
    assert float(proof.lower) > 0.999 * float(proof.upper)


@pytest.mark.parametrize("cls", [LIBSVM, LIBLINEAR])
def test_other_solvers_are_proved_as_far_as_they_have_duals(cls):
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = cls().fit(X, labels)
    proof = prove_model(model, X, labels)
    assert abs(float(proof.lower) - model.geometric_margin_) < 1e-9
    assert bool(proof.upper) == hasattr(model, "dual_coef_")
    assert proof.upper or proof.reason == "there are no duals, so no bound is proved"


def test_that_nothing_separates_the_patterns_is_a_bound_of_nearly_zero():
    X, labels = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]]), np.array([1.0, 1, 1, 1])
    proof = prove(X, labels, [1, 0], 0.0, duals=[1, 1, 0, 0], augment=0.0)
    assert float(proof.upper) == 0.0 and float(proof.lower) < 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"coef": [1.0]}, r"coef has the shape \(1,\), but has to have 2 numbers"),
        ({"duals": [1.0, np.inf, 0, 0]}, "duals has inf at place 1"),
        ({"intercept": np.nan}, "intercept has nan"),
        ({"labels": [1, -1, 1, 0]}, "labels are not all"),
        ({"X": np.array([[1, np.nan]] * 4)}, "X has nan at place 1"),
    ],
)
def test_what_cannot_be_proved_is_named(change, sentence):
    given = {"X": np.ones((4, 2)), "labels": [1, 1, -1, -1], "coef": [1, 2], "intercept": 0}
    with pytest.raises(ValueError, match=sentence):
        prove(**{**given, **change})


def test_the_command(tmp_path, capsys):
    problem = data.load("sonar")
    data_file, model_file = tmp_path / "sonar.npz", tmp_path / "model.npz"
    np.savez(data_file, X=problem.X, y=problem.y)
    model = MICRA(augment=1).fit(problem.X, problem.y)
    save_model(model, problem.y, model_file)
    assert main([str(model_file), str(data_file)]) == 0
    said = capsys.readouterr().out
    proof = prove_model(model, problem.X, problem.y)
    assert f"at least {proof.lower}." in said and f"at most {proof.upper}." in said
    assert main([str(data_file), str(data_file)]) == 1
    assert capsys.readouterr().err.startswith("error: ")


def test_the_proof_imports_nothing_of_the_learners():
    import maxmargin.proof

    text = open(maxmargin.proof.__file__, encoding="utf-8").read()
    assert "maxmargin" not in text.replace("maxmargin.audit", "") and len(text.splitlines()) < 200
