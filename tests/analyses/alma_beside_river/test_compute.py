"""ALMA beside river: the reference obeys the theorems, and every learner has its row."""

import csv
from math import sqrt

import numpy as np
import pytest
from scipy import sparse

import data
from analyses.alma_beside_river import compute
from analyses.alma_beside_river.table import beside_river_grid
from data.prepared import prepare
from maxmargin.drivers.p_norm.driver import PNormLearner
from maxmargin.drivers.p_norm.space import normalised
from maxmargin.rules.alma import Parameters
from paper_tables import markup
from records import files
from records.analysis_files import ALMA_BESIDE_RIVER
from tests.algorithms.problems import separable
from workflows.commands import render
from workflows.latex import in_latex

NORMS = [2.0, 2.5, 6.0, 10.0]


def learned(learner, m):
    for t in range(m):
        learner.learn(t)
    return learner


def parameters(alpha, B=None):
    return Parameters(alpha, 1.0 / alpha if B is None else B, sqrt(2.0))


@pytest.fixture(scope="module")
def problem():
    """Return a sparse problem without zero patterns; the larger label is the positive one."""
    X, labels = separable(2, m=150, n=9, margin=0.1)
    X[np.random.default_rng(5).random(X.shape) < 0.4] = 0.0
    assert X.any(axis=1).all()
    return data.Problem("small", sparse.csr_matrix(X), np.where(labels > 0, 5.0, 2.0))


@pytest.fixture(scope="module")
def rows(problem):
    return list(compute.rows_of(problem))


@pytest.mark.parametrize("p", NORMS)
def test_lemma_2(p):
    """f maps the norm to the dual norm, and f⁻¹ is its inverse."""
    w, q = np.array([0.3, -2.0, 0.0, 0.7]), p / (p - 1)
    assert compute.norm(compute.f(w, q), p) == pytest.approx(compute.norm(w, q), rel=1e-12)
    np.testing.assert_allclose(compute.f_inverse(compute.f(w, q), p), w, rtol=1e-9)
    assert not compute.f(np.zeros(3), q).any() and not compute.f_inverse(np.zeros(3), p).any()


@pytest.mark.parametrize("p", NORMS)
@pytest.mark.parametrize("alpha", [1.0, 0.9, 0.5])
def test_definition_stays_in_the_unit_ball(p, alpha):
    X, labels = separable(3, m=200, n=5, margin=0.05)
    definition = compute.Definition(parameters(alpha), p, labels, X)
    for t in range(200):
        before, k = definition.weights(), definition.k
        definition.learn(t)
        assert compute.norm(definition.weights(), p / (p - 1)) <= 1 + 1e-12
        moved = not np.array_equal(before, definition.weights())
        assert moved == (definition.k == k + 1)
    assert 0 < definition.updates < 200


def test_definition_in_the_plane_by_hand():
    """For p = 2, the first update always projects, since C = √2 is above 1. Then k = 2."""
    X, labels = np.array([[3.0, 0.0], [0.0, -2.0], [0.0, 0.0]]), np.array([1, -1, 1])
    definition = compute.Definition(parameters(1.0), 2.0, labels, X)
    definition.learn(0)
    np.testing.assert_allclose(definition.weights(), [1.0, 0.0])
    definition.learn(1)  # w·x = 0 is a mistake; √2/√2 (0, 1) is added
    np.testing.assert_allclose(definition.weights(), [sqrt(0.5), sqrt(0.5)])
    definition.learn(2)  # no update takes place where x = 0
    assert definition.updates == 2


@pytest.mark.parametrize("p", NORMS)
def test_updates_within_theorem_3(p):
    """Part 1 holds with the margin of any weight in the unit ball, which is at most the largest."""
    X, labels = separable(6, m=200, n=4, margin=0.3)
    q, alpha = p / (p - 1), 0.5
    Y = labels[:, None] * X / np.array([compute.norm(x, p) for x in X])[:, None]
    w = np.linalg.lstsq(Y, np.ones(200), rcond=None)[0]
    margin = (Y @ w).min() / compute.norm(w, q)
    assert margin > 0
    settings = parameters(alpha, B=sqrt(8.0) / alpha)
    definition = compute.Definition(settings, p, labels, X)
    for _ in range(50):
        learned(definition, 200)
    bound = 2 * (p - 1) / margin**2 * (2 / alpha - 1) ** 2 + 8 / alpha - 4
    assert 0 < definition.updates <= bound


