"""The base of the procedures: stages follow until enough of the maximum margin is certified.

Every run gives an interval that contains the maximum margin. The lower end is the directional
margin reached, and the upper end is ‖a‖/Σα. The certified fraction is the largest margin of all
stages over their smallest bound, whatever the parameters are. After a run the theorems never
guarantee more, because they only bound ‖a‖, which is then known.
"""

from abc import abstractmethod
from math import inf, isnan, nan
from typing import Any, NamedTuple, Self

from maxmargin.drivers.shared import progress
from maxmargin.estimators.learner import guarantees
from maxmargin.estimators.run_classifier import RULE_ATTRIBUTES, RUN_PARAMETERS, RunClassifier
from maxmargin.estimators.shared_parameters import Attribute, shared
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.statuses import CONVERGED, REACHED, STOPPED

PROCEDURE_PARAMETERS = RUN_PARAMETERS | shared(mini_epochs=50, max_updates=1_000_000_000)
PROCEDURE_ATTRIBUTES = RULE_ATTRIBUTES | {
    "certified_fraction_": Attribute(
        "float", "The certified fraction of the maximum directional margin."
    ),
    "stages_": Attribute("list[Stage]", "The `Stage`s of the run."),
}
# Part of every procedure's docstring.
TOGETHER = """
    Counts, seconds, max_updates, max_epochs and max_seconds apply to all stages together. The
    weight is that of the stage with the largest margin. The bounds are the best of all stages.
"""


class Stage(NamedTuple):
    """One run of a procedure.

    `parameters` are the rule's, normalised. `status` says how the run ended. The other fields mean
    the same as the learners' attributes, for this run alone. Margins are in the units of the data.
    """

    parameters: tuple
    status: str
    updates: int
    visits: int
    seconds: float
    directional_margin: float
    upper_bound: float
    guaranteed_fraction: float
    margin_bound_by_updates: float


class Procedure(RunClassifier):
    """A rule that runs several times. Subclasses set `rule` and choose its parameters."""

    rule: Any
    certified_fraction_: float
    stages_: list[Stage]
    fewest_stages = 1

    @classmethod
    @abstractmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            γ_d and R, in the units of X. A procedure may ignore them.

        Returns
        -------
        list of dict
            Parameters, one dictionary for each setting.
        """

    @abstractmethod
    def _fraction_to_certify(self) -> float:
        """Return the fraction of the maximum directional margin to be certified."""

    @abstractmethod
    def _next(self, stages, squared_radius):
        """Return the normalised parameters of the stage after these, or None if none would help.

        `squared_radius` is R². The first stage has parameters.
        """

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
            If the budget ends the run before enough is certified.
        """
        X, labels = self._checked(X, y, **fit_params)
        space, permute = self._space(X, labels), self._permute()
        best: Any = None  # of the runs; there is at least one
        self.stages_, curve, upper_bound, status = [], [_START], inf, None
        while True:
            parameters = self._next(self.stages_, space.squared_radius)
            if parameters is None:
                status = STOPPED
                break
            run = self._run(self.rule, parameters, space, permute, self._left(curve[-1]))
            self.stages_.append(_stage(self.rule, parameters, space.squared_radius, run))
            spent = curve[-1]
            curve += [after(spent, upper_bound, point) for point in run.curve]
            upper_bound = curve[-1].upper_bound
            if best is None or run.end.directional_margin > best.end.directional_margin:
                best = run
            self.certified_fraction_ = max(
                0.0, progress.ratio(best.end.directional_margin, upper_bound)
            )
            enough = self.certified_fraction_ >= self._fraction_to_certify()
            if enough and space.separates(best.end) and len(self.stages_) >= self.fewest_stages:
                status = CONVERGED
            elif self._reached(run.end) and space.separates(run.end):
                status = REACHED
            elif run.status != CONVERGED:
                status = run.status
            else:
                left = self._left(curve[-1])._asdict().items()
                status = next((name for name, rest in left if rest is not None and rest <= 0), None)
            if status is not None:
                break
        curve[-1] = curve[-1]._replace(
            directional_margin=best.end.directional_margin,
            geometric_margin=best.end.geometric_margin,
        )
        norm = best.weight_norm  # ‖a‖ of the best stage; the bound may come from another stage
        found = progress.Run(
            status, best.weights, best.duals, curve[1:], run.failure, norm, proof=run.proof
        )
        self._store(found, space)
        fractions = [
            s.guaranteed_fraction for s in self.stages_ if not isnan(s.guaranteed_fraction)
        ]
        self.guaranteed_fraction_ = max(fractions, default=nan)
        self.margin_bound_by_updates_ = smallest_bound(self.stages_, nan)
        if not self.converged_:
            self._warn(
                f"certified {self._fraction_to_certify():.15g} of the maximum margin "
                f"({self.certified_fraction_:.15g} is certified)",
                space,
            )
        return self

    def _reached(self, end):
        return self.enough_margin is not None and end.directional_margin >= self.enough_margin

    def _left(self, spent):
        """Return the budget that remains after a point."""
        return progress.Budget(
            max_updates=_difference(self.max_updates, spent.updates),
            max_epochs=_difference(self.max_epochs, spent.epochs),
            max_seconds=_difference(self.max_seconds, spent.seconds),
            enough_margin=self.enough_margin,
        )


def _difference(limit, used):
    return None if limit is None else limit - used


def smallest_bound(stages, default):
    """Return the smallest bound on γ_d from updates, or the default if no stage has a bound."""
    bounds = [s.margin_bound_by_updates for s in stages if not isnan(s.margin_bound_by_updates)]
    return min(bounds, default=default)


_START = progress.Point(0, 0, 0, 0, 0.0, nan, nan, inf)


def _stage(rule, parameters, squared_radius, run):
    end = run.end
    fraction, bound = guarantees(rule, parameters, squared_radius, run)
    return Stage(
        parameters=parameters,
        status=run.status,
        updates=end.updates,
        visits=end.visits,
        seconds=end.seconds,
        directional_margin=end.directional_margin,
        upper_bound=end.upper_bound,
        guaranteed_fraction=fraction,
        margin_bound_by_updates=bound,
    )


def after(spent, upper_bound, point):
    """Return a point of a stage's curve, with the counts and the bound of the stages before it."""
    return progress.Point(
        spent.updates + point.updates,
        spent.epochs + point.epochs,
        spent.mini_epochs + point.mini_epochs,
        spent.visits + point.visits,
        spent.seconds + point.seconds,
        point.directional_margin,
        point.geometric_margin,
        min(upper_bound, point.upper_bound),
    )
