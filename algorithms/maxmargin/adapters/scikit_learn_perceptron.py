"""scikit-learn's Perceptron: violates when p <= 0; then a + y."""

from sklearn.utils import check_random_state

from maxmargin.adapters.adapter import FITTED, PARAMETERS, SHUFFLE, ThirdPartyClassifier
from maxmargin.adapters.scikit_learn_adapter import ScikitLearnAdapter
from maxmargin.estimators.shared_parameters import declares, shared


@declares({}, {"shuffle": SHUFFLE, **shared("random_state"), **PARAMETERS}, FITTED)
class ScikitLearnPerceptron(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}

    It has converged when an epoch does not change the weight and all patterns are classified
    correctly.
    """

    NORMALISED = False

    def _adapter(self, patterns, labels):
        from sklearn.linear_model import Perceptron  # here, as it takes long to import

        # A generator, as with a number every epoch would have the same order.
        generator = check_random_state(self.random_state)
        model = Perceptron(fit_intercept=False, shuffle=self.shuffle, random_state=generator)
        return ScikitLearnAdapter(model, patterns, labels)