@pytest.mark.parametrize("p", NORMS)
@pytest.mark.parametrize("alpha", [1.0, 0.9, 0.5])
def test_ours_makes_the_definitions_updates(p, alpha):
    X, labels = separable(9, m=400, n=12, margin=0.05)
    settings = parameters(alpha)
    expected = compute.one_pass(compute.Definition(settings, p, labels, X), p, labels, X)
    found = compute.one_pass(compute.Ours(settings, p, labels, X), p, labels, X)
    np.testing.assert_array_equal(found.updated, expected.updated)
    assert found.mistakes == expected.mistakes > 0
    np.testing.assert_allclose(found.weights, expected.weights, atol=1e-10)
    whole = PNormLearner(settings, p, labels, normalised(X, p))
    whole.present(np.arange(400, dtype=np.int32))
    assert whole.updates == found.updated.sum()


def test_a_row_of_every_learner(rows):
    keys = [(row["p"], row["alpha"], row["learner"]) for row in rows]
    expected = [
        (f"{p:g}", f"{alpha:g}", learner)
        for p in compute.NORMS
        for alpha in compute.ALPHAS
        for learner in compute.LEARNERS
    ]
    assert keys == expected and all(tuple(row) == ALMA_BESIDE_RIVER.header for row in rows)
    assert {(row["data"], row["visits"]) for row in rows} == {("small", 150)}


def test_ours_is_faithful_and_river_is_where_it_can_be(rows):
    faithful = {"definition", "ours"}
    for row in rows:
        exact = row["different_decisions"] == 0 and float(row["weight_difference"]) == 0
        able = row["p"] == "2" and row["alpha"] != "1"
        if row["learner"] in faithful:
            assert exact and float(row["largest_norm"]) <= 1
        elif row["learner"] == "river, patterns normalised":
            assert exact == able
        else:
            assert not exact
        if row["alpha"] == "1" and row["learner"] not in faithful:
            assert row["updates"] == 0 and row["mistakes"] == 150


def test_zeros_are_left_out_only_where_there_are_some():
    X, labels = separable(2, m=20, n=3)
    found = {row["learner"] for row in compute.rows_of(data.Problem("full", X, labels))}
    assert found == set(compute.LEARNERS) - {compute.ZEROS_LEFT_OUT}


def test_more_classes_are_an_error():
    problem = data.Problem("three", np.eye(3), np.arange(3.0))
    with pytest.raises(ValueError, match="three has 3 classes, but must have two"):
        list(compute.rows_of(problem))


def test_csv_and_grid(tmp_path, monkeypatch):
    monkeypatch.setattr(compute, "NORMS", (10.0,))
    monkeypatch.setattr(compute, "ALPHAS", (0.9,))
    prepare("ionosphere", tmp_path / "ionosphere.npz")
    output = tmp_path / "alma_beside_river.csv"
    assert compute.main([str(tmp_path / "ionosphere.npz"), "--output", str(output)]) == 0
    rows = files.read(output, ALMA_BESIDE_RIVER)
    assert [row["learner"] for row in rows] == list(compute.LEARNERS)
    assert {row["visits"] for row in rows} == {"351"}
    grid = beside_river_grid(rows)
    assert grid.name == "alma-beside-river" and len(grid.rows) == len(rows)
    assert sum(width for _, width in grid.groups) == len(grid.columns) == len(grid.rows[0])
    for text in (markup.markdown, markup.latex):
        template = "table.md.jinja" if text is markup.markdown else "table.tex.jinja"
        rendered = render.rendered(template, text, **in_latex(grid))
        assert "[U+" not in rendered
        assert all(row["updates"] in rendered for row in rows)
    table = list(csv.DictReader(render.grid_csv(grid).splitlines()))
    assert [row["learner"] for row in table] == list(compute.LEARNERS)


def test_what_is_no_problem_is_one_sentence(tmp_path, capsys):
    path, output = tmp_path / "none.npz", tmp_path / "out.csv"
    path.write_text("nothing")
    assert compute.main([str(path), "--output", str(output)]) == 1
    assert capsys.readouterr().err.startswith("error: ") and not output.exists()
