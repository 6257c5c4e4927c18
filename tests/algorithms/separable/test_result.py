"""Answers can be saved, loaded and explained, and do not change."""

import json
import pickle
import re
from dataclasses import FrozenInstanceError
from importlib import import_module
from inspect import signature

import numpy as np
import pytest

import maxmargin
from maxmargin import separable
from maxmargin.separable import load

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 4))
NOISE = RNG.integers(0, 2, 80)
SIDES = X[:, 0] > X[:, 1]
WIDE = [[10**400 + k] for k in range(4)]


@pytest.mark.parametrize("integers", [True, False])
@pytest.mark.parametrize(
    ("data", "y"), [(X, NOISE), (X, SIDES), (WIDE, [0, 0, 1, 1]), (WIDE, [0, 1, 0, 1])]
)
def test_a_saved_answer_is_proved_again(tmp_path, data, y, integers):
    answer = separable(data, y)
    answer.save(tmp_path / "answer.json", integers=integers)
    loaded = load(tmp_path / "answer.json")
    assert loaded.proof(data, y)
    assert (loaded.separable, loaded.margin) == (answer.separable, answer.margin)
    assert loaded.explain() == answer.explain()
    if answer.separable:
        assert loaded.weight.tolist() == answer.weight.tolist()
    else:
        assert loaded.patterns.tolist() == answer.patterns.tolist()
        assert loaded.integers == (answer.integers if integers else None)


def test_an_undecided_answer_is_saved_too(tmp_path):
    answer = separable(X, NOISE, max_seconds=1e-9)
    answer.save(tmp_path / "answer.json")
    assert load(tmp_path / "answer.json").explain() == answer.explain()


def test_a_proof_is_of_its_data_alone():
    answer = separable(X, NOISE)
    with pytest.raises(ValueError, match="^the combination of the patterns is not 0"):
        answer.proof(X, 1 - NOISE[::-1])
    with pytest.raises(ValueError, match=r"^X has the shape \(79, 4\), but the answer is about 80"):
        answer.proof(X[1:], NOISE[1:])
    separated = separable(X, SIDES)
    with pytest.raises(ValueError, match="^the weight does not separate row"):
        separated.proof(X, ~SIDES)
    with pytest.raises(ValueError, match="^the margin is .*, but the answer states"):
        separated.proof(X / 2, SIDES) if separated.threshold == 0 else _halved(separated)


def _halved(answer):
    """Prove an answer about patterns that are half as far from the hyperplane."""
    normal = answer.weight / (answer.weight @ answer.weight)
    distances = X @ answer.weight + answer.threshold
    return answer.proof(X - np.outer(distances / 2, normal), SIDES)


@pytest.mark.parametrize("key", ["patterns", "integers"])
def test_a_file_that_was_tampered_with_is_refused(tmp_path, key):
    path = tmp_path / "answer.json"
    separable(X, NOISE).save(path)
    content = json.loads(path.read_text())
    content[key][0], content[key][1] = content[key][1], content[key][0]
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="^the combination of the patterns is not 0"):
        load(path).proof(X, NOISE)


def changed(tmp_path, answer, **changes):
    """Return an answer that was saved, changed in its file, and loaded."""
    path = tmp_path / "answer.json"
    answer.save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return load(path)


def test_no_other_entry_of_a_file_can_be_false(tmp_path):
    """Else a file of two classes on a line could claim a hyperplane through the origin."""
    line = [[1.0], [2.0]], [0, 1]
    claimed = changed(tmp_path, separable(*line), threshold=False)
    with pytest.raises(ValueError, match="a threshold where none is allowed"):
        claimed.proof(*line)
    with pytest.raises(ValueError, match="or lacks one"):
        changed(tmp_path, separable(*line), b=None).proof(*line)
    both = [[1.0], [-1.0]], [1, 1]
    opposite = separable(*both, threshold=False)
    assert opposite.separable is False and not opposite.equal_rows
    with pytest.raises(ValueError, match="not two equal rows"):
        changed(tmp_path, opposite, equal_rows=True).proof(*both)
    with pytest.raises(ValueError, match="two equal rows are 3 patterns"):
        changed(tmp_path, separable(WIDE, [0, 1, 0, 1]), equal_rows=True)
    for margin in ("-0x1p+3", "0x1p+3"):
        with pytest.raises(ValueError, match="the answer states"):
            changed(tmp_path, separable(*line), margin=margin).proof(*line)


