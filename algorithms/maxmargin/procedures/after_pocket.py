"""Large margins where patterns cannot be separated: the pocket algorithm, then a learner on the
patterns that the weight in the pocket has right (Falkowski 2006, Sections 2 and 4).
"""

from abc import abstractmethod
from math import inf

import numpy as np
from sklearn.utils._param_validation import StrOptions

from maxmargin.baselines.maximum_margin import MaximumMargin
from maxmargin.estimators.krauth_mezard import KrauthMezard
from maxmargin.estimators.learner import LinearClassifier, initializer, learner
from maxmargin.estimators.pocket import Pocket
from maxmargin.procedures.procedure import after
from maxmargin.rules import perceptron

Perceptron = learner(perceptron)
SHARED = {
    "augment": 1.0,
    "max_trials": 1_000_000,
    "max_seconds": None,
    "random_state": None,
}
LIMITED = {**SHARED, "max_updates": None}
DOC = """
    augment : ρ, in the units of X, 0 for none.
    max_trials : patterns that the pocket algorithm is presented at most, in the order that
        random_state gives.
    max_seconds : a limit for each part alone, the pocket algorithm and every learner after it but
        the exact solver; None for none.
"""
LIMITED_DOC = f"""{DOC}    max_updates : a limit for every learner after it, None for none.
"""
ATTRIBUTES_DOC = """
    Attributes after `fit`: pocket_, the fitted `Pocket`; n_kept_, how many patterns it has right;
    learner_, the learner fitted to these patterns; all attributes of learner_, but dual_coef_ and
    slack_coef_ are (m,), 0 for the patterns left out. Margins are those of the patterns kept.
"""


class AfterPocket(LinearClassifier):
    """Subclasses have the learner."""

    _parameter_constraints = Pocket._parameter_constraints

    @abstractmethod
    def _learned(self, X, y):
        """A learner fitted to the patterns that were kept."""

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input no weight is right about, and where the weight in the pocket has
        not some patterns of each class right.
        """
        X, labels = self._checked(X, y)
        self.pocket_ = Pocket(self.augment, self.max_trials, self.max_seconds, self.random_state)
        kept = self.pocket_.fit(X, labels).right_
        self.n_kept_ = int(kept.sum())
        if np.unique(labels[kept]).size < 2:
            raise ValueError(
                f"the weight in the pocket has {self.n_kept_} patterns right, not some of each "
                "class: raise max_trials."
            )
        self.learner_ = self._learned(X[kept], labels[kept])
        for name, value in vars(self.learner_).items():
            if name.endswith("_") and name not in ("classes_", "dual_coef_"):
                setattr(self, name, value)
        self.dual_coef_ = np.zeros(labels.size)
        self.dual_coef_[kept] = self.learner_.dual_coef_
        self.slack_coef_ = np.zeros(labels.size)
        return self


class LimitedAfterPocket(AfterPocket):
    """Subclasses have a learner that counts updates."""

    _parameter_constraints = {
        **AfterPocket._parameter_constraints,
        "max_updates": KrauthMezard._parameter_constraints["max_updates"],
    }

    def _limited(self, model):
        limits = {"max_updates": self.max_updates, "max_seconds": self.max_seconds}
        return model.set_params(augment=self.augment, **limits)


class PocketPerceptron(LimitedAfterPocket):
    __doc__ = f"""The pocket algorithm, then the Perceptron on the patterns it has right.

    Parameters
{LIMITED_DOC}{ATTRIBUTES_DOC}"""

    __init__ = initializer({}, LIMITED)

    def _learned(self, X, y):
        return self._limited(Perceptron()).fit(X, y)


class PocketMaximumMargin(AfterPocket):
    __doc__ = f"""The pocket algorithm, then the exact solver on the patterns it has right.

    Parameters
{DOC}{ATTRIBUTES_DOC}"""

    __init__ = initializer({}, SHARED)

    def _learned(self, X, y):
        return MaximumMargin(self.augment).fit(X, y)


class PocketKrauthMezard(LimitedAfterPocket):
    __doc__ = f"""The pocket algorithm, then Krauth & Mézard's on the patterns it has right.

    Parameters

    c : the functional margin to be reached, where a step is y/R². No units.
    start : the weight that it begins from: "zero"; "perceptron", that of the Perceptron, which is
        run first; "perceptron-steps", the same in steps of y/R²; or "pocket", the one in the
        pocket, which `fit` refuses, unless any_start, where it is no combination of the patterns
        kept, as it may be made of others too.
    any_start : whether `fit` takes a start that is no combination of the patterns kept with
        coefficients of 0 and more.{LIMITED_DOC}{ATTRIBUTES_DOC}
    Counts and seconds are of the learner and of the Perceptron before it, if any, together.
    """

    __init__ = initializer({"c": 50.0, "start": "zero", "any_start": False}, LIMITED)
    _parameter_constraints = {
        **LimitedAfterPocket._parameter_constraints,
        "c": KrauthMezard._parameter_constraints["c"],
        "start": [StrOptions({"zero", "perceptron", "perceptron-steps", "pocket"})],
        "any_start": ["boolean"],
    }

    def _learned(self, X, y):
        model = self._limited(KrauthMezard(self.c, self.any_start))
        if self.start == "zero":
            return model.fit(X, y)
        if self.start == "pocket":
            duals, right = self.pocket_.dual_coef_, self.pocket_.right_
            known = not duals[~right].any()
            return model.fit(X, y, start=duals[right] if known else self.pocket_)
        first = self._limited(Perceptron()).fit(X, y)
        unit = first.squared_radius_ if self.start == "perceptron-steps" else 1.0
        model.fit(X, y, start=first.dual_coef_ / unit)
        spent = first.history_[-1]
        model.history_ = [after(spent, inf, point) for point in model.history_]
        for name in ("n_updates_", "n_epochs_", "n_visits_", "n_iter_"):
            setattr(model, name, getattr(first, name) + getattr(model, name))
        return model
