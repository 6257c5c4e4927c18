"""An estimator's declarations are its signature, its checks and its docstring."""

import inspect
import warnings
from fractions import Fraction
from numbers import Integral

import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

import maxmargin
from maxmargin import PDM
from maxmargin.estimators.constraints import Interval, StrOptions
from maxmargin.estimators.shared_parameters import SHARED, Parameter, declares, in_words, shared
from tests.algorithms.problems import separable

ESTIMATORS = {name: getattr(maxmargin, name) for name in maxmargin.__all__}
ESTIMATORS = {name: cls for name, cls in ESTIMATORS.items() if inspect.isclass(cls)}


@pytest.mark.parametrize("cls", ESTIMATORS.values(), ids=ESTIMATORS)
def test_signature_checks_and_docstring_are_of_what_is_declared(cls):
    arguments = inspect.signature(cls).parameters
    assert list(arguments) == list(cls.parameters) == list(cls._parameter_constraints)
    for name, parameter in cls.parameters.items():
        assert arguments[name].default is parameter.default or (
            arguments[name].default == parameter.default
        )
        assert parameter.text and f"\n{name} : {in_words(parameter.allowed)}" in cls.__doc__
    assert "\nAttributes\n----------\n" in cls.__doc__
    for name, attribute in cls.attributes.items():
        assert attribute.text and f"\n{name} : {attribute.type}\n    " in cls.__doc__


@pytest.mark.parametrize("cls", maxmargin.ESTIMATORS.values(), ids=maxmargin.ESTIMATORS)
def test_a_fit_sets_the_attributes_that_are_declared(cls):
    """Conditional ones may be missing. scikit-learn describes n_features_in_."""
    model = cls()
    if "max_updates" in cls.parameters:
        model.set_params(max_updates=100)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(*separable(1, m=30))
    found = {name for name in vars(model) if name.endswith("_") and name[0] != "_"}
    assert found - {"n_features_in_"} <= cls.attributes.keys()
    conditional = {name for name, own in cls.attributes.items() if "; set with " in own.text}
    assert cls.attributes.keys() - conditional <= found
    if "average" not in cls.parameters:
        assert not any(name.startswith("average_") for name in cls.attributes)


@pytest.mark.parametrize("cls", ESTIMATORS.values(), ids=ESTIMATORS)
def test_a_shared_parameter_means_the_same_everywhere(cls):
    """An estimator may have its own default and add a sentence."""
    for name in cls.parameters.keys() & SHARED.keys():
        assert cls.parameters[name].text.startswith(SHARED[name].text)


def test_sections_stand_before_the_examples():
    @declares({"a": Parameter(1, [Interval(Integral, 0, None, closed="left")], "A number.")})
    class Small(BaseEstimator):
        """Says what it is.

        And more.

        >>> 1 + 1
        2
        """

    assert Small(a=3).get_params() == {"a": 3}
    assert Small.__doc__ == (
        "Says what it is.\n\nAnd more.\n\nParameters\n----------\n"
        "a : int in [0, ∞), default 1\n    A number.\n\nExamples\n--------\n>>> 1 + 1\n2\n"
    )


def test_defaults_may_differ():
    assert shared("augment", shuffle=True)["shuffle"] == SHARED["shuffle"]._replace(default=True)
    assert shared("augment")["augment"] is SHARED["augment"]


def test_what_is_allowed_is_said_in_words():
    assert in_words([StrOptions({"b", "a"}), None]) == '"a", "b" or None'
    assert in_words([*SHARED["max_seconds"].allowed]) == "(0, ∞) or None"


def test_a_value_is_examined_though_an_equal_one_has_passed():
    X, y = [[1.0], [-1.0]], [1, 0]
    PDM(shuffle=True, max_updates=100).fit(X, y)
    with pytest.raises(ValueError, match="The 'shuffle' parameter of PDM must be"):
        PDM(shuffle=1, max_updates=100).fit(X, y)
    with pytest.raises(ValueError, match="The 'max_updates' parameter of PDM must be"):
        PDM(shuffle=True, max_updates=100.0).fit(X, y)
    for _ in range(2):  # a refusal is not forgotten
        with pytest.raises(ValueError, match="The 'augment' parameter of PDM must be"):
            PDM(augment=-1.0).fit(X, y)


@pytest.mark.parametrize("name", ["augment", "extend", "certify", "enough_margin", "epsilon"])
@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (Fraction(1, 3), r"is Fraction\(1, 3\), but has to be an int or a float\."),
        (10**400, r"is an int of 1329 bits, but has to be in the range of float64\."),
        (-(10**400), r"is an int of 1329 bits, but has to be in the range of float64\."),
    ],
)
def test_numbers_that_are_no_floats_are_refused(name, value, sentence):
    with pytest.raises(ValueError, match=rf"^The '{name}' parameter of PDM {sentence}$"):
        PDM(**{name: value}).fit([[1.0], [-1.0]], [1, 0])


def test_a_limit_may_be_any_whole_number():
    assert PDM(max_updates=10**400, max_epochs=10**400).fit([[1.0], [-1.0]], [1, 0]).converged_
    with pytest.raises(ValueError, match="^The 'max_updates' parameter of PDM is an int of 1329"):
        PDM(max_updates=-(10**400)).fit([[1.0], [-1.0]], [1, 0])


def test_scikit_learns_setting_skips_the_validation_of_parameters():
    X, y = [[1.0], [-1.0]], [1, 0]
    with config_context(skip_parameter_validation=True):
        assert PDM(verbose=0).fit(X, y).converged_
    with pytest.raises(ValueError, match="The 'verbose' parameter of PDM must be"):
        PDM(verbose=0).fit(X, y)
