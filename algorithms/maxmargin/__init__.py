"""Perceptron-like learners that reach the maximum margin, as scikit-learn classifiers.

Examples
--------
>>> from maxmargin import MICRA
>>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
>>> model = MICRA(epsilon=0.05, zeta=0.9, eta=5, beta=0.3, augment=1.0).fit(X, y)
>>> model.predict([[3.0, 3.0], [-2.0, 0.0]])
array([1, 0])

No weight has a larger directional margin than ‖a‖/Σα, up to rounding:

>>> model.converged_, bool(model.directional_margin_ < model.margin_upper_bound_)
(True, True)
"""

from maxmargin import kernels, separable
from maxmargin import variants as _variants
from maxmargin.advice import choose
from maxmargin.batch_methods import all_methods as _all_methods
from maxmargin.estimators.alma import ALMA
from maxmargin.estimators.batch_learner import batch_learner as _batch_learner
from maxmargin.estimators.in_blocks import fit_in_blocks
from maxmargin.estimators.krauth_mezard import KrauthMezard
from maxmargin.estimators.learner import learner as _learner
from maxmargin.estimators.learner import learner_from
from maxmargin.estimators.pocket import Pocket
from maxmargin.estimators.primal_svm import PrimalSVM
from maxmargin.estimators.pumma import PUMMA
from maxmargin.estimators.several_classes import MulticlassAMIRA, OneVsRest
from maxmargin.exact.maximum_margin import MaximumMargin
from maxmargin.procedures.after_pocket import (
    PocketKrauthMezard,
    PocketMaximumMargin,
    PocketPerceptron,
)
from maxmargin.procedures.continued_micra import ContinuedMICRA
from maxmargin.procedures.two_stage_margitron import TwoStageMargitron
from maxmargin.rules import all_rules as _all_rules

LEARNERS = {name: _learner(rule) for name, rule in _all_rules().items()}
LEARNERS |= {"ALMA": ALMA, "KrauthMezard": KrauthMezard, "PrimalSVM": PrimalSVM}
BATCH_LEARNERS = {name: _batch_learner(method) for name, method in _all_methods().items()}
# Learners whose threshold is not part of the norm.
THRESHOLD_LEARNERS = {"PUMMA": PUMMA}
EXACT = {"MaximumMargin": MaximumMargin}
PROCEDURES = {cls.__name__: cls for cls in (TwoStageMargitron, ContinuedMICRA)}
POCKET_LEARNERS = {
    cls.__name__: cls for cls in (Pocket, PocketPerceptron, PocketKrauthMezard, PocketMaximumMargin)
}
# All of these, which learn two classes.
ESTIMATORS = LEARNERS | THRESHOLD_LEARNERS | BATCH_LEARNERS | PROCEDURES | EXACT | POCKET_LEARNERS
# Learners of several classes.
CLASSIFIERS = {cls.__name__: cls for cls in (OneVsRest, MulticlassAMIRA)}
_variants.check_names(LEARNERS, globals() | BATCH_LEARNERS)
globals().update(LEARNERS | BATCH_LEARNERS)

__all__ = [  # pyright: ignore[reportUnsupportedDunderAll], the stub lists the names
    *ESTIMATORS,
    *CLASSIFIERS,
    "BATCH_LEARNERS",
    "CLASSIFIERS",
    "ESTIMATORS",
    "EXACT",
    "LEARNERS",
    "POCKET_LEARNERS",
    "PROCEDURES",
    "THRESHOLD_LEARNERS",
    "choose",
    "fit_in_blocks",
    "kernels",
    "learner_from",
    "separable",
]
