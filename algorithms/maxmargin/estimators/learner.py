"""The estimator that turns a rule into a scikit-learn classifier."""

import warnings
from functools import cache
from inspect import Parameter, Signature
from math import nan
from numbers import Integral, Real
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin import kernels
from maxmargin.drivers import dual_run, progress, sequential, worst_first
from maxmargin.drivers.dual import KernelSpace
from maxmargin.drivers.kernel_rows import KernelRows
from maxmargin.space import make_space

SHARED = {
    "augment": 1.0,
    "extend": 0.0,
    "kernel": None,
    "kernel_memory": 1.0,
    "mini_epochs": 0,
    "max_updates": 10_000_000,
    "max_epochs": None,
    "max_seconds": None,
    "enough_margin": None,
    "shuffle": False,
    "random_state": None,
    "verbose": False,
}
# Of learners that run once; procedures have rules of their own for these.
SINGLE = {"certify": None, "worst_first": False}
SINGLE_DOC = """
    certify : ends the run as soon as its certificate shows that this part of the maximum
        directional margin is reached: a stopping rule for learners that have none. None for no such
        end. It is looked at where history_ has a point.
    worst_first : whether each time the pattern of the smallest product with the weight is
        presented, instead of one after the other."""
SHARED_DOC = """
    augment : ρ, the value of the augmenting coordinate, in the units of X; 0 for none.
    extend : Δ, the value of each pattern's own coordinate, in the units of X; 0 for none. Any
        patterns are separable with Δ > 0: it makes the margin soft, with squared slacks over Δ².
    kernel : of maxmargin.kernels, in whose space to learn; None for the space of X itself. augment
        and extend then are coordinates of the kernel's space: they add ρ² to the kernel, and Δ² to
        its diagonal.
    kernel_memory : GiB that rows of the kernel may take; what has no room is computed again.
    mini_epochs : N of the reduced procedure, 0 for plain epochs.
    max_updates, max_epochs, max_seconds : what ends a run that has not converged; None for no
        limit.
    enough_margin : a directional margin, in the units of X, at which the run ends, having "reached"
        it; None for no such end.
    shuffle : whether each epoch presents the patterns in a new random order, from random_state.
    verbose : whether a long run says on standard output where it is.

    Attributes after `fit`: coef_ (1, n), intercept_ (1,) and slack_coef_ (m,), the weights of the
    original space, the threshold and the extending coordinates; dual_coef_ (m,), α >= 0 of the
    weight Σ α_k y_k (with a kernel there is no coef_ nor intercept_, and support_ has the indices
    of the patterns with α > 0); weight_norm_, ‖a‖; status_, how the run ended, and converged_,
    whether it ended by itself or by certify or enough_margin; n_updates_, n_epochs_,
    n_mini_epochs_, n_visits_ (of patterns), n_iter_ (all epochs); directional_margin_ and
    geometric_margin_ in the units of X; margin_upper_bound_, ‖a‖/Σα, which the directional margin
    of no weight exceeds; margin_bound_by_updates_, another such bound, by the number of updates
    alone, and guaranteed_fraction_, the part of the maximum directional margin that a converged run
    is sure to have reached, both nan where no theorem tells; squared_radius_, R²; history_, the
    `Point`s of the run. The Margitron also has asymptotic_fraction_, what the guaranteed fraction
    tends to as b grows.
"""


class LinearClassifier(ClassifierMixin, BaseEstimator):
    """What all linear classifiers here share: two classes, checked input, prediction."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags

    def _checked(self, X, y):
        """X and y as `make_space` takes them; sets classes_. Raises ValueError."""
        self._validate_params()
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) == 1:
            raise ValueError(
                f"y holds one class only, {self.classes_[0]!s}: a margin needs patterns of two."
            )
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass: y "
                f"holds {len(self.classes_)} classes where two are needed."
            )
        return X, 2.0 * codes - 1.0

    def decision_function(self, X):
        """X·coef_ + intercept_, (m,): positive for the larger class in sort order."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return X @ self.coef_.ravel() + self.intercept_[0]

    def predict(self, X):
        """The class of each row of X, (m,)."""
        positive = self.decision_function(X) > 0
        return self.classes_[positive.astype(int)]


class KernelProblem(NamedTuple):
    """A `KernelSpace` with the patterns and labels to learn from."""

    space: KernelSpace
    X: np.ndarray
    labels: np.ndarray

    @property
    def rho(self):
        return self.space.rho

    @property
    def delta(self):
        return self.space.delta

    @property
    def squared_radius(self):
        return self.space.squared_radius


