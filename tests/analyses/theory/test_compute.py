"""The rows of theory.csv are right for made-up runs and for first epochs."""

import csv
import json

import numpy as np
import pytest

from analyses.theory import compute as theory
from analyses.theory import first_epochs as theory_first_epochs
from analyses.theory.sources import PAPERS
from analyses.theory.table import by_theorem, theory_grid
from data import Problem
from maxmargin.bounds import amira
from maxmargin.theorems.all_theorems import THEOREMS
from records.analysis_files import THEORY
from records.files import text_of
from records.run_files import RUNS

# R² = 4 and γ_d = 0.5: at most 16 updates of the Perceptron.
SPACE = {"data": "votes", "augment": "1", "extend": "0", "squared_radius": "4"}
MAXIMUM = {"algorithm": "MaximumMargin", "run": "best", "directional_margin": "0.5"}


def run(algorithm, name="a-run", parameters=None, **own):
    row = dict.fromkeys(RUNS.header, "") | SPACE | {"status": "converged", "run": name}
    return row | {"algorithm": algorithm, "parameters": json.dumps(parameters or {})} | own


def rows_of(*runs):
    return theory.rows_of([run(**MAXIMUM), *runs])[0]


def test_bound_measured_and_ratio_of_a_run():
    (row,) = rows_of(run("Perceptron", updates="4", directional_margin="0.1"))
    expected = ("novikoff", "updates", "a-run", "votes", "16", "4", "0.25", "yes")
    keys = ("paper", "quantity", "run", "data", "bound", "measured", "ratio", "holds")
    assert tuple(row[key] for key in keys) == expected
    assert row["sense"] == "most" and tuple(row) == THEORY.header


def test_a_made_up_run_that_violates_a_theorem_is_shown(tmp_path, capsys):
    runs = [
        run(**MAXIMUM),
        run("Perceptron", "good", updates="16", directional_margin="0.1"),
        run("Perceptron", "bad", updates="17", directional_margin="0.1"),
        run("PDM", "short", {"epsilon": 0.2}, updates="5", directional_margin="0.39"),
    ]
    write(tmp_path / "runs.csv", RUNS.header, runs)
    assert main(tmp_path) == 0
    rows = read(tmp_path / "theory.csv")
    violated = [(row["run"], row["quantity"]) for row in rows if row["holds"] == "no"]
    assert violated == [("bad", "updates"), ("short", "margin")]
    said = capsys.readouterr().out
    assert "Violated: novikoff Perceptron, updates: bad, 17 for 16" in said and "good" not in said
    grid = theory_grid(rows)
    cells = {row[0].printed: [cell.printed for cell in row] for row in grid.rows}
    assert cells["Novikoff"][4:] == ["2", "1", "1", "1.031", "1.062", "16", "17", "bad"]
    assert cells["PDM"][5] == "1" and cells["PDM"][-3:] == ["0.4", "0.39", "short"]
    assert [width for _, width in grid.groups] == [6, 3, 3] and len(grid.columns) == 12
    assert "finding" not in grid.note


def test_bound_and_measured_are_of_the_nearest_run_and_keep_their_size():
    # γ_d = 0.001: at most 4 · 10⁶ updates
    best = run(**MAXIMUM | {"directional_margin": "0.001"})
    runs = [run("Perceptron", name, updates=n) for name, n in (("near", "123456"), ("far", "7"))]
    (row,) = theory_grid(theory.rows_of([best, *runs])[0]).rows
    assert [cell.printed for cell in row][-3:] == ["4000000", "123500", "near"]


