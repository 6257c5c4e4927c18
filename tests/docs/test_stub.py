"""The library's stub is current and describes the classes."""

import inspect
from numbers import Real

import pytest

import maxmargin
from docs.stub import PATH, annotation, signature, stub
from maxmargin.estimators.constraints import Interval, StrOptions
from maxmargin.estimators.shared_parameters import Parameter


def test_the_stub_is_current():
    assert PATH.read_text(encoding="utf-8") == stub(), "run python -m docs.stub"


def test_only_public_names_and_rooms_can_be_seen():
    """An editor offers what `dir` lists."""
    rooms = {path.stem for path in PATH.parent.iterdir()}
    assert {name for name in dir(maxmargin) if name[0] != "_"} <= {*maxmargin.__all__, *rooms}


def test_every_public_name_is_in_it():
    text = PATH.read_text(encoding="utf-8")
    for name in maxmargin.__all__:
        is_class = inspect.isclass(getattr(maxmargin, name))
        others = (f" as {name}\n", f"\n{name}: ")
        assert f"\nclass {name}(" in text if is_class else any(s in text for s in others), name


@pytest.mark.parametrize(
    ("allowed", "type"),
    [
        ([Interval(Real, 0, 1, closed="both"), None], "float | None"),
        ([StrOptions({"b", "a"})], "Literal['a', 'b']"),
        (["boolean"], "bool"),
    ],
)
def test_types_are_those_of_the_allowed_values(allowed, type):
    assert annotation(Parameter(None, allowed, "")) == type


def test_a_signature_has_the_order_and_the_defaults_of_the_class():
    said = signature(maxmargin.PDM)
    assert said.startswith("def __init__(self, epsilon: float = ")
    assert ", *, augment: float = 1.0, " in said and said.endswith(") -> None: ...")


def test_an_unknown_parameter_is_answered_with_the_likely_one():
    with pytest.raises(TypeError, match="^PDM has no parameter 'epsilonn'; did you mean epsilon"):
        maxmargin.PDM(epsilonn=0.1)
    with pytest.raises(TypeError, match="^PDM has no parameter 'zzz': it has epsilon, augment, "):
        maxmargin.PDM(zzz=0.1)
