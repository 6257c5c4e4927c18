"""Runs on the same patterns have the same problem."""

import json

import pytest

from records.problems import (
    ProblemKey,
    exact_maxima,
    geometric_maxima,
    largest_margins,
    problem_of,
)

RUN = {"data": "sonar", "augment": "1", "extend": "0", "algorithm": "MICRA", "seed": "7"}
RUN |= {"parameters": "{}", "status": "converged"}


def test_numbers_are_compared_and_not_their_digits():
    assert problem_of(RUN) == problem_of(RUN | {"augment": "1.0", "extend": 0, "seed": "8"})
    assert problem_of(RUN) != problem_of(RUN | {"extend": "1"})


@pytest.mark.parametrize("none", ["", None, float("nan")])
def test_a_run_without_an_augmenting_coordinate(none):
    assert problem_of(RUN | {"augment": none}) == ProblemKey("sonar", None, 0.0)


def test_what_the_pocket_has_right_is_another_problem_for_each_choice_of_it():
    pocket = RUN | {"algorithm": "PocketPerceptron"}
    longer = pocket | {"parameters": json.dumps({"max_visits": 9})}
    assert len({problem_of(run) for run in (RUN, pocket, longer, pocket | {"seed": "8"})}) == 4
    assert problem_of(pocket) == problem_of(pocket | {"algorithm": "PocketMaximumMargin"})


def test_a_maximum_is_that_of_an_exact_run_that_converged():
    exact = RUN | {"algorithm": "MaximumMargin"}
    stopped = exact | {"data": "wbc", "status": "max_seconds"}
    assert exact_maxima([RUN, exact, stopped]) == {problem_of(RUN): exact}
    free = exact | {"augment": "0", "parameters": json.dumps({"free_threshold": True})}
    assert exact_maxima([exact, free]) == {problem_of(RUN): exact}
    assert geometric_maxima([exact, free]) == {problem_of(RUN)._replace(augment=None): free}


@pytest.mark.parametrize("margin", ["directional_margin", "geometric_margin"])
@pytest.mark.parametrize("precise_first", [False, True])
def test_the_most_precise_exact_run_gives_the_maximum(precise_first, margin):
    maxima = exact_maxima if margin == "directional_margin" else geometric_maxima
    parameters = {} if maxima is exact_maxima else {"free_threshold": True}
    exact = RUN | {"algorithm": "MaximumMargin", "parameters": json.dumps(parameters)}
    precise = exact | {margin: "1.0", "upper_bound": "1.0000000001"}
    rough = exact | {"parameters": json.dumps({**parameters, "gap": 0.5})}
    rough |= {margin: "0.6", "upper_bound": "0.8"}
    runs = [precise, rough] if precise_first else [rough, precise]
    assert list(maxima(runs).values()) == [precise]


def test_weighted_classes_are_another_problem():
    weights = None, "balanced", {"1": 2.0, "-1": 1.0}
    runs = [RUN | {"parameters": json.dumps({"class_weight": weight})} for weight in weights]
    assert len({problem_of(run) for run in runs}) == 3
    assert problem_of(runs[0]) == problem_of(RUN)


def test_what_other_learners_call_their_parameters_means_nothing():
    variant = {"algorithm": "Variant", "parameters": json.dumps({"p": 3, "scale": 2.0, "width": 1})}
    assert problem_of(RUN | variant) == problem_of(RUN)


def test_another_norm_is_another_problem_and_the_usual_one_is_not():
    def with_norm(**parameters):
        return RUN | {"algorithm": "ALMA", "parameters": json.dumps(parameters)}

    usual, sparse = with_norm(p=2, normalise="radius", alpha=0.5), with_norm(p=6)
    assert problem_of(usual) == problem_of(RUN) and not problem_of(usual).norm
    assert problem_of(sparse).norm and problem_of(with_norm(normalise="instance")).norm
    runs = [sparse | {"directional_margin": margin} for margin in ("0.1", "0.3", "0.2")]
    stopped = sparse | {"directional_margin": "0.4", "status": "max_updates"}
    assert largest_margins([*runs, stopped]) == {problem_of(sparse): runs[1]}


def test_a_kernels_space_is_another_problem():
    kernels = ({"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 3}, {})
    assert len({problem_of(RUN | {"parameters": json.dumps(own)}) for own in kernels}) == 3
