"""Bounds of extreme parameters are finite, infinite as documented, or a one-sentence error."""

import inspect
import warnings
from importlib import import_module
from math import inf, isfinite, isnan, nan, prod, sqrt
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from sklearn.exceptions import ConvergenceWarning

import maxmargin.bounds
from maxmargin import Margitron, TwoStageMargitron
from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.margitron import length_bound, margin_bound
from maxmargin.procedures.procedure import smallest_bound

# Relative to R where they have a unit; b in units of R² or R^(1+ε), as learners take it.
GRID = {
    "gamma": [1e-12, 1e-3, 1.0],
    "margin": [1e-9, 1.0],
    "radius": [1e-140, 1.0, 1e140],
    "beta": [1e-6, 1.0, 1e3],
    "b": [1e-12, 1.0, 1e12],
    "epsilon": [1e-9, 1e-3, 0.1, 0.2, 1.0],
    "updates": [1, 2, 1000, 10**12],
    "threshold": ["t", "w"],
    "zeta": [0.1, 0.6, 1.0],
    "eta": [1e-6, 1.0, 1e6],
    "alpha": [1e-9, 0.5, 1.0],
    "p": [2, 10, 1e3],
    "B": [1.0, 1e9],
    "C": [1e-3, 1.4],
    "deviations": [0.0, 1e9],
    "losses": [0.0, 1.0, 1e200],
    "c": [1e-9, 1.0, 1e9],
    "start": [0.0, 1e3],
    "start_sum": [0.0, 10.0],
    "orthogonal": [0.0, 1.0],
    "length": [1e-3, 1e5],
    "delta": [0.0, 1e-9, 0.5, 1.0],
    "shrinking": [1e-12, 1e-3, 0.5, 1 - 1e-9],
    "n": [0.5, 1.0, 1e6],
    "patterns": [1, 2, 10**9],
    "factor": [8, 16],
    "rate": [1e-9, 1.0],
}
SQUARED = {"squared_radius": "radius", "gamma_squared": "gamma"}
FILES = sorted(Path(maxmargin.bounds.__file__).parent.glob("*.py"))
OTHERS = {"__init__", "finite", "roots", "theorem", "theorems"}
BOUNDS = {
    f"{path.stem}.{name}": function
    for path in FILES
    if path.stem not in OTHERS and not path.stem.endswith("_theorems")
    for name, function in vars(import_module(f"maxmargin.bounds.{path.stem}")).items()
    if inspect.isfunction(function)
    and function.__module__ == f"maxmargin.bounds.{path.stem}"
    and not name.startswith("_")
}


def settings(function, most=None):
    """Yield a bound's arguments in the units of data with radius R.

    These are all combinations of the GRID, or at most `most` that are drawn.
    """
    values = {
        name: GRID[SQUARED.get(name, name)] for name in inspect.signature(function).parameters
    }
    places = range(prod(map(len, values.values())))
    if most is not None:
        places = Random(0).sample(places, min(most, len(places)))
    for place in places:
        given = {}
        for name, choices in values.items():
            place, choice = divmod(place, len(choices))
            given[name] = choices[choice]
        radius = given.get("radius", given.get("squared_radius", 1.0))
        power = 1 + given.get("epsilon", 1.0) if given.get("threshold") == "w" else 2
        units = {"gamma": radius, "margin": radius, "beta": radius, "b": radius**power}
        given |= {name: given[name] * unit for name, unit in units.items() if name in given}
        for name in SQUARED.keys() & given.keys():
            given[name] = (given[name] * (radius if name == "gamma_squared" else 1.0)) ** 2
        yield given


@pytest.mark.long
@pytest.mark.parametrize("most", [60, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_of_extreme_parameters(name, most):
    function = BOUNDS[name]
    for given in settings(function, most):
        try:
            found = function(**given)
        except ValueError as error:
            assert str(error).startswith(f"{name.partition('.')[2]} leaves the range of "), given
            continue
        numbers = found if isinstance(found, tuple) else (found,)
        assert not any(map(isnan, numbers)), given
        assert all(map(isfinite, numbers)) or "inf" in function.__doc__ + module_text(function)


def module_text(function):
    return inspect.getdoc(inspect.getmodule(function)) if function.__name__ == "theorem_1" else ""


def test_every_bound_gives_numbers_where_nothing_is_extreme():
    for name, function in BOUNDS.items():
        middle = {key: values[len(values) // 2] for key, values in GRID.items()}
        middle |= {"gamma": 0.1, "epsilon": 0.2, "zeta": 0.6, "squared_radius": 1.0}
        middle |= {"gamma_squared": 0.01, "delta": 0.5, "margin": 0.1, "shrinking": 1e-3}
        found = function(**{key: middle[key] for key in inspect.signature(function).parameters})
        assert all(map(isfinite, found if isinstance(found, tuple) else (found,))), name


@pytest.mark.parametrize("wrapper", [finite, finite_or_inf])
@pytest.mark.parametrize("fault", [nan, OverflowError, ZeroDivisionError, ValueError])
def test_a_fault_is_one_sentence_with_the_parameters(wrapper, fault):
    def bound(gamma, epsilon):
        if fault is not nan:
            raise fault
        return 1.0, nan

    with pytest.raises(ValueError, match=r"^bound leaves the range .* gamma=0.5, epsilon=1e-09: "):
        wrapper(bound)(0.5, epsilon=1e-9)


def test_only_some_bounds_may_be_infinite():
    assert finite_or_inf(lambda: inf)() == inf
    with pytest.raises(ValueError, match="leaves the range"):
        finite(lambda: inf)()


@pytest.mark.parametrize("threshold", ["t", "w"])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 1.9])
def test_without_updates_the_margin_is_at_most_the_radius(threshold, epsilon):
    assert margin_bound(0, 4.0, epsilon, 0.3, threshold) == 2.0


def test_the_best_n_may_be_beyond_every_run():
    """For b far above R^(1+ε), (17) only improves the bound after 1e300 updates."""
    updates, radius, epsilon = 1000, 1.0, 1e-3
    length = length_bound(updates, 0.5, radius**2, epsilon, 1e3, "w")
    assert length == pytest.approx(radius * updates, rel=1e-12)


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3]])
@pytest.mark.parametrize("epsilon", [1e-6, 1e-3, 0.1])
@pytest.mark.parametrize("b", [1e-12, 1e3, 1e6])
def test_a_margitron_of_extreme_parameters_is_fitted(order, epsilon, b):
    X, y = [[1, 2], [2, 5], [3, 1], [4, 2]], [1, 1, 0, 0]
    X, y = [X[k] for k in order], [y[k] for k in order]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # most of these are stopped
        model = Margitron(epsilon=epsilon, b=b, max_updates=2000).fit(X, y)
    bound = model.margin_bound_by_updates_
    assert bound <= sqrt(model.squared_radius_) and bound >= model.directional_margin_
    assert TwoStageMargitron().fit(X, y).converged_


def test_a_stage_without_a_bound_is_passed_over():
    stages = [SimpleNamespace(margin_bound_by_updates=bound) for bound in (nan, 2.0, 3.0)]
    assert smallest_bound(stages, 9.0) == 2.0
    assert smallest_bound(stages[:1], 9.0) == 9.0