def test_krauth_and_mezards_runs_after_the_pocket_are_judged_by_their_own_maximum():
    after = {"seed": "1", "weight_norm": "8"}
    best = {"algorithm": "PocketMaximumMargin", "directional_margin": "0.8"}

    def pocket(name, start_norm, start_sum, **own):
        own = {"updates": "40", "directional_margin": "0.7"} | own | after
        start = {"start_norm": start_norm, "start_sum": start_sum}
        return run("PocketKrauthMezard", name, {"c": 2}, **own, **start)

    runs = [run(**MAXIMUM), run(**MAXIMUM | best | after), pocket("zero", "0", "0")]
    runs += [
        pocket("steps", "1", "0.5", updates="45", start_updates="5"),
        pocket("pocket", "1", ""),
    ]
    rows, lost = theory.rows_of(runs)
    assert not lost
    found = {(row["run"], row["theorem"], row["quantity"]): row for row in rows}
    theorems = ["(4)", "(5)", "(6)", "(13)", "(14)"]
    assert [name for run_name, name, _ in found if run_name == "zero"] == theorems
    assert [name for run_name, name, _ in found if run_name == "steps"] == theorems
    derived = ["any start, derived here"] * 3
    assert [name for run_name, name, _ in found if run_name == "pocket"] == derived
    # (2c + 1) R²/γ_d²; A = ‖w‖² R²/(c M) with ‖w‖ = 8/4
    assert float(found["zero", "(4)", "updates"]["bound"]) == pytest.approx(5 * 4 / 0.64)
    assert found["zero", "(4)", "updates"]["holds"] == "no"
    assert float(found["zero", "(6)", "A"]["measured"]) == pytest.approx(4 * 4 / 80)
    # R⁴ ‖w_0‖²/γ_d² more; M + Λ = 40 + 4 · 0.5, without the five updates that made the start
    assert float(found["steps", "(4)", "updates"]["bound"]) == pytest.approx(9 * 4 / 0.64)
    assert found["steps", "(4)", "updates"]["measured"] == "40"
    assert float(found["steps", "(6)", "A"]["measured"]) == pytest.approx(4 * 4 / 84)
    # 2 R² ‖w_0‖/γ_d more
    bound = found["pocket", *derived[:1], "updates"]["bound"]
    assert float(bound) == pytest.approx(5 * 4 / 0.64 + 2 * 4 / 0.8)
    rows, lost = theory.rows_of([run(**MAXIMUM), pocket("zero", "0", "0")])
    assert not rows and len(lost) == 1


def test_margins_are_judged_at_the_end_only_and_norms_where_they_are_known():
    assert {row["quantity"] for row in rows_of(run("PDM", updates="3", status="max_updates"))} == {
        "updates"
    }
    amira_run = run("AMIRA", parameters={"epsilon": 0.5}, updates="3", directional_margin="0.4")
    assert {row["theorem"] for row in rows_of(amira_run)} == {"Theorem 1", "Theorem 3"}
    (row,) = [
        r for r in rows_of(amira_run | {"weight_norm": "2.4"}) if r["theorem"] == "Corollary 1"
    ]
    assert float(row["bound"]) == pytest.approx(3.0) and row["measured"] == "2.3999999999999999"


def test_the_maximum_with_a_free_threshold_is_between_the_bounds_of_inequality_2():
    free = {"augment": "0", "geometric_margin": "0.75"}
    free = run("MaximumMargin", "free", {"free_threshold": True}, **free)
    rows, left_out = theory.rows_of([run(**MAXIMUM), free])
    # γ_d = 0.5, R/ρ = 2
    expected = [("(2), left", "least", "0.5", "yes"), ("(2), right", "most", "1", "yes")]
    assert [tuple(r[k] for k in ("theorem", "sense", "bound", "holds")) for r in rows] == expected
    assert {row["run"] for row in rows} == {"best"} and not left_out
    rows, _ = theory.rows_of([run(**MAXIMUM), free | {"geometric_margin": "1.25"}])
    assert [row["holds"] for row in rows] == ["yes", "no"]


