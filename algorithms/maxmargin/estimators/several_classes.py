"""Classifiers of several classes: one-vs-rest, or all classes together.

Both present the training set a given number of times, as the online papers do. Both predict with
the last weights or with the average of all weights (Freund & Schapire 1999).
"""

from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from inspect import Parameter as Argument
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state

from maxmargin import kernels
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import (
    DualLearner,
    KernelLearner,
    KernelSpace,
    check_result,
    present,
)
from maxmargin.drivers.several_classes.learner import MulticlassLearner
from maxmargin.drivers.several_classes.one_vs_rest import one_vs_rest_labels
from maxmargin.drivers.shared.state import INTERRUPTED
from maxmargin.estimators.binary_classifier import largest, outputs_of
from maxmargin.estimators.constraints import HasMethods, Interval, check_parameters
from maxmargin.estimators.krauth_mezard import KrauthMezard
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.estimators.streams.checks import (
    checked_block,
    checked_radius,
    is_in_units_of_radius,
)
from maxmargin.estimators.streams.kernel import KernelStream, make_dual_stream
from maxmargin.estimators.streams.stream import HasStream
from maxmargin.input import checked_input
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.rules import all_rules

SEVERAL_ATTRIBUTES = attributes(
    "classes_",
    "n_updates_",
    support_="Indices of the patterns with a coefficient other than 0 in any weight.",
    dual_coef_="(C, |support_|), the signed coefficients.",
)
PRESENTATION = shared("epochs", "hypothesis", shuffle=True) | shared("random_state", "n_jobs")


