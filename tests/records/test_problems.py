"""Runs that had the same patterns have the same problem."""

import json

import pytest

from records.problems import Problem, exact_maxima, geometric_maxima, problem_of

RUN = {"data": "sonar", "augment": "1", "extend": "0", "algorithm": "MICRA", "seed": "7"}
RUN |= {"parameters": "{}", "status": "converged"}


def test_numbers_are_compared_and_not_their_digits():
    assert problem_of(RUN) == problem_of(RUN | {"augment": "1.0", "extend": 0, "seed": "8"})
    assert problem_of(RUN) != problem_of(RUN | {"extend": "1"})


@pytest.mark.parametrize("none", ["", None, float("nan")])
def test_a_run_without_an_augmenting_coordinate(none):
    assert problem_of(RUN | {"augment": none}) == Problem("sonar", None, 0.0)


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


def test_a_kernels_space_is_another_problem():
    kernels = ({"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 3}, {})
    assert len({problem_of(RUN | {"parameters": json.dumps(own)}) for own in kernels}) == 3
