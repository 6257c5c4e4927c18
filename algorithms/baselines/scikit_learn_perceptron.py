"""scikit-learn's Perceptron: wrong when p <= 0, then a + y."""

from sklearn.linear_model import Perceptron
from sklearn.utils import check_random_state

from algorithms.baselines.peer import PEER_CONSTRAINTS, PEER_DOC, Peer
from algorithms.baselines.scikit_learn_pupil import ScikitLearnPupil


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

    def __init__(
        self,
        *,
        shuffle=False,
        random_state=None,
        augment=1.0,
        extend=0.0,
        max_epochs=1000,
        max_seconds=None,
        enough_margin=None,
    ):
        self.shuffle = shuffle
        self.random_state = random_state
        self.augment = augment
        self.extend = extend
        self.max_epochs = max_epochs
        self.max_seconds = max_seconds
        self.enough_margin = enough_margin

    def _pupil(self, patterns, labels):
        # A generator, as a number would give every epoch one and the same order.
        generator = check_random_state(self.random_state)
        model = Perceptron(fit_intercept=False, shuffle=self.shuffle, random_state=generator)
        return ScikitLearnPupil(model, patterns, labels)
