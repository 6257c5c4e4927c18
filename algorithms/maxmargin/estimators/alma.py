"""The estimator of ALMA (Gentile 2001).

It runs a rule for p = 2, and the p-norm driver for p > 2 or for patterns divided by their p-norms.
"""

from dataclasses import replace
from numbers import Real

import numpy as np

from maxmargin.drivers.p_norm import driver as p_norm
from maxmargin.drivers.p_norm.space import PNormSpace, make_p_norm_space
from maxmargin.estimators.constraints import Interval, StrOptions
from maxmargin.estimators.learner import (
    LEARNER_ATTRIBUTES,
    LEARNER_PARAMETERS,
    learner,
    own_parameters,
)
from maxmargin.estimators.run_classifier import printer_of
from maxmargin.estimators.shared_parameters import Parameter, declares
from maxmargin.rules import alma

ALMA2 = learner(alma)


OWN = {
    "p": Parameter(
        2.0,
        [Interval(Real, 2, 1e12, closed="both")],  # p − 1 and p differ as floats and fit int64
        "p, the order of the norm. A large p suits weights with few non-zero coordinates.",
    ),
    "normalise": Parameter(
        "radius",
        [StrOptions({"radius", "instance"})],
        'The unit of the patterns. "radius" sets ŷ = y/R_p, where R_p is the largest p-norm of a '
        'pattern, as in the MICRA paper. "instance" sets ŷ = y/‖y‖_p, as in Gentile\'s paper.',
    ),
}


@declares(own_parameters(alma) | OWN, LEARNER_PARAMETERS, LEARNER_ATTRIBUTES)
class ALMA(ALMA2):
    """ALMA_p (Gentile 2001, Figure 1): large margins in a p-norm, p >= 2.

    The p-norm measures patterns. Its dual, the q-norm with 1/p + 1/q = 1, measures weights. A
    pattern violates when w·ŷ <= (1 − α) B √(p−1)/√k. The update is f⁻¹(f(w) + C/(√(p−1) √k) ŷ). It
    is projected onto the unit ball of the q-norm if it lies outside. With projection="always" it is
    always projected onto the ball's surface (footnote 4). With B = √8/α and C = √2 (Theorem 3,
    part 1) the margin reached is at least 1 − α of the maximum.

    Margins and their bounds are `min_k w·y_k` over `‖w‖_q`. `geometric_margin_` leaves the
    augmenting coordinate out of `‖w‖_q`. R is the largest p-norm of a pattern. `dual_coef_` holds
    the α of `f(w) = Σ α_k y_k`. With normalise="instance" all of these attributes refer to the
    ŷ_k: margins have no unit, and R is 1.
    """

    _in_blocks = ALMA2._in_blocks | {"p": 2, "normalise": "radius"}

    def _learns_from_streams(self):
        if self.p != 2 or self.normalise != "radius":
            raise AttributeError(
                f"partial_fit needs p=2 and normalise='radius', but they are {self.p!r} and "
                f"{self.normalise!r}."
            )
        return True

    def _space(self, X, labels):
        if self.p == 2 and self.normalise == "radius":
            return super()._space(X, labels)
        if self.kernel is not None:
            raise ValueError(
                f"ALMA has a kernel, p={self.p:g} and normalise={self.normalise!r}, but a kernel "
                "needs p=2 and normalise='radius'; to normalise patterns, use a normalised kernel."
            )
        if self.normalise == "instance" and np.ptp(np.abs(labels)):
            raise ValueError(
                "ALMA has class_weight and normalise='instance', which divides each pattern by its "
                "norm, so that class weights have no effect: leave class_weight at None."
            )
        return make_p_norm_space(X, labels, self.p, self.normalise, self.augment, self.extend)

    def _run(self, rule, parameters, space, permute, budget):
        if not isinstance(space, PNormSpace):
            return super()._run(rule, parameters, space, permute, budget)
        if self.average:
            raise ValueError(
                f"ALMA has p={self.p:g} and normalise={self.normalise!r}, but average needs p=2 "
                "and normalise='radius'."
            )
        if self.worst_first:
            raise ValueError(
                f"ALMA has p={self.p:g} and normalise={self.normalise!r}, but worst_first needs "
                "p=2 and normalise='radius'."
            )
        return p_norm.run(
            parameters,
            space,
            mini_epochs=self.mini_epochs,
            permute=permute,
            budget=budget,
            watch=printer_of(self),
        )

    def _store(self, result, space):
        if not isinstance(space, PNormSpace):
            return super()._store(result, space)
        super()._store(replace(result, weights=result.weights[: space.n + 1]), space)
        if space.delta:
            self.slack_coef_ = result.weights[space.n + 1 :]
