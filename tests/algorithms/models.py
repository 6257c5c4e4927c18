"""Every algorithm as a model for small problems, and checks that two runs are equal.

MODELS has the learners under the sequential and the worst-first driver, the batch learners, the
procedures, the adapters of other libraries, the exact solver and the learners after the pocket
algorithm.
"""

import warnings
from functools import partial

import numpy as np
import pytest
import sklearn
from hypothesis import settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import PassiveAggressiveClassifier, SGDClassifier
from sklearn.utils.fixes import parse_version

from maxmargin import BATCH_LEARNERS, LEARNERS, POCKET_LEARNERS, PROCEDURES, MaximumMargin
from peers import THIRD_PARTY
from tests.algorithms.cases import BY_CHANGE, CASES, NEVER_WORST_FIRST, OF_EACH_KIND
from tests.chosen import slow_unless

FEW = settings(max_examples=8, derandomize=True)
seeds = st.integers(0, 10**6)
parts = st.sampled_from([0.3, 0.999, 1.0])  # of the margin reached
PARAMETERS = dict(CASES)
ALWAYS_WORST_FIRST = "KrauthMezard"  # it has no other driver
# A passive-aggressive update leaves p = 1, the bound itself, so rounding decides whether another
# update follows. These updates change the count, but they are of the size of rounding, so the
# weights still agree. Batch learners that end at the maximum make last updates of this size too.
COUNTS_ROUNDING = {"PassiveAggressive", "PassiveAggressive, worst first", "RiverPA"}
COUNTS_ROUNDING |= {"AwaySteps", "Gilbert", "MDM", "VowpalWabbit"}
# Its numbers have 24 bits.
SINGLE_PRECISION = {"VowpalWabbit"}
# A step leaves its two patterns with equal products, and rounding decides which one is smaller.
MAKES_TIES = {"MDM"}
# Their updates leave p = 1, above their bound.
PASS_OVER_COPIES = ["AMIRA", "AggressiveROMMA", "MIRA", "ROMMA"]
# Their weights are patterns added up.
WHOLE_STEPS = [
    f"{name}{how}"
    for name in ("Margitron", "PDM", "Perceptron", "PerceptronWithMargin")
    for how in ("", ", worst first")
] + ["KrauthMezard"]
# b is in units of R^(1+ε), of a power that rounds, so that scales do change a bit.
POWERS_OF_R = {"Margitron", "Margitron, worst first", "TwoStageMargitron"}


def learner(name, space=(0.0, 0.0), values=None, **options):
    options = {"augment": space[0], "extend": space[1], "max_updates": 50_000} | options
    return LEARNERS[name](*(values or PARAMETERS[name]), **options)


def batch(cls, space=(0.0, 0.0), **options):
    options = {"certify": None, "max_updates": 300} | options
    return cls(augment=space[0], extend=space[1], **options)


def procedure(cls, value, space=(0.0, 0.0), **options):
    return cls(value, augment=space[0], extend=space[1], **options)


def tolerant(cls, space=(0.0, 0.0), **options):
    """Return a tolerant model. It has no extended space, which would separate any patterns."""
    return cls(augment=space[0], max_visits=2000, random_state=1, **options)


def adapted(cls, space=(0.0, 0.0), **options):
    model = cls(augment=space[0], extend=space[1], max_epochs=15)
    if "random_state" in model.get_params():
        model.set_params(random_state=1)
    if "B" in model.get_params():
        model.set_params(alpha=0.5)
    return model.set_params(**options)


IN_FILE_ORDER = {name: partial(learner, name) for name in LEARNERS if name != ALWAYS_WORST_FIRST}
WORST_FIRST = {
    f"{name}, worst first": partial(learner, name, worst_first=True)
    for name in LEARNERS
    if name not in NEVER_WORST_FIRST | {ALWAYS_WORST_FIRST}
}
WORST_FIRST[ALWAYS_WORST_FIRST] = partial(learner, ALWAYS_WORST_FIRST)
IN_BATCHES = {name: partial(batch, cls) for name, cls in BATCH_LEARNERS.items()}
IN_STAGES = {
    name: partial(procedure, cls, {"ContinuedMICRA": 0.9, "TwoStageMargitron": 0.1}[name])
    for name, cls in PROCEDURES.items()
}
OF_OTHERS = {name: partial(adapted, cls) for name, cls in THIRD_PARTY.items()}
AFTER_POCKET = {
    name: partial(tolerant, cls) for name, cls in POCKET_LEARNERS.items() if name != "Pocket"
}
POCKET = {"Pocket": partial(tolerant, POCKET_LEARNERS["Pocket"])}
EXACT = {"MaximumMargin": lambda space=(0.0, 0.0): MaximumMargin(*space)}

