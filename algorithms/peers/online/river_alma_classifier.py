"""river's ALMA₂ on patterns divided by R, presented repeatedly in the order of the file.

`peers.online.river_alma` lists its differences from Gentile's ALMA. river does not get the zeros of
a csr matrix or of the extended space, and then does not project onto the unit ball.
"""

from math import sqrt
from numbers import Real
from typing import Any

from maxmargin.estimators.constraints import Interval
from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, attributes, declares
from peers.online.adapter import ONLINE_ATTRIBUTES, ONLINE_PARAMETERS, ThirdPartyClassifier
from peers.online.river_adapter import RiverAdapter
from peers.optional import optional

OWN = {
    "alpha": Parameter(
        0.1,
        [Interval(Real, 0, 1, closed="right")],
        "α of Gentile 2001, Figure 1. A pattern calls for an update when w·ŷ < (1 − α) B/√k.",
    ),
    "B": Parameter(None, [POSITIVE, None], "B of Figure 1. None: √8/α, as in Theorem 3."),
    "C": Parameter(2.0**0.5, [POSITIVE], "C of Figure 1, the learning rate."),
}


@declares(OWN, ONLINE_PARAMETERS, ONLINE_ATTRIBUTES | attributes("n_updates_"))
class RiverALMAClassifier(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    The run has converged when an epoch makes no update and all patterns are classified correctly.
    With α = 1 the weight stays at a = 0.
    """

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            Not used: α has no unit.

        Returns
        -------
        list of dict
            α, one dictionary for each setting.
        """
        return [{"alpha": alpha} for alpha in (0.9, 0.5, 0.2, 0.1)]

    def _adapter(self, patterns, labels):
        linear_model = optional("river.linear_model", "river")
        B = sqrt(8.0) / self.alpha if self.B is None else self.B
        return _ALMAAdapter(
            linear_model.ALMAClassifier(p=2, alpha=self.alpha, B=B, C=self.C), patterns, labels
        )


class _ALMAAdapter(RiverAdapter):
    def __init__(self, model, patterns, labels):
        super().__init__(patterns, labels)
        self.model = model

    @property
    def updates(self):
        return self.model.k - 1

    def weight(self):
        return self.array(self.model.w)
