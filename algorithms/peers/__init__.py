"""Wrappers of other people's software, which the suite compares with its learners.

Each wrapper has the interface of the learners in `maxmargin`. The wrapper measures its margin
itself and does not take it from the wrapped software. This package is not part of the wheel. Users
of the wrapped software should install and use it directly.
"""

from peers.online.river_alma_classifier import RiverALMAClassifier
from peers.online.river_pa import RiverPA
from peers.online.scikit_learn_perceptron import ScikitLearnPerceptron
from peers.online.scikit_learn_sgd import ScikitLearnSGD
from peers.online.vowpal_wabbit import VowpalWabbit
from peers.own_classifier import own_classifiers
from peers.solvers.cyanure import Cyanure
from peers.solvers.kernel_svm import KernelSVM
from peers.solvers.liblinear import LIBLINEAR
from peers.solvers.libsvm import LIBSVM
from peers.solvers.ocas import OCAS
from peers.solvers.skglm import Skglm
from peers.solvers.snap_ml import SnapML
from peers.solvers.svm_perf import SVMPerf
from peers.solvers.svmlight import SVMlight

BASELINES = {cls.__name__: cls for cls in (LIBSVM, LIBLINEAR, SVMlight, SVMPerf)}
# Solvers that the suite does not install. NEEDS names the missing module or program.
OPTIONAL_BASELINES = {cls.__name__: cls for cls in (Cyanure, OCAS, Skglm, SnapML)}
THIRD_PARTY = {
    cls.__name__: cls
    for cls in (ScikitLearnPerceptron, ScikitLearnSGD, RiverALMAClassifier, RiverPA, VowpalWabbit)
}
OWN_CLASSIFIERS = own_classifiers()
ESTIMATORS = BASELINES | THIRD_PARTY | OWN_CLASSIFIERS

__all__ = ["KernelSVM", *BASELINES, *OPTIONAL_BASELINES, *THIRD_PARTY]
