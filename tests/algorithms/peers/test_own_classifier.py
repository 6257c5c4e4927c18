"""Classifiers in the user's own files: their weights, margins, curves and refusals."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.svm import LinearSVC

from docs.from_code.files import ROOT
from maxmargin import Perceptron, variants
from maxmargin.preparation import prepared_once
from peers.own_classifier import load
from peers.own_classifier_check import report
from tests.algorithms.problems import separable
from workflows.commands.check_variant import checked
from workflows.plan.variant_files import CLASSIFIER, RULE, Variant, declared_in, names_in

AROW = ROOT / "docs" / "examples" / "arow.py"
X, Y = separable(1, m=30)
SVC = """
from sklearn.svm import LinearSVC

class SVC(LinearSVC):
    def fit(self, X, y):
        return super().fit(X, y)
"""

STEPS = """
import numpy as np
from sklearn.base import BaseEstimator

class Steps(BaseEstimator):
    def __init__(self, max_iter=11):
        self.max_iter = max_iter

    def fit(self, X, y):
        self.coef_, self.intercept_ = self.max_iter * (y @ X)[None] / len(y), [0.0]
        return self
"""
INIT = "    def __init__(self, {}): ...\n\n    def fit(self"


def written(tmp_path, text, name="own.py"):
    path = tmp_path / name
    path.write_text(text)
    return path


def slow_arow(Y, r, epochs):
    """Return the weight of AROW on reflected patterns Y, (m, n), from its definition."""
    weight, variances = np.zeros(Y.shape[1]), np.ones(Y.shape[1])
    for _ in range(epochs):
        for y in Y:
            if weight @ y < 1.0:
                beta = 1.0 / (np.sum(variances * y * y) + r)
                alpha = (1.0 - weight @ y) * beta
                weight = weight + alpha * variances * y
                variances = variances - beta * (variances * y) ** 2
    return weight


@pytest.mark.parametrize("extend", [0.0, 0.5])
@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_matrix])
def test_arow_learns_from_explicit_patterns(extend, convert):
    model = load(AROW)(r=3.0, augment=2.0, extend=extend, max_epochs=4)
    with pytest.warns(UserWarning, match="max_epochs"):
        model.fit(convert(X), Y)
    explicit = np.hstack([X, np.full((30, 1), 2.0), extend * np.eye(30)[:, : 30 if extend else 0]])
    weight = slow_arow(Y[:, None] * explicit, 3.0, 4)
    np.testing.assert_allclose(model.coef_[0], weight[:4], rtol=1e-9)
    np.testing.assert_allclose(model.intercept_, 2.0 * weight[4], rtol=1e-9)
    margin = (Y * (explicit @ weight)).min() / np.linalg.norm(weight)
    assert model.directional_margin_ == pytest.approx(margin)
    assert [point.epochs for point in model.history_] == [1, 2, 3, 4]
    assert not model.converged_
    assert ((model.predict(X) == 1) == (X @ weight[:4] + 2.0 * weight[4] > 0)).all()


@pytest.mark.parametrize("scale", ["1e160", "1e300", "1e-170", "1e-310"])
def test_a_weight_without_a_norm_in_float64_has_failed(tmp_path, scale):
    """It separates the patterns, so that a margin of 0 would be wrong."""
    text = STEPS.replace("self.max_iter * (y @ X)", f"{scale} * (y @ X)")
    model = load(written(tmp_path, text))(augment=1.0)
    with pytest.warns(UserWarning, match="Steps ended with 'failed'"):
        model.fit(np.array([[2.0, 1.0], [-1.0, -2.0]]), [1, -1])
    assert not model.converged_
    assert "after epoch 1 the weight's largest number is" in model.failure_
    assert "it has to be from 1e-100 to 1e+100" in model.failure_


def test_a_class_with_max_iter_has_a_curve_of_calls(tmp_path):
    model = load(written(tmp_path, STEPS))(augment=1.0, max_epochs=100)
    with pytest.warns(UserWarning, match="Steps ended with 'stopped'.*after 11 epochs"):
        model.fit(X, Y)
    assert [point.epochs for point in model.history_] == [1, 2, 4, 8, 11]
    assert {point.visits for point in model.history_} == {None} and not hasattr(model, "n_visits_")
    means = Y @ np.hstack([X, np.ones((30, 1))]) / 30
    np.testing.assert_allclose(model.coef_[0], 11 * means[:4])
    assert model.n_epochs_ == 11 and model.directional_margin_ < 0.0 and not model.converged_


def test_a_learned_intercept_is_the_coordinate_of_rho(tmp_path):
    model = load(written(tmp_path, SVC))(C=1e3, augment=4.0).fit(X, Y)
    theirs = LinearSVC(C=1e3).fit(np.hstack([X, np.full((30, 1), 4.0)]), Y)
    np.testing.assert_allclose(model.coef_[0], theirs.coef_[0, :4])
    np.testing.assert_allclose(model.intercept_, 4.0 * theirs.coef_[0, 4] + theirs.intercept_)
    with pytest.raises(ValueError, match="SVC.intercept_ is .* no threshold: set augment above 0"):
        load(written(tmp_path, SVC))(augment=0.0).fit(X, Y)


def test_inseparable_patterns_are_never_converged(tmp_path):
    both = np.vstack([X, X[:1]]), np.append(Y, -Y[0])
    for cls in (load(AROW), load(written(tmp_path, SVC))):
        with pytest.warns(UserWarning, match="before it converged"):
            model = cls(augment=1.0, max_epochs=50).fit(*both)
        assert not model.converged_ and model.directional_margin_ <= 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1\n", "it has to define one class with a method fit or partial_fit."),
        ("class A:\n    def fit(self, X, y): ...\n", "A has to be a subclass of sklearn"),
        (
            SVC.replace("    def fit(self", INIT.format("r")),
            "parameter r without a default",
        ),
        (
            SVC.replace("    def fit(self", INIT.format("extend=1")),
            "the parameter extend, which",
        ),
        ("import nothing_of_this_name\n", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_class_that_cannot_take_part_is_refused(text, sentence, tmp_path):
    path = written(tmp_path, text)
    with pytest.raises(variants.VariantError, match=f"own.py: .*{sentence}"):
        load(path)
    conforms, lines = report(path)
    assert not conforms and sentence in lines[0]


BASE = """
import numpy as np
from sklearn.base import BaseEstimator

