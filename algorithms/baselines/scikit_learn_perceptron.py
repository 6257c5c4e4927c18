"""scikit-learn's Perceptron: wrong when p <= 0, then a + y."""

from sklearn.linear_model import Perceptron
from sklearn.utils import check_random_state

from algorithms.baselines.peer import PEER_CONSTRAINTS, PEER_DOC, PEER_SHARED, Peer
from algorithms.baselines.scikit_learn_pupil import ScikitLearnPupil
from algorithms.learner import initializer


class ScikitLearnPerceptron(Peer):
    __doc__ = f"""{__doc__}

    It has converged when an epoch leaves the weight as it was and all patterns are right.

    Parameters

    shuffle : whether each epoch presents the patterns in a new random order, from random_state.
        Within an epoch the library cannot be stopped.{PEER_DOC}"""

    NORMALISED = False

    _parameter_constraints = {
        "shuffle": ["boolean"],
        "random_state": ["random_state"],
        **PEER_CONSTRAINTS,
    }

    __init__ = initializer({}, {"shuffle": False, "random_state": None, **PEER_SHARED})

    def _pupil(self, patterns, labels):
        # A generator, as a number would give every epoch one and the same order.
        generator = check_random_state(self.random_state)
        model = Perceptron(fit_intercept=False, shuffle=self.shuffle, random_state=generator)
        return ScikitLearnPupil(model, patterns, labels)
