"""scikit-learn's SGDClassifier with the hinge loss: every visit shrinks a, and adds y when p < 1.

It minimises λ/2 ‖a‖² + mean max(0, 1 − p_k) for patterns divided by R, in steps of 1/(λ (t₀ + t)).
"""

from typing import Any

from sklearn.utils import check_random_state

from maxmargin.estimators.shared_parameters import (
    POSITIVE,
    Parameter,
    attributes,
    declares,
    shared,
)
from peers.online.adapter import ONLINE_ATTRIBUTES, ONLINE_PARAMETERS, SHUFFLE, ThirdPartyClassifier
from peers.online.scikit_learn_adapter import ScikitLearnAdapter

ALPHA = Parameter(1e-4, [POSITIVE], "λ, the weight of ‖a‖², for patterns divided by R.")
BY_KEYWORD = {
    "average": Parameter(False, ["boolean"], "Whether the weight is the average over all visits."),
    "shuffle": SHUFFLE._replace(default=True),
    **shared("random_state"),
    **ONLINE_PARAMETERS,
}


@declares({"alpha": ALPHA}, BY_KEYWORD, ONLINE_ATTRIBUTES | attributes("n_updates_"))
class ScikitLearnSGD(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    The run never converges, because every visit is an update.
    """

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        λ is well below (γ_d/R)², where the hinge loss is 0 at the minimum.

        Parameters
        ----------
        maximum_margin, radius : float
            γ_d and R, in the units of X.

        Returns
        -------
        list of dict
            λ, one dictionary for each setting.
        """
        return [
            {"alpha": part * (maximum_margin / radius) ** 2} for part in (1.0, 1e-1, 1e-2, 1e-3)
        ]

    def _adapter(self, patterns, labels):
        from sklearn.linear_model import SGDClassifier  # imported here because it takes long

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
    @property
    def updates(self):
        return int(self.model.t_) - 1 if hasattr(self.model, "t_") else 0
