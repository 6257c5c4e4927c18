"""The conformance check accepts the project's rules and names the faults of faulty rules."""

import re
import subprocess
import sys
from math import nan
from pathlib import Path

import pytest
from numba import config

from maxmargin import conformance, contract, variants
from maxmargin.conformance import runs
from maxmargin.conformance.__main__ import main
from maxmargin.conformance.states import state_faults
from maxmargin.rules import built_in_rules
from tests.algorithms.cases import BY_CHANGE, slow_beyond
from tests.algorithms.variant_files import HALFWAY, write

STEP = "from maxmargin.rules.perceptron import step, violates\n"


def changed(step=None, threshold=None, violates=None, **lines):
    """Return HALFWAY with some functions replaced. lines: more functions, by name."""
    text = HALFWAY
    imports = [name for name, own in (("step", step), ("violates", violates)) if own is None]
    text = text.replace(STEP, f"from maxmargin.rules.perceptron import {', '.join(imports)}\n")
    if threshold:
        text = text.replace(
            "return params.part * state.squared_norm / state.t if state.t else 0.0", threshold
        )
    if step:
        text += f"\n\ndef step(p, q, state, params):\n    {step}\n"
    if violates:
        text += f"\n\ndef violates(p, threshold):\n    {violates}\n"
    for name, value in lines.items():
        text = text.replace(f"{name} = False", f"{name} = {value}")
        text = text.replace(f"{name} = True", f"{name} = {value}")
    return text


@pytest.mark.parametrize("name", built_in_rules())
def test_the_functions_of_every_rule_conform(name):
    assert state_faults(built_in_rules()[name]) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    slow_beyond(BY_CHANGE, ((name,) for name in built_in_rules())),
)
def test_every_rule_conforms(name):
    faults, remarks = conformance.faults(built_in_rules()[name])
    assert faults == []
    assert bool(remarks) == (name == "Pegasos")  # λ has the units of X squared


@pytest.mark.slow
def test_a_rule_of_the_library_conforms_in_its_own_place_alone(tmp_path):
    place = Path(built_in_rules()["PDM"].__file__)
    assert conformance.report(place) == (True, [f"{place}: PDM conforms."])
    path = write(tmp_path, "mine.py", place.read_text(encoding="utf-8"))
    assert conformance.report(path)[1][0].startswith(f"{path}: NAME 'PDM' is already used in")


@pytest.mark.long
def test_a_variant_conforms(tmp_path):
    path = write(tmp_path, "halfway.py", HALFWAY)
    assert conformance.report(path) == (True, [f"{path}: Halfway conforms."])


HELPER = "\n\ndef larger(state):\n    return state.label + 2.0\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            changed(threshold="return 1.0 + state.label"),
            "threshold reads state.label, .*USES_LABEL",
        ),
        (changed(threshold="return larger(state)") + HELPER, "threshold reads state.label, "),
        (changed(step="return 1.0, 2.0 + state.label"), "step reads state.label, .*USES_LABEL"),
        (changed(threshold="return state.dual"), "threshold reads state.dual, .*USES_DUAL = True"),
        (changed(threshold="return float(state.epochs)"), "state.epochs, .*USES_EPOCHS = True"),
        (changed(threshold="return 1.0 / (1.0 + state.visits)"), "THRESHOLD_GROWS_BY_VISIT = True"),
        (changed(threshold="return state.norm_power"), "with the function norm_exponent"),
        (changed(threshold="return state.powers[0]"), "with the function exponents"),
        (changed(threshold="return state.memory[0]"), "with the function observe"),
    ],
)
def test_a_number_that_the_rule_does_not_get_is_named(tmp_path, text, sentence):
    conforms, said = conformance.report(write(tmp_path, "halfway.py", text))
    assert not conforms and re.search(sentence, said[0])


def test_a_parameter_may_have_the_name_of_a_number_of_the_state(tmp_path):
    named = HALFWAY.replace("part", "label")
    assert contract.faults(variants.load(write(tmp_path, "halfway.py", named))) == []
    both = named.replace("return params.label", "return state.label * params.label")
    with pytest.raises(variants.VariantError, match="threshold reads state.label"):
        variants.load(write(tmp_path, "both.py", both))


