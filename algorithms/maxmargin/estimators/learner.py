"""The estimator that turns a rule into a scikit-learn classifier."""

import inspect
import re
from contextlib import suppress
from functools import cache
from math import nan
from numbers import Real
from pathlib import Path
from typing import Any, Self

import numpy as np

from maxmargin import variants
from maxmargin.contract import Rule
from maxmargin.drivers.shared import progress
from maxmargin.estimators.class_weights import class_weights_of, weighted
from maxmargin.estimators.constraints import Interval, StrOptions, check_parameters, only_if
from maxmargin.estimators.run_classifier import RULE_ATTRIBUTES, RUN_PARAMETERS, RunClassifier
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.estimators.streams.checks import (
    check_not_balanced,
    check_same,
    checked_block,
    checked_radius,
    is_in_units_of_radius,
    settings_of,
)
from maxmargin.estimators.streams.kernel import KernelStream
from maxmargin.estimators.streams.linear import LinearStream
from maxmargin.estimators.streams.stream import Fitted, HasStream
from maxmargin.input import checked_input
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.statuses import CONVERGED

RULES = Path(__file__).parent.parent / "rules"
LEARNER_PARAMETERS = RUN_PARAMETERS | shared("certify", "worst_first", "class_weight", "average")
UNAVERAGED_ATTRIBUTES = RULE_ATTRIBUTES | attributes("asymptotic_fraction_", "class_weight_")
LEARNER_ATTRIBUTES = UNAVERAGED_ATTRIBUTES | attributes(
    "average_coef_", "average_intercept_", "average_dual_coef_"
)


