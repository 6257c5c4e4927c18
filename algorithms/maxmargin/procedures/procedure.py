"""What the procedures share: stage after stage, until enough of the maximum margin is certified.

Every run gives an interval: from the directional margin that it reached to ‖a‖/Σα, which no margin
exceeds. The largest margin of all stages over the smallest of their bounds is the certified
fraction of the maximum margin, whatever the parameters were. The theorems never guarantee more
after a run, since they bound ‖a‖, which is known by then.
"""

from abc import abstractmethod
from math import inf, isnan, nan
from typing import NamedTuple

from maxmargin.drivers import progress
from maxmargin.estimators.learner import guarantees
from maxmargin.estimators.sequential_classifier import FITTED, SHARED, SequentialClassifier
from maxmargin.estimators.shared_parameters import shared
from maxmargin.statuses import CONVERGED, REACHED

PARAMETERS = SHARED | shared(mini_epochs=50, max_updates=1_000_000_000)
ATTRIBUTES = FITTED | {
    "certified_fraction_": "The fraction of the maximum directional margin that is certified.",
    "stages_": "The `Stage`s, a list.",
}
# For every procedure's docstring.
TOGETHER = """
    Counts, seconds, max_updates, max_epochs and max_seconds apply to all stages together; the
    weight is the one with the largest margin, and bounds are the best of all stages.
"""


class Stage(NamedTuple):
    """One run of a procedure.

    parameters: the rule's, normalised. status: how the run ended. The other fields are as the
    learners' attributes, for this run alone; margins in the units of the data.
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


class Procedure(SequentialClassifier):
    """A rule that is run several times. Subclasses set `rule` and choose its parameters."""

    fewest_stages = 1

    @classmethod
    @abstractmethod
    def parameter_grid(cls, maximum_margin, radius):
        """As for the learners, although a procedure need not know γ_d."""

    @abstractmethod
    def _target_fraction(self):
        """The fraction of the maximum directional margin to be certified."""

    @abstractmethod
    def _next(self, stages, squared_radius):
        """The normalised parameters of the stage after these; squared_radius is R²."""

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input on which no margin can be reached. Warns (ConvergenceWarning) if
        the budget ended the run before enough was certified.
        """
        X, labels = self._checked(X, y, **fit_params)
        space, permute = self._space(X, labels), self._permute()
        self.stages_, curve, best, upper_bound, status = [], [_START], None, inf, None
        while status is None:
            parameters = self._next(self.stages_, space.squared_radius)
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
            enough = self.certified_fraction_ >= self._target_fraction()
            if enough and space.separates(best.end) and len(self.stages_) >= self.fewest_stages:
                status = CONVERGED
            elif self._reached(run.end) and space.separates(run.end):
                status = REACHED
            elif run.status != CONVERGED:
                status = run.status
            else:
                left = self._left(curve[-1])._asdict().items()
                status = next((name for name, rest in left if rest is not None and rest <= 0), None)
        curve[-1] = curve[-1]._replace(
            directional_margin=best.end.directional_margin,
            geometric_margin=best.end.geometric_margin,
        )
        norm = best.weight_norm  # the upper bound may be that of another stage
        found = progress.Run(status, best.weights, best.duals, curve[1:], run.failure, norm)
        self._keep(found, space)
        fractions = [
            s.guaranteed_fraction for s in self.stages_ if not isnan(s.guaranteed_fraction)
        ]
        self.guaranteed_fraction_ = max(fractions, default=nan)
        self.margin_bound_by_updates_ = smallest_bound(self.stages_, nan)
        if not self.converged_:
            self._warn(
                f"certified {self._target_fraction():.6g} of the maximum margin "
                f"({self.certified_fraction_:.6g} is certified)"
            )
        return self

    def _reached(self, end):
        return self.enough_margin is not None and end.directional_margin >= self.enough_margin

    def _left(self, spent):
        """What remains of the budget after this point."""
        allowed = (self.max_updates, self.max_epochs, self.max_seconds)
        used = (spent.updates, spent.epochs, spent.seconds)
        pairs = zip(allowed, used, strict=True)
        limits = (None if limit is None else limit - n for limit, n in pairs)
        return progress.Budget(*limits, target_margin=self.enough_margin)


def smallest_bound(stages, default):
    """The smallest bound on γ_d that updates imply, or the default if no stage has one."""
    bounds = [s.margin_bound_by_updates for s in stages if not isnan(s.margin_bound_by_updates)]
    return min(bounds, default=default)


_START = progress.Point(0, 0, 0, 0, 0.0, nan, nan, inf)


def _stage(rule, parameters, squared_radius, run):
    end = run.end
    return Stage(
        parameters,
        run.status,
        end.updates,
        end.visits,
        end.seconds,
        end.directional_margin,
        end.upper_bound,
        *guarantees(rule, parameters, squared_radius, run),
    )


def after(spent, upper_bound, point):
    """A point of a stage's curve, with what had been spent and certified before the stage added."""
    counts = (before + own for before, own in zip(spent[:5], point[:5], strict=True))
    margins = point.directional_margin, point.geometric_margin
    return progress.Point(*counts, *margins, min(upper_bound, point.upper_bound))
