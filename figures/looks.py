"""The drawing style of each learner, the same in every figure and distinguishable without colours.

The learners of the library have fixed styles. A variant gets a style that no other learner has.
"""

from itertools import count
from typing import NamedTuple


class Look(NamedTuple):
    """An algorithm's drawing style: a colour of Okabe & Ito's, or a darker one, and a marker."""

    label: str
    colour: str
    marker: str


LOOKS = {
    "PerceptronWithMargin": Look("Perceptron with margin", "#0072B2", "s"),
    "AggressiveROMMA": Look("aggressive ROMMA", "#D55E00", "^"),
    "ALMA": Look(r"ALMA$_2$", "#CC79A7", "v"),
    "CRAMMA": Look("CRAMMA", "#8A6D00", "D"),
    "MICRA": Look("MICRA", "#009E73", "o"),
    "ContinuedMICRA": Look("ContinuedMICRA", "#004D38", "s"),
    "Margitron": Look("Margitron", "#E69F00", "v"),
    "TwoStageMargitron": Look("TwoStageMargitron", "#6B2F00", "^"),
    "LIBLINEAR": Look("LIBLINEAR", "#000000", "P"),
    "LIBSVM": Look("LIBSVM", "#0072B2", "h"),
    "SVMlight": Look(r"SVM$^{light}$", "#56B4E9", "X"),
    "ScikitLearnPerceptron": Look("scikit-learn's Perceptron", "#CC79A7", "<"),
    "ScikitLearnSGD": Look("scikit-learn's SGD, hinge", "#882255", ">"),
    "Perceptron": Look("Perceptron", "#000000", "s"),
    "ROMMA": Look("ROMMA", "#E69F00", "^"),
    "Pegasos": Look("Pegasos", "#0072B2", "X"),
    "MIRA": Look("MIRA", "#8A6D00", "d"),
    "AMIRA": Look("AMIRA", "#009E73", "p"),
    "MaximumMargin": Look("MaximumMargin", "#D55E00", "*"),
    "AdaTron": Look("AdaTron", "#56B4E9", "D"),
    "AdaTron, shrinking": Look("AdaTron, shrinking", "#56B4E9", "p"),
    "AwaySteps": Look("away steps", "#117733", "^"),
    "Ballseptron": Look("Ballseptron", "#882255", "v"),
    "ConstantShrinking": Look("constant shrinking", "#661100", "v"),
    "Cyanure": Look("cyanure", "#56B4E9", "P"),
    "Gilbert": Look("Gilbert", "#004D38", "o"),
    "KrauthMezard": Look("Krauth–Mézard", "#332288", "<"),
    "MDM": Look("MDM", "#332288", "h"),
    "NORMA": Look("NORMA", "#56B4E9", "s"),
    "NesterovGame": Look("Nesterov's game", "#0072B2", "<"),
    "NormalisedGradient": Look("normalised gradient", "#56B4E9", ">"),
    "NormalisedMomentum": Look("momentum", "#000000", "d"),
    "OCAS": Look("OCAS", "#117733", "p"),
    "PDM": Look("PDM", "#882255", "*"),
    "PDM, worst first": Look("PDM, worst first", "#D55E00", "v"),
    "PUMMA": Look("PUMMA", "#004D38", "D"),
    "PassiveAggressive": Look("passive-aggressive", "#000000", "D"),
    "PrimalSVM": Look("PrimalSVM", "#117733", "o"),
    "ProgressiveRescaling": Look("progressive rescaling", "#882255", "P"),
    "RiverALMAClassifier": Look("river's ALMA", "#661100", "P"),
    "RiverPA": Look("river's PA", "#56B4E9", "<"),
    "Skglm": Look("skglm", "#004D38", "X"),
    "SmoothedPerceptron": Look("smoothed Perceptron", "#AA4499", ">"),
    "SnapML": Look("SnapML", "#882255", "p"),
    "UnnormalisedALMA": Look("ALMA, patterns as they are", "#44AA99", "d"),
    "VariableShrinking": Look("variable shrinking", "#000000", "o"),
    "VowpalWabbit": Look("Vowpal Wabbit", "#56B4E9", "*"),
    "t-margitron": Look("t-margitron", "#CC6677", "P"),
    "w-margitron": Look("w-margitron", "#000000", "v"),
    "MulticlassAMIRA": Look("AMIRA, several classes", "#661100", "o"),
}
_TAKEN = {(look.colour, look.marker) for look in LOOKS.values()}
OTHERS = [
    Look("", colour, marker)
    for marker in "<>pdh*"
    for colour in ("#7B3294", "#A6611A", "#117733", "#999933", "#AA4499", "#44AA99", "#661100")
    if (colour, marker) not in _TAKEN
]


def looks_of(algorithms):
    """Return name -> `Look` of these algorithms.

    An algorithm without a fixed style gets a free style.
    """
    others = count()
    return {
        name: LOOKS.get(name) or OTHERS[next(others) % len(OTHERS)]._replace(label=name)
        for name in algorithms
    }
