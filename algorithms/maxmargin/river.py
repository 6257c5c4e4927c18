"""The learners as classifiers of river, which learn from one pattern per call.

It needs river: `pip install '.[river]'` in a checkout. No other module of the library imports it.
"""

from collections.abc import Hashable, Mapping
from copy import deepcopy
from math import exp, inf, isfinite, nan
from numbers import Real
from typing import Any

import numpy as np
from river.base import Classifier

from maxmargin import LEARNERS
from maxmargin.drivers.blocks.one_by_one import OneByOneWeight, python_numbers
from maxmargin.estimators.class_weights import class_weights_of
from maxmargin.estimators.learner import Learner
from maxmargin.estimators.streams.checks import (
    check_not_balanced,
    check_squared_radius,
    is_in_units_of_radius,
)
from maxmargin.input.numbers import fits_float64, shown
from maxmargin.rounding import rounding_of
from maxmargin.space import LONGEST, SHORTEST

__all__ = ["RiverClassifier"]


class RiverClassifier(Classifier):
    """A learner of this package as a classifier of river.

    It makes the updates of the learner's `partial_fit`, up to rounding, one pattern at a time.
    Features that a pattern lacks are 0, and new features may come at any time. A call takes time
    proportional to the features of its pattern. Memory holds the weight, and with Δ > 0 also α of
    each pattern. For several classes, put it into river's OneVsRestClassifier.

    Parameters
    ----------
    learner : Learner
        An instance of a class in `LEARNERS` that has `partial_fit`. Used are its rule's parameters,
        augment, extend, class_weight and average, as they are at the first call of `learn_one`.
    classes : tuple, default (False, True)
        The two labels. The second is the positive class.
    squared_radius : float, optional
        R², the largest ‖y_k‖² of all patterns to come, in the augmented and extended space. Rules
        with parameters in units of R need it, and refuse longer patterns.

    Examples
    --------
    >>> from maxmargin import PassiveAggressive
    >>> from maxmargin.river import RiverClassifier
    >>> model = RiverClassifier(PassiveAggressive(C=0.1), classes=("ham", "spam"))
    >>> model.learn_one({"offer": 2.0, "free": 1.0}, "spam")
    >>> model.learn_one({"offer": 1.0, "meeting": 3.0}, "ham")
    >>> model.predict_one({"free": 1.0})
    'spam'
    """

    def __init__(
        self,
        learner: Learner,
        classes: tuple[Hashable, Hashable] = (False, True),
        squared_radius: float | None = None,
    ):
        self.learner = learner
        self.classes = classes
        self.squared_radius = squared_radius
        self._weight: OneByOneWeight | None = None
        self._labels: dict = {}
        self._ended = ""

    @classmethod
    def _unit_test_params(cls):
        for name in ("Perceptron", "PassiveAggressive", "PDM", "ROMMA", "AdaTron"):
            yield {"learner": LEARNERS[name]()}
        for name in ("PerceptronWithMargin", "MICRA", "ALMA", "NORMA", "Pegasos"):
            yield {"learner": LEARNERS[name](), "squared_radius": 100.0}

    @property
    def n_updates(self) -> int:
        """The number of updates."""
        return self._weight.updates if self._weight else 0

    @property
    def weights(self) -> dict:
        """The last weight of each feature."""
        return self._weight.coordinates()[0] if self._weight else {}

    @property
    def intercept(self) -> float:
        """The last threshold, which is added to the products of features and weights."""
        return self._weight.rho * self._weight.coordinates()[1] if self._weight else 0.0

    @property
    def margin_upper_bound(self) -> float:
        """‖a‖/Σα; nan before an update.

        No weight separates all patterns that have been learned with a larger directional margin.
        """
        return self._weight.upper_bound if self._weight else nan

    def learn_one(self, x: dict, y: Any) -> None:
        """Learn from a pattern.

        Parameters
        ----------
        x : dict
            The value of each feature. Features that are left out are 0.
        y : hashable
            The label, one of `classes`.

        Raises
        ------
        ValueError
            If y is not in `classes`, if a value is not a finite number, if the pattern is all 0 in
            the augmented and extended space, if it is longer than R for a rule with parameters in
            units of R, if a parameter is invalid, or after a run that has ended.
        FloatingPointError
            If a number was not finite, or rounding has stopped the run. The run ends there.
        """
        weight = self._weight or self._begin()
        if self._ended:
            raise ValueError(f"the run has ended: {self._ended} Use a clone.")
        label = self._labels.get(y) if isinstance(y, Hashable) else None
        if label is None:
            raise ValueError(
                f"y is {y!r}, but classes are {self.classes[0]!r} and {self.classes[1]!r}: give "
                "classes, or use river's OneVsRestClassifier for more than two."
            )
        try:
            x = python_numbers(x)
            q = weight.squared_norm_of(x) + weight.rho**2
            q = label * label * q + weight.delta**2
            is_allowed = SHORTEST**2 <= q <= self._longest * (1.0 + rounding_of(len(x)))
        except OverflowError:  # of whole numbers, which float64 or their squares do not hold
            self._refuse(x, inf)
        except (TypeError, ValueError, AttributeError):  # values of other types than numbers
            _check_pattern(x)
            raise
        if not is_allowed:
            self._refuse(x, q)
        reason = weight.present(x, label, q)
        if reason:
            self._ended = reason
            raise FloatingPointError(f"{type(self.learner).__name__}: {reason}")

    def decision_one(self, x: dict) -> float:
        """Return a·(x, ρ), which is above 0 for the second class.

        a is the last weight, or with the learner's average the average of the weights.

        Parameters
        ----------
        x : dict
            The value of each feature. New features do not count.

        Returns
        -------
        float
            The product.

        Raises
        ------
        ValueError
            If a value is not a finite number, or if the product overflows.
        """
        if self._weight is None:
            _check_pattern(x)
            return 0.0
        try:
            product = self._weight.product(python_numbers(x))
        except (TypeError, ValueError, AttributeError, OverflowError):
            _check_pattern(x)
            raise
        if not isfinite(product):
            _check_pattern(x)
            raise ValueError(
                f"the pattern {x!r:.200} is so long that its product with the weight overflows: "
                "scale the features down."
            )
        return product

    def predict_one(self, x: dict, **kwargs: Any) -> Any:
        """Return the predicted label.

        Parameters
        ----------
        x : dict
            The value of each feature.
        **kwargs
            Ignored.

        Returns
        -------
        hashable
            One of `classes`.

        Raises
        ------
        ValueError
            For the same reasons as `decision_one`.
        """
        return self.classes[self.decision_one(x) > 0.0]

    def predict_proba_one(self, x: dict, **kwargs: Any) -> dict:
        """Return the logistic function of the product, as river's linear classifiers do.

        These numbers order patterns. They are not calibrated, because the length of a weight says
        nothing about probabilities.

        Parameters
        ----------
        x : dict
            The value of each feature.
        **kwargs
            Ignored.

        Returns
        -------
        dict
            A number from 0 to 1 for each class. Both add up to 1.

        Raises
        ------
        ValueError
            For the same reasons as `decision_one`.
        """
        product = self.decision_one(x)
        share = 1.0 / (1.0 + exp(-min(abs(product), 700.0)))  # of the predicted class
        negative, positive = self.classes
        positive_share = share if product > 0.0 else 1.0 - share
        return {negative: 1.0 - positive_share, positive: positive_share}

    def _begin(self):
        """Check all parameters, and return the weight at the start."""
        learner = self.learner
        if not isinstance(learner, Learner) or not hasattr(learner, "partial_fit"):
            raise ValueError(
                f"learner is {learner!r}, but has to be an instance of a learner in "
                "maxmargin.LEARNERS that has partial_fit, such as Perceptron()."
            )
        learner._check_learns_in_blocks()
        check_not_balanced(learner.class_weight)
        if not _are_two_labels(self.classes):
            raise ValueError(f"classes are {self.classes!r}, but have to be two different labels.")
        check_squared_radius(self.squared_radius)
        self._longest = LONGEST**2
        if is_in_units_of_radius(learner):
            if self.squared_radius is None:
                raise ValueError(
                    f"squared_radius is None, but the parameters of {type(learner).__name__} are "
                    "in units of R: give the largest ‖y‖² of all patterns to come."
                )
            self._longest = float(self.squared_radius)
        classes = np.empty(2, dtype=object)
        classes[:] = self.classes
        weights = class_weights_of(learner.class_weight, classes, None).tolist()
        self._labels = dict(zip(self.classes, (-weights[0], weights[1]), strict=True))
        weight = OneByOneWeight(
            0.0 if self._longest == LONGEST**2 else self._longest,
            float(learner.augment),
            float(learner.extend),
            weights != [1.0, 1.0],
            learner.average,
        )
        rule, parameters = learner.rule_and_parameters()
        weight.attach(rule, parameters)
        self._weight, self._parameters = weight, tuple(parameters)
        return weight

    def __copy__(self):
        """Return a shallow copy with a weight of its own, so that each learns by itself."""
        made = object.__new__(type(self))
        made.__setstate__(vars(self) | {"_weight": deepcopy(self._weight)})
        return made

    def __setstate__(self, state):
        vars(self).update(state)
        if self._weight:  # with the parameters of the first call, whatever they are now
            rule = self.learner.rule
            self._weight.attach(rule, rule.Parameters(*self._parameters))

    def _refuse(self, x, q):
        """Raise ValueError for a pattern that the learner cannot learn from."""
        _check_pattern(x)
        if q < SHORTEST**2:
            raise ValueError(
                f"the pattern {x!r} has ‖y‖² = {q:g}, so that no weight gives it a margin: leave "
                "it out, or set augment or extend above 0."
            )
        raise ValueError(
            f"the pattern {x!r:.200} has ‖y‖² = {q!r}, but the largest ‖y‖² allowed is "
            f"{self._longest!r}: give a clone a larger squared_radius, or scale the features down."
        )


def _are_two_labels(classes):
    """Return whether a value has two different labels, each equal to itself and hashable."""
    try:
        first, second = classes
        return first == first and second == second and len({first, second}) == 2
    except (TypeError, ValueError):
        return False


def _check_pattern(x):
    """Raise ValueError unless a pattern is a dictionary of finite real numbers."""
    if not isinstance(x, Mapping):
        raise ValueError(f"the pattern is {x!r:.60}, but has to be a dictionary of features.")
    for feature, value in x.items():
        if not isinstance(value, Real):
            raise ValueError(f"the feature {feature!r} is {value!r:.60}, but has to be a number.")
        if not fits_float64(value):
            raise ValueError(
                f"the feature {feature!r} is {shown(value)}, but has to be in the range of float64."
            )
        if not isfinite(value):
            raise ValueError(f"the feature {feature!r} is {value}, but has to be finite.")