def test_the_maximum_by_another_norm_is_at_least_the_largest_margin_of_its_runs():
    runs = [
        run("ALMA", name, {"p": 6, "alpha": alpha}, updates="9", directional_margin=margin)
        for name, alpha, margin in (("fine", 0.1, "1"), ("coarse", 0.5, "0.4"))
    ]
    rows, left_out = theory.rows_of([run(**MAXIMUM), *runs])
    # The margin of "fine" stands for the maximum, and is not compared with itself.
    (row,) = [row for row in rows if row["quantity"] == "margin"]
    assert (row["run"], row["bound"], row["holds"]) == ("coarse", "0.5", "no")
    assert {row["run"] for row in rows} == {"fine", "coarse"}
    (row,) = [r for r in rows if r["quantity"] == "updates" and r["run"] == "coarse"]
    # R/γ* = 2: 2 · 5 · 2² · 3² + 12
    assert float(row["bound"]) == pytest.approx(372) and not left_out
    stopped = [r | {"status": "max_updates"} for r in runs]
    assert theory.rows_of([run(**MAXIMUM), *stopped])[1] == stopped


def test_the_extension_makes_a_margin():
    (row,) = theory.rows_of([run(**MAXIMUM, extend="5", augment="0")])[0]
    assert row["theorem"] == "Section 4" and row["holds"] == "yes"
    assert float(row["bound"]) == pytest.approx(5 / 435**0.5)  # votes
    own = run(**MAXIMUM, extend="5", augment="0", data="my-own")
    assert theory.rows_of([own])[0] == []


def test_runs_without_an_exact_maximum_are_named(tmp_path, capsys):
    runs = [
        run("Perceptron", "elsewhere", updates="4", extend="1"),
        run(**MAXIMUM),
        run("MaximumMargin", "failed", extend="1", status="stopped", directional_margin="0.1"),
        run("LIBSVM", "svm"),
        run("Perceptron", "unavailable", status="unavailable"),
    ]
    write(tmp_path / "runs.csv", RUNS.header, runs)
    assert main(tmp_path) == 0
    assert read(tmp_path / "theory.csv") == []
    expected = "Runs without an exact maximum margin: 1 on votes (ρ 1, Δ 1).\n"
    assert capsys.readouterr().out == expected


def test_first_epochs_join_their_papers_in_order(tmp_path):
    runs = [
        run(**MAXIMUM),
        run("Perceptron", updates="4"),
        run("ALMA", "alma", {"alpha": 0.5}, updates="4", directional_margin="0.4"),
    ]
    write(tmp_path / "runs.csv", RUNS.header, runs)
    us = [np.array([1.0, 0.0])]
    Y = theory_first_epochs.one_tiny_pattern(m=201)
    rows = theory_first_epochs.amira_rows("tiny", Y, us)
    (tmp_path / "first.csv").write_text(text_of(THEORY, rows))
    assert main(tmp_path, "--first-epochs", str(tmp_path / "first.csv")) == 0
    rows = read(tmp_path / "theory.csv")
    papers = [row["paper"] for row in rows]
    assert papers == sorted(papers, key=PAPERS.index)
    assert set(papers) == {"alma", "amira", "novikoff"}
    assert [key[0] for key in by_theorem(rows)] == ["alma"] * 3 + ["amira"] * 2 + ["novikoff"]


@pytest.mark.parametrize("column", ["weight_norm", "squared_radius", "status"])
def test_a_missing_column_is_an_error(tmp_path, capsys, column):
    columns = [name for name in RUNS.header if name != column]
    write(tmp_path / "runs.csv", columns, [])
    assert main(tmp_path) == 1
    assert f"has no column '{column}'" in capsys.readouterr().err


def test_every_theorem_has_its_place():
    assert {theorem.source for theorem in THEOREMS} <= set(PAPERS)  # a paper may have none


