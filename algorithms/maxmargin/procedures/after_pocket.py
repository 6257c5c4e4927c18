"""Large margins for patterns that cannot be separated: the pocket algorithm, then a learner on the
patterns that the weight in the pocket classifies correctly (Falkowski 2006, Sections 2 and 4).
"""

from abc import abstractmethod
from math import inf

import numpy as np
from sklearn.utils._param_validation import StrOptions

from maxmargin.baselines.maximum_margin import MaximumMargin
from maxmargin.estimators import checked_input
from maxmargin.estimators.krauth_mezard import KrauthMezard
from maxmargin.estimators.learner import learner
from maxmargin.estimators.linear_classifier import LinearClassifier
from maxmargin.estimators.pocket import PARAMETERS, Pocket
from maxmargin.estimators.shared_parameters import Parameter, declares, shared
from maxmargin.procedures.procedure import after
from maxmargin.rules import perceptron

REFUSAL = (
    "the weight in the pocket is no combination of the patterns kept alone, and with a kernel no "
    "other start than such a combination is known: choose another start."
)
Perceptron = learner(perceptron)
LIMITED = PARAMETERS | shared(max_updates=None)
WITHOUT_KERNEL = {name: own for name, own in PARAMETERS.items() if name != "kernel"}
ATTRIBUTES = {
    "pocket_": "The fitted `Pocket`.",
    "n_kept_": "How many patterns it classifies correctly, which are kept.",
    "learner_": "The learner fitted to the patterns kept. Its attributes are available here too, "
    "but dual_coef_ and slack_coef_ are (m,), 0 for the patterns left out. Margins, bounds and "
    "status_ are those of the n_kept_ patterns kept: converged_ does not mean that all of X is "
    "separated.",
}
OWN = {
    "c": KrauthMezard.parameters["c"],
    "start": Parameter(
        "zero",
        [StrOptions({"zero", "perceptron", "perceptron-steps", "pocket"})],
        'The initial weight: "zero"; "perceptron", that of the Perceptron, which is run first; '
        '"perceptron-steps", the same in steps of y/R²; or "pocket", the one in the pocket. `fit` '
        "refuses the last, unless any_start, if it is not a combination of the patterns kept, as "
        "it may contain others too.",
    ),
    "any_start": KrauthMezard.parameters["any_start"],
}
# For the docstrings.
LIMITS = """
    max_seconds and max_updates are limits for each part by itself, the pocket algorithm and every
    learner after it except the exact solver.
"""


class AfterPocket(LinearClassifier):
    """A learner after the pocket algorithm. Subclasses choose it."""

    kernel = None  # except for learners that have the parameter

    @abstractmethod
    def _learned(self, X, y):
        """A learner fitted to the patterns that were kept."""

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for a pattern that no weight can classify, and if the weight in the pocket
        does not classify patterns of both classes correctly.
        """
        X, labels = self._checked(X, y, **fit_params)
        limits = self.max_visits, self.max_seconds
        self.pocket_ = Pocket(self.augment, *limits, self.random_state, self.kernel)
        kept = self.pocket_.fit(X, labels).correct_
        self.n_kept_ = int(kept.sum())
        if np.unique(labels[kept]).size < 2:
            raise ValueError(
                f"the weight in the pocket classifies {self.n_kept_} patterns correctly, but not "
                "some of each class: raise max_visits, unless the classes have equal patterns."
            )
        self.learner_ = self._learned(X[kept], labels[kept])
        for name, value in vars(self.learner_).items():
            if name.endswith("_") and name not in ("classes_", "dual_coef_"):
                setattr(self, name, value)
        self.dual_coef_ = np.zeros(labels.size)
        self.dual_coef_[kept] = self.learner_.dual_coef_
        self.slack_coef_ = np.zeros(labels.size)
        return self

    def decision_function(self, X):
        """As of the learner, (m,): positive for the class that is larger in sort order."""
        X = checked_input.patterns(self, X)
        return self.learner_.decision_function(X)


class LimitedAfterPocket(AfterPocket):
    """Subclasses choose a learner that counts updates."""

    def _limited(self, model):
        limits = {"max_updates": self.max_updates, "max_seconds": self.max_seconds}
        return model.set_params(augment=self.augment, kernel=self.kernel, **limits)


@declares({}, LIMITED, ATTRIBUTES)
class PocketPerceptron(LimitedAfterPocket):
    __doc__ = f"""The pocket algorithm, then the Perceptron on the correctly classified patterns.
{LIMITS}"""

    def _learned(self, X, y):
        return self._limited(Perceptron()).fit(X, y)


@declares({}, WITHOUT_KERNEL, ATTRIBUTES)
class PocketMaximumMargin(AfterPocket):
    __doc__ = f"""The pocket algorithm, then the exact solver on the correctly classified patterns.
{LIMITS}"""

    def _learned(self, X, y):
        return MaximumMargin(self.augment).fit(X, y)


@declares(OWN, LIMITED, ATTRIBUTES)
class PocketKrauthMezard(LimitedAfterPocket):
    __doc__ = f"""The pocket algorithm, then Krauth & Mézard's on the correctly classified patterns.
{LIMITS}
    Counts and seconds are those of the learner and of the Perceptron before it, if any, together.
    """

    def _learned(self, X, y):
        model = self._limited(KrauthMezard(self.c, self.any_start))
        if self.start == "zero":
            return model.fit(X, y)
        if self.start == "pocket":
            duals, correct = self.pocket_.dual_coef_, self.pocket_.correct_
            known = not duals[~correct].any()
            if not known and self.kernel is not None:
                raise ValueError(REFUSAL)
            return model.fit(X, y, start=duals[correct] if known else self.pocket_)
        first = self._limited(Perceptron()).fit(X, y)
        unit = first.squared_radius_ if self.start == "perceptron-steps" else 1.0
        model.fit(X, y, start=first.dual_coef_ / unit)
        spent = first.history_[-1]
        model.history_ = [after(spent, inf, point) for point in model.history_]
        for name in ("n_updates_", "n_epochs_", "n_visits_", "n_iter_"):
            setattr(model, name, getattr(first, name) + getattr(model, name))
        return model
