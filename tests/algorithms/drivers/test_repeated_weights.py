"""A run that reaches an earlier weight again ends, with the proof that its updates contain."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from maxmargin import AMIRA, MICRA, PDM, Perceptron
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared.progress import Budget
from maxmargin.rules import perceptron
from maxmargin.separable.cause import proof_of_updates
from maxmargin.space import make_space
from maxmargin.statuses import CONVERGED, INSEPARABLE, MAX_EPOCHS, MAX_UPDATES
from tests.algorithms.separable.circuits import random_question, reflected, tied

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
XOR, LABELS = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), [0, 0, 1, 1]
MOST = 2000  # updates


def slow_perceptron(Z):
    """Return how the Perceptron ends on integers Z, its updates, and those since the weight.

    It compares its weight with the weight after 1, 2, 4, ... epochs.
    """
    w, alpha, updates, epochs = [0] * len(Z[0]), [0] * len(Z), 0, 0
    earlier, then, at = list(w), list(alpha), 1
    while True:
        before = updates
        for k, z in enumerate(Z):
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0:
                w = [a + b for a, b in zip(w, z, strict=True)]
                alpha[k] += 1
                updates += 1
        epochs += 1
        if updates == before:
            return CONVERGED, updates, None
        if w == earlier:
            return INSEPARABLE, updates, [a - b for a, b in zip(alpha, then, strict=True)]
        if updates >= MOST:
            return MAX_UPDATES, updates, None
        if epochs == at:
            earlier, then, at = w, list(alpha), 2 * at


def test_runs_end_as_the_slow_perceptron_does():
    endings = {CONVERGED: 0, INSEPARABLE: 0}
    for seed in range(80):
        X, y, threshold = random_question(np.random.default_rng(seed))
        Z = reflected(X, y, threshold)
        if len(set(y)) < 2 or not all(any(z) for z in Z):
            continue
        status, updates, since = slow_perceptron(Z)
        model = Perceptron(augment=float(threshold), max_updates=MOST).fit(X, y)
        assert model.status_ == status
        if status == MAX_UPDATES:
            continue
        endings[status] += 1
        assert model.n_updates_ == updates
        assert (status == INSEPARABLE) == bool(tied(Z))
        if status == INSEPARABLE:
            answer = model.inseparable_
            assert answer.proof(X, y) and not model.converged_
            assert dict(zip(answer.patterns.tolist(), answer.integers, strict=True)) == {
                k: number for k, number in enumerate(since) if number
            }
        else:
            assert model.inseparable_ is None
    assert min(endings.values()) > 15


def run(max_updates, prove, X=XOR, y=LABELS):
    space = make_space(np.asarray(X, float), np.where(np.array(y) == max(y), 1, -1), 1.0)
    budget = Budget(max_updates=max_updates)
    return sequential.run(perceptron, perceptron.Parameters(), space, budget=budget, prove=prove)


def test_a_refused_proof_changes_no_update():
    asked = []
    refused = run(1001, lambda updates: asked.append(updates))
    plain = run(1001, None)
    assert len(asked) == 1 and asked[0].tolist() == [1, 1, 1, 1]
    assert refused.status == plain.status == MAX_UPDATES and refused.proof is None
    assert refused.duals.tolist() == plain.duals.tolist()
    assert refused.weights.tolist() == plain.weights.tolist()
    assert [p.updates for p in refused.curve] == [p.updates for p in plain.curve]


def test_the_record_has_the_proof_and_the_updates_until_then():
    ended = run(1001, lambda updates: updates.copy())
    assert ended.status == INSEPARABLE and ended.proof.tolist() == [1, 1, 1, 1]
    assert ended.duals.sum() == ended.end.updates == 7
    assert run(7, None).duals.tolist() == ended.duals.tolist()


@pytest.mark.parametrize(
    "options",
    [
        {"mini_epochs": 3},
        {"shuffle": True, "random_state": 0},
        {"mini_epochs": 3, "shuffle": True, "random_state": 0},
    ],
)
def test_mini_epochs_and_shuffled_patterns(options):
    model = Perceptron(max_updates=10**5, **options).fit(XOR, LABELS)
    assert model.status_ == INSEPARABLE and model.inseparable_.proof(XOR, LABELS)


def test_the_warning_explains_the_proof():
    with pytest.warns(ConvergenceWarning, match="reached an earlier weight again") as caught:
        Perceptron().fit(XOR, LABELS)
    assert "4 of the 4 patterns prove it" in str(caught[0].message)
    with pytest.warns(ConvergenceWarning) as caught:
        Perceptron().fit([[1.0], [1.0], [2.0]], [0, 1, 1])
    assert "rows 0 and 1 of X, counted from 0, are equal" in str(caught[0].message)


@pytest.mark.parametrize(
    "weights", [(1, 1), (3, 3), (0.25, 0.25), (0.1, 0.1), (0.5, 1), (0.25, 4), (2.5, 1.5)]
)
@pytest.mark.parametrize("learner", [Perceptron, PDM])
def test_class_weights_hide_no_repeated_weight(learner, weights):
    X, y = [[-1.0], [0.0], [0.0], [1.0], [0.0], [-1.0]], [1, -1, -1, -1, -1, -1]
    model = learner(class_weight={1: weights[0], -1: weights[1]}, max_updates=3000).fit(X, y)
    assert model.status_ == INSEPARABLE and model.inseparable_.proof(X, y)
    assert max(model.inseparable_.integers) < 1000


def test_equal_floats_alone_prove_nothing():
    """1 + 0.1 + 0.2 − 0.3 is 1 in float64, but the exact values of 0.1, 0.2 and 0.3 differ."""
    updates = ones = np.array([1.0, 1.0, 1.0])
    X, labels = np.array([[0.1], [0.2], [0.3]]), np.array([1, 1, -1])
    assert proof_of_updates(X, labels, False, ones, updates) is None
    assert proof_of_updates(X, labels, False, ones, np.zeros(3)) is None
    whole = np.array([[1.0], [2.0], [3.0]])
    assert proof_of_updates(whole, labels, False, ones, updates).proof(whole, labels)
    assert proof_of_updates(whole, labels, False, ones, updates / 3) is None
    assert proof_of_updates(whole, labels, False, ones, -updates) is None


@pytest.mark.parametrize(
    "model",
    [
        Perceptron(extend=1e-3, max_epochs=50),
        Perceptron(worst_first=True, max_epochs=50, max_updates=500),
        PDM(max_epochs=50),
        MICRA(max_epochs=50),
        AMIRA(max_epochs=50),
    ],
    ids=repr,
)
def test_no_other_run_ends_wrongly(model):
    model.fit(XOR, LABELS)
    assert model.status_ in (MAX_EPOCHS, MAX_UPDATES, "stopped", CONVERGED, INSEPARABLE)
    assert model.inseparable_ is None or model.inseparable_.proof(XOR, LABELS)
