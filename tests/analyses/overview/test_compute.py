"""The overview runs every learner over its grid and records when it reached each fraction."""

import json
import sys

import numpy as np
import pytest

import data
import maxmargin
import peers
from analyses.overview import collect as collect_overview
from analyses.overview import compute as overview
from analyses.overview import problems
from analyses.overview.measuring import firsts, points_of
from analyses.overview.problems import read_overview
from data.prepared import prepare
from maxmargin.drivers.shared.progress import Point
from maxmargin.estimators.constraints import check_parameters
from maxmargin.rules import all_rules
from peers.fitting import Fitter
from records.analysis_files import FRACTIONS
from records.errors import RecordError
from records.plan_file import write_plan
from records.variant_checks import write_check
from tests.algorithms.problems import public, separable
from tests.analyses.overview.rows import CHOICE_ROWS
from tests.chosen import slow_unless

CONTENT = read_overview()
ALL = overview.learners_of(CONTENT)
PROBLEM = {"data": "made-up", "augment": 1.0, "extend": 0.5, "mini_epochs": 0}


@pytest.fixture(scope="module")
def records():
    X, labels = separable(3, m=40, margin=0.05)
    return overview.compete("made-up", PROBLEM, X, labels, ALL, seconds=0.1, seed=1)


@pytest.mark.long
def test_everybody_takes_part(records):
    assert {r["learner"] for r in records} == set(overview.learners_of(CONTENT))
    named = {*maxmargin.ESTIMATORS, *peers.ESTIMATORS} - {*maxmargin.POCKET_LEARNERS}
    missing = named - {r["algorithm"] for r in records}
    assert missing == set(CONTENT["left_out"])
    assert not [r for r in records if r["status"] == "failed"]


@pytest.mark.long
def test_parts_are_reached_in_order_and_margins_are_no_larger_than_the_maximum(records):
    for record in records:
        if "margin" not in record:
            assert record["status"] == "max_seconds" and "was stopped" in record["reason"]
            continue
        assert record["margin"] <= record["maximum_margin"] * (1 + 1e-6)
        reached = [part for part in FRACTIONS if f"seconds_{part}" in record]
        assert reached == [
            part for part in FRACTIONS if record["fraction_of_maximum"] >= float(part)
        ]
        for measure in ("updates", "visits", "seconds"):
            values = [record[f"{measure}_{part}"] for part in reached]
            if None not in values:
                assert values == sorted(values)
    best = {
        r["learner"]: r["fraction_of_maximum"]
        for r in records
        if r.get("fraction_of_maximum", 0) >= 0.999
    }
    assert "MaximumMargin" in best


@pytest.mark.long
def test_learners_of_single_patterns_have_a_run_of_one_pass(records):
    found = {r["learner"] for r in records if "one_pass_fraction" in r}
    assert {"Perceptron", "ALMA", "PUMMA", "PrimalSVM", "ScikitLearnSGD", "RiverPA"} <= found
    assert not found & {"KrauthMezard", "PDM, worst first", "Gilbert", "LIBSVM", "MaximumMargin"}
    X, y = separable(3, m=40, margin=0.05)
    for record in records:
        if record["learner"] == "PDM" and 0.5 in record["parameters"].values():
            model = maxmargin.PDM(0.5, augment=1.0, extend=0.5, max_epochs=1)
            with pytest.warns(UserWarning, match="max_epochs"):
                margin = model.fit(X, y).directional_margin_
            assert record["one_pass_fraction"] * record["maximum_margin"] == pytest.approx(margin)
            break
    else:
        raise AssertionError("PDM has no setting 0.5")


