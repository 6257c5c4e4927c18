"""Perceptron-like learners that reach the maximum margin, as scikit-learn classifiers.

>>> from algorithms import MICRA
>>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
>>> model = MICRA(epsilon=0.05, zeta=0.9, eta=5, beta=0.3, augment=1.0).fit(X, y)
>>> model.predict([[3.0, 3.0], [-2.0, 0.0]])
array([1, 0])

No weight has a larger directional margin than ‖a‖/Σα, which every run knows by itself:

>>> model.converged_, bool(model.directional_margin_ < model.margin_upper_bound_)
(True, True)
"""

from algorithms.alma import ALMA
from algorithms.baselines.kernel_svm import KernelSVM
from algorithms.baselines.liblinear import LIBLINEAR
from algorithms.baselines.libsvm import LIBSVM
from algorithms.baselines.maximum_margin import MaximumMargin
from algorithms.baselines.river_alma_classifier import RiverALMAClassifier
from algorithms.baselines.river_pa import RiverPA
from algorithms.baselines.scikit_learn_perceptron import ScikitLearnPerceptron
from algorithms.baselines.scikit_learn_sgd import ScikitLearnSGD
from algorithms.baselines.svmlight import SVMlight
from algorithms.classes import MulticlassAMIRA, OneAgainstRest
from algorithms.krauth_mezard import KrauthMezard
from algorithms.learner import learner
from algorithms.pocket import Pocket
from algorithms.procedures.after_pocket import (
    PocketKrauthMezard,
    PocketMaximumMargin,
    PocketPerceptron,
)
from algorithms.procedures.continued_micra import ContinuedMICRA
from algorithms.procedures.two_stage_margitron import TwoStageMargitron
from algorithms.rules import all_rules

LEARNERS = {name: learner(rule) for name, rule in all_rules().items()}
LEARNERS |= {"ALMA": ALMA, "KrauthMezard": KrauthMezard}
BASELINES = {cls.__name__: cls for cls in (LIBSVM, LIBLINEAR, MaximumMargin, SVMlight)}
PROCEDURES = {cls.__name__: cls for cls in (TwoStageMargitron, ContinuedMICRA)}
PEERS = {
    cls.__name__: cls
    for cls in (ScikitLearnPerceptron, ScikitLearnSGD, RiverALMAClassifier, RiverPA)
}
FAULT_TOLERANT = {
    cls.__name__: cls for cls in (Pocket, PocketPerceptron, PocketKrauthMezard, PocketMaximumMargin)
}
CLASSIFIERS = {cls.__name__: cls for cls in (OneAgainstRest, MulticlassAMIRA, KernelSVM)}
globals().update(LEARNERS)

__all__ = [*LEARNERS, *PROCEDURES, *BASELINES, *PEERS, *FAULT_TOLERANT, *CLASSIFIERS]
