"""scikit-learn's stochastic gradient descent, one epoch per call of partial_fit."""

from peers.online.adapter import Adapter, Epoch


class ScikitLearnAdapter(Adapter):
    """An adapter for an SGDClassifier or Perceptron without a threshold. It counts no updates.

    The seconds of partial_fit include its checks of the input at each call. partial_fit cannot be
    stopped within an epoch.
    """

    def __init__(self, model, patterns, labels):
        self.model, self.patterns, self.labels = model, patterns, labels

    def epoch(self, deadline):
        self.model.partial_fit(self.patterns, self.labels, classes=[-1.0, 1.0])
        return Epoch(len(self.labels), 1)

    def weight(self):
        return self.model.coef_[0].copy()