def test_a_run_of_one_pass_is_looked_at_a_few_times(monkeypatch):
    """A margin check also costs a pass."""
    X, labels = separable(3, m=2000, margin=0.01)
    learners = {"PDM": (maxmargin.PDM, {"epsilon": 0.01})}
    models = []

    def fit(*arguments):
        models.append(original(*arguments))
        return models[-1]

    original = Fitter.fit
    monkeypatch.setattr(Fitter, "fit", fit)
    (record,) = overview.compete("made-up", PROBLEM, X, labels, learners, seconds=5.0, seed=1)
    (model,) = (model for model in models if model.max_epochs == 1)
    assert "one_pass_fraction" in record and model.n_epochs_ == 1
    assert model.n_updates_ > 200 and len(model.history_) <= 5  # some 100 without a target


@pytest.mark.long
def test_a_fixed_parameter_chooses_settings_of_the_grid(records):
    assert {r["parameters"]["threshold"] for r in records if r["learner"] == "t-margitron"} == {"t"}
    assert {r["parameters"]["threshold"] for r in records if r["learner"] == "w-margitron"} == {"w"}
    assert "Margitron" not in {r["learner"] for r in records}
    extra = [r for r in records if r["learner"] == "PDM, worst first"]
    assert extra and all(r["parameters"]["worst_first"] for r in extra)
    assert "PDM" in {r["learner"] for r in records}


@pytest.mark.long
def test_who_is_told_of_the_maximum(records):
    given = {r["learner"] for r in records if r["knows_maximum"]}
    assert {"MICRA", "CRAMMA", "Pegasos", "w-margitron", "ScikitLearnSGD"} <= given
    assert not given & {"PDM", "ALMA", "AMIRA", "KrauthMezard", "ContinuedMICRA", "LIBSVM"}


def test_patterns_that_nothing_separates_are_refused():
    X, labels = separable(3)
    labels[0] *= -1
    X[1], labels[1] = X[0], -labels[0]
    refused = pytest.raises(overview.NoMaximum, match="not linearly separable: .*extend above 0")
    with pytest.warns(UserWarning, match="are equal and have opposite labels"), refused:
        problem = {**PROBLEM, "extend": 0.0}
        overview.compete("made-up", problem, X, labels, ALL, seconds=0.1, seed=1)


def test_an_error_of_the_one_pass_is_recorded(monkeypatch):
    """The main run has other limits, and may succeed."""

    def fit(self, model, *arguments):
        if model.max_epochs == 1:
            raise ArithmeticError("made up")
        return original(self, model, *arguments)

    original = Fitter.fit
    monkeypatch.setattr(Fitter, "fit", fit)
    X, labels = separable(3, m=40, margin=0.05)
    learners = {"PDM": (maxmargin.PDM, {"epsilon": 0.5})}
    (record,) = overview.compete("made-up", PROBLEM, X, labels, learners, seconds=1.0, seed=1)
    assert record["status"] in ("converged", "reached")
    assert record["reason"] == "The run of one pass failed: ArithmeticError: made up"
    assert "one_pass_fraction" not in record


def test_firsts():
    bounds = (2.0, 1.5, 1.02, 1.01)
    margins = (0.5, 0.93, 0.92, 0.9999)
    points = [
        (margin, bound, i, 10 * i, 0.1 * i)
        for i, (margin, bound) in enumerate(zip(margins, bounds, strict=True), start=1)
    ]
    found = firsts(points, 1.0)
    assert found["updates_0.9"] == 2 and found["seconds_0.95"] == pytest.approx(0.4)
    assert found["visits_0.999"] == 40
    assert found["certified_updates_0.9"] == 3 and found["certified_updates_0.99"] == 4
    assert "certified_seconds_0.999" not in found
    assert firsts(points[:2], 2.0) == {}