ONE_RUN = IN_FILE_ORDER | WORST_FIRST | IN_BATCHES
RECORDED = ONE_RUN | IN_STAGES | OF_OTHERS  # with a whole record of their own
MODELS = RECORDED | AFTER_POCKET | POCKET | EXACT


def each(models):
    """Parametrise a test with models. A rule beyond the first of its kind is slow, worst first."""
    return _parametrised(
        models, lambda name: name not in WORST_FIRST or _is_among(OF_EACH_KIND, name)
    )


def each_in_storages(models):
    """Parametrise a test with models. Rules that are not in BY_CHANGE are slow.

    This is for tests that compile each rule for more than one storage.
    """
    return _parametrised(models, lambda name: _is_among(BY_CHANGE, name))


def each_in_storages_of_zeros_and_ones(models):
    """Parametrise a test with models as `each_in_storages`; one batch learner is not slow.

    This is for tests that compile each batch learner for zeros and ones, as no other test does.
    """
    left_out = IN_BATCHES.keys() - {"Gilbert"}
    return _parametrised(models, lambda name: name not in left_out and _is_among(BY_CHANGE, name))


def _parametrised(models, is_quick):
    parameters = [pytest.param(name, marks=slow_unless(is_quick(name))) for name in models]
    return pytest.mark.parametrize("name", parameters)


def _is_among(rules, name):
    """Return whether a model's rule is among `rules`, or the model has no rule."""
    rule = name.partition(",")[0]
    return rule not in LEARNERS or rule in rules


def fitted(name, problem, space=(0.0, 0.0), **options):
    return fit(MODELS[name](space, **options), problem)


def fit(model, problem):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # of those that need never converge
        return model.fit(*problem)


def timeless(history):
    return [point._replace(seconds=0.0) for point in history]


def own(model, name, default):
    """Return an attribute of a model, or its default if the model has no slacks or duals."""
    return getattr(model, name, default)


def weight_of(model, space, m):
    """Return the weight in the augmented and extended space, (n + 1 + m,), not label-reflected."""
    augmenting = model.intercept_ / space[0] if space[0] else np.zeros(1)
    slacks = model.slack_coef_ if space[1] and hasattr(model, "slack_coef_") else np.zeros(m)
    return np.concatenate([model.coef_[0], augmenting, slacks])


def patterns_of(problem, space):
    """Return all y_k, label-reflected, (m, n + 1 + m), to multiply with `weight_of`."""
    X, labels = problem
    m = len(labels)
    extend = space[1] * np.eye(m)
    return labels[:, None] * np.hstack([X, np.full((m, 1), space[0]), extend])


def assert_same_run(name, one, other, weights, others):
    """Check that counts are equal and weights differ only by rounding."""
    if name not in COUNTS_ROUNDING:
        for count in ("n_updates_", "n_epochs_", "n_visits_", "status_"):
            assert own(one, count, None) == own(other, count, None)
    rounding = 1e-4 if name in SINGLE_PRECISION else 1e-7
    np.testing.assert_allclose(weights, others, atol=rounding * np.linalg.norm(others))
    assert one.directional_margin_ == pytest.approx(
        other.directional_margin_, rel=rounding, abs=rounding * np.linalg.norm(others)
    )


def bits(model):
    """Return signs and mantissas of the weight; a factor of a power of two changes neither."""
    return np.frexp(np.append(model.coef_[0], model.intercept_))[0]


def passive_aggressive_of_scikit_learn(variant, C, **options):
    """Return the learner of scikit-learn, which is a setting of another one since version 1.8."""
    if parse_version(sklearn.__version__) < parse_version("1.8"):
        loss = {"I": "hinge", "II": "squared_hinge"}[variant]
        return PassiveAggressiveClassifier(C=C, loss=loss, **options)
    rate = {"I": "pa1", "II": "pa2"}[variant]
    return SGDClassifier(loss="hinge", penalty=None, learning_rate=rate, eta0=C, **options)
