"""Optional solvers solve the problem if installed, and otherwise explain how to install them."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin import MaximumMargin
from peers import OPTIONAL_BASELINES
from peers.optional import NotInstalled, is_installed
from tests.algorithms.problems import separable

X, Y = separable(1, m=40)
INSTALLED = [name for name, cls in OPTIONAL_BASELINES.items() if is_installed(cls.NEEDS)]


@pytest.mark.parametrize("name", sorted(set(OPTIONAL_BASELINES) - set(INSTALLED)))
def test_what_is_not_installed_is_said(name):
    with pytest.raises(NotInstalled, match="not installed.*(pip|PATH)"):
        OPTIONAL_BASELINES[name]().fit(X, Y)


def test_what_is_not_on_the_path_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotInstalled, match="svmocas on the PATH"):
        OPTIONAL_BASELINES["OCAS"]().fit(X, Y)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("extend", [0.0, 0.5])
@pytest.mark.parametrize("name", INSTALLED)
def test_they_reach_the_maximum_margin(name, extend, form):
    cls = OPTIONAL_BASELINES[name]
    directional = "augment" in cls().get_params()
    space = {"augment": 1.0} if directional else {"free_threshold": True}
    best = MaximumMargin(extend=extend, **space).fit(X, Y)
    kind = "directional_margin_" if directional else "geometric_margin_"
    most = getattr(best, kind)
    grid = cls.parameter_grid(most, np.sqrt(best.squared_radius_))
    reached = max(
        getattr(cls(extend=extend, max_seconds=20.0, **setting).fit(form(X), Y), kind)
        for setting in grid
    )
    assert 0.99 * most < reached <= most * (1 + 1e-9)