@pytest.mark.parametrize("name", all_rules())
def test_every_grid_is_of_parameters_that_are_right(name):
    learner = maxmargin.LEARNERS[name]
    settings = learner.parameter_grid(0.01, 3.0)
    assert settings and all(
        set(setting) == set(learner.rule.Parameters._fields) for setting in settings
    )
    for setting in settings:
        check_parameters(learner(**setting))


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=slow_unless(name != "mnist-4-9"))
        for name in ("usps", "mnist-4-9", "letter")
    ],
)
def test_the_classes_of_every_problem_are_there(name):
    problem = CONTENT["problems"]["papers"][name]
    y = public(problem["data"]).y
    labels = data.of_two_classes(np.zeros((len(y), 1)), y, problem["positive"], None)[1]
    assert set(labels.tolist()) == {-1, 1}


def test_mini_epochs_are_not_for_the_worst_pattern_first():
    X, labels = separable(3, m=40, margin=0.05)
    problem = {**PROBLEM, "mini_epochs": 5}
    content = {**CONTENT, "left_out": [name for kind in overview.KINDS.values() for name in kind]}
    taking_part = overview.learners_of(content)
    records = overview.compete("made-up", problem, X, labels, taking_part, seconds=0.1, seed=1)
    assert {r["learner"] for r in records} == set(CONTENT["learners"])
    assert not [r["reason"] for r in records if r["status"] == "failed"]


def test_points_of_a_solver_without_a_curve():
    X, labels = separable(3)
    model = peers.LIBSVM().fit(X, labels)
    ((margin, bound, updates, visits, seconds),) = points_of(model, False)
    assert margin == model.geometric_margin_ and bound == model.margin_upper_bound_
    assert updates is visits is None and seconds > 0
    curve = maxmargin.Perceptron().fit(X, labels)
    assert isinstance(curve.history_[0], Point)
    assert len(points_of(curve, True)) == len(curve.history_)


@pytest.mark.long
def test_tables(records, tmp_path, monkeypatch):
    paths = [tmp_path / f"{name}.csv" for name in ("overview", "timings", "choices")]
    content = {"runs": records, "choices": CHOICE_ROWS}
    (tmp_path / "records.json").write_text(json.dumps(content, default=float))
    options = [f"--{path.stem}={path}" for path in paths]
    monkeypatch.setattr(sys, "argv", ["collect", str(tmp_path / "records.json"), *options])
    collect_overview.main()
    lines = [path.read_text().splitlines() for path in paths]
    assert len(lines[0]) == len(lines[1]) == len(records) + 1
    assert "seconds" not in lines[0][0].replace("one_pass", "") and len(lines[2]) == 6


@pytest.mark.parametrize(
    ("problem", "fault"),
    [("data: sonar, rho: 1", "unknown key 'rho'"), ("data: sonnar", "no data set .*'sonnar'")],
)
def test_a_configuration_that_is_wrong_is_refused(problem, fault, tmp_path, monkeypatch):
    folder = tmp_path / "config"
    folder.mkdir()
    groups = f"{{papers: {{a: {{{problem}}}}}, planted: {{}}, held_out: {{}}}}"
    text = f"problems: {groups}\nlearners: {{}}\nleft_out: {{}}\n"
    (folder / "overview.yaml").write_text(text)
    schema = problems.PATH.with_suffix(".schema.json")
    (folder / schema.name).write_text(schema.read_text())
    monkeypatch.setattr(problems, "PATH", folder / "overview.yaml")
    with pytest.raises(RecordError, match=f"config/overview.yaml: {fault}"):
        read_overview()


