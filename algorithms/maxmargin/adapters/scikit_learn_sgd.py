"""scikit-learn's SGDClassifier with the hinge loss: every pattern shrinks a, and adds when p < 1.

It minimises λ/2 ‖a‖² + mean max(0, 1 − p_k) on patterns divided by R, by steps of 1/(λ (t₀ + t)).
"""

from numbers import Real

from sklearn.linear_model import SGDClassifier
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval

from maxmargin.adapters.adapter import (
    THIRD_PARTY_CONSTRAINTS,
    THIRD_PARTY_DOC,
    THIRD_PARTY_PARAMETERS,
    Epoch,
    ThirdPartyClassifier,
)
from maxmargin.adapters.scikit_learn_adapter import ScikitLearnAdapter
from maxmargin.estimators.learner import initializer


class ScikitLearnSGD(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    It never converges by itself, as every visit is an update.

    Parameters

    alpha : λ, the weight of ‖a‖², on patterns divided by R.
    average : whether the weight is the average over all visits.
    shuffle : whether each epoch presents the patterns in a new random order, from random_state.
        Within an epoch the library cannot be stopped.{THIRD_PARTY_DOC}"""

    _parameter_constraints = {
        "alpha": [Interval(Real, 0, None, closed="neither")],
        "average": ["boolean"],
        "shuffle": ["boolean"],
        "random_state": ["random_state"],
        **THIRD_PARTY_CONSTRAINTS,
    }

    __init__ = initializer(
        {"alpha": 1e-4},
        {"average": False, "shuffle": True, "random_state": None, **THIRD_PARTY_PARAMETERS},
    )

    @classmethod
    def parameter_grid(cls, maximum_margin, radius):
        """The hinge loss is 0 at its minimum for λ well below (γ_d/R)²."""
        return [
            {"alpha": part * (maximum_margin / radius) ** 2} for part in (1.0, 1e-1, 1e-2, 1e-3)
        ]

    def _adapter(self, patterns, labels):
        model = SGDClassifier(
            loss="hinge",
            alpha=self.alpha,
            average=self.average,
            shuffle=self.shuffle,
            fit_intercept=False,
            random_state=check_random_state(self.random_state),
        )
        return _EveryVisitUpdates(model, patterns, labels)


class _EveryVisitUpdates(ScikitLearnAdapter):
    def epoch(self, deadline):
        visits, whole, _ = super().epoch(deadline)
        return Epoch(visits, whole, still=False)

    @property
    def updates(self):
        return int(self.model.t_) - 1 if hasattr(self.model, "t_") else 0
