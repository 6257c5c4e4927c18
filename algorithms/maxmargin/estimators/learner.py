"""The estimator that turns a rule into a scikit-learn classifier."""

import inspect
import re
from contextlib import suppress
from functools import cache
from math import nan
from numbers import Real
from pathlib import Path

from sklearn.utils._param_validation import Interval, StrOptions

from maxmargin import variants
from maxmargin.drivers import progress
from maxmargin.estimators.sequential_classifier import FITTED, SHARED, SequentialClassifier
from maxmargin.estimators.shared_parameters import Parameter, attributes, declares, shared
from maxmargin.statuses import CONVERGED

RULES = Path(__file__).parent.parent / "rules"
PARAMETERS = SHARED | shared("certify", "worst_first")
ATTRIBUTES = FITTED | attributes("asymptotic_fraction_")


class Learner(SequentialClassifier):
    """A rule under a driver. Its subclasses are made by `learner`."""

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """Settings from coarse to fine accuracy, for comparisons: a list of dictionaries of the
        rule's parameters.

        maximum_margin, radius: γ_d and R, in the units of the data.
        """
        return grid_of(cls.rule, maximum_margin, radius)

    def __reduce_ex__(self, protocol):
        """For pickle: a variant's learner takes its file along, as no import finds its class."""
        made, *rest = super().__reduce_ex__(protocol)
        file = Path(self.rule.__file__)
        if file.parent == RULES:
            return made, *rest
        _, state, *others = rest
        return _of_variant, (str(file),), state, *others

    def rule_and_parameters(self):
        """The rule and its `Parameters`, for a driver."""
        names = self.rule.Parameters._fields
        return self.rule, self.rule.Parameters(*(getattr(self, name) for name in names))

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input on which no margin can be reached. Warns (ConvergenceWarning) if
        the run ended before it converged.
        """
        space = self._space(*self._checked(X, y, **fit_params))
        result = self._run(*self.rule_and_parameters(), space, self._permute(), self.budget())
        self.keep(result, space)
        return self

    def budget(self):
        """The `Budget` of a run."""
        limits = self.max_updates, self.max_epochs, self.max_seconds
        return progress.Budget(*limits, self.certify, self.enough_margin)

    def keep(self, result, space):
        """Sets the fitted attributes of a `Run` in a space, and warns if it has not converged."""
        self._keep(result, space)
        _, parameters = self.rule_and_parameters()
        self.guaranteed_fraction_, self.margin_bound_by_updates_ = guarantees(
            self.rule, parameters, space.squared_radius, result
        )
        self.asymptotic_fraction_ = nan
        if hasattr(self.rule, "asymptotic_fraction"):
            scaled = self.rule.scaled(parameters, space.squared_radius)
            self.asymptotic_fraction_ = self.rule.asymptotic_fraction(scaled)
        if not self.converged_:
            self._warn("converged", stacklevel=4)


def _of_variant(path):
    """An empty learner of the rule in a file. Raises RuleError where there is none."""
    return object.__new__(learner(variants.load(path)))


def guarantees(rule, parameters, squared_radius, result):
    """(guaranteed_fraction_, margin_bound_by_updates_) of a `Run`, nan without a theorem, or where
    its numbers leave the range of floats.
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


@cache
def learner(rule):
    """The estimator class of a rule, with its own and the shared parameters; made only once."""
    body = {"__doc__": rule.__doc__, "__module__": "maxmargin", "rule": rule}
    declared = declares(own_parameters(rule), PARAMETERS, ATTRIBUTES)
    return declared(type(rule.NAME, (Learner,), body))


def grid_of(rule, maximum_margin, radius):
    """A rule's or batch method's settings for comparisons: a list of dictionaries."""
    if not hasattr(rule, "parameter_grid"):
        return [rule.Parameters()._asdict()]
    return [parameters._asdict() for parameters in rule.parameter_grid(maximum_margin, radius)]


def own_parameters(rule):
    """The `Parameter`s that a rule declares: a dictionary."""
    texts = _texts(inspect.cleandoc(rule.Parameters.__doc__ or ""), rule.Parameters._fields)
    return {
        name: Parameter(default, _allowed(rule.RANGES[name], default), texts.get(name, ""))
        for name, default in rule.Parameters._field_defaults.items()
    }


def _texts(docstring, names):
    """name -> text, from a docstring such as "epsilon, zeta: the exponents. eta: the rate."."""
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
    """One of a rule's RANGES as scikit-learn's constraints, with None if that is the default."""
    if text[0] == "{":
        return [StrOptions(set(text[1:-1].split(", ")))]
    low, high = (None if "inf" in end else float(end) for end in text[1:-1].split(","))
    closed = {"[]": "both", "[)": "left", "(]": "right", "()": "neither"}[text[0] + text[-1]]
    return [Interval(Real, low, high, closed=closed), *([None] if default is None else [])]
