"""scikit-learn's Perceptron: wrong when p <= 0, then a + y."""

from sklearn.linear_model import Perceptron
from sklearn.utils import check_random_state

from maxmargin.adapters.adapter import (
    THIRD_PARTY_CONSTRAINTS,
    THIRD_PARTY_DOC,
    THIRD_PARTY_PARAMETERS,
    ThirdPartyClassifier,
)
from maxmargin.adapters.scikit_learn_adapter import ScikitLearnAdapter
from maxmargin.estimators.learner import initializer


class ScikitLearnPerceptron(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}

    It has converged when an epoch leaves the weight as it was and all patterns are right.

    Parameters

    shuffle : whether each epoch presents the patterns in a new random order, from random_state.
        Within an epoch the library cannot be stopped.{THIRD_PARTY_DOC}"""

    NORMALISED = False

    _parameter_constraints = {
        "shuffle": ["boolean"],
        "random_state": ["random_state"],
        **THIRD_PARTY_CONSTRAINTS,
    }

    __init__ = initializer({}, {"shuffle": False, "random_state": None, **THIRD_PARTY_PARAMETERS})

    def _adapter(self, patterns, labels):
        # A generator, as a number would give every epoch one and the same order.
        generator = check_random_state(self.random_state)
        model = Perceptron(fit_intercept=False, shuffle=self.shuffle, random_state=generator)
        return ScikitLearnAdapter(model, patterns, labels)
