"""The answers agree with the documented ones of R's package detectseparation, version 0.3.

Its tests and its help pages state them for these public data.
"""

import numpy as np
import pytest

from maxmargin.separable import separation

INF = float("inf")
# NV, PI, EH and HG of 79 cases of endometrial cancer: G. Heinze and M. Schemper, "A solution to the
# problem of separation in logistic regression", Statistics in Medicine 21, 2002.
ENDOMETRIAL = """
0,13,1.64,0 0,16,2.26,0 0,8,3.14,0 0,34,2.68,0 0,20,1.28,0 0,5,2.31,0 0,17,1.8,0 0,10,1.68,0
0,26,1.56,0 0,17,2.31,0 0,8,2.01,0 0,7,1.89,0 0,20,3.15,0 0,10,1.23,0 0,18,1.27,0 0,16,1.76,0
0,18,2,0 0,8,2.64,1 0,29,0.88,1 0,12,1.27,1 0,20,1.37,1 1,38,0.97,1 1,22,1.14,1 1,7,0.88,1
1,25,0.91,1 1,15,0.58,1 0,7,0.97,1 0,28,1.5,0 0,11,1.33,0 0,19,2.37,0 0,10,1.82,0 0,10,3.13,0
0,18,1.31,0 0,14,1.92,0 0,21,1.64,0 0,11,2.01,0 0,17,1.88,0 0,25,1.93,0 0,16,2.11,0 0,19,1.29,0
0,15,1.72,0 0,33,0.75,0 0,24,1.92,0 0,48,1.84,1 0,12,1.11,1 0,19,1.61,1 0,2,1.18,1 1,22,1.44,1
1,40,1.18,1 1,5,0.93,1 1,0,1.17,1 0,21,1.19,1 0,15,1.06,1 0,29,2.02,0 0,15,2.29,0 0,12,2.33,0
0,3,2.9,0 0,20,1.7,0 0,23,1.41,0 0,12,2.25,0 0,22,1.54,0 0,42,1.97,0 0,15,1.75,0 0,13,2.16,0
0,14,2.57,0 0,19,1.37,0 0,12,3.61,0 0,13,2.04,0 0,10,2.17,0 0,12,1.69,1 1,49,0.27,1 0,6,1.84,1
0,5,1.3,1 0,17,0.96,1 1,11,1.01,1 1,21,0.98,1 0,5,0.35,1 1,19,1.02,1 0,33,0.85,1
"""
# Counts of two species of lizards, and levels of height, diameter, light and time: P. McCullagh and
# J. A. Nelder, Generalized Linear Models, second edition, 1989.
LIZARDS = """
20,2,1,1,1,1 8,1,1,1,1,2 4,4,1,1,1,3 13,0,2,1,1,1 8,0,2,1,1,2 12,0,2,1,1,3 8,3,1,2,1,1
4,1,1,2,1,2 5,3,1,2,1,3 6,0,2,2,1,1 1,1,2,2,1,3 34,11,1,1,2,1 69,20,1,1,2,2 18,10,1,1,2,3
31,5,2,1,2,1 55,4,2,1,2,2 13,3,2,1,2,3 17,15,1,2,2,1 60,32,1,2,2,2 8,8,1,2,2,3 12,1,2,2,2,1
21,5,2,2,2,2 4,4,2,2,2,3
"""
# Scores of a health questionnaire, of cases and of others: M. J. Silvapulle, "On the existence of
# maximum likelihood estimators for the binomial response models", JRSS B 43, 1981.
CASES, OTHERS = [2, 4, 5, 5, 5, 7, 7, 10], [0] * 18 + [1] * 8 + [2]


def numbers(text):
    """Return the rows of a text of numbers."""
    return np.array([[float(cell) for cell in row.split(",")] for row in text.split()])


def lizards():
    """Return a pattern for each species that was seen under the same conditions, and its class."""
    patterns, classes = [], []
    for grahami, opalinus, height, diameter, light, time in numbers(LIZARDS).tolist():
        levels = [height == 2, diameter == 2, light == 2, time == 2, time == 3]
        for count, species in ((grahami, 1), (opalinus, 0)):
            if count:
                patterns.append(levels)
                classes.append(species)
    return np.array(patterns, int), classes


def endometrial():
    data = numbers(ENDOMETRIAL)
    return data[:, :3], data[:, 3].astype(int)


def test_the_estimate_of_neovasculization_diverges():
    X, y = endometrial()
    found = separation(X, y)
    assert found.kind == "quasi-complete"
    assert found.estimates.tolist() == [INF, 0, 0, 0] and found.redundant == ()
    found = separation(X * [-1, 1, 1], y)
    assert found.estimates.tolist() == [-INF, 0, 0, 0]


def test_a_column_that_repeats_another_is_left_out():
    X, y = endometrial()
    found = separation(np.insert(X, 1, 2 * X[:, 0], axis=1), y)
    assert found.estimates.tolist() == [INF, 0, 0, 0, 0] and found.redundant == (1,)


def test_lizards_overlap():
    assert separation(*lizards()).kind == "overlap"


@pytest.mark.parametrize("order", [1, -1])
def test_scores_of_a_health_questionnaire_meet_at_2(order):
    X = np.array(CASES + OTHERS)[::order, None]
    y = np.repeat([1, 0], [len(CASES), len(OTHERS)])[::order]
    found = separation(X, y)
    assert found.kind == "quasi-complete" and found.estimates.tolist() == [INF, -INF]
    assert set(X[found.ties].ravel()) == {2}


def test_small_examples():
    complete = separation([[-1, 2], [-1, -2], [-2, -2], [2, 2]], [0, 1, 1, 1])
    assert complete.kind == "complete"
    assert separation([[-1], [0], [1], [2]], [0, 1, 0, 1]).kind == "overlap"
