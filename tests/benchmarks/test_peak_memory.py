"""The benchmark of memory gives learners parameters that they have."""

import pytest

from benchmarks.peak_memory import SETS, learners
from maxmargin.estimators.constraints import check_parameters


@pytest.mark.parametrize("name", SETS)
def test_learners_have_their_parameters(name):
    for cls, parameters in learners(name).values():
        check_parameters(cls(**parameters))