class SequentialClassifier(LinearClassifier):
    """What runs rules under the drivers, with the shared parameters and attributes."""

    worst_first = False  # but for learners that have the parameter

    def _space(self, X, labels):
        if self.kernel is None:
            return make_space(X, labels, self.augment, self.extend)
        kernel = kernels.checked(self.kernel)
        rows = KernelRows(kernel.base, X, None, self.kernel_memory * 2**30)
        return KernelProblem(KernelSpace(kernel, rows, self.augment, self.extend), X, labels)

    def _permute(self):
        return check_random_state(self.random_state) if self.shuffle else None

    def _run(self, rule, parameters, space, permute, budget):
        watch = self._say if self.verbose else None
        if self.worst_first:
            if self.mini_epochs or self.shuffle:
                raise ValueError(
                    "worst_first presents the worst pattern each time: leave mini_epochs at 0 and "
                    "shuffle at False."
                )
            geometry = self._geometry(space)
            return worst_first.run(rule, parameters, geometry, budget=budget, watch=watch)
        run, places = sequential.run, [space]
        if isinstance(space, KernelProblem):
            run, places = dual_run.run, [space.labels, space.space]
        return run(
            rule,
            parameters,
            *places,
            mini_epochs=self.mini_epochs,
            permute=permute,
            budget=budget,
            watch=watch,
        )

    def _geometry(self, space):
        """What the worst-first driver asks of a space."""
        if isinstance(space, KernelProblem):
            memory = self.kernel_memory * 2**30
            return worst_first.KernelGeometry(space.space, space.X, space.labels, memory)
        return worst_first.LinearGeometry(space)

    def _keep(self, result, space):
        """Sets the attributes that a `Run` tells of."""
        end = result.end
        if isinstance(space, KernelProblem):
            self._keep_support(result.duals, space)
        else:
            self.coef_ = result.weights[None, :-1]
            self.intercept_ = space.rho * result.weights[-1:]
        self.dual_coef_ = result.duals
        self.slack_coef_ = space.delta * space.labels * result.duals
        self.status_ = result.status
        self.converged_ = result.status in progress.ENDED_WELL
        self.n_updates_, self.n_visits_ = end.updates, end.visits
        self.n_epochs_, self.n_mini_epochs_ = end.epochs, end.mini_epochs
        self.n_iter_ = end.epochs + end.mini_epochs
        self.directional_margin_ = end.directional_margin
        self.geometric_margin_ = end.geometric_margin
        self.margin_upper_bound_ = end.upper_bound
        self.weight_norm_ = end.upper_bound * result.duals.sum()
        self.history_ = result.curve
        self.squared_radius_ = space.squared_radius

    def _keep_support(self, duals, problem):
        self.support_ = np.flatnonzero(duals)
        self._support_X = problem.X[self.support_]
        self._support_coef = (duals * problem.labels)[self.support_]

    def decision_function(self, X):
        """a·x without the extending coordinates, (m,): positive for the larger class."""
        if self.kernel is None:
            return super().decision_function(X)
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return kernels.values(self.kernel, X, self._support_X, self.augment) @ self._support_coef

    def _say(self, point):
        print(
            f"{type(self).__name__}: {point.updates:,} updates, directional margin "
            f"{point.directional_margin:.6g}, at most {point.upper_bound:.6g}, "
            f"{point.seconds:.0f} s",
            flush=True,
        )

    def _warn(self, missed):
        """Warns that the budget ended the run before what is said in `missed`."""
        warnings.warn(
            f"{type(self).__name__} {_ENDINGS[self.status_].format(self)} before it {missed}: "
            f"directional margin {self.directional_margin_:.6g} reached after {self.n_updates_} "
            f"updates, certified maximum at most {self.margin_upper_bound_:.6g}.",
            ConvergenceWarning,
            stacklevel=3,
        )


