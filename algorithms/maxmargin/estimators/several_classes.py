"""Classifiers of several classes: one-vs-rest, or all classes together.

Both present the training set a given number of times, as the online papers do. Both predict with
the last weights or with the average of all weights (Freund & Schapire 1999).
"""

from abc import abstractmethod
from inspect import Parameter as Argument
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state

from maxmargin import checked_input, kernels
from maxmargin.checked_input import ArrayLike, MatrixLike
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import DualLearner, KernelSpace, present
from maxmargin.drivers.several_classes.learner import MulticlassLearner
from maxmargin.drivers.several_classes.one_vs_rest import one_vs_rest_labels
from maxmargin.estimators.binary_classifier import largest
from maxmargin.estimators.constraints import HasMethods, Interval, check_parameters
from maxmargin.estimators.krauth_mezard import KrauthMezard
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.rules import all_rules

LINEAR = kernels.Linear()


SEVERAL_ATTRIBUTES = attributes(
    "classes_",
    "n_updates_",
    support_="Indices of the patterns with a coefficient other than 0 in any weight.",
    dual_coef_="(C, |support_|), the signed coefficients.",
)
PRESENTATION = shared("epochs", "hypothesis", shuffle=True) | shared("random_state")


class OnlineClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of several classes. Subclasses make its learners."""

    classes_: np.ndarray
    n_updates_: int
    support_: np.ndarray
    dual_coef_: np.ndarray
    epochs: int
    hypothesis: str
    shuffle: bool
    random_state: int | np.random.RandomState | None

    @abstractmethod
    def _learners(self, codes, space) -> list:
        """Return the learners for the class codes, (m,), in a `KernelSpace`."""

    @abstractmethod
    def _coefficients(self, learners) -> np.ndarray:
        """Return the signed coefficients of the patterns in the weights, (C, m)."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _learn(self, X, y, kernel, augment, extend, memory, **fit_params):
        """Learn, and set the attributes. Raise ValueError if there is only one class."""
        X, codes = checked_input.patterns_and_codes(self, X, y, **fit_params)
        if len(self.classes_) == 1:
            raise ValueError(
                f"y has only one class, {self.classes_[0]!s}; at least two are needed."
            )
        kernel = kernels.checked(kernel or LINEAR)
        rows = KernelRows(kernel.base, X, None, memory * 2**30)
        learners = self._learners(codes, KernelSpace(kernel, rows, augment, extend))
        generator = check_random_state(self.random_state)
        order = np.arange(codes.size, dtype=np.int32)
        for _ in range(self.epochs):
            if self.shuffle:
                generator.shuffle(order)
            present(learners, order)
        self.n_updates_ = sum(learner.updates for learner in learners)
        duals = self._coefficients(learners)
        self.support_ = np.flatnonzero((duals != 0).any(axis=0))
        self.dual_coef_ = duals[:, self.support_]
        self._support_X = X[self.support_]
        self._space = kernel, augment
        return self

    def __sklearn_is_fitted__(self):
        return hasattr(self, "dual_coef_")

    def decision_function(self, X: MatrixLike) -> np.ndarray:
        """Return the products of the weights with the patterns.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.

        Returns
        -------
        array of shape (m, C), or (m,) for two classes
            The products with each class's weight. For two classes, the second product minus the
            first.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If X has another number of columns than in `fit`.
        """
        X = checked_input.patterns(self, X)
        kernel, augment = self._space
        outputs = kernels.values(kernel, X, self._support_X, augment) @ self.dual_coef_.T
        return outputs[:, 1] - outputs[:, 0] if len(self.classes_) == 2 else outputs

    def predict(self, X: MatrixLike) -> np.ndarray:
        """Return the predicted class of each pattern.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.

        Returns
        -------
        array of shape (m,)
            The class of each row of X.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If X has another number of columns than in `fit`.
        """
        outputs = self.decision_function(X)
        return largest(self.classes_, outputs)