class OnlineClassifier(HasStream, ClassifierMixin, BaseEstimator):
    """A classifier of several classes. Subclasses make its learners."""

    classes_: np.ndarray
    n_updates_: int
    support_: np.ndarray
    dual_coef_: np.ndarray
    epochs: int
    hypothesis: str
    shuffle: bool
    random_state: int | np.random.RandomState | None
    n_jobs: int | None
    stream_: KernelStream

    @abstractmethod
    def _learners(self, codes, space) -> list[KernelLearner]:
        """Return the learners for the class codes, (m,), in a `KernelSpace`."""

    @abstractmethod
    def _coefficients(self, learners) -> np.ndarray:
        """Return the signed coefficients of the patterns in the weights, (C, m)."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _learn(self, part, settings, X, y, **fit_params):
        """Learn, and set the attributes. Raise ValueError if there is only one class.

        part: the estimator with the kernel: the model itself, or its learner. settings: the
        parameters that may not change in later calls of `partial_fit`, by name.
        """
        X, codes = checked_input.patterns_and_codes(self, X, y, **fit_params)
        if len(self.classes_) == 1:
            raise ValueError(
                f"y has only one class, {self.classes_[0]!s}; at least two are needed."
            )
        stream = self._new_stream(part, settings)
        dual = stream.dual
        generator = check_random_state(self.random_state)
        order = np.arange(codes.size, dtype=np.int32)
        with _threads(self.n_jobs) as threads:
            rows = KernelRows(dual.kernel.base, X, None, dual.memory, threads)
            learners = self._learners(codes, KernelSpace(dual.kernel, rows, dual.rho, dual.delta))
            for _ in range(self.epochs):
                if self.shuffle:
                    generator.shuffle(order)
                present(learners, order, threads)
        return self._store(stream, learners, dual.continue_from(learners, X, codes))

    def _learn_block(self, part, settings, X, y, classes, *, is_scaled=False, squared_radius=None):
        """Learn from the next block of a stream, and set the attributes.

        part and settings are as in `_learn`. is_scaled: whether R scales a parameter of the rule.
        """
        checked_input.check_added_coordinates(part)
        stream = getattr(self, "stream_", None)
        new = self._new_stream(part, settings)
        classes, X, codes = checked_block(self, stream, new.settings, X, y, classes, two=False)
        stream = stream or new
        block = stream.block(X, codes)
        radius = checked_radius(self, is_scaled, stream, block, squared_radius)
        self.classes_, self.stream_, stream.squared_radius = classes, stream, radius
        stream.ended = INTERRUPTED
        learners, stored_places, results = stream.dual.present(self._learners, block.X, codes)
        try:
            for learner, result in zip(learners, results, strict=True):
                check_result(learner, result)
        except FloatingPointError as error:
            stream.ended = f"{error}"
            raise
        stream.ended = ""
        return self._store(stream, learners, stored_places)

    def _new_stream(self, part, settings):
        averages = self.hypothesis == "average"
        settings = {"hypothesis": self.hypothesis, **settings}
        return KernelStream(settings, make_dual_stream(part, averages))

    def _store(self, stream, learners, stored_places):
        """Set the attributes after a run. stored_places: the places of the stored patterns."""
        dual, duals = stream.dual, self._coefficients(learners)[:, stored_places]
        self.stream_, self._space = stream, (dual.kernel, dual.rho)
        self.n_updates_ = sum(learner.updates for learner in learners)
        places = np.flatnonzero((duals != 0).any(axis=0))
        self.support_, self.dual_coef_ = dual.ids[places], duals[:, places]
        self._support_X = dual.X if places.size == dual.ids.size else dual.X[places]
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
            If X has another number of columns than in `fit`, or if a product overflows.
        """
        X = checked_input.patterns(self, X)
        kernel, augment = self._space
        values = kernels.values(kernel, X, self._support_X, augment)
        outputs = outputs_of(values, self.dual_coef_.T)
        return outputs_of(outputs, [-1.0, 1.0]) if len(self.classes_) == 2 else outputs

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
            If X has another number of columns than in `fit`, or if a product overflows.
        """
        outputs = self.decision_function(X)
        return largest(self.classes_, outputs)


def _threads(n_jobs):
    """Return a context manager that gives a ThreadPoolExecutor, or None for one thread."""
    number = effective_n_jobs(n_jobs)
    return ThreadPoolExecutor(number) if number > 1 else nullcontext()


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
            If y has only one class, if estimator is not an instance of a learner made from a rule,
            or if one of its parameters is invalid.
        TypeError
            If an argument in `fit_params` is not None.
        FloatingPointError
            If a number is not finite, or if a weight stays at 0.
        """
        checked_input.forget(self)
        estimator = self._checked_estimator()
        return self._learn(estimator, self._settings(estimator), X, y, **fit_params)

    def partial_fit(
        self,
        X: MatrixLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        squared_radius: float | None = None,
    ) -> Self:
        """Learn from the next block of a stream of patterns, each presented once.

        Calls with the blocks of X, in order, make the updates of `fit` on all of X with epochs=1
        and shuffle=False, if R² is known from the start. epochs, shuffle and random_state are
        ignored. The attributes are those of `fit`. stream_ is the state between calls. After `fit`
        its run continues up to rounding.

        The stream stores the patterns with a coefficient other than 0. Any split into blocks gives
        the same coefficients to the last bit, if R² is known. They are the coefficients of
        `fit` to the last bit if X is sparse, or if the inner products of its rows are exact in
        float64, as for whole numbers. Otherwise they differ by rounding, because `fit` uses matrix
        products, whose last bits depend on their shapes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns of the block.
        y : array-like of shape (m,)
            Their labels.
        classes : array-like of shape (C,), optional
            All classes, two or more. The first call needs them.
        squared_radius : float, optional
            R², the largest ‖y_k‖² of all patterns to come, in the augmented and extended space of
            the kernel. It matters for rules with parameters in units of R. By default it is taken
            from the first call. Later calls of these rules refuse longer patterns.

        Returns
        -------
        self
            The estimator.

        Raises
        ------
        ValueError
            If `fit` would refuse the estimator, if a parameter changed since the first call, or if
            parameters are in units of R and a pattern is longer than R. Also for bad input, and
            after a call that raised FloatingPointError.
        FloatingPointError
            If a number is not finite, or if a weight stays at 0. The stream cannot continue then.
        """
        estimator = self._checked_estimator()
        return self._learn_block(
            estimator,
            self._settings(estimator),
            X,
            y,
            classes,
            is_scaled=is_in_units_of_radius(estimator),
            squared_radius=squared_radius,
        )

    def _settings(self, estimator):
        """Return the parameters that may not change within a stream, by name."""
        names = *estimator.rule.Parameters._fields, "kernel", "augment", "extend"
        settings: dict[str, Any] = {"estimator": type(estimator).__name__}
        return settings | {f"estimator__{name}": getattr(estimator, name) for name in names}

    def _checked_estimator(self):
        """Return the estimator. Raise ValueError if it is not allowed."""
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
        check_parameters(estimator)
        self._refuse_ignored_parameters(estimator)
        checked_input.check_added_coordinates(estimator)
        return estimator

    def _refuse_ignored_parameters(self, estimator):
        used = {
            *estimator.rule.Parameters._fields,
            "augment",
            "extend",
            "kernel",
            "kernel_memory",
        }
        given = estimator.get_params(deep=False)
        defaults = type(estimator)().get_params(deep=False)
        for name in given.keys() - used:
            if given[name] != defaults[name]:
                raise ValueError(
                    f"estimator has {name}={given[name]!r}, but OneVsRest ignores {name}, as it "
                    f"presents the patterns itself: leave {name} at {defaults[name]!r}."
                )

    def _learners(self, codes, space) -> list[KernelLearner]:
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
        checked_input.forget(self)
        check_parameters(self)
        return self._learn(self, self._settings(), X, y, **fit_params)

    def partial_fit(self, X: MatrixLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        """Learn from the next block of a stream of patterns, each presented once.

        Calls with the blocks of X, in order, make the updates of `fit` on all of X with epochs=1
        and shuffle=False. epochs, shuffle and random_state are ignored. The attributes are those
        of `fit`. stream_ is the state between calls. After `fit` its run continues up to rounding.

        The stream stores the patterns with a coefficient other than 0. Any split into blocks gives
        the same coefficients to the last bit. They are the coefficients of `fit` to the last bit if
        X is sparse, or if the inner products of its rows are exact in float64, as for whole
        numbers. Otherwise they differ by rounding, because `fit` uses matrix products, whose last
        bits depend on their shapes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns of the block.
        y : array-like of shape (m,)
            Their labels.
        classes : array-like of shape (C,), optional
            All classes, two or more. The first call needs them.

        Returns
        -------
        self
            The estimator.

        Raises
        ------
        ValueError
            If a parameter changed since the first call, and for bad input.
        """
        check_parameters(self)
        return self._learn_block(self, self._settings(), X, y, classes)

    def _settings(self):
        """Return the parameters that may not change within a stream, by name."""
        names = "epsilon", "k_best", "kernel", "augment", "extend"
        return {name: getattr(self, name) for name in names}

    def _learners(self, codes, space) -> list[KernelLearner]:
        rules = all_rules()
        name = {0.0: "PassiveAggressive", 1.0: "MIRA"}.get(float(self.epsilon), "AMIRA")
        rule = rules[name]
        parameters = rule.Parameters(self.epsilon) if name == "AMIRA" else rule.Parameters()
        return [MulticlassLearner(rule, parameters, codes, len(self.classes_), self.k_best, space)]

    def _coefficients(self, learners):
        (learner,) = learners
        return learner.duals() if self.hypothesis == "last" else learner.average_duals()
