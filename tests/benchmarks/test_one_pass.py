"""The C++ loop makes as many updates as the drivers."""

import numpy as np
import pytest

from benchmarks import one_pass
from benchmarks.programs import built


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return built(tmp_path_factory.mktemp("programs"), "one_pass")


@pytest.mark.parametrize("name", one_pass.ROWS)
def test_updates_are_those_of_the_driver(name, program, tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(3, size=600)
    X = rng.normal(size=(600, 8)) + 2.0 * np.eye(3, 8)[y]
    row = one_pass.ROWS[name]
    mine = one_pass.ours(row, X, y)()
    theirs = one_pass.plain(program, tmp_path, row, X, y)()
    assert mine[:2] == theirs[:2] and mine[0] > 30
    assert one_pass.line(name, mine, theirs).startswith(name)
