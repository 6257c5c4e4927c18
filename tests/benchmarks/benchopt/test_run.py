"""`benchopt run` works on benchmarks/benchopt/, with our solvers and a user's solver."""

import subprocess
import sys

import numpy as np
import pytest

from tests.docs.code_blocks import blocks
from workflows.plan.configuration import ROOT

pytest.importorskip("benchopt", reason="benchopt is not installed: make test-benchopt")
pytestmark = pytest.mark.long
pd = pytest.importorskip("pandas")

FOLDER = ROOT / "benchmarks" / "benchopt"
MARGIN = 0.05  # planted
(OWN,) = blocks(FOLDER / "README.md", "python")


def benchopt(folder, *arguments):
    """Run benchopt on a small problem in a folder; return the table of results."""
    results = folder / "results.parquet"
    command = [sys.executable, "-m", "benchopt", "run", FOLDER, "--output", results, *arguments]
    command += ["-d", f"simulated[m=100,n=5,margin={MARGIN}]", "--seed", "0"]
    command += ["--no-cache", "--no-plot", "--timeout", "5", "--max-runs", "60"]
    call = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert call.returncode == 0, call.stdout + call.stderr
    return pd.read_parquet(results)


def curves(table):
    """Return solver -> its objective values, (points,)."""
    return {name: rows.objective_value.to_numpy() for name, rows in table.groupby("solver_name")}


@pytest.fixture(scope="module")
def augmented(tmp_path_factory):
    folder = tmp_path_factory.mktemp("augmented")
    own = folder / "gilbert.py"
    own.write_text(OWN, encoding="utf-8")
    ours = "maxmargin[learner=[MaximumMargin,AdaTron],max_seconds=1]"
    return benchopt(folder, "-s", ours, "-s", "LinearSVC[C=1e8]", "-s", own)


def test_what_is_missing_shrinks(augmented):
    found = curves(augmented)
    assert sorted(found) == [
        "Gilbert",
        "LinearSVC[C=100000000.0]",
        "maxmargin[AdaTron]",
        "maxmargin[MaximumMargin]",
    ]
    for name, missing in found.items():
        assert np.isfinite(missing).all() and missing.min() > -1e-9, name
        if name != "maxmargin[MaximumMargin]":  # its first point is the maximum
            assert missing[-1] < min(0.1, missing[0]), name
    for name in ("maxmargin[MaximumMargin]", "maxmargin[AdaTron]"):
        assert found[name][-1] < 1e-9


def test_what_is_proved_is_true(augmented):
    proved = augmented[augmented.solver_name != "LinearSVC[C=100000000.0]"]
    assert (proved.objective_upper_bound > MARGIN * (1 - 1e-9)).all()
    missing = 1 - augmented.objective_margin / MARGIN
    assert missing.to_numpy() == pytest.approx(augmented.objective_value.to_numpy(), abs=1e-8)


def test_a_free_threshold_has_its_own_solvers(tmp_path):
    names = "maxmargin[learner=[MaximumMargin,LIBLINEAR,PDM]]"
    found = curves(benchopt(tmp_path, "-s", names, "-o", "*[free_threshold=True]"))
    assert sorted(found) == ["maxmargin[LIBLINEAR]", "maxmargin[MaximumMargin]"]
    assert found["maxmargin[MaximumMargin]"][-1] < 1e-9
