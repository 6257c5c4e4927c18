"""A stream with a change.

Patterns arrive 100 at a time. Each block is first predicted and then learned with `partial_fit`.
One label in twenty is wrong. After 20,000 patterns the hyperplane that gives the labels turns by 60
degrees. PA-I with a small C makes short steps. It makes by far the fewest errors, and some 2,000
patterns after the change as few as before. With a larger C, and for the Perceptron, each wrong
label undoes more of what was learned.

scikit-learn's SGDClassifier without an intercept and river's PAClassifier are the same algorithm.
Their lines lie on ours.
"""

import matplotlib.pyplot as plt
import numpy as np
from river.linear_model import PAClassifier
from sklearn.linear_model import SGDClassifier

from maxmargin import PassiveAggressive, Perceptron

generator, block, n = np.random.default_rng(0), 100, 20
before, other = np.linalg.qr(generator.normal(size=(n, 2)))[0].T
after = 0.5 * before + np.sqrt(0.75) * other
X = generator.normal(size=(40_000, n))
y = np.where(np.arange(len(X)) < 20_000, X @ before, X @ after) > 0
y ^= generator.random(len(X)) < 0.05


class River:
    """river's learner, one pattern after the other."""

    def __init__(self, model):
        self.model = model

    def predict(self, X):
        return np.array([self.model.predict_one(dict(enumerate(x))) for x in X])

    def partial_fit(self, X, y, classes):
        for x, label in zip(X, y, strict=True):
            self.model.learn_one(dict(enumerate(x)), bool(label))


pa1 = {"loss": "hinge", "penalty": None, "learning_rate": "pa1", "fit_intercept": False}
learners = {
    "PassiveAggressive, C = 0.01": PassiveAggressive(C=0.01, augment=0.0),
    "SGDClassifier, pa1, C = 0.01": SGDClassifier(**pa1, eta0=0.01, shuffle=False),
    "river's PA-I, C = 0.01": River(PAClassifier(C=0.01, mode=1, learn_intercept=False)),
    "PassiveAggressive, C = 0.1": PassiveAggressive(C=0.1, augment=0.0),
    "PassiveAggressive, C = 1": PassiveAggressive(C=1.0, augment=0.0),
    "Perceptron": Perceptron(augment=0.0),
}
axes = plt.figure(figsize=(6.4, 3.2), layout="constrained").add_subplot()
for (name, learner), style in zip(learners.items(), ["-", "--", ":", "-", "-.", "-"], strict=True):
    errors = []
    for start in range(0, len(X), block):
        rows = slice(start, start + block)
        if start:
            errors.append(np.mean(learner.predict(X[rows]) != y[rows]))
        learner.partial_fit(X[rows], y[rows], classes=[False, True])
    print(f"{name}: wrong on {100 * np.mean(errors):.1f} % of the patterns when they arrived")
    smooth = np.convolve(100 * np.array(errors), np.ones(10) / 10, mode="valid")
    axes.plot(block * np.arange(10, 10 + len(smooth)), smooth, style, label=name, linewidth=1.2)
axes.axhline(5.0, color="grey", linewidth=0.8)
axes.annotate("wrong labels", (0, 5.0), xytext=(2, 2), textcoords="offset points", fontsize=7)
axes.set(xlabel="patterns seen", ylabel="wrong among the last 1000 (%)", ylim=(0, 40))
axes.legend(fontsize=7, ncols=2, loc="upper center")
plt.show()