@pytest.mark.long
def test_command(tmp_path, monkeypatch):
    """Few learners take part, since all of them are in `records`."""
    few = {**CONTENT, "left_out": [name for kind in overview.KINDS.values() for name in kind]}
    monkeypatch.setattr(overview, "read_overview", lambda: few)
    prepare("votes", tmp_path / "votes.npz")
    job = {**CONTENT["problems"]["papers"]["votes"], "seconds": 0.01, "seed": 1, "solvers": []}
    write_plan({"results": str(tmp_path)}, {"overview": {"votes": job}}, {}, {})
    options = ["--plan", str(tmp_path / "plan.json"), "--name", "votes"]
    options += ["--problem", str(tmp_path / "votes.npz"), "--output", str(tmp_path / "votes.json")]
    monkeypatch.setattr(sys, "argv", ["overview", *options])
    overview.main()
    content = json.loads((tmp_path / "votes.json").read_text())
    records, choices = content["runs"], content["choices"]
    assert {r["problem"] for r in records} == {"votes"} and records[0]["extend"] == 1
    assert [choice["fraction"] for choice in choices] == [*FRACTIONS]
    assert {choice["learner"] for choice in choices} == {"MaximumMargin"}
    assert json.loads(choices[0]["parameters"])["extend"] == 1


def test_a_problem_that_nothing_separates_is_a_record(tmp_path, monkeypatch):
    """Its status is not that of data that cannot be reached."""
    prepare("german-scaled", tmp_path / "german.npz")
    job = {"data": "german-scaled", "augment": 1.0, "extend": 0.0, "mini_epochs": 0}
    job |= {"positive": None, "among": None, "seconds": 0.01, "seed": 1, "solvers": []}
    write_plan({"results": str(tmp_path)}, {"overview": {"german": job}}, {}, {})
    options = ["--plan", str(tmp_path / "plan.json"), "--name", "german"]
    options += ["--problem", str(tmp_path / "german.npz"), "--output", str(tmp_path / "made.json")]
    with pytest.warns(UserWarning, match="not linearly separable"):
        assert overview.main(options) == 0
    (record,) = json.loads((tmp_path / "made.json").read_text())["runs"]
    assert record["status"] == "inseparable"
    assert record["reason"].startswith("The classes are not linearly separable: ")


def test_patterns_whose_maximum_rounding_hides_are_not_called_inseparable(monkeypatch):
    class Unfinished(maxmargin.MaximumMargin):
        def fit(self, *arguments):
            super().fit(*arguments)
            self.converged_ = False
            return self

    monkeypatch.setattr(overview, "MaximumMargin", Unfinished)
    for extend in (0.0, 1.0):
        with pytest.raises(overview.NoMaximum, match="only to a relative gap of") as raised:
            problem = {**PROBLEM, "extend": extend}
            overview.compete("made-up", problem, *separable(3), ALL, seconds=0.1, seed=1)
        assert raised.value.status == "stopped"


def test_the_exact_solver_counts_no_further_than_its_seconds():
    X, labels = separable(3)
    shared = {"augment": 1.0, "extend": 0.0, "max_seconds": 60.0}
    solved = overview._run(maxmargin.MaximumMargin, {}, shared, X, labels, 0.01)
    assert solved["status"] == "converged" and "seconds_0.999" in solved
    assert solved["certified_seconds_0.99"] <= solved["certified_seconds_0.999"]
    shared["max_seconds"] = 1e-9
    late = overview._run(maxmargin.MaximumMargin, {}, shared, X, labels, 0.01)
    assert late["status"] == "max_seconds" and "seconds_0.9" not in late
    assert late["fraction_of_maximum"] < 0.9 and late["spent_seconds"] == 1e-9


def test_a_variant_that_did_not_pass_its_check_has_no_records(tmp_path):
    write_check(tmp_path / "Mine.json", "mine.py", False, ["mine.py: step gives NaN."])
    places = ["--plan", "none", "--problem", "none", "--output", str(tmp_path / "made.json")]
    variant = ["--learner", "Mine", "--check", str(tmp_path / "Mine.json")]
    assert overview.main([*places, "--name", "votes", *variant]) == 0
    assert json.loads((tmp_path / "made.json").read_text()) == {"runs": [], "choices": []}


def test_no_data_sets_are_no_problems():
    assert not any(read_overview([])["problems"].values())
    (group,) = filter(None, read_overview(["sonar"])["problems"].values())
    assert {problem["data"] for problem in group.values()} == {"sonar"}