@declares(
    {
        "estimator": Parameter(
            Argument.empty,
            [HasMethods(["fit"])],
            "A learner of this package made from a rule, such as `ALMA(alpha=0.9)`. Used are "
            "its rule's parameters, kernel (None for the inner product), augment, extend and "
            "kernel_memory.",
        ),
        **PRESENTATION,
    },
    attributes=SEVERAL_ATTRIBUTES,
)
class OneVsRest(OnlineClassifier):
    """Trains one one-vs-rest learner for each class. The largest product decides a prediction.

    >>> from maxmargin import OneVsRest, Perceptron
    >>> X, y = [[0, 1], [1, 0], [-1, -1]], ["up", "right", "down"]
    >>> model = OneVsRest(Perceptron(), epochs=10, random_state=0).fit(X, y)
    >>> model.predict([[0, 2], [3, 0]]).tolist()
    ['up', 'right']
    """

    estimator: Any

    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self:
        """Learn from patterns of two or more classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two or more values.
        **fit_params : None
            Other arguments must be None. They let scikit-learn's tools call `fit`.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        ValueError
            If y has only one class, or if estimator is not an instance of a learner made from a
            rule.
        TypeError
            If an argument in `fit_params` is not None.
        """
        check_parameters(self)
        estimator = self.estimator
        if isinstance(estimator, type):
            raise ValueError(
                f"estimator is the class {estimator.__name__}, but has to be an instance, such as "
                f"{estimator.__name__}()."
            )
        if not hasattr(estimator, "rule_and_parameters"):
            raise ValueError(
                f"estimator is {estimator!r}, but has to be a learner of this package made from a "
                "rule, such as ALMA or Perceptron."
            )
        if isinstance(estimator, KrauthMezard):
            raise ValueError(
                "estimator is KrauthMezard, which presents the worst pattern each time, but "
                "OneVsRest presents one pattern after the other: use another learner."
            )
        self._refuse_ignored_parameters(estimator)
        return self._learn(
            X,
            y,
            estimator.kernel,
            estimator.augment,
            estimator.extend,
            estimator.kernel_memory,
            **fit_params,
        )

    def _refuse_ignored_parameters(self, estimator):
        counts = {
            *estimator.rule.Parameters._fields,
            "augment",
            "extend",
            "kernel",
            "kernel_memory",
        }
        given = estimator.get_params(deep=False)
        defaults = type(estimator)().get_params(deep=False)
        for name in given.keys() - counts:
            if given[name] != defaults[name]:
                raise ValueError(
                    f"estimator has {name}={given[name]!r}, but OneVsRest ignores {name}, as it "
                    f"presents the patterns itself: leave {name} at {defaults[name]!r}."
                )

    def _learners(self, codes, space):
        rule, parameters = self.estimator.rule_and_parameters()
        problems = one_vs_rest_labels(codes, len(self.classes_))
        return [DualLearner(rule, parameters, labels, space) for labels in problems]

    def _coefficients(self, learners):
        name = "duals" if self.hypothesis == "last" else "average_duals"
        signed = np.array([getattr(x, name)() * x.patterns.labels for x in learners])
        return signed if len(signed) > 1 else np.vstack([-signed, signed]) / 2.0


@declares(
    {
        "epsilon": Parameter(
            0.5,
            [Interval(Real, 0, 1, closed="both")],
            "ε, where 1 is MIRA and 0 the Passive-Aggressive algorithm.",
        ),
        "k_best": Parameter(
            1,
            [Interval(Integral, 1, None, closed="left")],
            "How many of the best wrong classes are considered, 1 for 1-best AMIRA.",
        ),
        **shared("kernel"),
    },
    shared("augment", "extend") | PRESENTATION | shared("kernel_memory"),
    SEVERAL_ATTRIBUTES,
)
class MulticlassAMIRA(OnlineClassifier):
    """AMIRA, learning all classes together (Zhao & Huang 2013, Algorithms 2 and 3).

    >>> from maxmargin import MulticlassAMIRA
    >>> X, y = [[0, 1], [1, 0], [-1, -1]], ["up", "right", "down"]
    >>> model = MulticlassAMIRA(epsilon=0.5, epochs=10, random_state=0).fit(X, y)
    >>> model.predict([[0, 2], [3, 0]]).tolist()
    ['up', 'right']
    """

    epsilon: float
    k_best: int
    kernel: kernels.Kernel | None
    augment: float
    extend: float
    kernel_memory: float

    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self:
        """Learn from patterns of two or more classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two or more values.
        **fit_params : None
            Other arguments must be None. They let scikit-learn's tools call `fit`.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        ValueError
            If y has only one class.
        TypeError
            If an argument in `fit_params` is not None.
        """
        check_parameters(self)
        return self._learn(
            X, y, self.kernel, self.augment, self.extend, self.kernel_memory, **fit_params
        )

    def _learners(self, codes, space):
        rules = all_rules()
        name = {0.0: "PassiveAggressive", 1.0: "MIRA"}.get(float(self.epsilon), "AMIRA")
        rule = rules[name]
        parameters = rule.Parameters(self.epsilon) if name == "AMIRA" else rule.Parameters()
        return [MulticlassLearner(rule, parameters, codes, len(self.classes_), self.k_best, space)]

    def _coefficients(self, learners):
        (learner,) = learners
        return learner.duals() if self.hypothesis == "last" else learner.average_duals()