class Own(BaseEstimator):
    def fit(self, X, y):
        self.coef_, self.intercept_ = WEIGHT
        return self
"""


@pytest.mark.parametrize(
    ("weight", "sentence"),
    [
        ("np.ones((1, 3)), [0.0]", "has the shape (1, 3); it has to be (1, 5)"),
        ("np.full((1, X.shape[1]), np.nan), [0.0]", "the weight is not finite"),
        ("np.random.rand(1, X.shape[1]), [0.0]", "finds two weights in two runs"),
        ("np.ones((1, 1 / 0)), [0.0]", "ZeroDivisionError"),
    ],
)
def test_the_check_reports_faults_in_words(weight, sentence, tmp_path):
    conforms, (line,) = report(written(tmp_path, BASE.replace("WEIGHT", weight)))
    assert not conforms and sentence in line


def test_the_example_conforms():
    assert report(AROW) == (True, [f"{AROW}: AROW conforms."])


def test_a_file_declares_a_rule_or_a_classifier(tmp_path):
    path = written(tmp_path, SVC)
    assert declared_in(path) == Variant("SVC", CLASSIFIER, str(path))
    assert declared_in(written(tmp_path, 'NAME = "Mine"\n' + SVC)).kind == RULE
    assert declared_in(written(tmp_path, SVC + SVC.replace("class SVC", "class Other"))) is None
    assert declared_in(written(tmp_path, SVC.replace("class SVC", "class _SVC"))) is None


def test_the_workflow_and_the_wrapper_find_the_same_class(tmp_path):
    two = SVC + "\n\nclass Helper:\n    def other(self):\n        pass\n"
    path = written(tmp_path, two.replace("class SVC", "class Mine"))
    assert declared_in(path).name == load(str(path)).__name__ == "Mine"
    assert names_in(path) == ["Mine", "Helper"]


INNER = """
from sklearn.base import BaseEstimator
from sklearn.svm import LinearSVC