class Learner(HasStream, RunClassifier):
    """Base class of the classifiers that run a rule. `learner` makes subclasses."""

    rule: Rule
    certify: float | None
    worst_first: bool
    class_weight: dict | str | None
    asymptotic_fraction_: float
    class_weight_: np.ndarray
    average_coef_: np.ndarray
    average_intercept_: np.ndarray
    average_dual_coef_: np.ndarray
    stream_: LinearStream | KernelStream

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin : float
            γ_d, the maximum directional margin, in the units of X.
        radius : float
            R, the length of the longest pattern, in the units of X.

        Returns
        -------
        list of dict
            The rule's parameters, one dictionary for each setting.
        """
        return grid_of(cls.rule, maximum_margin, radius)

    def __reduce_ex__(self, protocol):
        """Pickle a variant's learner with its file's path, because no import finds its class."""
        made, *rest = super().__reduce_ex__(protocol)
        file = Path(self.rule.__file__)
        if file.parent == RULES:
            return made, *rest
        _, state, *others = rest
        return _of_variant, (str(file),), state, *others

    def rule_and_parameters(self) -> tuple[Rule, Any]:
        """Return the rule and its `Parameters`, for a driver."""
        names = self.rule.Parameters._fields
        return self.rule, self.rule.Parameters(*(getattr(self, name) for name in names))

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
            If X has a row of length 0 in the space, if y does not have two classes, or if a
            parameter is invalid.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        space = self._checked_space(X, y, **fit_params)
        rule, parameters = self.rule_and_parameters()
        result = self._run(rule, parameters, space, self._permute(), progress.budget_of(self))
        self._store_fit(result, space)
        return self

    def _learns_from_streams(self) -> bool:
        """Return whether `partial_fit` is possible with the norm of the learner's patterns.

        May raise AttributeError instead, with the reason.
        """
        return not type(self).worst_first

    @only_if(lambda self: self._learns_from_streams())
    def partial_fit(
        self,
        X: MatrixLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        squared_radius: float | None = None,
        budget: int | None = None,
    ) -> Self:
        """Learn from the next block of a stream of patterns, each presented once.

        Calls with the blocks of X, in order, make the updates of one epoch of `fit` on all of X, if
        R² is known from the start. Without a kernel they and average_coef_ agree to the last bit.
        After `fit`, its run continues; a pattern that comes again counts as a new one. Limits,
        targets and certify are ignored.

        With a kernel the stream stores the patterns with α > 0. Any split into blocks gives the
        same α to the last bit, if R² is known from the start. They are the α of `fit` to the last
        bit if X is sparse, or if the inner products of its rows are exact in float64, as for whole
        numbers. Otherwise they differ by rounding, because `fit` uses matrix products, whose last
        bits depend on their shapes. After `fit` with a kernel the run continues up to rounding.

        With a budget the stream stores at most that many patterns. When an update exceeds it, the
        pattern with the smallest α_k ‖y_k‖ is removed from the weight, the oldest of equals. After
        `fit` the first call removes the excess. The bound remains valid. But the rule's theorems do
        not hold, and nothing guarantees convergence or a margin. margin_bound_by_updates_ is nan.

        The attributes are those of `fit`, with these differences. converged_ is False.
        directional_margin_ and geometric_margin_ are of the patterns of this call alone, because
        earlier patterns are not stored. margin_upper_bound_ bounds the margin of all patterns
        seen. history_ has a point for each call. stream_ is the state between calls.

        A stream's α and labels, and the attributes made of them, take 25 bytes of memory a pattern,
        or 16 with a kernel. Each call copies them, so that calls with few patterns are slow late in
        a long stream. With a kernel each call also computes the kernel of the block with all stored
        patterns.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns of the block.
        y : array-like of shape (m,)
            Their labels.
        classes : array-like of shape (2,), optional
            The two classes. The first call needs them.
        squared_radius : float, optional
            R², the largest ‖y_k‖² of all patterns to come, in the augmented and extended space and
            the squared units of X, or in the kernel's space. It matters for rules with parameters
            in units of R. By default it is taken from the first call. Later calls of these rules
            refuse longer patterns.
        budget : int, optional
            The largest number of stored patterns, with a kernel; None for no limit. The first call
            sets it.

        Returns
        -------
        self
            The estimator.

        Raises
        ------
        ValueError
            If the learner's parameters need all patterns at once (see `fit_in_blocks`), changed
            since the first call, or are in units of R and a pattern is longer than R. Also for bad
            input, for class_weight="balanced", for class_weight or average with a kernel, for a
            budget without a kernel or beyond kernel_memory, and after a run that failed or was
            stopped by rounding.

        Warns
        -----
        ConvergenceWarning
            If a number was not finite, or if rounding stopped the run. The stream cannot continue
            then.
        """
        self._check_learns_in_blocks(kernels=True)
        checked_input.check_added_coordinates(self)
        stream, block = self._stream_and_block(X, y, classes, squared_radius, budget)
        rule, parameters = self.rule_and_parameters()
        result = stream.present(rule, parameters, block)
        self.stream_ = stream
        self._store(result, stream)
        self._store_bounds(result, stream)
        if isinstance(stream, KernelStream) and stream.dual.budget is not None:
            self.margin_bound_by_updates_ = nan
        self.class_weight_ = stream.class_weights.copy()
        if stream.ended:
            self._warn("ended", block)
        return self

    def _stream_and_block(self, X, y, classes, squared_radius, budget):
        """Return the stream, and the block of a call of `partial_fit` for it.

        Sets classes_ and n_features_in_ at the first call. Raises ValueError for input that
        `partial_fit` refuses. A refused call does not change the stream.
        """
        kind = LinearStream if self.kernel is None else KernelStream
        stream = getattr(self, "stream_", None)
        check_not_balanced(self.class_weight)
        settings = settings_of(self)
        if stream is None and hasattr(self, "converged_"):
            check_same(self._fitted.settings, settings)
            stream = kind.after_fit(self, budget)
        classes, X, codes = checked_block(self, stream, settings, X, y, classes)
        stream = stream or kind.before_fit(self, settings, classes, budget)
        stream.check_budget(self, budget)
        block = stream.block(X, np.where(codes == 1, 1, -1))
        is_scaled = is_in_units_of_radius(self)
        stream.squared_radius = checked_radius(self, is_scaled, stream, block, squared_radius)
        self.classes_ = classes
        return stream, block

    def _check_learns_in_blocks(self, kernels=False):
        """Raise ValueError if a parameter is not allowed or needs all patterns at once.

        kernels: whether a kernel is allowed.
        """
        check_parameters(self)
        if type(self).worst_first:
            raise ValueError(
                f"{type(self).__name__} always presents the worst pattern, so that it cannot learn "
                "in blocks: use fit."
            )
        for name, value in self._in_blocks.items():
            if getattr(self, name) != value and not (kernels and name == "kernel"):
                raise ValueError(
                    f"{name}={getattr(self, name)!r} cannot learn in blocks: leave it at "
                    f"{value!r}, or use fit."
                )

    def _checked_space(self, X, y, **fit_params):
        """Return the space of checked patterns. Nothing else stores them."""
        X, labels = self._checked(X, y, **fit_params)
        counts = [np.count_nonzero(labels < 0), np.count_nonzero(labels > 0)]
        self.class_weight_ = class_weights_of(self.class_weight, self.classes_, counts)
        return self._space(X, weighted(labels, self.class_weight_))

    def _store_fit(self, result, space):
        """Set the fitted attributes from a `Run` in a space. Warn if the run did not converge."""
        self._store(result, space)
        self._store_bounds(result, space)
        self._fitted = Fitted(settings_of(self), result.memory, result.averaged)
        if not self.converged_:
            self._warn("converged", space)

    def _store_bounds(self, result, space):
        """Set the attributes that theorems about the rule give for a `Run`."""
        _, parameters = self.rule_and_parameters()
        self.guaranteed_fraction_, self.margin_bound_by_updates_ = guarantees(
            self.rule, parameters, space.squared_radius, result
        )
        self.asymptotic_fraction_ = nan
        asymptotic_fraction = getattr(self.rule, "asymptotic_fraction", None)
        if asymptotic_fraction:
            scaled = self.rule.scaled(parameters, space.squared_radius)
            self.asymptotic_fraction_ = asymptotic_fraction(scaled)


def _of_variant(path):
    """Return an unfitted learner of the rule in a file. Raises VariantError if there is none."""
    return object.__new__(learner_from(path))


def learner_from(path: str | Path) -> type[Learner]:
    """Return the learner of the rule in a file.

    Parameters
    ----------
    path : path
        The rule's file; `maxmargin.rules` describes it. If the file changes, or a module that it
        imports from its folder, the next call returns a new class. Fitted instances can be
        unpickled as long as the file is there.

    Returns
    -------
    class
        The estimator, a subclass of `Learner`.

    Raises
    ------
    VariantError
        If the file has no valid rule, with the fault. It is a ValueError.
    """
    return learner(variants.load(path))


def guarantees(rule, parameters, squared_radius, result):
    """Return (guaranteed_fraction_, margin_bound_by_updates_) of a `Run`.

    Each is nan without a theorem, or if its numbers overflow.
    """
    fraction = bound = nan
    params, end = rule.scaled(parameters, squared_radius), result.end
    if hasattr(rule, "margin_bound"):
        with suppress(ValueError, ArithmeticError):
            bound = rule.margin_bound(end.updates, params, squared_radius)
    if hasattr(rule, "guaranteed_fraction") and result.status == CONVERGED:
        with suppress(ValueError, ArithmeticError):
            fraction = rule.guaranteed_fraction(
                end.updates, end.directional_margin, params, squared_radius
            )
    return fraction, bound


def learner(rule) -> Any:
    """Return the estimator class of a rule, with the rule's own and the shared parameters.

    The rule is a module (`maxmargin.contract.Rule`). Each rule has one class. Its parameters are
    set at run time, so that type checkers know them from `maxmargin/__init__.pyi` only.
    """
    return _learner(rule)


@cache
def _learner(rule):
    taken = LEARNER_PARAMETERS.keys() & rule.Parameters._fields
    if taken:
        raise variants.VariantError(
            f"{rule.__file__}: the parameter {min(taken)} has the name of a parameter that every "
            "learner has: rename it."
        )
    body = {"__doc__": rule.__doc__, "__module__": "maxmargin", "rule": rule}
    declared = declares(own_parameters(rule), LEARNER_PARAMETERS, LEARNER_ATTRIBUTES)
    return declared(type(rule.NAME, (Learner,), body))


def grid_of(rule, maximum_margin, radius):
    """Return settings of a rule or batch method, for comparisons, as a list of dictionaries."""
    if not hasattr(rule, "parameter_grid"):
        return [rule.Parameters()._asdict()]
    return [parameters._asdict() for parameters in rule.parameter_grid(maximum_margin, radius)]


def own_parameters(rule):
    """Return the `Parameter`s that a rule declares, by name."""
    texts = _texts(inspect.cleandoc(rule.Parameters.__doc__ or ""), rule.Parameters._fields)
    return {
        name: Parameter(default, _allowed(rule.RANGES[name], default), texts.get(name, ""))
        for name, default in rule.Parameters._field_defaults.items()
    }


def _texts(docstring, names):
    """Return the text of each name in a docstring like "epsilon, zeta: exponents. eta: a rate."."""
    if not names:
        return {}
    name = rf"(?:{'|'.join(names)})"
    parts = re.split(rf"(?:^|(?<= ))({name}(?:, {name})*): ", " ".join(docstring.split()))
    return {
        name: text.strip()
        for group, text in zip(parts[1::2], parts[2::2], strict=True)
        for name in group.split(", ")
    }


def _allowed(text, default):
    """Return a range as scikit-learn's constraints. A default of None is allowed."""
    if text[0] == "{":
        return [StrOptions(set(text[1:-1].split(", ")))]
    low, high = (None if "inf" in end else float(end) for end in text[1:-1].split(","))
    closed = {"[]": "both", "[)": "left", "(]": "right", "()": "neither"}[text[0] + text[-1]]
    constraints: list = [Interval(Real, low, high, closed=closed)]
    return [*constraints, None] if default is None else constraints