def test_one_tiny_pattern_violates_theorem_4_in_both_forms():
    """The test repeats MIRA's lines and counts mistakes; most come after the first update."""
    Y = theory_first_epochs.one_tiny_pattern(m=1501)
    w, mistakes = np.zeros(2), 0
    for y in Y:
        p = w @ y
        if p <= 0:  # MIRA
            mistakes += 1
            w = w + (1 - p) / (y @ y) * y
    rows = list(theory_first_epochs.amira_rows("tiny", Y, [np.array([1.0, 0.0])]))
    of_mira = [row for row in rows if json.loads(row["parameters"])["epsilon"] == 1]
    assert [int(row["measured"]) for row in of_mira] == [mistakes] * 2
    assert [row["holds"] for row in of_mira] == ["no", "no"]
    # γ = 0.1 separates all but the first, whose loss is γ: 121 mistakes at most
    assert float(of_mira[1]["bound"]) <= 121.1 < mistakes
    assert amira.mistakes_whatever_the_patterns(0.1, 1.0, 0.01, 1.0) == pytest.approx(121)


def test_unit_patterns_break_theorem_4_in_either_form():
    Y = theory_first_epochs.unit_patterns()
    np.testing.assert_allclose(np.linalg.norm(Y, axis=1), 1.0, rtol=1e-12)
    w, rare = np.zeros(3), []
    for y in Y:
        p = w @ y
        assert p <= 0  # a mistake
        rare.append(p < -0.01)
        w = w + (1 - p) * y  # MIRA
    np.testing.assert_allclose(Y[~np.array(rare), 0], 0.05)
    assert sum(rare) == 200
    rows = list(theory_first_epochs.amira_rows("unit", Y, [np.eye(3)[0]]))
    of_mira = [row for row in rows if json.loads(row["parameters"])["epsilon"] == 1]
    assert [(row["measured"], row["holds"]) for row in of_mira] == [("20200", "no")] * 2
    squared = [row for row in of_mira if row["quantity"].endswith("e^{2}")]
    assert float(squared[0]["bound"]) < 13_184
    note = theory_grid(rows).note
    assert "violate Theorem 4 with D^{2} = Σ e and with D^{2} = Σ e^{2}, which" in note
    # if a theorem is violated in one form only, that form is named
    own = [row | {"theorem": "Theorem 5"} for row in of_mira if row not in squared]
    assert "violate Theorem 5 with D^{2} = Σ e, which" in theory_grid(own).note


def test_epochs_over_patterns_that_nothing_separates():
    rng = np.random.default_rng(2)
    labels = rng.choice([-1.0, 1.0], size=60)
    problem = Problem("votes", rng.normal(size=(60, 2)) + 0.4, labels)
    all_rows = theory_first_epochs.rows_of(problem)
    rows = [row for row in all_rows if row["paper"] != "falkowski"]
    assert {row["theorem"] for row in rows} == {"Theorem 3, part 2", "Theorem 4"}
    own = [row for row in rows if row["theorem"] == "Theorem 3, part 2"]
    assert all(row["holds"] == "yes" for row in own)
    # An epoch over 60 patterns cannot exceed the bounds of one ALMA and of two AMIRA.
    assert len({row["run"] for row in rows}) == 5 + 1
    assert all(float(row["bound"]) < 60 for row in rows)
    # updates of ALMA with α = 1 are the mistakes of ever shorter steps along ŷ
    hats = labels[:, None] * np.hstack([problem.X, np.ones((60, 1))])
    hats /= np.linalg.norm(hats, axis=1, keepdims=True)
    w, k = np.zeros(3), 1
    for y in hats:
        if w @ y <= 0:
            w = w + y / np.sqrt(k)
            w, k = w / max(1.0, np.linalg.norm(w)), k + 1
    assert int(own[0]["measured"]) == k - 1 > 0
    # On patterns that a weight separates, Theorem 4 is not checked.
    easy = theory_first_epochs.rows_of(Problem("votes", problem.X, np.ones(60)))
    assert "Theorem 4" not in {row["theorem"] for row in easy}