@pytest.mark.parametrize(
    "changes",
    [
        {"separable": 0},
        {"separable": 1},
        {"threshold": "no"},
        {"threshold": 1},
        {"patterns": [0.9, 1.2]},
        {"rows": "many"},
        {"rows": 2.0},
        {"patterns": "01"},
        {"integers": "11"},
        {"integers": {"1": 0}},
        {"columns": True},
        {"equal_rows": 0},
        {"equal_rows": [0, 1]},
    ],
)
def test_entries_of_other_types_are_no_answer(tmp_path, changes):
    with pytest.raises(ValueError, match="is not a saved answer"):
        changed(tmp_path, separable(X, NOISE), **changes)


def test_an_undecided_file_needs_its_numbers(tmp_path):
    undecided = separable(X, NOISE, max_seconds=1e-9)
    for key in ("errors", "combination"):
        with pytest.raises(ValueError, match="is not a saved answer"):
            changed(tmp_path, undecided, **{key: None})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", " (Expecting value"),
        ("1,2", " (Extra data"),
        ("null", """ (it has no "format": 'maxmargin.separable 1')."""),
        ("[]", """ (it has no "format": 'maxmargin.separable 1')."""),
        ('{"format": "another"}', """ (it has no "format": 'maxmargin.separable 1')."""),
        ('{"format": "maxmargin.separable 1"}', ": it lacks 'separable'."),
    ],
)
def test_another_file_is_no_answer(tmp_path, text, reason):
    path = tmp_path / "answer.json"
    path.write_text(text)
    sentence = re.escape(f"answer.json is not a saved answer of separable{reason}")
    with pytest.raises(ValueError, match=sentence):
        load(path)


def test_patterns_alone_prove_nothing_if_they_have_several_relations(tmp_path):
    path = tmp_path / "answer.json"
    separable(X, NOISE).save(path, integers=False)
    content = json.loads(path.read_text())
    content["patterns"] = [*range(20)]
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="^the patterns have 15 relations, not one"):
        load(path).proof(X, NOISE)


def test_answers_do_not_change_and_survive_pickle():
    answer = separable(X, NOISE)
    with pytest.raises(FrozenInstanceError):
        answer.separable = True
    with pytest.raises(ValueError, match="read-only"):
        answer.patterns[0] = 1
    again = pickle.loads(pickle.dumps(answer))
    assert again.proof(X, NOISE)


def test_explanations_have_two_sentences():
    for answer in (separable(X, NOISE), separable(X, SIDES), separable([[1], [1]], [0, 1])):
        text = answer.explain()
        assert text.count(". ") == 1 and text.endswith(".") and "None" not in text


def test_the_package_can_be_called_like_its_function():
    assert separable is maxmargin.separable is import_module("maxmargin.separable")
    assert separable.load is load
    assert signature(separable) == signature(separable.separable)
    called = pickle.loads(pickle.dumps(separable))(X, y=SIDES, threshold=False)
    assert called.margin == separable.separable(X, SIDES, threshold=False).margin


def test_an_answer_shows_what_it_holds_and_prints_what_it_means():
    yes, no, wide = separable(X, SIDES), separable(X, NOISE), separable(WIDE, [0, 0, 1, 1])
    late = separable(RNG.normal(size=(400, 30)), np.arange(400) % 2, max_seconds=1e-9)
    for answer in (yes, no, wide, late):
        assert str(answer) == answer.explain()
        assert repr(answer).startswith(f"Answer(separable={answer.separable}, rows=")
        assert "None" not in repr(answer).replace("separable=None", "")
    assert "weight=array([" in repr(yes) and f"margin={yes.margin!r}" in repr(yes)
    assert f"patterns={no.patterns!r}" in repr(no) and "integers" not in repr(no)
    assert "..." in repr(late) and "errors=" in repr(late)


def test_an_answer_is_not_taken_for_yes_or_no():
    with pytest.raises(TypeError, match="ask for its attribute `separable`"):
        bool(separable(X, NOISE))
