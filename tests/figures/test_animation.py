"""An animation shows the library's steps on one self-contained page."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from figures.animation.__main__ import main
from figures.animation.captions import captions
from figures.animation.learners import found_learner, given_parameters
from figures.animation.patterns import COUNT, drawn_patterns
from figures.animation.steps import ALL_UP_TO, counts, recorded
from maxmargin import ALMA, MICRA, MaximumMargin
from tests.algorithms import reference
from tests.figures.animations import animation
from workflows.plan.configuration import ROOT

MY_RULE = str(ROOT / "docs" / "examples" / "my_rule.py")
RULES = ("Perceptron", "ALMA", "AggressiveROMMA", "AdaTron", MY_RULE)


def recording(name, *texts, problem=None):
    cls = found_learner(name)
    return recorded(cls, given_parameters(cls, texts), problem or drawn_patterns())


def written(path, rows):
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("seed, margin", [(0, 0.05), (1, 0.15), (2, 0.8)])
def test_drawn_patterns_have_the_maximum_margin_asked_for(seed, margin):
    problem = drawn_patterns(seed, margin)
    assert problem.X.shape == (COUNT, 2) and (np.linalg.norm(problem.X, axis=1) <= 1).all()
    model = MaximumMargin(augment=0).fit(problem.X, problem.y)
    assert model.directional_margin_ == pytest.approx(margin)


@pytest.mark.long
@pytest.mark.parametrize("augment", ["0", "1"])
@pytest.mark.parametrize("rule", RULES)
def test_steps_are_those_of_the_slow_reference(rule, augment):
    found, problem = recording(rule, f"augment={augment}"), drawn_patterns()
    Y = reference.patterns(problem.X, problem.y, float(augment), 0.0)
    trail = []
    model, end = found.model, found.model.n_updates_
    _, parameters = model.rule_and_parameters()
    reference.run(model.rule, parameters, Y, max_updates=end, trail=trail)
    assert found.steps[-1].updates == end
    for step in found.steps[1:]:
        weight = trail[step.visits - 1]
        np.testing.assert_allclose(step.weight, weight[:2], atol=1e-9)
        assert step.threshold == pytest.approx(weight[2] * float(augment), abs=1e-9)
        assert step.margin == pytest.approx((Y @ weight).min() / np.linalg.norm(weight))


@pytest.mark.parametrize("rule", ["MICRA", "KrauthMezard", "AdaTron", MY_RULE])
def test_the_weight_changes_along_the_pattern_that_is_named(rule):
    steps, problem = recording(rule).steps, drawn_patterns()
    for before, step in zip(steps[:ALL_UP_TO], steps[1 : ALL_UP_TO + 1], strict=False):
        (u, v), (x, y) = step.weight - before.weight, problem.X[step.pattern]
        assert u * y == pytest.approx(v * x, abs=1e-9)
        assert ((u * x + v * y) * problem.y[step.pattern] < 0) == step.lowered
        assert step.visits > before.visits


def test_the_page_ends_where_a_fit_to_the_end_does(tmp_path):
    named = {"epsilon": 0.5, "zeta": 0.9, "eta": 1.0, "beta": 0.4}
    texts = [f"{name}={value}" for name, value in named.items()]
    text, steps = animation(tmp_path, "MICRA", *texts, "--seed", "2")
    problem = drawn_patterns(2)
    model = MICRA(**named, augment=0).fit(problem.X, problem.y)
    end = steps[-1]
    assert (end["updates"], end["margin"]) == (model.n_updates_, model.directional_margin_)
    assert (end["weight"], end["bound"]) == (model.coef_[0].tolist(), model.margin_upper_bound_)
    assert f"After {model.n_updates_} updates it has converged" in text


def test_parameters_that_are_not_named_reach_most_of_the_margin():
    model = recording("ALMA").model
    problem = drawn_patterns()
    maximum = MaximumMargin(augment=0).fit(problem.X, problem.y).directional_margin_
    radius = np.linalg.norm(problem.X, axis=1).max()
    settings = [one["alpha"] for one in ALMA.parameter_grid(maximum, radius)]
    assert model.alpha in settings and 0.9 * maximum <= model.directional_margin_ <= maximum


def test_a_long_run_has_all_of_its_first_updates_and_then_ever_fewer(tmp_path):
    assert counts(0) == [] and counts(3) == [1, 2, 3]
    shown = counts(10**5)
    assert shown[:ALL_UP_TO] == list(range(1, ALL_UP_TO + 1)) and shown[-1] == 10**5
    assert len(shown) < 150 and np.diff(np.diff(shown[:-1])).min() >= 0
    text, steps = animation(tmp_path, "Pegasos")
    assert "are all shown, then ever fewer, with" in text and "before it has converged" in text
    assert steps[-1]["updates"] == 10**5 and "in one step; in the last," in steps[-1]["caption"]


def test_captions_are_two_sentences_that_tell_what_happens():
    for rule in ("MICRA", *RULES):
        found = recording(rule)
        for text in captions(found, drawn_patterns()):
            assert len(re.findall(r"[a-z0-9°]\.(?= |$)", text)) == 2, text
    first = captions(recording("Perceptron"), drawn_patterns())[1]
    assert first.startswith("Update 1: pattern 1 is presented, and there is no line yet, so it is ")
    texts = " ".join(captions(recording("AdaTron"), drawn_patterns()))
    assert "is farther from the line than the rule wants, so some of it is" in texts
    assert "is nearer to the line than the rule wants, so it is added to the weight." in texts


class Page(HTMLParser):
    """Collects the ids of a page, and the attributes that may name another file."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.ids.add(named.get("id"))
        self.links += [named[name] for name in ("href", "src", "data", "srcset") if name in named]