@pytest.mark.parametrize(("exponent", "alike"), [(1.0, True), (2.0, False)])
def test_a_threshold_with_the_norms_power_may_be_scale_free(tmp_path, exponent, alike):
    text = changed(
        threshold="return params.part * state.norm_power",
        step="return 1.0, 0.1 * state.norm",
        STARTS_FROM_FIRST_PATTERN="True",
        SCALE_FREE="True",
    )
    text += f"\n\ndef norm_exponent(params):\n    return {exponent}\n"
    faults = state_faults(variants.load(write(tmp_path, "halfway.py", text)))
    assert (faults == []) == alike
    assert all("a weight twice as long" in fault for fault in faults)


@pytest.mark.parametrize("name", ["Gilbert", "MaximumMargin", "choose"])
def test_a_name_of_something_else_in_the_package_does_not_conform(tmp_path, name):
    path = write(tmp_path, "mine.py", HALFWAY.replace('"Halfway"', f'"{name}"'))
    assert conformance.report(path) == (
        False,
        [f"{path}: NAME {name!r} is already used in maxmargin: choose another."],
    )


MEMORY = "\n\ndef initial_memory(params):\n    return (1.0,)\n"
OBSERVE = "\n\ndef observe(p, q, violated, state, params):\n    return {memory}\n"
DUAL = "\n\nUSES_DUAL = True\n\n\ndef violates(p, threshold, dual):\n    return p <= threshold\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            changed(step="return 1.0, 1.0, 2.0"),
            r"step\(.*\) has to give a pair of numbers; it gives",
        ),
        (
            changed(step="global COUNT\n    COUNT = 1\n    return 1.0, 1.0"),
            "step sets the global COUNT, but a rule stores values only in its memory",
        ),
        (HALFWAY + MEMORY, r"the function observe\(p, q, violated, state, params\) is missing"),
        (HALFWAY + MEMORY + OBSERVE.format(memory="()"), "as many numbers as initial_memory"),
        (HALFWAY + MEMORY + OBSERVE.format(memory="(1e999,)"), "not always give finite numbers"),
        (
            HALFWAY + MEMORY + OBSERVE.format(memory="(p / state.squared_norm,)"),
            r"observe does not always give finite numbers: it gives NaN at t = 0, ‖a‖ = 0",
        ),
        (
            changed(threshold="return 0.0 * float('inf')"),
            "not always a finite number: it gives NaN at t",
        ),
        (HALFWAY + "USES_DUAL = True\n", "violates has to take p, threshold, dual"),
        (
            HALFWAY + DUAL + "\n\ndef step(p, q, state, params):\n    return 1.0, -1.0\n",
            "below 0 at a dual of 0",
        ),
        (changed(step="return 0.5, 1.0"), "ADDITIVE is True, but the s of step's"),
        (changed(step="return 1.0, -1.0"), "can be below 0: then the weight is not a sum of"),
        (
            changed(step="return 1.0, p / 0.0 if p else 0.0"),
            r"step fails, line \d+: ZeroDivisionError",
        ),
        (
            changed(violates="return p == threshold or p < -1.0 and p > -2.0"),
            "has to be True for all smaller p",
        ),
        (
            changed(violates="return p <= (threshold if threshold < 200.0 else -100.0)"),
            "has to be True for all larger thresholds",
        ),
        (changed(SCALE_FREE="True"), "SCALE_FREE is True, but a weight twice as long"),
        (
            changed(threshold="return 0.0 / state.squared_norm"),
            "not always a finite number: it gives NaN at t = 0",
        ),
        (
            changed(threshold="return state.norm * 1e300 * 1e300"),
            "not always a finite number: it gives inf at t = ",
        ),
        (
            "import numpy as np\n" + changed(step="return 1.0, np.random.random()"),
            "step is not deterministic: two calls with equal arguments give .* and .*; the result",
        ),
        (
            "import random\n" + changed(threshold="return random.random() * state.squared_norm"),
            "threshold is not deterministic: two calls with equal arguments give",
        ),
        (
            "import random\n" + changed(violates="return p <= threshold * random.random()"),
            "violates is not deterministic: two calls with equal arguments give (True|False) and",
        ),
        (
            "import numpy as np\n"
            + changed(step="return 1.0, 1.0 + (np.random.random() if q > 7.4 else 0.0)"),
            "it is not deterministic: the same run twice",
        ),
        (
            changed(threshold="return 'high'"),
            r"threshold\(state, params\) has to give a number; it gives 'high'\.$",
        ),
        (
            changed(threshold="return None"),
            r"threshold\(state, params\) has to give a number; it gives None\.$",
        ),
        (
            changed(step="return 1.0, 'far'"),
            r"step\(.*\) has to give a pair of numbers; it gives \(1.0, 'far'\)\.$",
        ),
        (
            HALFWAY.replace("return parameters", "return None"),
            r"scaled\(Parameters\(part=0.5\), R²\) has to give a tuple of numbers; it gives None",
        ),
        (
            HALFWAY.replace("(0.5, 0.9, 0.99)", "(0.5, -1)"),
            r"parameter_grid gives part = -1, but RANGES allows only \(0, 1\) for part\.$",
        ),
        (
            HALFWAY.replace("(0.5, 0.9, 0.99)", "(maximum_margin - 0.3,)"),
            r"parameter_grid gives part = 0.0, but RANGES allows only \(0, 1\)",
        ),
        (
            HALFWAY.replace("part", "average"),
            "the parameter average has the name of a parameter that every learner has: rename it",
        ),
        (
            HALFWAY.replace("part: float = 0.5", "part: float = 2.0"),
            r"Parameters gives part = 2.0, but RANGES allows only \(0, 1\)",
        ),
        (
            HALFWAY.replace("[Parameters(part) for part in (0.5, 0.9, 0.99)]", "None"),
            r"parameter_grid\(.*\) has to give a list of one or more Parameters; it gives None",
        ),
        (
            HALFWAY.replace("[Parameters(part) for part in (0.5, 0.9, 0.99)]", "[]"),
            r"parameter_grid\(.*\) has to give a list of one or more Parameters; it gives \[\]",
        ),
        (
            changed(threshold="return open('x') and 0.0"),
            r"threshold fails, line \d+: FileNotFoundError",
        ),
        (
            changed(threshold="import math\n    return math.sqrt(state.squared_norm)"),
            "threshold, line 25, imports math inside the function, which numba cannot compile; "
            "import it at the top of the file",
        ),
        (
            changed(threshold="class Local:\n        pass\n\n    return 0.0"),
            r"compile threshold, line 25: Use of unsupported opcode \(LOAD_BUILD_CLASS\) found$",
        ),
        (
            changed(threshold="return 0.0 * len([1.0] + ['a'])"),
            "numba cannot compile threshold, line 25: No implementation of function",
        ),
        (
            changed(threshold="return 0.0 if state.t >= 0 else unknown"),
            "numba cannot compile threshold: NameError: name 'unknown' is not defined$",
        ),
    ],
)
def test_what_is_wrong_is_named(text, sentence, tmp_path):
    if config.DISABLE_JIT and "compile threshold" in sentence:
        pytest.skip("is about compiled code")
    assert_named(text, sentence, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            changed(threshold="return 1e9 * state.squared_norm"),
            "it does not end: 2000000 updates with its default",
        ),
        (
            changed(threshold="return -1e9"),
            "it ends without a margin above 0 with its default",
        ),
        (
            HALFWAY.replace("(0.5, 0.9, 0.99)", "(0.1 if maximum_margin == 0.3 else -1,)"),
            r"parameter_grid gives part = -1, but RANGES allows only \(0, 1\)",
        ),
    ],
)
def test_a_false_claim_is_named(text, sentence, tmp_path, monkeypatch):
    """The storages are not compared, which would compile each text for all of them."""
    monkeypatch.setattr(runs, "agreement_faults", lambda *_: [])
    assert_named(text, sentence, tmp_path)


