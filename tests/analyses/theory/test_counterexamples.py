"""The counterexamples to the papers' claims are valid, and an invalid one is detected."""

from fractions import Fraction

import numpy as np
import pytest

from analyses.theory.counterexamples import counterexample
from maxmargin import MIRA, MulticlassAMIRA
from maxmargin.bounds.amira import mistakes_whatever_the_patterns
from paper_tables.papers import read_papers
from paper_tables.questions import read_questions

ENTRIES = [
    entry
    for paper in read_papers()
    for question in read_questions(paper)
    for entry in question.get("counterexamples", ())
]
THREE = next(entry for entry in ENTRIES if len(entry["patterns"]) == 3)


def floats(entry):
    return np.array([[float(Fraction(text)) for text in row] for row in entry["patterns"]])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["theorem"])
def test_every_counterexample_is_valid(entry):
    found, Y = counterexample(entry), floats(entry)
    assert found.is_valid and found.mistakes == len(Y)
    u, gamma = ([float(Fraction(t)) for t in entry["direction"]], float(Fraction(entry["margin"])))
    losses = (np.maximum(0, gamma - Y @ u) ** entry["power"]).sum()
    radius = np.linalg.norm(Y, axis=1).max()
    bound = mistakes_whatever_the_patterns(gamma, radius, losses, 1.0)
    assert 0 <= float(found.bound) - bound < 0.002 and bound < found.mistakes
    if "γ ≤ R" in entry["theorem"]:
        assert gamma <= radius


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["theorem"])
def test_the_learners_make_the_mistakes(entry):
    Y = floats(entry)
    signs = np.where(np.arange(len(Y)) % 2, -1.0, 1.0)  # both classes have to occur
    X, codes = signs[:, None] * Y, (signs < 0).astype(int)
    with pytest.warns(UserWarning):
        assert MIRA(augment=0.0, max_epochs=1).fit(X, signs).n_updates_ == len(Y)
    several = MulticlassAMIRA(1.0, augment=0.0, hypothesis="last", shuffle=False, epochs=1)
    assert several.fit(X, codes).n_updates_ == len(Y)


@pytest.mark.parametrize(
    "change",
    [
        {"direction": ["1", "1"]},
        {"margin": "1"},
        {"combination": ["500/13", "1", "2"]},
        {"combination": ["0", "0", "0"]},
        {"patterns": [["-1/20", "1/100"], ["1", "0"], ["1", "0"]]},
    ],
    ids=str,
)
def test_what_is_no_counterexample(change):
    assert counterexample(THREE).is_valid
    assert not counterexample({**THREE, **change}).is_valid
