"""scikit-learn's Perceptron: violates when p <= 0; the update adds y."""

from sklearn.utils import check_random_state

from maxmargin.estimators.shared_parameters import declares, shared
from peers.online.adapter import ONLINE_ATTRIBUTES, ONLINE_PARAMETERS, SHUFFLE, ThirdPartyClassifier
from peers.online.scikit_learn_adapter import ScikitLearnAdapter


@declares(
    {}, {"shuffle": SHUFFLE, **shared("random_state"), **ONLINE_PARAMETERS}, ONLINE_ATTRIBUTES
)
class ScikitLearnPerceptron(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}

    The run has converged when an epoch does not change the weight and all patterns are classified
    correctly.
    """

    NORMALISED = False

    def _adapter(self, patterns, labels):
        from sklearn.linear_model import Perceptron  # imported here because it takes long

        # A generator, because with a number every epoch would have the same order.
        generator = check_random_state(self.random_state)
        model = Perceptron(fit_intercept=False, shuffle=self.shuffle, random_state=generator)
        return ScikitLearnAdapter(model, patterns, labels)