# Functions that return a value, whatever a run has reached.
CLAIMS = {
    "margin_bound": lambda value: lambda updates, params, squared_radius: value,
    "guaranteed_fraction": lambda value: (
        lambda updates, directional_margin, params, squared_radius: value
    ),
    "asymptotic_fraction": lambda value: lambda params: value,
}


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        (
            {"margin_bound": 1e9, "guaranteed_fraction": 1.0},
            "claims a margin that it does not have",
        ),
        (
            {"margin_bound": 1e-9, "guaranteed_fraction": 0.0},
            "claims a bound that does not hold",
        ),
        ({"margin_bound": nan, "guaranteed_fraction": 0.0}, "margin_bound returns nan"),
        ({"margin_bound": 1e9, "guaranteed_fraction": nan}, "fraction returns nan"),
        ({"asymptotic_fraction": 42.0}, "asymptotic_fraction returns 42 .* is above 1"),
    ],
)
def test_a_false_claim_of_a_function_that_is_not_compiled_is_named(
    claims, sentence, tmp_path, monkeypatch
):
    """The functions are added to one loaded rule, since another text would be compiled again."""
    monkeypatch.setattr(runs, "agreement_faults", lambda *_: [])
    rule = variants.load(write(tmp_path, "halfway.py", HALFWAY))
    for name, value in claims.items():
        monkeypatch.setattr(rule, name, CLAIMS[name](value), raising=False)
    found, _ = conformance.faults(rule)
    assert re.search(sentence, found[0]), found


