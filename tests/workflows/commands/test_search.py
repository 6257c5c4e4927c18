"""The search finds the value that a person would choose."""

import pytest

from workflows.commands.search import NotFound, search


def test_fewest_digits_win():
    # 0.02 gives the margin to the printed digits; 0.0198 would be closer to it.
    assert search(lambda x: 0.4 * x + 0.00008, margin=0.008, within=0.0001, start=0.001) == 0.02


def test_closest_of_equally_few_digits_wins():
    found = search(lambda x: x, margin=0.08192, within=0.00005, start=0.01)
    assert found == 0.0819


def test_runs_that_do_not_converge_count_as_too_large():
    found = search(lambda x: x if x < 4.5 else None, margin=4.4, within=0.01, start=0.5)
    assert found == 4.4


def test_neighbours_are_tried_where_the_margin_is_not_monotone():
    dented = {4.3: 4.39, 4.4: 4.5}
    found = search(lambda x: dented.get(x, x), margin=4.4, within=0.02, start=1.0)
    assert found == 4.3


def test_nothing_found_is_said():
    with pytest.raises(NotFound, match="no value of 4 significant digits gives the margin 0.5"):
        search(lambda x: 0.0 if x < 0.3 else 1.0, margin=0.5, within=0.01, start=0.1)
    with pytest.raises(NotFound, match="already at 2"):
        search(lambda x: x, margin=1.0, within=0.1, start=2.0)