@pytest.mark.parametrize("any_start", [False, True])
def test_krauth_and_mezards_steps_are_within_10_to_12(any_start):
    rng = np.random.default_rng(3)
    Y = rng.normal(size=(40, 3))
    rows = list(theory_first_epochs.falkowski_rows("made-up", Y))
    assert {row["holds"] for row in rows} == {"yes"} and len(rows) == 3 * 2 * 3
    marked = [row for row in rows if "any start" in row["theorem"]]
    assert {row["run"] for row in marked} == {
        f"theory-made-up-krauth-mezard-any-{c}" for c in ("1", "10")
    }
    # The steps are those of the paper's (1), and another direction than w* violates (10).
    Z = np.hstack([Y, np.eye(40)])
    w, direction = (-0.02 if any_start else 0.02) * Z.sum(axis=0), Z.mean(axis=0)
    direction = direction / np.linalg.norm(direction)
    along, lengths = theory_first_epochs._steps(Z, w, 1.0, direction)
    for projection, length in zip(along, lengths, strict=True):
        assert projection == pytest.approx(w @ direction)
        assert length == pytest.approx(np.linalg.norm(w))
        assert (Z @ w).min() < 1.0 or length == lengths[-1]
        w = w + Z[np.argmin(Z @ w)] / (Z**2).sum(axis=1).max()


def test_mistakes_of_several_classes_are_counted_before_learning():
    X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1], [0.1, 1.0]])
    codes = np.array([0, 1, 0, 1])
    duals = np.array([[1.0, -1.0, 0.0, 0.0], [-1.0, 1.0, 0.0, 0.0]])
    # nothing is known at the first, which is a mistake; the first says nothing about the second
    assert theory_first_epochs.online_mistakes(duals, X, codes) == 2
    assert theory_first_epochs.online_mistakes(-duals, X, codes) == 4


@pytest.mark.parametrize("inseparable", [False, True])
def test_theorem_2_of_several_classes(inseparable):
    """The first patterns are separable. The last one has another class than an equal one."""
    rng = np.random.default_rng(1)
    codes = np.arange(theory_first_epochs.SMALL + 1) % 3
    X = 2.0 * np.eye(3)[codes] + rng.uniform(-0.3, 0.3, size=(len(codes), 3))
    if inseparable:
        X[-1] = X[codes != codes[-1]][0]
    rows = list(theory_first_epochs.multiclass_rows("made-up", X, codes))
    expected = {"Lemma 1", "Theorem 2", "Corollary 2", "Theorem 3, k-best"}
    assert {row["theorem"] for row in rows} == expected | ({"Theorem 5"} if inseparable else set())
    assert {row["theorem"] for row in rows if row["sense"] == "least"} == {
        "Lemma 1",
        "Theorem 3, k-best",
    }
    assert all(row["holds"] == "yes" for row in rows if row["theorem"] != "Theorem 5")
    # MIRA's steps with one class: d >= 1/R², with R² of the differences.
    (lemma, *_) = [row for row in rows if row["theorem"] == "Lemma 1"]
    assert float(lemma["bound"]) == pytest.approx(0.5 / (X**2).sum(axis=1).max())
    assert all(int(row["measured"]) > 0 for row in rows if row["theorem"] == "Theorem 2")


def test_data_out_of_reach_are_left_out(tmp_path, capsys, monkeypatch):
    def out_of_reach(path):
        raise theory_first_epochs.data.Unreachable("not available")

    monkeypatch.setattr(theory_first_epochs.data, "read_problem", out_of_reach)
    output = tmp_path / "first.csv"
    assert theory_first_epochs.main(["letter.npz", "--output", str(output)]) == 0
    assert "letter.npz: left out, because not available" in capsys.readouterr().out
    assert {row["data"] for row in read(output)} == {"one-tiny-pattern", "unit-patterns"}


def main(folder, *more):
    paths = "--runs", str(folder / "runs.csv"), "--output", str(folder / "theory.csv")
    return theory.main([*paths, *more])


def write(path, columns, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))