def assert_named(text, sentence, tmp_path):
    path = write(tmp_path, "halfway.py", text)
    conforms, lines = conformance.report(path)
    assert not conforms
    assert re.search(sentence, lines[0]), lines
    assert lines[0].startswith(str(path))


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("x = 1\n", True),
        (changed(step="return 1.0, state.weight[0]"), True),
        (HALFWAY.replace("def threshold(state, params)", "def threshold(state, params, x)"), True),
        (HALFWAY.replace("def threshold", "def bound"), True),
        (changed(threshold="return 1e9 * state.squared_norm"), False),
        (changed(threshold="return 0.0 / state.squared_norm"), False),
        (changed(step="return 0.5, 1.0"), False),
    ],
    ids=["no rule", "weight", "argument", "function", "endless", "nan", "additive"],
)
def test_the_way_out_is_named_where_a_rule_may_need_more(text, is_named, tmp_path, monkeypatch):
    """The storages are not compared, as in test_a_false_claim_is_named."""
    monkeypatch.setattr(runs, "agreement_faults", lambda *_: [])
    _, lines = conformance.report(write(tmp_path, "halfway.py", text))
    assert ("scikit-learn class with coef_ and intercept_" in " ".join(lines)) is is_named, lines


@pytest.mark.long
def test_the_command(tmp_path, capsys):
    path = write(tmp_path, "halfway.py", HALFWAY)
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: Halfway conforms.\n"


@pytest.mark.long
def test_the_command_as_it_is_typed(tmp_path):
    """The check runs in a child process, which cannot import a package's main module."""
    path = write(tmp_path, "bad.py", "x = 1\n")
    command = [sys.executable, "-m", "maxmargin.conformance", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.stdout.startswith(f"{path}: NAME is missing") and ran.stderr == ""
    assert ran.returncode == 1


def test_a_check_that_breaks_off_is_said(tmp_path, capsys):
    path = write(tmp_path, "fatal.py", "import os\nos._exit(3)\n")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == f"{path}: the check broke off, with exit code 3.\n"


@pytest.mark.long
def test_a_loop_without_an_end_is_noticed(tmp_path, capsys):
    """On a busy machine an import takes seconds, so the limit grows until the loop has begun."""
    begun = tmp_path / "begun"
    loop = f"open({str(begun)!r}, 'w').close()\n    while state.t >= 0:\n        pass"
    path = write(tmp_path, "endless.py", changed(threshold=loop))
    for seconds in (4, 8, 16, 32, 64):
        assert main([str(path), "--seconds", str(seconds)]) == 1
        assert capsys.readouterr().out == f"{path}: the check did not end within {seconds} s.\n"
        if begun.exists():
            return
    raise AssertionError("the loop did not begin")


@pytest.mark.parametrize("seconds", ["-1", "0", "nan"])
def test_a_time_that_is_none_is_refused(tmp_path, capsys, seconds):
    path = write(tmp_path, "halfway.py", HALFWAY)
    with pytest.raises(SystemExit):
        main([str(path), "--seconds", seconds])
    assert "has to be above 0" in capsys.readouterr().err
