"""How each algorithm is drawn, the same everywhere, and told apart without colours too."""

from itertools import count
from typing import NamedTuple


class Look(NamedTuple):
    """How an algorithm is drawn: a colour of Okabe & Ito's, or a darker one, and a marker."""

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
}
OTHERS = [
    Look("", colour, marker)
    for marker in "<>pdh*"
    for colour in ("#7B3294", "#A6611A", "#117733", "#999933", "#AA4499", "#44AA99", "#661100")
]


def looks_of(algorithms):
    """Name -> `Look` of all these algorithms; those without one of their own are given one."""
    others = count()
    return {
        name: LOOKS.get(name) or OTHERS[next(others) % len(OTHERS)]._replace(label=name)
        for name in algorithms
    }
