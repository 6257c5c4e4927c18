"""The estimator of ALMA (Gentile 2001): as a rule for p = 2, otherwise under the p-norm driver."""

from dataclasses import replace
from numbers import Real

from sklearn.utils._param_validation import Interval, StrOptions

from maxmargin.drivers import p_norm
from maxmargin.drivers.p_norm_space import PNormSpace, make_p_norm_space
from maxmargin.estimators.learner import ATTRIBUTES, PARAMETERS, learner, own_parameters
from maxmargin.estimators.shared_parameters import Parameter, declares
from maxmargin.rules import alma

ALMA2 = learner(alma)


OWN = {
    "p": Parameter(
        2.0,
        [Interval(Real, 2, 1e12, closed="both")],  # p − 1 and p differ, and are 64-bit integers
        "The norm's; a large p suits weights of which few coordinates are not 0.",
    ),
    "normalise": Parameter(
        "radius",
        [StrOptions({"radius", "instance"})],
        '"radius" for ŷ = y/R_p, R_p being the largest p-norm of a pattern, as in the MICRA paper, '
        'or "instance" for ŷ = y/‖y‖_p, as in Gentile\'s.',
    ),
}


@declares(own_parameters(alma) | OWN, PARAMETERS, ATTRIBUTES)
class ALMA(ALMA2):
    """ALMA_p (Gentile 2001, Figure 1): large margins by a p-norm, p >= 2.

    Patterns are measured by the p-norm, weights by its dual, the q-norm: 1/p + 1/q = 1. A pattern
    violates when w·ŷ <= (1 − α) B √(p−1)/√k; then f⁻¹(f(w) + C/(√(p−1) √k) ŷ), projected onto the
    unit ball of the q-norm if outside, or always onto its surface (footnote 4). With B = √8/α and
    C = √2 (Theorem 3, part 1) the margin reached is at least 1 − α of the maximum.

    Margins and their bounds are those of min_k w·y_k over ‖w‖_q, for geometric_margin_ without the
    augmenting coordinate; R is the largest p-norm, and dual_coef_ are α of f(w) = Σ α_k y_k. With
    normalise="instance" all of these refer to the ŷ_k, so that margins have no units and R is 1.
    """

    in_blocks = ALMA2.in_blocks | {"p": 2, "normalise": "radius"}

    def _space(self, X, labels):
        if self.p == 2 and self.normalise == "radius":
            return super()._space(X, labels)
        if self.kernel is not None:
            raise ValueError(
                f"ALMA has a kernel, p={self.p:g} and normalise={self.normalise!r}, but a kernel "
                "needs p=2 and normalise='radius'; a normalised kernel normalises patterns."
            )
        return make_p_norm_space(X, labels, self.p, self.normalise, self.augment, self.extend)

    def _run(self, rule, parameters, space, permute, budget):
        if not isinstance(space, PNormSpace):
            return super()._run(rule, parameters, space, permute, budget)
        if self.worst_first:
            raise ValueError(
                f"ALMA has p={self.p:g} and normalise={self.normalise!r}, but worst_first needs "
                "p=2 and normalise='radius'."
            )
        return p_norm.run(
            p_norm.Parameters(**parameters._asdict(), p=self.p),
            space,
            mini_epochs=self.mini_epochs,
            permute=permute,
            budget=budget,
            watch=self._say if self.verbose else None,
        )

    def _keep(self, result, space):
        if not isinstance(space, PNormSpace):
            return super()._keep(result, space)
        super()._keep(replace(result, weights=result.weights[: space.n + 1]), space)
        if space.delta:
            self.slack_coef_ = result.weights[space.n + 1 :]