@pytest.mark.parametrize("rule", ["MICRA", MY_RULE])
def test_the_page_is_complete_and_names_no_other_file(tmp_path, rule):
    text, steps = animation(tmp_path, rule)
    page = Page(text)
    assert page.ids >= {"plane", "weight", "band", "presented", "chart", "margin", "bound"}
    assert page.ids >= {"caption", "controls", "back", "play", "forward", "speed", "step", "run"}
    assert text.count("<title>pattern ") == COUNT and text.count("<tr>") == len(steps) + 1
    assert all(step["caption"] in text for step in steps)
    assert page.links == ["data:,"]
    assert not re.search(r"http|@import|url\((?!#)|\bimport\b|fetch\(", text.lower())
    for part in ("prefers-reduced-motion", "prefers-color-scheme: dark", "<details", "aria-label"):
        assert part in text


ROWS = ["x,y,label", "1,5,<a>", "2,6,<a>", "4,5,b", "6,6,b"]


def test_patterns_of_a_file_and_a_line_that_is_not_through_the_origin(tmp_path):
    path = written(tmp_path / "mine.csv", ROWS)
    text, steps = animation(tmp_path, "PDM", "augment=1", "--data", path)
    assert text.count("<title>pattern ") == 4 and "mine.csv" in text
    assert steps[-1]["threshold"] != 0 and "with a further coordinate" in text


@pytest.mark.parametrize(
    "rows, said",
    [
        (["x,y,label", "1,1,a", "2,2,b"], "no line through the origin separates .*; augment=1 "),
        (["x,label", "1,a", "2,b"], "has 1 columns beside the class, but a picture has two"),
        ([*ROWS, *(["5,5,b"] * 200)], "has 204 patterns, but a picture has room for 200"),
        ([*ROWS, "1,z,b"], "line 6: 'z'"),
        ([*ROWS, "0,0,b"], "PDM does not run on these patterns: row 4 of X"),
        (["x,y,label", "1,1,a"], "has patterns of only one class"),
    ],
)
def test_a_bad_file_gets_one_sentence(tmp_path, capsys, rows, said):
    path = written(tmp_path / "bad.csv", rows)
    assert main(["PDM", "--data", path, "--output", str(tmp_path / "page.html")]) == 1
    error = capsys.readouterr().err
    assert re.search(said, error) and error.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["Mica"], "there is no learner 'Mica': name one of ALMA, "),
        (["no_such_file.py"], "no_such_file.py: there is no such Python file."),
        (["MICRA", "epsilon"], "'epsilon' sets no parameter of MICRA: give NAME=VALUE"),
        (["MICRA", "kernel=1"], "'kernel=1' sets no parameter"),
        (["MICRA", "epsilon=-1"], "The 'epsilon' parameter of MICRA must be a float in the range"),
        (["MICRA", "epsilon=much"], "Got 'much' instead"),
        (["AdaTron", "worst_first=True"], "leave worst_first at False"),
        (["PDM", "--seed", "1", "--data", "a.csv"], "--seed is only for drawn patterns"),
        (["PDM", "--data", "no_such_file.csv"], "no_such_file.csv: there is no such file."),
    ],
)
def test_bad_input_gets_one_sentence(arguments, said, capsys):
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert said in error and error.startswith("error: ") and error.count("\n") == 1


@pytest.mark.parametrize("option", [["--seed", "-1"], ["--margin", "1"], ["--margin", "wide"]])
def test_options_out_of_range_are_refused(option, capsys):
    with pytest.raises(SystemExit):
        main(["PDM", *option])
    assert re.search(r"the (seed|margin) (-1|1|wide) is not ", capsys.readouterr().err.strip())


@pytest.mark.parametrize(
    "wrong, said",
    [
        ("return missing *", "PatientPDM does not run on these patterns: "),
        pytest.param(
            "return -1.0 #",
            "PatientPDM never changes its weight, which is 0.",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_rule_that_does_nothing_is_named(tmp_path, capsys, wrong, said):
    text = (ROOT / "docs" / "examples" / "my_rule.py").read_text(encoding="utf-8")
    path = tmp_path / "wrong.py"
    path.write_text(text.replace("return fraction *", wrong), encoding="utf-8")
    assert main([str(path)]) == 1
    assert said in capsys.readouterr().err
