"""The drawing style of each learner, distinguishable without colours.

The learners of the library have fixed styles. A variant gets a style that no other learner has.
Figures of several settings of a learner, or of few learners, may have styles of their own.
"""

from itertools import count
from typing import NamedTuple


class Style(NamedTuple):
    """An algorithm's drawing style: a colour of Okabe & Ito's, or a darker one, and a marker."""

    label: str
    colour: str
    marker: str


STYLES = {
    "PerceptronWithMargin": Style("Perceptron with margin", "#0072B2", "s"),
    "AggressiveROMMA": Style("aggressive ROMMA", "#D55E00", "^"),
    "ALMA": Style(r"ALMA$_2$", "#CC79A7", "v"),
    "CRAMMA": Style("CRAMMA", "#8A6D00", "D"),
    "MICRA": Style("MICRA", "#009E73", "o"),
    "ContinuedMICRA": Style("ContinuedMICRA", "#004D38", "s"),
    "Margitron": Style("Margitron", "#E69F00", "v"),
    "TwoStageMargitron": Style("TwoStageMargitron", "#6B2F00", "^"),
    "LIBLINEAR": Style("LIBLINEAR", "#000000", "P"),
    "LIBSVM": Style("LIBSVM", "#0072B2", "h"),
    "SVMlight": Style(r"SVM$^{light}$", "#56B4E9", "X"),
    "ScikitLearnPerceptron": Style("scikit-learn's Perceptron", "#CC79A7", "<"),
    "ScikitLearnSGD": Style("scikit-learn's SGD, hinge", "#882255", ">"),
    "Perceptron": Style("Perceptron", "#000000", "s"),
    "ROMMA": Style("ROMMA", "#E69F00", "^"),
    "Pegasos": Style("Pegasos", "#0072B2", "X"),
    "MIRA": Style("MIRA", "#8A6D00", "d"),
    "AMIRA": Style("AMIRA", "#009E73", "p"),
    "MaximumMargin": Style("MaximumMargin", "#D55E00", "*"),
    "AdaTron": Style("AdaTron", "#56B4E9", "D"),
    "AdaTron, mini-epochs": Style("AdaTron, mini-epochs", "#56B4E9", "p"),
    "AwaySteps": Style("away steps", "#117733", "^"),
    "Ballseptron": Style("Ballseptron", "#882255", "v"),
    "ConstantShrinking": Style("constant shrinking", "#661100", "v"),
    "Cyanure": Style("cyanure", "#56B4E9", "P"),
    "Gilbert": Style("Gilbert", "#004D38", "o"),
    "KrauthMezard": Style("Krauth–Mézard", "#332288", "<"),
    "MDM": Style("MDM", "#332288", "h"),
    "NORMA": Style("NORMA", "#56B4E9", "s"),
    "NesterovGame": Style("Nesterov's game", "#0072B2", "<"),
    "NormalisedGradient": Style("normalised gradient", "#56B4E9", ">"),
    "NormalisedMomentum": Style("momentum", "#000000", "d"),
    "OCAS": Style("OCAS", "#117733", "p"),
    "PDM": Style("PDM", "#882255", "*"),
    "PDM, worst first": Style("PDM, worst first", "#D55E00", "v"),
    "PUMMA": Style("PUMMA", "#004D38", "D"),
    "PassiveAggressive": Style("passive-aggressive", "#000000", "D"),
    "PrimalSVM": Style("PrimalSVM", "#117733", "o"),
    "ProgressiveRescaling": Style("progressive rescaling", "#882255", "P"),
    "RiverALMAClassifier": Style("river's ALMA", "#661100", "P"),
    "RiverPA": Style("river's PA", "#56B4E9", "<"),
    "Skglm": Style("skglm", "#004D38", "X"),
    "SmoothedPerceptron": Style("smoothed Perceptron", "#AA4499", ">"),
    "SnapML": Style("SnapML", "#882255", "p"),
    "UnnormalisedALMA": Style("ALMA, patterns as they are", "#44AA99", "d"),
    "VariableShrinking": Style("variable shrinking", "#000000", "o"),
    "VowpalWabbit": Style("Vowpal Wabbit", "#56B4E9", "*"),
    "t-margitron": Style("t-margitron", "#CC6677", "P"),
    "w-margitron": Style("w-margitron", "#000000", "v"),
    "MulticlassAMIRA": Style("AMIRA, several classes", "#661100", "o"),
}
_TAKEN = {(style.colour, style.marker) for style in STYLES.values()}
OTHERS = [
    Style("", colour, marker)
    for marker in "<>pdh*"
    for colour in ("#7B3294", "#A6611A", "#117733", "#999933", "#AA4499", "#44AA99", "#661100")
    if (colour, marker) not in _TAKEN
]


# Colours for learners whose own colour another learner of the figure has, far apart.
SPARE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#8A6D00")
SPARE += ("#882255", "#661100")
APART = 0.17  # the least distance of two colours; black and white are 1 apart


def distinct_styles_of(algorithms):
    """Return name -> `Style` as `styles_of` does, but no two colours are alike.

    Later algorithms give way: they keep their marker and get one of SPARE.
    """
    styles, taken = {}, []
    for name, style in styles_of(algorithms).items():
        free = [c for c in (style.colour, *SPARE) if all(_distance(c, t) >= APART for t in taken)]
        colour = free[0] if free else style.colour
        taken.append(colour)
        styles[name] = style._replace(colour=colour)
    return styles


def _distance(one, other):
    """Return the distance of two colours as eyes see it, roughly: "redmean", from 0 to 1."""
    (red, green, blue), (red_, green_, blue_) = map(_channels, (one, other))
    mean = (red + red_) / 2
    weighted = (2 + mean) * (red - red_) ** 2 + 4 * (green - green_) ** 2
    return ((weighted + (3 - mean) * (blue - blue_) ** 2) / 9) ** 0.5


def _channels(colour):
    """Return red, green and blue, from 0 to 1, of a colour such as "#0072B2"."""
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def styles_of(algorithms):
    """Return name -> `Style` of these algorithms.

    An algorithm without a fixed style gets a free style.
    """
    others = count()
    return {
        name: STYLES.get(name) or OTHERS[next(others) % len(OTHERS)]._replace(label=name)
        for name in algorithms
    }