class Inner(BaseEstimator):
    def fit(self, X, y):
        found = LinearSVC(C=1e3, fit_intercept=False).fit(X, y)
        self.coef_, self.intercept_ = found.coef_, [0.0]
        return self
"""
CHANGED = INNER.replace(
    "        return self", "        X *= 1000\n        y[:] = -y\n        return self"
)


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_matrix])
def test_a_class_that_changes_its_patterns_changes_no_margin(tmp_path, convert):
    """Else a class could scale the margin, and learners after it would learn other labels."""
    with prepared_once():
        honest = load(written(tmp_path, INNER))(augment=1.0).fit(convert(X), Y)
        for _ in range(2):
            model = load(written(tmp_path, CHANGED, "changed.py"))(augment=1.0).fit(convert(X), Y)
            assert model.directional_margin_ == honest.directional_margin_ > 0.0
        after = Perceptron().fit(convert(X), Y)
    alone = Perceptron().fit(convert(X), Y)
    assert after.coef_.tobytes() == alone.coef_.tobytes()


def test_a_class_that_its_limit_ends_has_not_converged(tmp_path):
    with pytest.warns(UserWarning, match="SVC ended with 'max_epochs' before it converged"):
        model = load(written(tmp_path, SVC))(C=1e3, max_iter=2, augment=1.0).fit(X, Y)
    assert not model.converged_
    assert load(written(tmp_path, SVC))(C=1e3, augment=1.0).fit(X, Y).converged_


LINEAR_SVC = """
    def __init__(self, C=1.0):
        super().__init__(C=C, kernel="linear")
"""


@pytest.mark.parametrize(
    ("module", "base", "own"),
    [
        ("svm", "SVC", LINEAR_SVC),
        ("svm", "LinearSVC", ""),
        ("linear_model", "LogisticRegression", ""),
        ("linear_model", "RidgeClassifier", ""),
        ("linear_model", "SGDClassifier", ""),
    ],
)
def test_scikit_learns_own_classes_conform(tmp_path, module, base, own):
    text = (
        f"from sklearn.{module} import {base}\n\n\nclass Own({base}):\n{own}\n"
        "    def fit(self, X, y):\n        return super().fit(X, y)\n"
    )
    conforms, lines = report(written(tmp_path, text))
    assert conforms, lines


def test_what_conforms_may_have_remarks(tmp_path):
    against = SVC.replace("super().fit(X, y)", "super().fit(X, -y)")
    conforms, lines = report(written(tmp_path, against))
    assert conforms and "SVC separates none of the small problems" in lines[-1]
    assert "remark: SVC fails on dense patterns with ρ = 0" in lines[1]


def test_a_grid_of_other_parameters_is_a_fault(tmp_path):
    grid = (
        SVC
        + "\n    @staticmethod\n    def parameter_grid(g, r):\n        return [{'nonsense': 1}]\n"
    )
    conforms, lines = report(written(tmp_path, grid))
    assert not conforms and "parameter_grid(0.1, 5.0) fails" in lines[0]


@pytest.mark.parametrize(
    ("grid", "fault"),
    [("[]", "is empty"), ("[1]", "has 1: return dicts"), ("1 / 0", "fails: Zero")],
)
def test_a_grid_without_settings_is_a_fault(tmp_path, grid, fault):
    grid = SVC + f"\n    @staticmethod\n    def parameter_grid(g, r):\n        return {grid}\n"
    conforms, lines = report(written(tmp_path, grid))
    assert not conforms and f"SVC's parameter grid {fault}" in lines[0]


def test_the_command_tells_what_a_file_lacks(tmp_path):
    two = SVC + SVC.replace("class SVC", "class Other")
    for text, sentence in (
        (two, "exactly one public class with fit or partial_fit"),
        (SVC.replace("class SVC", "class PDM"), "the name PDM is taken"),
    ):
        conforms, (line,) = checked(str(written(tmp_path, text)))
        assert not conforms and sentence in line