class Learner(SequentialClassifier):
    """A rule under a driver. Its subclasses are made by `learner`."""

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Parameters from coarse to fine accuracy, for comparisons.

        maximum_margin, radius: γ_d and R, in the units of the data. A list of dictionaries of the
        rule's parameters, as its file has them.
        """
        if hasattr(cls.rule, "parameter_grid"):
            grid = cls.rule.parameter_grid(maximum_margin, radius)
            return [parameters._asdict() for parameters in grid]
        return [cls.rule.Parameters()._asdict()]

    def rule_and_parameters(self):
        """The rule and its `Parameters`, for a driver."""
        names = self.rule.Parameters._fields
        return self.rule, self.rule.Parameters(*(getattr(self, name) for name in names))

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input no margin can be reached on. Warns (ConvergenceWarning) when
        the run ended before it converged.
        """
        X, labels = self._checked(X, y)
        space = self._space(X, labels)
        _, parameters = self.rule_and_parameters()
        limits = self.max_updates, self.max_epochs, self.max_seconds
        budget = progress.Budget(*limits, self.certify, self.enough_margin)
        result = self._run(self.rule, parameters, space, self._permute(), budget)
        self._keep(result, space)
        self.guaranteed_fraction_, self.margin_bound_by_updates_ = guarantees(
            self.rule, parameters, space.squared_radius, result
        )
        self.asymptotic_fraction_ = nan
        if hasattr(self.rule, "asymptotic_fraction"):
            scaled = self.rule.scaled(parameters, space.squared_radius)
            self.asymptotic_fraction_ = self.rule.asymptotic_fraction(scaled)
        if not self.converged_:
            self._warn("converged")
        return self


def guarantees(rule, parameters, squared_radius, result):
    """(guaranteed_fraction_, margin_bound_by_updates_) of a `Run`: nan where no theorem tells."""
    fraction = bound = nan
    params, end = rule.scaled(parameters, squared_radius), result.end
    if hasattr(rule, "margin_bound"):
        bound = rule.margin_bound(end.updates, params, squared_radius)
    if hasattr(rule, "guaranteed_fraction") and result.status == "converged":
        fraction = rule.guaranteed_fraction(
            end.updates, end.directional_margin, params, squared_radius
        )
    return fraction, bound


_ENDINGS = {
    "max_updates": "reached max_updates={0.max_updates}",
    "max_epochs": "reached max_epochs={0.max_epochs}",
    "max_seconds": "reached max_seconds={0.max_seconds}",
    "diverged": "diverged",
}


@cache
def learner(rule):
    """The estimator class of a rule, with its parameters and the shared ones; always the same."""
    own = rule.Parameters._field_defaults
    body = {
        "__doc__": f"{rule.__doc__}\n    Parameters\n\n    {rule.Parameters.__doc__}{SINGLE_DOC}"
        f"{SHARED_DOC}",
        "__init__": initializer(own, {**SHARED, **SINGLE}),
        "__module__": "maxmargin",
        "rule": rule,
        "_parameter_constraints": {**_constraints(rule), **SHARED_CONSTRAINTS},
    }
    return type(rule.NAME, (Learner,), body)


def initializer(own, shared):
    """An `__init__` that sets the parameters of both dictionaries, of names and defaults; the
    shared ones by keyword only.
    """
    defaults = {**own, **shared}

    def __init__(self, *args, **kwargs):
        values = signature.bind(self, *args, **kwargs)
        values.apply_defaults()
        for name in defaults:
            setattr(self, name, values.arguments[name])

    signature = Signature(
        [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
        + [
            Parameter(
                name,
                Parameter.POSITIONAL_OR_KEYWORD if name in own else Parameter.KEYWORD_ONLY,
                default=default,
            )
            for name, default in defaults.items()
        ]
    )
    __init__.__signature__ = signature
    return __init__


SHARED_CONSTRAINTS = {
    "augment": [Interval(Real, 0, None, closed="left")],
    "extend": [Interval(Real, 0, None, closed="left")],
    "kernel": [*kernels.KERNELS.values(), None],
    "kernel_memory": [Interval(Real, 0, None, closed="neither")],
    "mini_epochs": [Interval(Integral, 0, None, closed="left")],
    "max_updates": [Interval(Integral, 1, None, closed="left"), None],
    "max_epochs": [Interval(Integral, 1, None, closed="left"), None],
    "max_seconds": [Interval(Real, 0, None, closed="neither"), None],
    "enough_margin": [Real, None],
    "certify": [Interval(Real, 0, 1, closed="neither"), None],
    "worst_first": ["boolean"],
    "shuffle": ["boolean"],
    "random_state": ["random_state"],
    "verbose": ["boolean"],
}


def _constraints(rule):
    """scikit-learn's form of the rule's RANGES, with None wherever it is the default."""
    constraints = {}
    for name, text in rule.RANGES.items():
        if text[0] == "{":
            constraints[name] = [StrOptions(set(text[1:-1].split(", ")))]
            continue
        low, high = (None if "inf" in end else float(end) for end in text[1:-1].split(","))
        closed = {"[]": "both", "[)": "left", "(]": "right", "()": "neither"}[text[0] + text[-1]]
        constraints[name] = [Interval(Real, low, high, closed=closed)]
        if rule.Parameters._field_defaults[name] is None:
            constraints[name].append(None)
    return constraints
