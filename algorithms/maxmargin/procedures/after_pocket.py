"""Large margins for patterns that cannot be separated.

The pocket algorithm runs first. A learner then runs on the patterns that the weight in the pocket
classifies correctly (Falkowski 2006, Sections 2 and 4).
"""

from abc import abstractmethod
from math import inf
from typing import Any, Self

import numpy as np

from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.constraints import StrOptions
from maxmargin.estimators.krauth_mezard import KrauthMezard
from maxmargin.estimators.learner import UNAVERAGED_ATTRIBUTES, learner
from maxmargin.estimators.pocket import POCKET_PARAMETERS, Pocket
from maxmargin.estimators.shared_parameters import Attribute, Parameter, declares, shared
from maxmargin.exact.maximum_margin import MaximumMargin
from maxmargin.input import checked_input
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.procedures.procedure import after
from maxmargin.rules import perceptron

REFUSAL = (
    "the weight in the pocket is not a combination of the retained patterns alone, but with a "
    "kernel a start has to be a combination of these: choose another start."
)
Perceptron = learner(perceptron)
LIMITED = POCKET_PARAMETERS | shared(max_updates=None)
WITHOUT_KERNEL = {name: own for name, own in POCKET_PARAMETERS.items() if name != "kernel"}
ATTRIBUTES = {
    "pocket_": Attribute("Pocket", "The fitted `Pocket`."),
    "n_retained_": Attribute(
        "int", "The number of retained patterns, which the pocket classifies correctly."
    ),
    "learner_": Attribute(
        "ClassifierMixin",
        "The learner fitted to the retained patterns. Its attributes are also here, but dual_coef_ "
        "and slack_coef_ are (m,), with 0 for other patterns. Margins, bounds and status_ hold for "
        "the retained patterns. So converged_ does not mean that all of X is separated.",
    ),
}
# Words in the names of attributes that are about the learner's own patterns.
MEASURED = {"margin", "bound", "fraction", "status", "converged", "history"}
MEASURED |= {"inseparable", "failure"}  # these number the patterns


def of_retained(attributes):
    """Return the attributes of a learner, and say which of them hold for the retained patterns."""
    return {
        name: own._replace(text=f"{own.text} This is about the retained patterns.")
        if MEASURED & set(name.split("_"))
        else own
        for name, own in attributes.items()
    }


OWN = {
    "c": KrauthMezard.parameters["c"],
    "start": Parameter(
        "zero",
        [StrOptions({"zero", "perceptron", "perceptron-steps", "pocket"})],
        'The initial weight. "zero" is 0. "perceptron" is the weight of the Perceptron, which runs '
        'first; "perceptron-steps" is the same weight in steps of y/R². "pocket" is the weight in '
        "the pocket, which may be a combination of other patterns too. `fit` then refuses it "
        "unless any_start is True.",
    ),
    "any_start": KrauthMezard.parameters["any_start"],
}
START = {
    "n_start_updates_": Attribute(
        "int", "The updates of the Perceptron that made the start. n_updates_ includes them."
    ),
}
# Part of a docstring.
LIMITS = """
    max_visits limits the pocket algorithm, max_updates each learner after it, and max_seconds each
    part separately.
"""


class AfterPocket(BinaryClassifier):
    """A learner after the pocket algorithm. Subclasses choose the learner."""

    augment: float
    max_visits: int
    max_seconds: float | None
    random_state: int | np.random.RandomState | None
    kernel = None  # a parameter of some subclasses

    @abstractmethod
    def _learn(self, X, y) -> Any:
        """Return a learner fitted to the retained patterns."""

    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self:
        """Learn from patterns of two classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two values.
        **fit_params : None
            Other arguments must be None. They let scikit-learn's tools call `fit`.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        ValueError
            If no weight can classify one of the patterns, or if the weight in the pocket does not
            classify patterns of both classes correctly.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the learner ends before it converges.
        """
        patterns, labels = self._checked(X, y, **fit_params)
        self.pocket_ = Pocket(
            augment=self.augment,
            max_visits=self.max_visits,
            max_seconds=self.max_seconds,
            random_state=self.random_state,
            kernel=self.kernel,
        )
        retained = self.pocket_.fit(patterns, labels).correct_
        self.n_retained_ = int(retained.sum())
        if np.unique(labels[retained]).size < 2:
            raise ValueError(
                f"the weight in the pocket classifies {self.n_retained_} patterns correctly, but "
                "not some of each class: raise max_visits, unless the classes have equal patterns."
            )
        self.learner_ = self._learn(patterns[retained], labels[retained])
        for name, value in vars(self.learner_).items():
            if name.endswith("_") and name not in ("classes_", "dual_coef_"):
                setattr(self, name, value)
        self.dual_coef_ = np.zeros(labels.size)
        self.dual_coef_[retained] = self.learner_.dual_coef_
        if hasattr(self, "support_"):
            self.support_ = np.flatnonzero(self.dual_coef_)
        self.slack_coef_ = np.zeros(labels.size)
        self._fitted_in = self.learner_._fitted_in
        return self

    def decision_function(self, X: MatrixLike) -> np.ndarray:
        """Return the learner's decision function.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.

        Returns
        -------
        array of shape (m,)
            A positive value predicts the class that is larger in sort order.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If X has another number of columns than in `fit`, or if a product overflows.
        """
        X = checked_input.patterns(self, X)
        return self.learner_.decision_function(X)


class LimitedAfterPocket(AfterPocket):
    """Base of the subclasses that choose a learner with a limit of updates."""

    max_updates: int | None

    def _limited(self, model):
        return model.set_params(
            augment=self.augment,
            kernel=self.kernel,
            max_updates=self.max_updates,
            max_seconds=self.max_seconds,
        )


@declares({}, LIMITED, ATTRIBUTES | of_retained(UNAVERAGED_ATTRIBUTES))
class PocketPerceptron(LimitedAfterPocket):
    __doc__ = f"""The pocket algorithm, then the Perceptron on the correctly classified patterns.
{LIMITS}"""

    def _learn(self, X, y) -> Any:
        return self._limited(Perceptron()).fit(X, y)


@declares({}, WITHOUT_KERNEL, ATTRIBUTES | of_retained(MaximumMargin.attributes))
class PocketMaximumMargin(AfterPocket):
    """The pocket algorithm, then the exact solver on the correctly classified patterns.

    max_visits and max_seconds limit the pocket algorithm, and not the exact solver.
    """

    def _learn(self, X, y) -> Any:
        return MaximumMargin(self.augment).fit(X, y)


@declares(OWN, LIMITED, ATTRIBUTES | of_retained(KrauthMezard.attributes) | START)
class PocketKrauthMezard(LimitedAfterPocket):
    __doc__ = f"""The pocket algorithm, then Krauth & Mézard's on the correctly classified patterns.
{LIMITS}
    Counts and seconds include the Perceptron that runs before the learner, if any.
    """

    c: float
    start: str
    any_start: bool

    def _learn(self, X, y) -> Any:
        model = self._limited(KrauthMezard(self.c, self.any_start))
        self.n_start_updates_ = 0
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
        self.n_start_updates_ = first.n_updates_
        spent = first.history_[-1]
        model.history_ = [after(spent, inf, point) for point in model.history_]
        for name in ("n_updates_", "n_epochs_", "n_visits_", "n_iter_"):
            setattr(model, name, getattr(first, name) + getattr(model, name))
        return model
