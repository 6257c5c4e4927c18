"""A classifier in the user's own file, which takes part beside the learners.

The file has one scikit-learn class for two classes with `coef_` and `intercept_`. It learns from
explicit patterns (x_k, ρ, Δ e_k), and the suite measures and proves its margins. If the class has
`partial_fit`, a run calls it epoch by epoch, with all patterns in their order. It ends when an
epoch changes nothing and all patterns are on their side. Otherwise a run calls `fit` once, or with
1, 2, 4, … iterations if the class has the parameter `max_iter`.
"""

import inspect
import os
import warnings
from functools import cache
from time import perf_counter

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import get_tags

from maxmargin import variants
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares
from peers.online.adapter import (
    ONLINE_ATTRIBUTES,
    ONLINE_PARAMETERS,
    Adapter,
    Epoch,
    ThirdPartyClassifier,
)

VARIABLE = "MARGIN_CLASSIFIERS"  # lists the files, separated like the paths in PATH
MOST_NUMBERS = 2**27  # in a dense copy of patterns for a class that takes no sparse ones: 1 GiB
EPOCHS = ONLINE_PARAMETERS | {"max_epochs": ONLINE_PARAMETERS["max_epochs"]._replace(default=100)}
# Parameters that the suite sets for its own learners, and the name of an attribute.
RESERVED = {*EPOCHS, "certify", "classifier", "max_updates", "mini_epochs", "worst_first"}


def own_classifiers():
    """Return name -> estimator class for the classifiers in the files of MARGIN_CLASSIFIERS.

    Raises `variants.VariantError` for a file whose class cannot take part.
    """
    paths = os.environ.get(VARIABLE, "").split(os.pathsep)
    return {cls.__name__: cls for cls in map(load, filter(None, paths))}


@cache
def load(path):
    """Return the estimator that wraps the classifier in a file. Raises `variants.VariantError`."""
    return wrapped(_class_in(variants.imported(path, _faults)))


def _class_in(module):
    """Return the public class that a module defines with `fit` or `partial_fit`, or None."""
    found = [
        value
        for name, value in vars(module).items()
        if inspect.isclass(value) and not name.startswith("_") and _learns(value, module)
    ]
    return found[0] if len(found) == 1 else None


def _learns(cls, module):
    return cls.__module__ == module.__name__ and not {"fit", "partial_fit"}.isdisjoint(vars(cls))


def _faults(module):
    """Return why the class in a module cannot take part, as a list of sentences."""
    cls = _class_in(module)
    if cls is None:
        return ["it has to define one class with a method fit or partial_fit."]
    name = cls.__name__
    if not issubclass(cls, BaseEstimator):
        return [f"{name} has to be a subclass of sklearn.base.BaseEstimator."]
    taken = sorted(set(cls._get_param_names()) & RESERVED)
    if taken:
        return [f"{name} has the parameter {taken[0]}, which the suite sets itself: rename it."]
    without = [
        parameter.name
        for parameter in inspect.signature(cls).parameters.values()
        if parameter.default is inspect.Parameter.empty
    ]
    if without:
        return [f"{name} has the parameter {without[0]} without a default: give it one."]
    return []


def wrapped(cls):
    """Return the estimator of a class. It has the parameters of the class and of EPOCHS."""
    own = {
        parameter.name: Parameter(parameter.default, [object], "See the class.")
        for parameter in inspect.signature(cls).parameters.values()
    }
    body = {"__doc__": cls.__doc__, "__module__": cls.__module__, "classifier": cls}
    if hasattr(cls, "parameter_grid"):
        body["parameter_grid"] = cls.parameter_grid
    made = type(cls.__name__, (OwnClassifier,), body)
    return declares({}, own | EPOCHS, ONLINE_ATTRIBUTES | attributes())(made)


class OwnClassifier(ThirdPartyClassifier):
    """An estimator that wraps the user's class, `classifier`."""

    NORMALISED = False
    classifier: type

    def _adapter(self, patterns, labels):
        names = self.classifier._get_param_names()
        model = self.classifier(**{name: getattr(self, name) for name in names})
        if sparse.issparse(patterns) and not get_tags(model).input_tags.sparse:
            if patterns.shape[0] * patterns.shape[1] > MOST_NUMBERS:
                raise ValueError(
                    f"{type(self).__name__} takes no sparse patterns, and "
                    f"{patterns.shape[0]} × {patterns.shape[1]} numbers are too many as an array: "
                    "set input_tags.sparse in __sklearn_tags__ if it does take them."
                )
            patterns = patterns.toarray()
        # Copies, so that margins are measured from X and y, whatever the class does to its own.
        patterns, labels = patterns.copy(), labels.copy()
        by_epochs = hasattr(model, "partial_fit")
        adapter = PartialFits if by_epochs else Fits
        return adapter(model, patterns, labels, self.n_features_in_, self.augment)


class PartialFits(Adapter):
    """A classifier that learns an epoch a call."""

    def __init__(self, model, patterns, labels, n, rho):
        self.model, self.patterns, self.labels, self.n, self.rho = model, patterns, labels, n, rho

    def epoch(self, deadline):
        self.model.partial_fit(self.patterns, self.labels, classes=[-1.0, 1.0])
        return Epoch(len(self.labels), 1)

    def weight(self):
        """Return the weight, with the classifier's own threshold as the coordinate of ρ."""
        name = type(self.model).__name__
        coef = self.model.coef_
        coef = np.asarray(coef.toarray() if sparse.issparse(coef) else coef, dtype=float)
        if coef.shape not in ((1, self.patterns.shape[1]), (self.patterns.shape[1],)):
            raise ValueError(
                f"{name}.coef_ has the shape {coef.shape}; it has to be "
                f"(1, {self.patterns.shape[1]}), a number for each column of X."
            )
        weight, threshold = coef.ravel().copy(), float(np.ravel(self.model.intercept_)[0])
        if threshold and not self.rho:
            raise ValueError(
                f"{name}.intercept_ is {threshold:g}, but the space has no threshold: set augment "
                f"above 0, or keep {name} from learning an intercept."
            )
        if threshold:
            weight[self.n] += threshold / self.rho
        return weight


class Fits(PartialFits):
    """A classifier that learns in one call, or in calls with 1, 2, 4, … iterations.

    The seconds are those of the last call.
    """

    def __init__(self, *args):
        super().__init__(*args)
        most = self.model.get_params().get("max_iter")
        self.most = most if most and most > 0 else None  # SVC's -1 is no limit
        self.iterations = self.seconds = 0

    def epoch(self, deadline):
        self.preparing += self.seconds  # leaves the previous call out of the seconds
        before, self.iterations = self.iterations, 1
        if self.most:
            self.iterations = min(2 * before or 1, self.most)
            self.model = clone(self.model).set_params(max_iter=self.iterations)
        entered = perf_counter()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.model.fit(self.patterns, self.labels)
        self.seconds = perf_counter() - entered
        self.finished = self.iterations == (self.most or 1)
        self.cut_short = any(issubclass(one.category, ConvergenceWarning) for one in caught)
        if self.most and np.max(getattr(self.model, "n_iter_", 0)) >= self.most:
            self.cut_short = True
        return Epoch(visits=None, epochs=self.iterations - before)
